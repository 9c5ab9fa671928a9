import {compareText} from '../diagnostics/diagnostic';
import type {StoredState} from '../state/model';
import {CreateProgress} from './create-progress';
import {sendCreate} from './create-sender';
import {saveRun} from './ending';
import {Ledger} from './ledger';
import type {ApplyInput, ApplyOutcome, ApplyPorts, ApplyResult} from './model';
import {prepareState} from './preparation';
import {Run} from './run';

/** Creates whose intents go off the machine together, where the machine's disk may vanish. */
const persistedBatch = 10;

/**
 * Makes a plan so: renames in the state, then creates over the service, each of them at most once as far as anyone can
 * know. The caller holds the lock, has checked that the plan still fits, and releases the lock afterwards. What goes
 * wrong is in the outcome; only a bug is thrown, after everything was saved.
 */
export async function applyPlan(input: ApplyInput, ports: ApplyPorts): Promise<ApplyOutcome> {
  const {store} = ports;
  const unfinished = input.unfinished ?? (await store.read()).journal.creates;
  const base = await writePreparedState(input, ports);
  const renames = listRenames(input);
  if (base === null) return {results: renames, onAmbiguous: input.onAmbiguous, findings: []};
  const creates = startCreates(input);
  if (creates.length === 0) return {results: renames, onAmbiguous: input.onAmbiguous, findings: []};

  if (base !== input.stored) await store.rewriteJournal(base.version, unfinished);
  const ledger = new Ledger(await store.openJournal(base.version));
  const run = new Run(input, ports, ledger, base.state.lineage, creates.length);
  run.say({type: 'started', total: creates.length, concurrency: input.concurrency});
  const created = await sendAll(creates, run);
  run.close();
  await ledger.sync();
  await ledger.close();
  const {tool, runId} = input;
  const notSaved = await saveRun(store, {base, tool, runId, work: ledger.listWork(), unfinished});
  run.rethrowBug();

  const stop = notSaved ?? run.stopReason;
  return {
    results: [...renames, ...created].sort((a, b) => compareText(a.key, b.key)),
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

function startCreates({plan, runId}: ApplyInput): CreateProgress[] {
  return plan.changes.flatMap(change => (change.action === 'create' ? [new CreateProgress(change, `${runId}/${change.key}`, runId)] : []));
}

/** All intents go down in one write, or in batches where each is copied off the machine before its first request. */
async function sendAll(creates: readonly CreateProgress[], run: Run): Promise<ApplyResult[]> {
  const size = run.ports.persist === undefined ? creates.length : persistedBatch;
  const results: ApplyResult[] = [];
  for (let start = 0; start < creates.length; start += size) {
    const batch = creates.slice(start, start + size);
    if (!run.isStopping) await intend(batch, run);
    results.push(...(await Promise.all(batch.map(create => see(create, run)))));
  }
  return results;
}

async function intend(batch: readonly CreateProgress[], run: Run): Promise<void> {
  const {ledger, ports, lineage} = run;
  ledger.record(batch.map(create => create.intend(ports.service.origin, lineage, ports.persist !== undefined)));
  if (!(await ledger.sync())) {
    run.stop({kind: 'state-not-saved', message: describe(ledger.failure), rescue: null});
    return;
  }
  try {
    await ports.persist?.();
  } catch (error) {
    run.stop({kind: 'persist-failed', message: describe(error)});
  }
}

async function see(create: CreateProgress, run: Run): Promise<ApplyResult> {
  try {
    const result = await sendCreate(create, run);
    run.finish(result);
    return result;
  } catch (error) {
    run.crash(error);
    return {
      key: create.change.key,
      action: 'create',
      outcome: create.attempts === 0 ? 'not-attempted' : 'unknown',
      attempts: create.attempts,
    };
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
