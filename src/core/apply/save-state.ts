import {compareText} from '../diagnostics/diagnostic';
import type {Change, Plan} from '../plan/change';
import type {Key} from '../specs/desired-monitor';
import {isProtected, RECORDED_SETTINGS, type RecordedSync, toRecordedSync} from '../specs/sync';
import {foldJournal} from '../state/fold';
import type {JournaledCreate, JournaledEdit, JournaledWork} from '../state/journal';
import {noteAnswers, startAt} from '../state/origin';
import {newState, type RecordedMonitor, type State, type StoredState} from '../state/state';
import type {LockedStore} from '../state/store';
import type {ApplyInput, ApplyPorts, StopReason} from './ports';

type Rename = Extract<Change, {action: 'rename'}>;

/** The changes of a plan that need no request, made in the state; undefined when nothing is to be written yet. */
export function prepareState(input: ApplyInput, ports: ApplyPorts): State | undefined {
  const {plan, stored} = input;
  const state = stored?.state ?? startState(input, ports);
  const renames = plan.changes.filter(change => change.action === 'rename');
  const hasCreates = plan.changes.some(({action}) => action === 'create' || action === 'adopt');
  const isFirstWrite = stored === null && hasCreates;
  const placed = hasCreates && isEmpty(state, plan) ? startAt(state, ports.service.origin) : state;
  const {commit = state.commit} = input;
  const isNoted = stored === null || commit === state.commit;
  if (renames.length === 0 && plan.bookkeeping.length === 0 && !isFirstWrite && placed === state && isNoted) return undefined;
  const noted = commit === undefined ? {} : {commit};
  return {...placed, ...noted, tool: input.tool, monitors: noteBookkeeping(renameMonitors(state.monitors, renames), plan)};
}

/** Nothing lives at the recorded address: the run that wrote it down created nothing. */
function isEmpty({monitors}: State, {changes}: Plan): boolean {
  return monitors.size === 0 && !changes.some(change => change.action === 'unresolved');
}

function startState({plan, tool}: ApplyInput, {world, service}: ApplyPorts): State {
  const {project, environment} = plan;
  return newState({lineage: world.uuid(), tool, project, environment, origin: service.origin});
}

/** All old keys go before the new ones come: keys may be swapped in one run. */
function renameMonitors(monitors: StoredState['state']['monitors'], renames: readonly Rename[]): Map<Key, RecordedMonitor> {
  const renamed = new Map(monitors);
  for (const {from} of renames) renamed.delete(from);
  for (const {key, from, before, after} of renames) {
    const recorded = monitors.get(from) ?? before;
    renamed.set(key, withSettings({...recorded, specPath: after.specPath, protect: isProtected(after)}, after.sync));
  }
  return renamed;
}

function noteBookkeeping(monitors: Map<Key, RecordedMonitor>, plan: Plan): Map<Key, RecordedMonitor> {
  for (const {key, specPath, protect, bodyHash, settings, inherits, observed} of plan.bookkeeping) {
    const recorded = monitors.get(key);
    if (recorded === undefined) continue;
    const {inherited: _before, ...rest} = recorded;
    const noted = {
      ...(inherits === undefined ? recorded : {...rest, ...(inherits.after === undefined ? {} : {inherited: inherits.after})}),
      specPath,
      protect,
      bodyHash,
      ...(observed === undefined ? {} : {observed}),
    };
    monitors.set(key, settings === undefined ? noted : withSettings(noted, settings.after));
  }
  return monitors;
}

function withSettings(record: RecordedMonitor, settings: RecordedSync): RecordedMonitor {
  const others = Object.entries(record).filter(([name]) => !RECORDED_SETTINGS.some(noted => noted === name));
  return {...(Object.fromEntries(others) as Omit<RecordedMonitor, keyof RecordedSync>), ...toRecordedSync(settings)};
}

/** Results that a run leaves behind. */
interface RunRecord {
  /** The state that the run began with. */
  readonly base: StoredState;
  readonly tool: string;
  readonly runId: string;
  /** Outcomes of this run's operations. */
  readonly work: JournaledWork;
  /** Creates of earlier runs that are still open. */
  readonly unfinished: readonly JournaledCreate[];
  /** Sender of the answers: see {@link noteAnswers}. */
  readonly byEmulator: boolean | null;
}

/**
 * Folds what a run learned into the state and writes it once; what is still open stays in the journal. Where the state
 * can't be written, everything goes into a rescue file, and where that fails too, the ids go to the caller. Returns why
 * the state is not saved, or undefined.
 */
export async function saveRun(store: LockedStore, record: RunRecord): Promise<StopReason | undefined> {
  // An intent of this run that is still one was never sent, even if it was copied elsewhere.
  const creates = [...record.unfinished, ...record.work.creates.map(dropUnsent)];
  const work = {creates, edits: record.work.edits.map(dropUnsent)};
  const folded = foldJournal(record.base.state, work);
  const {unfinished} = folded;
  const state = noteAnswers(folded.state, record.byEmulator);
  const next = state === record.base.state ? state : {...state, tool: record.tool};
  let stored: StoredState;
  try {
    stored = await store.write(next, record.base.version);
  } catch (error) {
    return rescue(store, next, work, record.runId, error);
  }
  // A journal that can't be cleared is folded once more by the next run, which changes nothing.
  await store.rewriteJournal(stored.version, unfinished).catch(() => undefined);
  return undefined;
}

function dropUnsent<Work extends JournaledCreate | JournaledEdit>(work: Work): Work {
  return work.phase === 'intent' ? {...work, phase: 'dropped'} : work;
}

async function rescue(store: LockedStore, next: State, work: JournaledWork, runId: string, error: unknown): Promise<StopReason> {
  const message = error instanceof Error ? error.message : String(error);
  const path = await store.rescue(next, work, runId).catch(() => null);
  return {kind: 'state-not-saved', message, rescue: path, ...(path === null ? {unsaved: listUnsaved(work.creates)} : {})};
}

function listUnsaved(creates: readonly JournaledCreate[]): {readonly key: string; readonly id: string}[] {
  return creates
    .flatMap(({intent, done}) => (done === undefined ? [] : [{key: intent.key, id: done.monitor.id}]))
    .sort((a, b) => compareText(a.key, b.key));
}
