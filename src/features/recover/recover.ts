import type {ApplyEvent} from '../../core/apply/ports';
import {type Diagnostic, hasErrors} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {toCandidates} from '../../core/recovery/candidates';
import {matchMonitors} from '../../core/recovery/matching';
import {recordFound, recordOrphan} from '../../core/recovery/records';
import {readSalvage, type Salvage} from '../../core/recovery/salvage';
import type {Key} from '../../core/specs/desired-monitor';
import {openForChange} from '../../core/state/fold-open';
import type {JournaledCreate} from '../../core/state/journal';
import {isLoopback, noteAnswers} from '../../core/state/origin';
import {newState, type State} from '../../core/state/state';
import {type CheckedWorkspace, checkWorkspace} from '../../project/check';
import {listSpecKeys} from '../../project/history/history';
import {type LookedUp, lookUpCreates} from '../../project/lookup';
import {listIdsElsewhere} from '../../project/other-environments';
import type {OpenedProject} from '../../project/project';
import {type ListProgress, readWholeList} from '../../project/refresh';
import {renderEnvironments} from '../../project/rendered-environments';
import {type ServiceReader, withService} from '../../project/service-reader';
import {withLock} from '../../project/state-access';
import {needsConfirmation, type RecoveredMonitor, type RecoveryFindings} from './findings';
import {makeRecoverable, type RecoverableLock} from './recoverable-store';

/** Request of `monitors recover`. */
interface RecoverRequest {
  /** Whether the user is asked about uncertain matches. `--auto-approve` accepts them, but never those by name. */
  readonly approval: 'asked' | 'automatic';
  /** Record these keys only; undefined for all. */
  readonly only: readonly Key[] | undefined;
  readonly lookupMs: number;
}

/** Shows and asks while a state is recovered. */
interface RecoverUi extends ListProgress {
  readonly onEvent: (event: ApplyEvent) => void;
  /** Shows what was found, before anything is written. */
  readonly show: (findings: RecoveryFindings, workspace: CheckedWorkspace) => void;
  /** Asks whether uncertain matches are right; throws when the answer was no, or when the user can't be asked. */
  readonly confirm: (findings: RecoveryFindings) => Promise<void>;
}

/** Outcome of recovering. */
export type RecoverOutcome =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  /** Nothing of ours is in the service and no state was there: nothing was written. */
  | {readonly kind: 'nothing-found'; readonly workspace: CheckedWorkspace; readonly findings: RecoveryFindings}
  | {
      readonly kind: 'recovered';
      readonly workspace: CheckedWorkspace;
      readonly findings: RecoveryFindings;
      readonly version: {readonly lineage: string; readonly serial: number};
      /** Results of looking up creates whose outcome was unknown. */
      readonly lookedUp: readonly LookedUp[];
      /** Still unknown. */
      readonly unresolved: readonly JournaledCreate[];
      /** Duplicates that the lookup found. */
      readonly warnings: readonly Diagnostic[];
      /** Places where what was there before is kept. */
      readonly kept: readonly string[];
    };

/**
 * Rebuilds a lost or damaged state from the service: check, lock, read what is left, list, match, show, ask, write, look up
 * unfinished creates. Sends only reads. Throws a `UserError`, and changes nothing, where the state is valid.
 */
export async function recoverState(project: OpenedProject, request: RecoverRequest, ui: RecoverUi): Promise<RecoverOutcome> {
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  refuseUnknownKeys(request.only, workspace);
  return withLock(makeRecoverable(project.store), async locked => {
    const damage = await diagnose(locked);
    const salvage = await gatherSalvage(project, locked, damage);
    return withService(project, null, async reader => {
      refuseOtherAddress(salvage, reader.service.origin);
      const lineage = salvage.lineage ?? project.world.uuid();
      const recovery: Recovery = {project, request, ui, workspace, locked, reader, salvage, lineage};
      const findings = {damage, ...(await findMonitors(recovery))};
      ui.show(findings, workspace);
      if (isFirstUse(findings)) return {kind: 'nothing-found', workspace, findings};
      if (needsConfirmation(findings)) await ui.confirm(findings);
      const written = await writeState(recovery, findings);
      const report = await lookUpUnfinished(recovery, findings);
      return {kind: 'recovered', workspace, findings, ...written, ...report};
    });
  });
}

const DAMAGE = new Set([
  'state/lost',
  'state/empty',
  'state/encoding',
  'state/conflict',
  'state/syntax',
  'state/malformed',
  'state/checksum',
  'state/shared-id',
  'state/journal-damaged',
  'state/journal-mismatch',
  'state/journal-ahead',
]);

/** Finds the damage of the state; null where there never was one. Throws where it is valid, or where recovering cannot fix it. */
async function diagnose(locked: RecoverableLock): Promise<UserError | null> {
  try {
    const read = await locked.read();
    // One that was begun empty is as good as none.
    if (read.kind === 'first-use' || (read.stored.state.monitors.size === 0 && read.journal.base === null)) return null;
  } catch (error) {
    if (error instanceof UserError && DAMAGE.has(error.code)) return error;
    throw error;
  }
  throw new UserError(
    'state/sound',
    'the state is valid: there is nothing to recover',
    'run "monitors plan --refresh" to compare it with the service, or "monitors state verify" to see its content',
  );
}

async function gatherSalvage({settings}: OpenedProject, locked: RecoverableLock, damage: UserError | null): Promise<Salvage> {
  const {project, environment} = settings;
  return readSalvage(await locked.readRemaining(damage !== null), {project, environment});
}

function refuseOtherAddress({origins}: Salvage, origin: string): void {
  if (origins.length === 0 || origins.includes(origin)) return;
  throw new UserError(
    'state/wrong-origin',
    `the monitors of the lost state are at ${origins.join(', ')}, but this run is for ${origin}`,
    `check MONITORS_BASE_URL (or --base-url): to recover these monitors, set it to ${origins[0]}; ${wayOutOf(origins)}`,
  );
}

/** A recovery under way: the state is locked, its files are read, the service is connected. */
interface Recovery {
  readonly project: OpenedProject;
  readonly request: RecoverRequest;
  readonly ui: RecoverUi;
  readonly workspace: CheckedWorkspace;
  readonly locked: RecoverableLock;
  readonly reader: ServiceReader;
  readonly salvage: Salvage;
  readonly lineage: string;
}

async function findMonitors(recovery: Recovery): Promise<Omit<RecoveryFindings, 'damage'>> {
  const {project: opened, request, ui, workspace, salvage, lineage, reader} = recovery;
  const {settings} = opened;
  const {only, approval, lookupMs} = request;
  const known = salvage.hints.filter(({id}) => id !== null);
  const recorded = new Map(known.map(({id, record: {createdAt = ''}}) => [id, {id: id ?? '', createdAt}])).values();
  const fields = settings.allowedFields;
  const live = await readWholeList(reader, {...ui, lineage, fields, recorded: [...recorded], lookupMs});
  const others = await opened.readNeighbours('repository');
  const elsewhere = listIdsElsewhere(others);
  const candidates = toCandidates(live).filter(({view}) => !elsewhere.has(view.id));
  const desired = workspace.checked.monitors;
  const {project, environment} = settings;
  const otherEnvironments = renderEnvironments(opened, others);
  const matching = matchMonitors({project, environment, desired, candidates, salvage, otherEnvironments, lineage, approval});
  const listed = new Set(live.monitors.keys());
  const isWanted = (key: Key) => only === undefined || only.includes(key);
  const recovered = matching.found
    .filter(({spec}) => isWanted(spec.key))
    .map((found): RecoveredMonitor => ({key: found.spec.key, found, ...recordFound(found, lineage, listed)}));
  const matched = new Set(matching.found.map(({spec}) => spec.key));
  return {
    recovered,
    leftOut: matching.found.map(({spec}) => spec.key).filter(key => !isWanted(key)),
    orphans: matching.orphans.filter(({key}) => isWanted(key)).map(orphan => ({...orphan, record: recordOrphan(orphan, lineage)})),
    missing: matching.missing,
    ambiguous: matching.ambiguous,
    unmanaged: matching.unmanaged,
    formerKeys: await findFormerKeys(recovery),
    unfinished: salvage.unfinished.filter(({intent}) => !matched.has(intent.key)),
    lostRecords: known.some(({id}) => listed.has(id ?? '')) ? 0 : new Set(known.map(({id}) => id)).size,
  };
}

/** The keys of monitors without a spec that commits or this machine saw recorded here, by id. */
async function findFormerKeys({project, workspace, locked}: Recovery): Promise<ReadonlyMap<string, Key>> {
  const {history, settings, givenOrigin} = project;
  const specs = listSpecKeys(workspace.checked);
  const search = {origin: givenOrigin(), settings, hasSpec: (key: Key) => specs.has(key)};
  const {left} = (await history?.findLeftRunning(search)) ?? {left: []};
  return new Map([...left, ...locked.listMissing()].map(({id, key}) => [id, key]));
}

/** A trial stays in git, also without its files: it has to be reset from its own state. */
function wayOutOf(origins: readonly string[]): string {
  return origins.every(isLoopback)
    ? 'if that was a trial with the emulator, restore its state with "git checkout" and run "monitors state reset"'
    : 'if the service moved, or you do not need that state, move its files away and run this again';
}

/** There never was a state, and the service has nothing of ours: the first apply makes the state. */
function isFirstUse({damage, recovered, orphans, unfinished}: RecoveryFindings): boolean {
  return damage === null && recovered.length === 0 && orphans.length === 0 && unfinished.length === 0;
}

/** The new state gets a serial above everything that is known, so that no other copy counts as newer. */
async function writeState({project: {settings, tool}, locked, reader: {service}, salvage, lineage}: Recovery, findings: RecoveryFindings) {
  const {project, environment} = settings;
  const records = [...findings.recovered, ...findings.orphans].map(({key, record}) => [key, record] as const);
  const found = new Set(records.map(([, {id}]) => id));
  const removed = salvage.removed.filter(({id}) => !found.has(id));
  const state: State = {
    ...noteAnswers(newState({lineage, tool, project, environment, origin: service.origin}), service.isEmulator()),
    serial: salvage.serial,
    ...(salvage.formerEnvironments.length === 0 ? {} : {formerEnvironments: salvage.formerEnvironments}),
    ...(removed.length === 0 ? {} : {removed}),
    monitors: new Map(records.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  const kept = locked.listKept();
  const stored = await locked.rebuild(state, findings.unfinished);
  return {version: {lineage, serial: stored.version.serial}, kept};
}

/** Creates that were not found may only be late: they get the time that the service has to show them. */
async function lookUpUnfinished({project, request, ui, locked, reader}: Recovery, findings: RecoveryFindings) {
  if (findings.unfinished.length === 0) return {lookedUp: [], unresolved: [], warnings: []};
  const opened = await openForChange(locked);
  if (opened.stored === null) throw new Error('the state that was just written is not there');
  const report = await lookUpCreates(locked, opened.stored, opened.unresolved, {
    ...{reader, lookupMs: request.lookupMs, runId: project.runId, environment: project.settings.environment},
    elsewhere: listIdsElsewhere(await project.readNeighbours('repository')),
    onEvent: ui.onEvent,
  });
  const {unresolved} = await openForChange(locked);
  return {lookedUp: report.lookedUp, unresolved, warnings: report.findings};
}

function refuseUnknownKeys(only: RecoverRequest['only'], {checked}: CheckedWorkspace): void {
  const known = new Set(checked.monitors.map(({key}) => key));
  const unknown = (only ?? []).filter(key => !known.has(key));
  if (unknown.length === 0) return;
  throw new UserError(
    'config/unknown-key',
    `--only names ${unknown.map(key => `"${key}"`).join(', ')}, but no spec has that key`,
    '`monitors plan --format json` shows the keys',
  );
}
