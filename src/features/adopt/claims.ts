import type {LiveMonitor} from '../../core/api/port';
import {assertNever} from '../../core/base/assert-never';
import {keyCommand, writeCommand} from '../../core/base/command-line';
import type {Settings} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import type {Key} from '../../core/specs/desired-monitor';
import {listExpectedIds} from '../../core/specs/expected-ids';
import {listTargetIds} from '../../core/specs/targets';
import type {KnownWorld} from './spec-drafts';

/** Why a live monitor is not free to be adopted. */
type Claim =
  | {readonly kind: 'recorded'; readonly key: Key}
  /** It was replaced and is still to be deleted. */
  | {readonly kind: 'leftover'; readonly key: Key}
  /** It has target ids of the recorded monitor. */
  | {readonly kind: 'duplicate'; readonly key: Key}
  /** It has the target ids of a create whose outcome is unknown. */
  | {readonly kind: 'unresolved'; readonly key: Key}
  /** It has the target ids of a spec that was not applied yet. */
  | {readonly kind: 'spec'; readonly key: Key}
  /** It has the name and the content of a spec that was not applied yet. */
  | {readonly kind: 'alike'; readonly key: Key};

/** The claim that another spec or record has to a live monitor; null if there is none. The spec of `own` does not count. */
export function findClaim(monitor: Pick<LiveMonitor, 'id' | 'targetIds'>, known: KnownWorld, settings: Settings, own?: Key): Claim | null {
  const {present, state, unresolved} = known;
  const recorded = [...state.monitors];
  const shares = (ids: readonly (string | null)[]) => ids.some(id => id !== null && monitor.targetIds.includes(id));
  const find = (kind: Claim['kind'], key: Key | undefined): Claim | null => (key === undefined ? null : {kind, key});
  return (
    find('recorded', recorded.find(([, {id}]) => id === monitor.id)?.[0]) ??
    find('leftover', recorded.find(([, {leftovers = []}]) => leftovers.includes(monitor.id))?.[0]) ??
    find('duplicate', recorded.find(([, {applied}]) => shares(listTargetIds(applied)))?.[0]) ??
    find('unresolved', unresolved.find(({intent}) => shares(intent.targetIds))?.intent.key) ??
    find(
      'spec',
      present.monitors.find(({key, body}) => {
        if (key === own || state.monitors.has(key)) return false;
        return shares(listExpectedIds({body}, key, settings).flat());
      })?.key,
    )
  );
}

/** The refusal of a monitor that is asked for and not free. */
export function refuseClaimed(id: string, claim: Claim): UserError {
  switch (claim.kind) {
    case 'recorded':
      return claimed(
        id,
        `is already recorded as "${claim.key}"`,
        `\`${writeCommand('state mv', [claim.key, 'NEW'], 'default')}\` gives it another key`,
      );
    case 'leftover':
      return claimed(id, `was replaced by "${claim.key}" and will be deleted`, 'run `monitors apply` to delete it');
    case 'duplicate':
      return claimed(
        id,
        `has target ids of "${claim.key}", which is recorded as another monitor: one of them is a duplicate`,
        `\`${keyCommand('resolve', claim.key, '--prune-duplicates')}\` deletes exact duplicates, after asking`,
      );
    case 'unresolved':
      return claimed(
        id,
        `has target ids of the unresolved create of "${claim.key}"`,
        `\`${keyCommand('resolve', claim.key, `--adopt ${id}`)}\` resolves it`,
      );
    case 'spec':
      return claimed(
        id,
        `has the target ids of the spec "${claim.key}"`,
        `\`${writeCommand('import', [claim.key, id], 'default')}\` or the next apply adopts it`,
      );
    case 'alike':
      return claimed(
        id,
        `has the name and content of the spec "${claim.key}", which is not applied yet`,
        `if they are the same monitor, run \`${writeCommand('import', [claim.key, id], 'default')}\`; if not, add sync: {distinctFrom: [${id}]} to that spec`,
      );
    default:
      return assertNever(claim);
  }
}

/** The refusal of a monitor that the state of another environment or project records. */
export function refuseRecordedElsewhere(
  id: string,
  {project, environment}: Pick<Settings, 'project' | 'environment'>,
  own: Pick<Settings, 'project'>,
): UserError {
  return claimed(
    id,
    `is recorded in the environment "${environment}"${project === own.project ? '' : ` of the project "${project}"`}`,
    `a monitor belongs to one environment: remove it there first with "monitors state rm KEY --environment ${environment}"`,
  );
}

function claimed(id: string, why: string, hint: string): UserError {
  return new UserError('live/claimed', `the monitor ${id} ${why}`, hint);
}

/** The refusal of ids that the service does not have. */
export function refuseUnknownIds(ids: readonly string[]): UserError {
  return new UserError(
    'live/no-such-monitor',
    `the service has no monitor ${ids.map(id => JSON.stringify(id)).join(', ')}`,
    'copy the id from the service; a new monitor may take a moment to appear; `monitors plan --refresh --show-unmanaged` lists unmanaged monitors',
  );
}
