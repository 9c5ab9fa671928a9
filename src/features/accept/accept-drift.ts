import {keyCommand, shellWord, writeCommand} from '../../core/base/command-line';
import {formatNumber} from '../../core/base/words';
import type {Settings} from '../../core/config/config';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {suggestName} from '../../core/diagnostics/suggest';
import {UserError} from '../../core/diagnostics/user-error';
import {hashJson} from '../../core/json/canonical';
import type {FieldChange} from '../../core/plan/diff';
import {leaveIgnored, readAsLive, readLeftAlone} from '../../core/plan/left-alone';
import type {LiveMonitorView, LiveView} from '../../core/plan/live';
import {isForeign} from '../../core/plan/live-index';
import {recordAs} from '../../core/recovery/records';
import {holdsRunSecret} from '../../core/secrets/run-secrets';
import {checkSpecs, type Fleet} from '../../core/specs/check';
import type {DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import {readSpecFiles} from '../../core/specs/files';
import {listTargetIds} from '../../core/specs/targets';
import type {OpenedState} from '../../core/state/fold-open';
import type {RecordedMonitor} from '../../core/state/state';
import {type CheckedWorkspace, fleetOf} from '../../project/check';
import type {Project} from '../../project/project';
import {findRenderedChanges} from '../../project/same-render';
import type {SpecReplacement} from '../../project/spec-file';
import {type AcceptedLive, EditedSpecs} from './accept-into';
import {type Acceptance, acceptLive} from './acceptance';
import type {CannotWrite} from './row-cells';

/** A monitor whose drift goes into its spec. */
export interface AcceptedDrift {
  readonly key: Key;
  /** As findings show it. */
  readonly file: string;
  /** Changed fields: as last applied, and as the spec says from now on. Masked. */
  readonly fields: readonly FieldChange[];
}

/** Specs and state as they are once the drift is accepted; nothing is written yet. */
interface DraftedAcceptance {
  readonly accepted: readonly AcceptedDrift[];
  /** Keys without drift. */
  readonly unchanged: readonly Key[];
  readonly files: readonly SpecReplacement[];
  readonly opened: OpenedState;
}

/** Specs, state and service when drift is accepted. */
interface AcceptanceInput {
  readonly keys: readonly Key[];
  readonly workspace: CheckedWorkspace;
  readonly opened: OpenedState;
  readonly live: LiveView;
  /** Give members that all rows of a list share a column. Default: false. */
  readonly addColumns?: boolean;
}

/**
 * Drafts the specs that keep what was changed in the service. All or nothing: throws `UserError` where drift of one of the keys
 * can't be written into its spec.
 */
export function draftAcceptance(project: Project, input: AcceptanceInput): DraftedAcceptance {
  const {settings, cwd, env} = project;
  const {opened, live} = input;
  const {files, layers} = readSpecFiles({specsDirectory: settings.specsDirectory, cwd});
  const fleet = fleetOf(settings, layers, cwd);
  const edited = new EditedSpecs(files, settings.specsDirectory, fleet.readData, input.addColumns === true ? 'add' : 'offer');
  const accepted: AcceptedDrift[] = [];
  const wishes = new Map<Key, AcceptedLive>();
  const unchanged: Key[] = [];
  const refusals: UserError[] = [];
  const keys = [...new Set(input.keys)];
  for (const key of keys) {
    try {
      const acceptance = acceptKey(key, input, edited, env);
      if (acceptance === null) {
        unchanged.push(key);
        continue;
      }
      wishes.set(key, acceptance.wish);
      accepted.push({key, file: acceptance.file, fields: acceptance.wish.fields});
    } catch (error) {
      if (!(error instanceof UserError) || error.code !== 'live/not-accepted') throw error;
      refusals.push(error);
    }
  }
  refuseAll(refusals, keys.length, accepted);
  if (accepted.length === 0) return {accepted, unchanged, files: [], opened};
  const checked = checkEdited(edited, fleet, accepted, settings);
  refuseOtherChanges(input.workspace.checked.monitors, checked.monitors, wishes);
  return {accepted, unchanged, files: edited.replacements(), opened: recordAccepted(accepted, checked.monitors, opened, live)};
}

/** Writes the drift of one monitor into its spec; null where there is none. */
function acceptKey(key: Key, input: AcceptanceInput, edited: EditedSpecs, env: Project['env']): {wish: AcceptedLive; file: string} | null {
  const drifted = findDrifted(key, input);
  const acceptance = acceptLive(drifted);
  if (acceptance.kind === 'no-drift') return null;
  if (acceptance.kind === 'accepted' && holdsRunSecret(JSON.stringify(acceptance.body), env)) {
    throw refuse(key, "what was changed holds this run's own key", 'take the key out of it in the service');
  }
  const wish = requireAccepted(key, acceptance);
  const written = edited.accept(drifted.spec, wish);
  if (typeof written !== 'string') throw cannotWrite(key, written);
  return {wish, file: written};
}

/** Throws one refusal as it is, several together, with the command for what is not refused. */
function refuseAll(refusals: readonly UserError[], asked: number, accepted: readonly AcceptedDrift[]): void {
  const [first, second] = refusals;
  if (first === undefined) return;
  if (second === undefined) throw first;
  const findings = refusals.map(
    ({code, message, hint}): Diagnostic => ({severity: 'error', code, message, ...(hint === undefined ? {} : {hint})}),
  );
  const rest = writeCommand(
    'accept',
    accepted.map(({key}) => key),
    'default',
  );
  throw new UserError(
    'live/not-accepted',
    `the drift of ${formatNumber(refusals.length)} of ${formatNumber(asked)} monitors can't be accepted; nothing was changed`,
    accepted.length === 0 ? undefined : `for the others: ${rest}`,
    {findings},
  );
}

/** Throws `UserError` where a key has no spec to write into. */
export function refuseUnknownKeys(keys: readonly Key[], monitors: readonly DesiredMonitor[]): void {
  const known = monitors.map(monitor => monitor.key);
  const unknown = keys.find(key => !known.includes(key));
  if (unknown === undefined) return;
  const near = suggestName(unknown, known);
  throw new UserError(
    'config/unknown-key',
    `no spec has the key "${unknown}"`,
    near === undefined ? 'run "monitors plan --refresh" to see the keys with drift' : `did you mean "${near}"?`,
  );
}

/** The command that undoes drift of one monitor. */
function putBack(key: Key): string {
  return `monitors apply --refresh --only${key.startsWith('-') ? '=' : ' '}${shellWord(key)}`;
}

function findDrifted(key: Key, {workspace, opened, live}: AcceptanceInput) {
  const spec = workspace.checked.monitors.find(monitor => monitor.key === key);
  const recorded = opened.stored?.state.monitors.get(key);
  if (spec === undefined) throw new Error(`"${key}" is to be accepted and has no spec`);
  if (recorded === undefined || opened.stored === null) {
    throw refuse(
      key,
      'it is not recorded: nothing was applied that could have been changed',
      'run "monitors plan --refresh" to see how it stands',
    );
  }
  const view = live.monitors.get(recorded.id);
  if (view === undefined) {
    throw refuse(
      key,
      'it was deleted in the service',
      `to remove it from the state, delete its spec and run "${keyCommand('state rm', key)}"; to create it again, run "${putBack(key)}"`,
    );
  }
  const targetIds = listTargetIds(recorded.applied).filter(id => id !== null);
  if (isForeign(recorded, targetIds, view)) {
    throw refuse(key, 'another monitor has its id in the service', 'run "monitors plan --refresh" to see it');
  }
  const {lineage} = opened.stored.state;
  return {spec, recorded: readAsLive(recorded, view.body, lineage), live: readLeftAlone(view, spec, recorded), lineage};
}

function requireAccepted(key: Key, acceptance: Exclude<Acceptance, {kind: 'no-drift'}>): AcceptedLive {
  switch (acceptance.kind) {
    case 'accepted':
      return acceptance;
    case 'secret':
      throw refuse(
        key,
        `what was changed is a secret or holds one (${acceptance.places.join(', ')}), and secrets are never written into a spec`,
        `write \${env:NAME} there by hand and set that name; or put the old value back with "${putBack(key)}"`,
      );
    case 'unsayable':
      throw refuse(
        key,
        `a spec can't express what the service holds (${acceptance.places.join(', ')})`,
        `change it in the service, or put the old value back with "${putBack(key)}"`,
      );
  }
}

/** Drift may be more than a spec may say: then nothing is written. */
function checkEdited(edited: EditedSpecs, fleet: Fleet, accepted: readonly AcceptedDrift[], settings: Settings) {
  const {allowedReferences: allowed, allowedFields: fields, operations} = settings;
  const checked = checkSpecs(edited.sources(), {
    ...{allowed, fields, operations, cache: null, purpose: 'monitors'},
    fleet: {...fleet, readData: edited.readData},
  });
  const finding = checked.findings.find(({severity}) => severity === 'error');
  if (finding === undefined) return checked;
  const key = accepted.find(({file}) => file === finding.where?.file)?.key ?? accepted[0]?.key ?? '';
  throw refuse(
    key,
    `a spec must not say what the service holds: ${finding.message}${finding.where === undefined ? '' : ` (${finding.where.pointer})`}`,
    `change it in the service, or put the old value back with "${putBack(key)}"`,
  );
}

/** Layers and lists let one text stand for many monitors: exactly what was accepted may change. */
function refuseOtherChanges(
  before: readonly DesiredMonitor[],
  after: readonly DesiredMonitor[],
  wishes: ReadonlyMap<Key, AcceptedLive>,
): void {
  const wanted = before.map(monitor => {
    const wish = wishes.get(monitor.key);
    return wish === undefined ? monitor : {...monitor, bodyHash: hashJson(wish.body), paused: wish.paused};
  });
  const [changed] = findRenderedChanges(wanted, after);
  if (changed === undefined) return;
  const first = [...wishes.keys()][0] ?? changed;
  const spec = before.find(({key}) => key === changed);
  if (!wishes.has(changed)) {
    throw refuse(
      first,
      `what is written for it is written for "${changed}" too`,
      'give it a spec of its own, or write the value where it holds for both',
    );
  }
  const overlays = spec?.layers?.filter(file => /(?:^|\/)_overlay\./.test(file)) ?? [];
  throw refuse(
    changed,
    overlays.length === 0 ? 'its spec would come to something else' : `an overlay has the last word (${overlays.join(', ')})`,
    overlays.length === 0 ? BY_HAND : 'change it there',
  );
}

function recordAccepted(
  accepted: readonly AcceptedDrift[],
  desired: readonly DesiredMonitor[],
  opened: OpenedState,
  live: LiveView,
): OpenedState {
  const {stored} = opened;
  if (stored === null) throw new Error('drift was accepted where nothing is recorded');
  const monitors = new Map(stored.state.monitors);
  for (const {key} of accepted) {
    const spec = desired.find(monitor => monitor.key === key);
    const before = monitors.get(key);
    const view = before === undefined ? undefined : live.monitors.get(before.id);
    if (spec === undefined || before === undefined || view === undefined) throw new Error(`"${key}" was accepted and is gone`);
    monitors.set(key, recordLiveAs(leaveIgnored(spec, before.applied), before, readLeftAlone(view, spec, before), stored.state.lineage));
  }
  return {...opened, stored: {...stored, state: {...stored.state, monitors}}};
}

function recordLiveAs(spec: DesiredMonitor, before: RecordedMonitor, view: LiveMonitorView, lineage: string): RecordedMonitor {
  const {leftovers, mayExistTwice, secrets, unknown} = before;
  return {
    ...recordAs(spec, view, lineage).record,
    ...(leftovers === undefined ? {} : {leftovers}),
    ...(mayExistTwice === undefined ? {} : {mayExistTwice}),
    ...(secrets === undefined ? {} : {secrets}),
    ...(unknown === undefined ? {} : {unknown}),
  };
}

function cannotWrite(key: Key, {file, why, hint = BY_HAND}: CannotWrite): UserError {
  return refuse(key, `${file} can't be edited: ${why}`, hint);
}

const BY_HAND = 'write by hand what "monitors plan --refresh" shows, then run apply';

function refuse(key: Key, why: string, hint: string): UserError {
  return new UserError('live/not-accepted', `the drift of "${key}" can't be accepted: ${why}; nothing was changed`, hint);
}
