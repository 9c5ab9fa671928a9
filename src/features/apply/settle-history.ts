import {listDoubted} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Choice} from '../../core/plan/change';
import {toLiveView} from '../../core/plan/live';
import {isForeign} from '../../core/plan/live-index';
import {findContinuation} from '../../core/plan/moves';
import type {CheckedSpecs, DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import {listTargetIds} from '../../core/specs/targets';
import {describeSource, type LostRecord, nameRecord} from '../../core/state/earlier';
import {LEFT_BEHIND, listHeldIds, mergeLines} from '../../core/state/removed';
import type {RecordedMonitor, RemovedRecord, State, StoredState} from '../../core/state/state';
import type {LockedStore} from '../../core/state/store';
import {chooseKeys} from '../../project/choose-keys';
import {listUnwanted, nameHistory} from '../../project/history/findings';
import {listSpecKeys} from '../../project/history/history';
import type {FoundHistory} from '../../project/history/look';
import type {Project} from '../../project/project';
import {withService} from '../../project/service-reader';
import {LostMonitors} from './lost-monitors';

/** Choices of apply about records that other versions of its state have. */
interface HistoryChoice {
  /** The state counts as it is. */
  readonly allowOldCheckout: boolean;
  /** Look the lost monitors up, and record again those that live. */
  readonly canLookUp: boolean;
  /** Milliseconds that the service may take to show what it created. */
  readonly lookupMs: number;
  readonly checked: Pick<CheckedSpecs, 'monitors' | 'elsewhere'>;
  /** The monitors that the run is about: it decides for no others. */
  readonly choice: Choice;
}

/** A state of which all that could be settled is. */
interface SettledHistory {
  readonly stored: StoredState;
  /** History that still holds creates back; null where none does. */
  readonly found: FoundHistory | null;
  readonly findings: readonly Diagnostic[];
}

/** Settles under the lock what other versions of a state tell of it. */
export async function settleHistory(
  project: Project,
  locked: LockedStore,
  stored: StoredState,
  found: FoundHistory,
  {allowOldCheckout, canLookUp, lookupMs, checked, choice}: HistoryChoice,
): Promise<SettledHistory> {
  const {monitors} = stored.state;
  const unwanted = listUnwanted(found.sent, listSpecKeys(checked)).map(({key, opId = ''}) => ({key, id: opId}));
  const isLost = found.lost.length + found.removedLater.length + found.changed.length + unwanted.length > 0;
  if (allowOldCheckout && !isLost) return {stored, found: null, findings: []};
  if (allowOldCheckout) {
    const lost = found.lost.filter(({version}) => !found.elsewhere.has(version)).map(({key, id}) => ({key, id}));
    const gone = [...lost, ...unwanted].filter(testChosen(choice, [...found.lost, ...unwanted], stored.state, {project, checked}));
    const accepted = await write(project, locked, stored, {found, monitors, gone, by: LEFT_BEHIND});
    return {stored: accepted, found: null, findings: []};
  }
  const verified =
    project.settings.operations === 'full' ? await verifyRemovals(project, found, listKnownIds(stored.state, found), lookupMs) : found;
  const findings = nameHistory(project, verified, checked, 'error');
  return settleLost(project, locked, stored, verified, {canLookUp, lookupMs, checked, findings});
}

function testChosen(
  choice: Choice,
  lost: readonly {readonly key: Key}[],
  state: State,
  {project, checked}: {readonly project: Project} & Pick<HistoryChoice, 'checked'>,
): (one: {readonly key: Key}) => boolean {
  const {monitors} = checked;
  // A lost key may be named, too.
  const desired = [...monitors, ...lost.map(({key}) => ({key, sync: {}}))];
  const chosen = chooseKeys(choice, {...checked, desired, state, unresolved: []}, project.nameOption);
  const findSpec = findContinuation(project.settings.moves, monitors);
  return ({key}) => chosen === undefined || chosen.has(findSpec(key) ?? key);
}

/** Asks the service about what states say was removed: what is gone was, and what it has was not. */
async function verifyRemovals(project: Project, found: FoundHistory, known: ReadonlySet<string>, lookupMs: number): Promise<FoundHistory> {
  const {doubted, removedLater} = found;
  if (doubted.length + removedLater.length === 0) return found;
  return withService(project, null, async reader => {
    const live = new LostMonitors(reader, lookupMs, known);
    const left: LostRecord[] = [];
    for (const lost of doubted) if ((await live.find(lost)) !== 'gone') left.push(lost);
    const dead: (typeof removedLater)[number][] = [];
    for (const line of removedLater) {
      const answer = await reader.one(line.id);
      if (answer.kind !== 'read' || answer.value === null) dead.push(line);
    }
    return {...found, doubted: left, removedLater: dead};
  });
}

/** Looks up what was lost, and records again what lives. */
async function settleLost(
  project: Project,
  locked: LockedStore,
  stored: StoredState,
  found: FoundHistory,
  {canLookUp, lookupMs, checked, findings}: Omit<HistoryChoice, 'allowOldCheckout' | 'choice'> & Pick<SettledHistory, 'findings'>,
): Promise<SettledHistory> {
  const {monitors} = stored.state;
  if (!canLookUp || found.lost.length === 0) return {stored, found, findings};
  // Monitors that a pull brings must not be recorded here besides.
  await project.checkCheckout(stored.version);
  const settled = await lookUpLost(project, stored.state, found, {
    specs: new Map(checked.monitors.map(spec => [spec.key, spec])),
    lookupMs,
  });
  if (settled.monitors.size === monitors.size && settled.gone.length === 0) return {stored, found, findings};
  const again = await write(project, locked, stored, {found, ...settled, by: 'apply'});
  const named = nameTaken(project, found, {state: again.state, checked});
  return {stored: again, found: {...found, lost: settled.held}, findings: named.length === 0 ? findings : named};
}

/** Says what was recorded again and what is still missing, where anything was; of what has no spec, the plan tells. */
function nameTaken(
  project: Project,
  found: FoundHistory,
  {state, checked}: {readonly state: State; readonly checked: HistoryChoice['checked']},
): readonly Diagnostic[] {
  const held = listHeldIds(state.monitors);
  const specs = listSpecKeys(checked);
  const taken = found.lost.filter(({key, id}) => held.has(id) && specs.has(key));
  const [first] = taken;
  if (first === undefined) return [];
  const left = found.lost.filter(one => !taken.includes(one));
  const message = `${project.shownState} lacked ${listDoubted(taken.map(nameRecord))}, which ${describeSource(first.version)} records: still there, and recorded again`;
  const again: Diagnostic = {code: 'state/earlier-version', severity: 'warning', message};
  return [again, ...nameHistory(project, {...found, lost: left}, checked, 'error')];
}

interface LookedUp {
  readonly monitors: ReadonlyMap<Key, RecordedMonitor>;
  /** The service has them no more. */
  readonly gone: readonly {readonly key: Key; readonly id: string}[];
  /**
   * Records that still wait for a person: monitors that could not be recorded, and those without a spec, whose delete
   * the next plan shows.
   */
  readonly held: readonly LostRecord[];
}

async function lookUpLost(
  project: Project,
  state: State,
  found: FoundHistory,
  {specs, lookupMs}: {readonly specs: ReadonlyMap<Key, DesiredMonitor>; readonly lookupMs: number},
): Promise<LookedUp> {
  const monitors = new Map(state.monitors);
  const gone: {readonly key: Key; readonly id: string}[] = [];
  const held: LostRecord[] = [];
  return withService(project, null, async reader => {
    const living = new LostMonitors(reader, lookupMs, listKnownIds(state, found));
    for (const lost of found.lost) {
      const {key, id, version, heldAs, mayBeAnothers} = lost;
      const spec = specs.get(key);
      // Recorded here without a spec, it would be deleted.
      if (heldAs !== undefined || (mayBeAnothers === true && spec === undefined)) {
        held.push(lost);
        continue;
      }
      if (spec === undefined && found.elsewhere.has(version)) continue;
      const monitor = await living.find(lost);
      if (monitor === 'gone') {
        gone.push({key, id});
        continue;
      }
      // Recorded here, it would be deleted: no spec of this checkout has it.
      if (spec === undefined && found.ofOthers.has(id)) continue;
      const live = typeof monitor === 'string' ? null : toLiveView(monitor, state.lineage, project.settings.allowedFields);
      const record = live === null || monitors.has(key) ? null : await toRecord(lost, live, spec, state.lineage);
      if (record !== null) monitors.set(key, record);
      if (record === null || spec === undefined) held.push(lost);
    }
    return {monitors, gone, held};
  });
}

/** Ids of the monitors that this state or a version of it records. */
function listKnownIds({monitors}: State, {lost}: FoundHistory): ReadonlySet<string> {
  return new Set([...listHeldIds(monitors).keys(), ...lost.map(({id}) => id)]);
}

/** The record as it was; where only the id is known, what the service has in the words of the spec. Null where it is another monitor's. */
async function toRecord(
  {record}: LostRecord,
  live: NonNullable<ReturnType<typeof toLiveView>>,
  spec: DesiredMonitor | undefined,
  lineage: string,
): Promise<RecordedMonitor | null> {
  if (record !== undefined) {
    const ids = listTargetIds(record.applied).filter(id => id !== null);
    return isForeign(record, ids, live) ? null : record;
  }
  if (spec === undefined) return null;
  const {recordAs} = await import('../../core/recovery/records');
  return recordAs(spec, live, lineage).record;
}

/** Writes the state with a serial above all versions that it replaces, and with their lines and those of what is gone. */
async function write(
  {world}: Project,
  locked: LockedStore,
  {state, version}: StoredState,
  {found, monitors, gone, by}: Pick<LookedUp, 'monitors' | 'gone'> & {readonly found: FoundHistory; readonly by: string},
): Promise<StoredState> {
  const others = [...found.lost.map(lost => lost.version.serial), ...found.sent.map(sent => sent.serial ?? 0)];
  const serial = Math.max(state.serial, found.later?.serial ?? 0, ...others);
  const at = new Date(world.now()).toISOString();
  const lines = gone.map((one): RemovedRecord => ({...one, serial: serial + 1, at, by}));
  const held = listHeldIds(monitors);
  const removed = mergeLines(state.removed, lines).filter(({id}) => !held.has(id));
  return locked.write({...state, monitors, serial, ...(removed.length === 0 ? {} : {removed})}, version);
}
