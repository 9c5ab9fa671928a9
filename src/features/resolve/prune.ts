import type {LiveMonitor} from '../../core/api/port';
import {decideEditRetry} from '../../core/api/retry';
import {suggestName} from '../../core/diagnostics/suggest';
import {UserError} from '../../core/diagnostics/user-error';
import {findOwner} from '../../core/plan/create-sight';
import type {Key} from '../../core/specs/desired-monitor';
import {listTargetIds} from '../../core/specs/targets';
import {listRecordedIds, type RecordedMonitor} from '../../core/state/state';
import type {Project} from '../../project/project';
import {type ServiceReader, withService} from '../../project/service-reader';
import {type PresentState, withOpenedState} from '../../project/state-access';

/** A monitor of the service, as far as telling duplicates apart needs it. */
type DuplicateMonitor = Pick<LiveMonitor, 'id' | 'name' | 'createdAt' | 'targetIds'>;

/** A key that the service holds more than once. */
interface DuplicatedKey {
  readonly key: Key;
  /** The recorded monitor, which stays. */
  readonly kept: string;
  /** The others, oldest first. */
  readonly others: readonly DuplicateMonitor[];
}

/** A key whose duplicates are not certain: nothing of it is deleted. */
interface LeftAlone {
  readonly key: Key;
  /** `not-listed`: the service does not list the recorded monitor; `conflict`: others have some of its target ids, but not exactly these. */
  readonly why: 'not-listed' | 'conflict';
  readonly ids: readonly string[];
}

/** Result of looking for duplicates. */
interface Duplicates {
  readonly duplicated: readonly DuplicatedKey[];
  readonly leftAlone: readonly LeftAlone[];
}

/** Options of removing duplicates. */
interface PruneOptions {
  /** Ids of monitors that other environments record: no duplicates, whatever target ids they have. */
  readonly elsewhere: ReadonlySet<string>;
  /** Shows what would be deleted and asks; throws if the answer was no or there is no terminal. */
  readonly confirm: (duplicated: readonly DuplicatedKey[]) => Promise<void>;
}

/** Duplicates that were deleted, and those that could not be. */
export interface PruneReport extends Duplicates {
  readonly deleted: readonly string[];
  readonly failed: readonly NotDeleted[];
}

/** A duplicate that is not known to be deleted. */
interface NotDeleted {
  readonly id: string;
  /** The reason, in one sentence. */
  readonly message: string;
  /** The request was sent and its answer is not known: the duplicate may be gone. */
  readonly mayBeDeleted: boolean;
}

/**
 * Deletes monitors that have exactly the target ids of a recorded one and are not it, after asking. The recorded one is never
 * touched, and has to be there; nothing of a key is touched of which other monitors have only some of the ids. Throws a `UserError` for a key that is not recorded.
 */
export async function pruneDuplicates(project: Project, keys: readonly Key[], options: PruneOptions): Promise<PruneReport> {
  return withOpenedState(project.store, async (_locked, opened) => {
    for (const key of keys) refuseUnknown(key, opened);
    return withService(project, {stored: opened, unresolved: opened.unresolved}, async reader => {
      const {duplicated, leftAlone} = await findDuplicates(reader, keys, opened, options.elsewhere);
      if (duplicated.length === 0) return {duplicated, leftAlone, deleted: [], failed: []};
      await options.confirm(duplicated);
      const ids = duplicated.flatMap(({others}) => others.map(({id}) => id));
      return {duplicated, leftAlone, ...(await removeAll(reader, ids))};
    });
  });
}

function refuseUnknown(key: Key, {state}: PresentState): void {
  if (state.monitors.has(key)) return;
  const near = suggestName(key, [...state.monitors.keys()]);
  const hint = near === undefined ? 'run "monitors state list" to see the keys' : `did you mean "${near}"?`;
  throw new UserError('state/no-such-key', `the state records no monitor under "${key}"`, hint);
}

async function findDuplicates(
  reader: ServiceReader,
  keys: readonly Key[],
  {state}: PresentState,
  elsewhere: PruneOptions['elsewhere'],
): Promise<Duplicates> {
  const {monitors} = await reader.list(({id, name, createdAt, targetIds}): DuplicateMonitor => ({id, name, createdAt, targetIds}));
  const recordedIds = listRecordedIds(state);
  const unmanaged = monitors.filter(({id}) => !recordedIds.has(id) && !elsewhere.has(id));
  const listed = new Set(monitors.map(({id}) => id));
  const found = [...new Set(keys)].flatMap(key => {
    const record = state.monitors.get(key);
    return record === undefined ? [] : [judgeKey(key, record, unmanaged, listed)];
  });
  return {duplicated: found.filter(isDuplicated), leftAlone: found.filter(isLeftAlone)};
}

type Found = DuplicatedKey | LeftAlone | null;

function judgeKey(
  key: Key,
  {id: kept, applied}: RecordedMonitor,
  unmanaged: readonly DuplicateMonitor[],
  listed: ReadonlySet<string>,
): Found {
  const targetIds = listTargetIds(applied).filter(id => id !== null);
  const owned = findOwner(targetIds, [], unmanaged);
  switch (owned.kind) {
    case 'none':
      return null;
    case 'conflict':
      return {key, why: 'conflict', ids: owned.monitors.map(({id}) => id)};
    case 'one': {
      const others = [owned.monitor, ...owned.others];
      // The duplicate may be all that is left of the recorded one.
      return listed.has(kept) ? {key, kept, others} : {key, why: 'not-listed', ids: others.map(({id}) => id)};
    }
  }
}

function isDuplicated(found: Found): found is DuplicatedKey {
  return found !== null && 'kept' in found;
}

function isLeftAlone(found: Found): found is LeftAlone {
  return found !== null && 'why' in found;
}

/** Deletes one after the other, until a failure shows that the next one would fare no better. */
async function removeAll(reader: ServiceReader, ids: readonly string[]): Promise<Pick<PruneReport, 'deleted' | 'failed'>> {
  const deleted: string[] = [];
  const failed: NotDeleted[] = [];
  let stop: string | null = null;
  for (const id of ids) {
    if (reader.interruption.aborted) stop = 'the run was interrupted';
    const removal: Removal = stop === null ? await remove(reader, id) : {kind: 'failed', message: stop, mayBeDeleted: false, endsAll: true};
    if (removal.kind === 'gone') {
      deleted.push(id);
      continue;
    }
    const {message, mayBeDeleted, endsAll} = removal;
    failed.push({id, message, mayBeDeleted});
    if (endsAll) stop ??= 'not attempted, because the delete before it failed';
  }
  return {deleted, failed};
}

type Removal =
  | {readonly kind: 'gone'}
  /** `endsAll`: what stands in the way is not about this one monitor. */
  | {readonly kind: 'failed'; readonly message: string; readonly mayBeDeleted: boolean; readonly endsAll: boolean};

/** Deletes one monitor, as often as that may be tried. */
async function remove(reader: ServiceReader, id: string): Promise<Removal> {
  const {service, world, policy, interruption} = reader;
  let mayBeDeleted = false;
  for (let attempt = 1; ; attempt++) {
    const outcome = await service.deleteMonitor(id, interruption);
    if (outcome.kind === 'applied') return {kind: 'gone'};
    // An earlier attempt may have deleted it.
    if (outcome.kind === 'missing') return attempt > 1 ? {kind: 'gone'} : confirmGone(reader, id);
    const {failure} = outcome;
    mayBeDeleted ||= outcome.kind === 'ambiguous';
    const decision = decideEditRetry(outcome, attempt, policy, attempt, world.random);
    if (decision.kind === 'retry') await reader.wait(decision.waitMs);
    if (decision.kind === 'retry' && !interruption.aborted) continue;
    const isAboutThisOne = outcome.kind === 'not-applied' && [400, 409, 422].includes(failure.status ?? 0);
    return {kind: 'failed', message: failure.message, mayBeDeleted, endsAll: !isAboutThisOne};
  }
}

/** A service that knows no deletes may answer 404 just so: a monitor that was listed is gone once reading agrees. */
async function confirmGone({service, interruption}: ServiceReader, id: string): Promise<Removal> {
  const read = await service.getMonitor(id, interruption);
  if (read.kind === 'read' && (read.value === null || read.value.status === 'deleted')) return {kind: 'gone'};
  const message =
    read.kind === 'read'
      ? 'the service answered 404 but still shows the monitor'
      : `could not check whether it was deleted: ${read.failure.message}`;
  return {kind: 'failed', message, mayBeDeleted: true, endsAll: true};
}
