import {compareText} from '../diagnostics/diagnostic';
import type {StoredState} from '../state/state';
import {saveRun} from './ending';
import {Ledger} from './ledger';
import {performTask} from './perform';
import type {ApplyInput, ApplyOutcome, ApplyPorts, ApplyResult} from './ports';
import {prepareState} from './preparation';
import {Run} from './run';
import {intendTask, needsService, startTask, type Task} from './task';

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
  const run = new Run(input, ports, {ledger, state: base.state, total: changes.length, wanted: listTargetIds(changes)});
  run.say({type: 'started', total: changes.length, concurrency: input.concurrency});
  const sent = await performAll(changes, run);
  run.close();
  await ledger.sync();
  await ledger.close();
  const {tool, runId} = input;
  const notSaved = await saveRun(store, {base, tool, runId, work: ledger.listWork(), unfinished, byEmulator: ports.service.isEmulator()});
  run.rethrowBug();

  const stop = notSaved ?? run.stopReason;
  return {
    results: [...renames, ...sent].sort((a, b) => compareText(a.key, b.key)),
    ...(stop === undefined ? {} : {stop}),
    onAmbiguous: run.onAmbiguous,
    findings: run.findings,
  };
}

/** Renames, metadata and, at first use, the state itself are durable before the first request. */
async function writePreparedState(input: ApplyInput, {store, ...ports}: ApplyPorts): Promise<StoredState | null> {
  const next = prepareState(input, {store, ...ports});
  return next === undefined ? input.stored : store.write(next, input.stored?.version ?? null);
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
async function performAll(changes: readonly Task['change'][], run: Run): Promise<ApplyResult[]> {
  const results: ApplyResult[] = [];
  for (const rank of [0, 1, 2]) {
    const due = changes.filter(change => rankOf(change) === rank);
    results.push(...(await performBatches(due, run)));
  }
  return results;
}

function rankOf(change: Task['change']): number {
  if (change.action !== 'delete') return 0;
  return change.why.kind === 'leftover' ? 1 : 2;
}

/** All intents go down in one write, or in batches where each is copied off the machine before its first request. */
async function performBatches(changes: readonly Task['change'][], run: Run): Promise<ApplyResult[]> {
  const tasks = changes.map(change => startTask(change, run));
  const size = run.ports.persist === undefined ? tasks.length : persistedBatch;
  const results: ApplyResult[] = [];
  for (let start = 0; start < tasks.length; start += size) {
    const batch = tasks.slice(start, start + size);
    if (!run.isStopping) await intend(batch, run);
    results.push(...(await Promise.all(batch.map(task => perform(task, run)))));
  }
  return results;
}

async function intend(batch: readonly Task[], run: Run): Promise<void> {
  run.ledger.record(batch.map(task => intendTask(task, run.intentContext)));
  if (!(await run.ledger.sync())) {
    run.stopUnsaved();
    return;
  }
  try {
    await run.ports.persist?.();
  } catch (error) {
    run.stop({kind: 'persist-failed', message: error instanceof Error ? error.message : String(error)});
  }
}

/** A bug in one change ends the run in good order: what the others learned is saved. */
async function perform(task: Task, run: Run): Promise<ApplyResult> {
  const {key, action} = task.change;
  try {
    const result = await performTask(task, run);
    run.finish(result);
    return result;
  } catch (error) {
    run.crash(error);
    const {attempts} = task.operation;
    return {key, action, outcome: attempts === 0 ? 'not-attempted' : 'unknown', attempts};
  }
}
