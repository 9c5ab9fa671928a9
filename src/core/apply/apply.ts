import {compareText} from '../diagnostics/diagnostic';
import type {Change, Plan} from '../plan/change';
import type {Key} from '../specs/desired-monitor';
import {isProtected, RECORDED_SETTINGS, type RecordedSync, toRecordedSync} from '../specs/sync';
import {foldJournal} from '../state/fold';
import type {JournaledCreate, JournaledEdit, JournaledWork} from '../state/journal';
import {noteAnswers, startAt} from '../state/origin';
import {newState, type RecordedMonitor, type State, type StoredState} from '../state/state';
import type {LockedStore} from '../state/store';
import {performAdopt} from './adopt';
import {performCreate} from './create';
import {performDelete} from './delete';
import type {ApplyInput, ApplyOutcome, ApplyPorts, ApplyResult, StopReason} from './ports';
import {Ledger} from './record';
import {performReplace} from './replace';
import {type Run, startRun} from './run';
import {needsService, startTask, type Task} from './task';
import {performUpdate} from './update';

/** Changes whose intents go off the machine together, where the machine's disk may vanish. */
const persistedBatch = 10;

/**
 * Makes a plan so: renames in the state, then creates, updates, replacements and deletes over the service, each create
 * carried out at most once as far as anyone can know. The caller holds the lock, has checked that the plan still fits, and
 * releases the lock afterwards. What goes wrong is in the outcome; only a bug is thrown, after everything was saved.
 */
export async function applyPlan(input: ApplyInput, ports: ApplyPorts): Promise<ApplyOutcome> {
  const {store} = ports;
  const unfinished = input.unfinished ?? (await store.read()).journal.creates;
  const base = await writePreparedState(input, ports);
  const renames = listRenames(input);
  const changes = listChanges(input);
  if (base === null || changes.length === 0) return {results: renames, onAmbiguous: input.onAmbiguous, findings: []};

  if (base !== input.stored) await store.rewriteJournal(base.version, unfinished);
  const ledger = new Ledger(await store.openJournal(base.version));
  const run = startRun(input, ports, {ledger, state: base.state, total: changes.length, wanted: listTargetIds(changes)});
  const {lifetime, reporter, rules} = run;
  reporter.say({type: 'started', total: changes.length, concurrency: input.concurrency});
  const sent = await performAll(changes, run, ports.persist);
  lifetime.close();
  const work = await run.recorder.close();
  const {tool, runId} = input;
  const notSaved = await saveRun(store, {base, tool, runId, work, unfinished, byEmulator: ports.service.isEmulator()});
  lifetime.rethrowBug();

  const stop = notSaved ?? lifetime.stopReason;
  return {
    results: [...renames, ...sent].sort((a, b) => compareText(a.key, b.key)),
    ...(stop === undefined ? {} : {stop}),
    onAmbiguous: rules.onAmbiguous,
    findings: reporter.findings,
  };
}

/** Renames, metadata and, at first use, the state itself are durable before the first request. */
async function writePreparedState(input: ApplyInput, ports: ApplyPorts): Promise<StoredState | null> {
  const next = prepareState(input, ports);
  return next === undefined ? input.stored : ports.store.write(next, input.stored?.version ?? null);
}

function listRenames({plan}: ApplyInput): ApplyResult[] {
  return plan.changes.flatMap(change =>
    change.action === 'rename'
      ? [{key: change.key, action: 'rename' as const, outcome: 'renamed' as const, id: change.before.id, attempts: 0}]
      : [],
  );
}

function listChanges({plan}: ApplyInput): Task['change'][] {
  return plan.changes.filter(needsService);
}

function listTargetIds(changes: readonly Task['change'][]): ReadonlySet<string> {
  return new Set(changes.flatMap(change => ('targetIds' in change ? change.targetIds : [])));
}

/**
 * Deletes begin when everything else has ended, so that a run that stops early has lost nothing yet; what was replaced goes
 * before its successor, whose record is all that knows of it.
 */
async function performAll(changes: readonly Task['change'][], run: Run, persist: ApplyPorts['persist']): Promise<ApplyResult[]> {
  const results: ApplyResult[] = [];
  for (const rank of [0, 1, 2]) {
    const due = changes.filter(change => rankOf(change) === rank);
    results.push(...(await performBatches(due, run, persist)));
  }
  return results;
}

function rankOf(change: Task['change']): number {
  if (change.action !== 'delete') return 0;
  return change.why.kind === 'leftover' ? 1 : 2;
}

/** All intents go down in one write, or in batches where each is copied off the machine before its first request. */
async function performBatches(changes: readonly Task['change'][], run: Run, persist: ApplyPorts['persist']): Promise<ApplyResult[]> {
  const tasks = changes.map(change => startTask(change, run.input.runId, run.recorder.intentContext));
  const size = persist === undefined ? tasks.length : persistedBatch;
  const results: ApplyResult[] = [];
  for (let start = 0; start < tasks.length; start += size) {
    const batch = tasks.slice(start, start + size);
    if (!run.lifetime.isStopping) await intend(batch, run, persist);
    results.push(...(await Promise.all(batch.map(task => perform(task, run)))));
  }
  return results;
}

/** Makes the intents of a batch durable, here and where `persist` copies them. */
async function intend(
  batch: readonly Task[],
  {recorder, lifetime}: Pick<Run, 'recorder' | 'lifetime'>,
  persist: ApplyPorts['persist'],
): Promise<void> {
  recorder.record(batch.map(({operation}) => operation.intend(recorder.intentContext)));
  if (!(await recorder.save())) return;
  try {
    await persist?.();
  } catch (error) {
    lifetime.stop({kind: 'persist-failed', message: error instanceof Error ? error.message : String(error)});
  }
}

/** Makes one change. A bug in it ends the run in good order: what the others learned is saved. */
async function perform(task: Task, run: Run): Promise<ApplyResult> {
  const {key, action} = task.change;
  try {
    const result = await performTask(task, run);
    run.reporter.finish(result);
    return result;
  } catch (error) {
    run.lifetime.crash(error);
    const {attempts} = task.operation;
    return {key, action, outcome: attempts === 0 ? 'not-attempted' : 'unknown', attempts};
  }
}

/** Makes one change, whatever it takes. What goes wrong is in the result; only a bug is thrown. */
function performTask(task: Task, run: Run): Promise<ApplyResult> {
  switch (task.kind) {
    case 'create':
      return performCreate(task, run);
    case 'replace':
      return run.touching.run(() => performReplace(task, run));
    case 'adopt':
      return run.touching.run(() => performAdopt(task, run));
    case 'update':
      return run.touching.run(() => performUpdate(task, run));
    case 'delete':
      return run.touching.run(() => performDelete(task, run));
  }
}

type Rename = Extract<Change, {action: 'rename'}>;

/** The changes of a plan that need no request, made in the state; undefined when nothing is to be written yet. */
function prepareState(input: ApplyInput, ports: ApplyPorts): State | undefined {
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

function startState({plan, tool, unknown = {}}: ApplyInput, {world, service}: ApplyPorts): State {
  const {project, environment} = plan;
  return {...newState({lineage: world.uuid(), tool, project, environment, origin: service.origin}), unknown};
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
async function saveRun(store: LockedStore, record: RunRecord): Promise<StopReason | undefined> {
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
