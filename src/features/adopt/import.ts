import type {LiveMonitor} from '../../core/api/port';
import {observeMonitor} from '../../core/apply/observation';
import {shellWord} from '../../core/base/command-line';
import {hasWildcard} from '../../core/base/glob';
import type {Settings} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {hashJson} from '../../core/json/canonical';
import {isDistinct} from '../../core/plan/create-sight';
import {comparableBody, diffComparable, keepRecordedIds} from '../../core/plan/diff';
import {type LiveMonitorView, readAsWritten, toLiveView} from '../../core/plan/live';
import {applyMoves, findFormerKey, type KeyMove} from '../../core/plan/moves';
import {makePlan} from '../../core/plan/plan';
import {fingerprintBody} from '../../core/secrets/fingerprint';
import {hideTexts} from '../../core/secrets/masking';
import {hideAlso} from '../../core/secrets/sent-secrets';
import type {DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import {findKeyFlaw, foldKey} from '../../core/specs/keys';
import {isProtected} from '../../core/specs/sync';
import type {OpenedState} from '../../core/state/fold-open';
import {notesOf, type RecordedMonitor} from '../../core/state/state';
import type {ImportReport} from '../../core/writing/reports';
import {type Project, requireFullOperations} from '../../project/project';
import {refuseRead, type ServiceReader} from '../../project/service-reader';
import {type Adopting, adoptDrafts, recordAdopted, withAdopting} from './adopting';
import {findClaim, refuseClaimed, refuseRecordedElsewhere, refuseUnknownIds} from './claims';
import {type PresentSpecs, readPresentSpecs} from './present-specs';
import {draftSpecs, HOLDS_SECRET, type KnownWorld} from './spec-drafts';

/** Monitor to import, and its key. */
interface ImportChoice {
  readonly key: Key;
  readonly id: string;
}

/**
 * Takes one live monitor over under a key. Where a spec has the key, the monitor is recorded as it is, so that the next plan
 * shows just what differs; else a spec is written as `pull` does. Throws, and writes nothing, where key or monitor are taken.
 */
export async function importMonitor(project: Project, options: ImportChoice): Promise<ImportReport> {
  requireFullOperations(project.settings, 'monitors import');
  project.watchInterruption();
  const {key} = options;
  refuseFlawedKey(key);
  const present = readPresentSpecs(project);
  if (hasWildcard(key) && present.monitors.every(monitor => monitor.key !== key)) throw refuseGlob(key);
  return withAdopting(
    project,
    opened => refuseTakenKey(options, opened, present, project.settings.moves),
    adopting => importOne(project, options, present, adopting),
  );
}

async function importOne(project: Project, options: ImportChoice, present: PresentSpecs, adopting: Adopting): Promise<ImportReport> {
  const {settings, cwd, tool} = project;
  const {key} = options;
  const {folder, state, opened, reader} = adopting;
  const spec = present.monitors.find(monitor => monitor.key === key);
  const monitor = await readOne(reader, options.id);
  const view = toLiveView(monitor, state.lineage, settings.allowedFields);
  if (view === null) throw refuseUnknownIds([options.id]);
  if (spec !== undefined && isDistinct(spec, view)) throw refuseDistinct(spec, view.id);
  const known: KnownWorld = {present, state, unresolved: opened.unresolved, live: {monitors: new Map([[view.id, view]])}};
  const claim = findClaim(monitor, known, settings, key);
  if (claim !== null) throw refuseClaimed(monitor.id, claim);
  const home = (await project.readNeighbours('repository')).find(({monitorIds}) => monitorIds.has(monitor.id));
  if (home !== undefined) throw refuseRecordedElsewhere(monitor.id, home, settings);
  const {id, name} = monitor;
  if (spec !== undefined) {
    if (folder.holdsSecret(JSON.stringify(view.body))) throw refuseSecret(id);
    const record = recordInWords(spec, monitor, view, state.lineage);
    await recordAdopted([[key, record]], adopting, tool);
    return {kind: 'recorded', key, id, name, file: spec.file, next: listChanges(key, record, known, settings)};
  }
  const drafts = draftSpecs([{monitor, key}], known, {settings, cwd, ...folder});
  const [refused] = drafts.refused;
  if (refused !== undefined) return {kind: 'refused', key, ...refused};
  await adoptDrafts(drafts, adopting, tool);
  return {kind: 'written', key, id, name, file: drafts.accepted[0]?.desired.file ?? '', placeholders: drafts.placeholders};
}

function refuseDistinct({key, file}: DesiredMonitor, id: string): UserError {
  return new UserError(
    'live/claimed',
    `the spec of "${key}" says in sync.distinctFrom that it is not the monitor ${id}`,
    `if it is, take the id out of sync.distinctFrom in ${file}`,
  );
}

function refuseSecret(id: string): UserError {
  return new UserError(
    'live/not-sayable',
    `the monitor ${id} cannot be recorded: ${HOLDS_SECRET}`,
    'take the key out of it in the service',
  );
}

/** Under a key with a wildcard, later globs would choose other monitors, too. */
function refuseGlob(key: Key): UserError {
  return new UserError('config/usage', `KEY is one key, and "${key}" has a wildcard`, 'write it like a path, e.g. pricing/acme');
}

function refuseFlawedKey(key: Key): void {
  const flaw = findKeyFlaw(key);
  if (flaw !== null) throw new UserError('config/usage', `KEY can't be used: the key ${flaw}`, 'write it like a path, e.g. pricing/acme');
}

function refuseTakenKey(
  {key, id}: ImportChoice,
  {stored, unresolved}: OpenedState,
  {monitors}: PresentSpecs,
  moves: readonly KeyMove[],
): void {
  const word = shellWord(key);
  const recorded = stored?.state.monitors.get(key);
  if (recorded !== undefined) {
    const hint =
      recorded.id === id
        ? 'nothing is left to do: run "monitors plan" to see what differs from its spec'
        : `\`monitors state rm ${word}\` removes that one from the state; it stays in the service`;
    throw new UserError('state/key-taken', `"${key}" is already recorded as the monitor ${recorded.id}`, hint);
  }
  const alike = [...monitors.map(spec => spec.key), ...(stored?.state.monitors.keys() ?? [])].find(
    other => other !== key && foldKey(other) === foldKey(key),
  );
  if (alike !== undefined) {
    throw new UserError('state/key-taken', `"${alike}" is in use, and "${key}" differs from it only in case`, 'choose another key');
  }
  if (unresolved.some(({intent}) => intent.key === key)) {
    const hint = `look which monitor it made, then resolve it: \`monitors resolve ${word} --adopt ID\`, or --not-created`;
    throw new UserError('state/key-taken', `a create of "${key}" was sent, and its outcome is unknown`, hint);
  }
  const {desired} = applyMoves(moves, {desired: monitors, state: stored?.state ?? null, unresolved});
  const spec = desired.find(monitor => monitor.key === key);
  const recordedKeys = new Set(stored?.state.monitors.keys());
  const from = spec === undefined ? null : findFormerKey(spec, new Set(desired.map(monitor => monitor.key)), recordedKeys);
  if (from === null) return;
  throw new UserError(
    'state/key-taken',
    `"${key}" is the new key of "${from}", which is recorded`,
    'run `monitors apply`, which renames it, or remove renamedFrom from the spec or the entry from moves in the config',
  );
}

/** Reads the monitor. Throws `UserError` where the service has none with that id. */
async function readOne(reader: ServiceReader, given: string): Promise<LiveMonitor> {
  const read = await reader.one(given.trim());
  if (read.kind === 'failed') throw refuseMonitorRead(given, read.failure);
  if (read.value === null) throw refuseUnknownIds([given]);
  return read.value;
}

/** A service may refuse what can't be an id at all (400). */
function refuseMonitorRead(id: string, failure: Parameters<typeof refuseRead>[0]): UserError {
  return failure.status === 400 ? refuseUnknownIds([id]) : refuseRead(failure, 'read the monitor');
}

/**
 * Makes the record of a monitor whose spec was written by hand: its live self in the words of the spec. Where nothing
 * differs it is as if it had just been applied.
 */
function recordInWords(desired: DesiredMonitor, monitor: LiveMonitor, live: LiveMonitorView, lineage: string): RecordedMonitor {
  const {specPath} = desired;
  const body = keepRecordedIds(live.body, desired.body());
  const written = fingerprintBody(comparableBody(body), lineage);
  const hide = hideAlso(live.hide, () => desired.body());
  const read = readAsWritten(live.body, {written, observed: {}, hide});
  const isSame = diffComparable(read, written).length === 0;
  const applied = isSame ? fingerprintBody(body, lineage) : hideTexts(read, hide);
  const {id, createdAt, observed} = observeMonitor(applied, {...monitor, data: live.body, hide}, lineage);
  return {
    id,
    createdAt,
    specPath,
    protect: isProtected(desired),
    bodyHash: isSame ? desired.bodyHash : hashJson(applied),
    applied,
    observed,
    ...(monitor.status === 'paused' ? {paused: true} : {}),
    ...notesOf(desired),
  };
}

/** Lists the changes that the next plan shows for the key. */
function listChanges(key: Key, record: RecordedMonitor, {present, state, unresolved, live}: KnownWorld, settings: Settings) {
  const {project, environment, budget, keyBudgets} = settings;
  const limits = {operations: 'full', maxDeletes: {count: 0}, allowDeletes: true} as const;
  const monitors = new Map([...state.monitors, [key, record] as const]);
  const {changes} = makePlan({
    ...{project, environment, desired: present.monitors, state: {...state, monitors}, unresolved, live, budget, keyBudgets, ...limits},
    only: new Set([key]),
  });
  return changes.map(change => {
    const fields = [...('fields' in change ? change.fields : []), ...('drift' in change ? (change.drift ?? []) : [])];
    return {action: change.action, fields: [...new Set(fields.map(({path}) => path))]};
  });
}
