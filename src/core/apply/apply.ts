import {compareText} from '../diagnostics/diagnostic';
import type {StoredState} from '../state/state';
import {performAdopt} from './adopt';
import {performCreate} from './create';
import {performDelete} from './delete';
import {Ledger} from './ledger';
import type {ApplyInput, ApplyOutcome, ApplyPorts, ApplyResult} from './ports';
import {performReplace} from './replace';
import {type Run, startRun} from './run';
import {prepareState, saveRun} from './save-state';
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
