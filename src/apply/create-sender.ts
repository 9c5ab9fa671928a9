import type {CreatedMonitor, CreateOutcome, Failure} from '../api/port';
import {decideRetry, isThrottle, type RetryDecision} from '../api/retry';
import type {JsonObject} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {asksForThreatProtection} from './circuit';
import type {CreateProgress} from './create-progress';
import {checkAnswer, maybeDuplicate} from './findings';
import type {ApplyResult} from './model';
import {observeMonitor} from './observation';
import type {Run} from './run';
import type {Pass, Standing} from './traffic';

/**
 * Sees one create through: waits for leave to send, makes the `sending` record durable, sends, records what the answer
 * proves, and goes on until the create is settled or the run stops. Never sends anything that the journal does not know of.
 */
export async function sendCreate(create: CreateProgress, run: Run): Promise<ApplyResult> {
  let standing: Standing = 'new';
  for (;;) {
    const attempt = await announceAttempt(create, run, standing);
    if (attempt === undefined) return endWithoutAnswer(create, run);
    const {pass} = attempt;
    run.say({type: 'sending', key: create.change.key, attempt: create.attempts});
    const outcome = await run.ports.service.createMonitor(attempt.body, run.flight);
    if (outcome.kind === 'applied') return complete(create, run, pass, outcome.monitor);
    const decision = judge(create, run, pass, outcome);
    if (decision.kind !== 'retry') {
      run.traffic.leave();
      return settle(create, run, decision);
    }
    const {waitMs} = decision;
    run.say({type: 'retrying', key: create.change.key, attempt: create.attempts, waitMs, error: outcome.failure});
    if (decision.everyone) {
      run.traffic.leave();
      standing = create.attempts === run.policy.attempts - 1 ? 'last-chance' : 'throttled';
    } else {
      await run.traffic.pause(waitMs);
      standing = 'again';
    }
  }
}

/** Leave to send, and what to send: references resolved, not kept beyond the request. */
interface Attempt {
  readonly pass: Pass;
  readonly body: JsonObject;
}

/** Gets leave to send and makes `sending` durable; undefined when nothing more is sent. */
async function announceAttempt(create: CreateProgress, run: Run, standing: Standing): Promise<Attempt | undefined> {
  let pass = await run.traffic.enter(standing);
  if (pass === undefined) {
    if (standing === 'again') run.traffic.leave();
    return undefined;
  }
  const body = run.ports.resolveReferences(create.body());
  run.ledger.record([create.startAttempt(run.ports.world.now())]);
  if (!(await run.ledger.sync())) {
    run.stop({kind: 'state-not-saved', message: describeDisk(run.ledger.failure), rescue: null});
  }
  // While the disk was busy the service may have asked everyone to wait, or the run may have stopped.
  while (pass !== undefined && !(await run.traffic.start(pass))) pass = await run.traffic.enter('again');
  if (pass !== undefined) return {pass, body};
  run.ledger.record([create.withdrawAttempt()]);
  run.traffic.leave();
  return undefined;
}

/** The id is durable before anything else is said about the monitor; the place is free for the next create meanwhile. */
async function complete(create: CreateProgress, run: Run, pass: Pass, monitor: CreatedMonitor): Promise<ApplyResult> {
  const {change} = create;
  const observation = observeMonitor(create.body(), monitor);
  run.ledger.record([create.complete({...observation, observed: fingerprintBody(observation.observed, run.lineage)})]);
  run.circuit.judgeAttempt({kind: 'applied', monitor}, null);
  run.circuit.judgeEnd({kind: 'carried-out'});
  const {findings, keptTargetIds} = checkAnswer(change.key, change.targetIds, monitor);
  run.findings.push(...findings);
  if (!keptTargetIds) run.distrustIds();
  if (create.isInDoubt) run.findings.push(maybeDuplicate(change.key, monitor.id, change.targetIds));
  run.traffic.letThrough(pass, 'carried-out');
  run.traffic.leave();
  if (!(await run.ledger.sync())) {
    run.stop({kind: 'state-not-saved', message: describeDisk(run.ledger.failure), rescue: null});
  }
  return {
    key: change.key,
    action: 'create',
    outcome: 'created',
    id: monitor.id,
    attempts: create.attempts,
    ...(create.isInDoubt ? {mayExistTwice: true, targetIds: change.targetIds} : {}),
    estimatedCreditsPerMonth: monitor.estimatedCreditsPerMonth,
    nextRunAt: monitor.nextRunAt,
  };
}

/** Records what an attempt proves, tells the traffic and the circuit, and decides what follows. */
function judge(create: CreateProgress, run: Run, pass: Pass, outcome: Exclude<CreateOutcome, {kind: 'applied'}>): RetryDecision {
  const {failure} = outcome;
  const isFirstAnswer = !run.circuit.hasAnswer;
  run.ledger.record([outcome.kind === 'ambiguous' ? create.doubt(failure) : create.refuse(failure)]);
  const stop = run.circuit.judgeAttempt(outcome, create.body());
  const isThrottled = isThrottle(failure);
  const level = isThrottled ? run.traffic.raiseLevel(pass) : 0;
  const policy = isNameFailure(failure) && isFirstAnswer ? {...run.policy, attempts: 2} : run.policy;
  const decision = decideRetry(outcome, create.attempts, policy, level, run.ports.world.random);
  if (decision.kind === 'too-long') run.stop({kind: 'rate-limited', failure, waitMs: decision.waitMs});
  tellTraffic(run, pass, outcome, decision);
  if (stop !== undefined) run.stop(stop);
  return stop === undefined || decision.kind !== 'retry'
    ? decision
    : {kind: 'give-up', as: outcome.kind === 'ambiguous' ? 'unknown' : 'failed', exhausted: false};
}

function tellTraffic(run: Run, pass: Pass, {kind, failure}: Exclude<CreateOutcome, {kind: 'applied'}>, decision: RetryDecision): void {
  if (isThrottle(failure)) {
    const waitMs =
      decision.kind === 'retry' || decision.kind === 'too-long' ? decision.waitMs : (failure.retryAfterMs ?? run.policy.baseMs);
    if (!run.traffic.close(pass, waitMs) || run.isStopping) return;
    const until = new Date(run.ports.world.now() + waitMs).toISOString();
    run.say({type: 'waiting', reason: 'rate-limit', waitMs, until});
    return;
  }
  if (kind === 'not-applied' && failure.kind === 'http') run.traffic.letThrough(pass, 'refused');
  else run.traffic.sawTrouble(pass, failure.status === 503 ? 'strained' : 'lost');
}

/** The create ends without a monitor that we know of. */
function settle(create: CreateProgress, run: Run, decision: RetryDecision): ApplyResult {
  const failure = create.failure as Failure;
  if (failure.kind !== 'aborted') {
    const exhausted = decision.kind === 'give-up' && decision.exhausted;
    const stop = run.circuit.judgeEnd({kind: 'given-up', failure, exhausted});
    if (stop !== undefined) run.stop(stop);
    else if (run.input.onError === 'stop') run.stop({kind: 'on-error-stop', failure});
  }
  return endWithoutAnswer(create, run);
}

function endWithoutAnswer(create: CreateProgress, run: Run): ApplyResult {
  const {change, attempts, failure} = create;
  const base = {key: change.key, action: 'create', attempts, ...(failure === undefined ? {} : {error: explain(create, failure)})} as const;
  if (create.isInDoubt) return {...base, outcome: 'unknown', targetIds: change.targetIds};
  if (attempts === 0 || failure === undefined || failure.kind === 'aborted') return {...base, outcome: 'not-attempted'};
  run.ledger.record([create.drop()]);
  return {...base, outcome: 'failed'};
}

/** A 403 of one monitor has two documented causes, which the service's own words do not name. */
function explain(create: CreateProgress, failure: Failure): Failure {
  if (failure.status !== 403 || !asksForThreatProtection(create.body())) return failure;
  const causes = 'threatProtection needs Threat Protection enabled for the team, and request overrides allowed by the organization';
  return {...failure, message: `${failure.message} (${causes})`};
}

/** The name of the host can't be found: nothing to wait for, unless it could be found before. */
function isNameFailure(failure: Failure): boolean {
  return failure.code === 'ENOTFOUND' || failure.code === 'EAI_AGAIN';
}

function describeDisk(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
