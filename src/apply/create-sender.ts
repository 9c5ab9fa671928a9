import type {CreatedMonitor, CreateOutcome, Failure} from '../api/port';
import {decideRetry, isThrottle, type RetryDecision} from '../api/retry';
import {announceAttempt, tellTraffic} from './attempt';
import {explainRefusal} from './circuit';
import type {CreateProgress} from './create-progress';
import {checkAnswer, conflictOfTargets, duplicates, maybeDuplicate} from './findings';
import {recordCreated, recordRecovered, saveLedger} from './recording';
import type {Run} from './run';
import type {Pass, Standing} from './traffic';

/** How a create ended. */
export type CreateEnd =
  | {
      readonly kind: 'created';
      readonly monitor: CreatedMonitor;
      /** The answer was lost, and the monitor was found again by its target ids. */
      readonly isRecovered: boolean;
    }
  /** Proved not carried out. */
  | {readonly kind: 'failed'; readonly failure: Failure}
  | {readonly kind: 'unknown'; readonly failure?: Failure}
  | {readonly kind: 'not-attempted'; readonly failure?: Failure};

/**
 * Sees one create through: waits for leave to send, makes the `sending` record durable, sends, records what the answer
 * proves, and goes on until the create is settled or the run stops. Never sends anything that the journal does not know of,
 * and where the service has a list, never sends again what may have been carried out before it was looked for.
 */
export async function sendCreate(create: CreateProgress, run: Run): Promise<CreateEnd> {
  let standing: Standing = 'new';
  for (;;) {
    const attempt = await announceAttempt(create, run, standing, () => run.ports.resolveReferences(create.body()));
    if (attempt === undefined) return endWithoutAnswer(create, run);
    const {pass} = attempt;
    const outcome = distrustKnownId(await run.ports.service.createMonitor(attempt.body, run.flight), run);
    if (outcome.kind === 'applied') return complete(create, run, pass, outcome.monitor);
    const decision = judge(create, run, pass, outcome);
    let hasPlace = true;
    if (outcome.kind === 'ambiguous' && run.looksUp && !run.isStopping) {
      run.traffic.leave();
      hasPlace = false;
      const looked = await lookUp(create, run, outcome.failure);
      if (looked.kind === 'ended') return looked.end;
      standing = 'throttled';
      if (looked.kind === 'send-again') continue;
    }
    if (decision.kind !== 'retry') {
      if (hasPlace) run.traffic.leave();
      return settle(create, run, decision);
    }
    standing = await waitToRetry(create, run, decision, outcome.failure, hasPlace);
  }
}

/** One id for two creates: what was made can't be told, and what answers so can't be trusted with another create. */
function distrustKnownId(outcome: CreateOutcome, {holders}: Run): CreateOutcome {
  const holder = outcome.kind === 'applied' ? holders.get(outcome.monitor.id) : undefined;
  if (outcome.kind !== 'applied' || holder === undefined) return outcome;
  const message = `the service answered with the id ${outcome.monitor.id}, which is that of ${holder}`;
  return {kind: 'ambiguous', failure: {kind: 'body', code: 'ID_TAKEN', message, notTheService: true}};
}

/** Waits as decided; returns in what standing the create comes back. */
async function waitToRetry(
  create: CreateProgress,
  run: Run,
  {waitMs, everyone}: Extract<RetryDecision, {kind: 'retry'}>,
  failure: Failure,
  hasPlace: boolean,
): Promise<Standing> {
  run.say({type: 'retrying', key: create.key, attempt: create.attempts, waitMs, error: failure});
  if (everyone && hasPlace) run.traffic.leave();
  if (!everyone) await run.traffic.pause(waitMs);
  if (!everyone && hasPlace) return 'again';
  return create.attempts === run.policy.attempts - 1 ? 'last-chance' : 'throttled';
}

/** The id is durable before anything else is said about the monitor; the place is free for the next create meanwhile. */
async function complete(create: CreateProgress, run: Run, pass: Pass, monitor: CreatedMonitor): Promise<CreateEnd> {
  recordCreated(create, monitor, run);
  run.circuit.judgeAttempt({kind: 'applied', monitor}, null);
  run.circuit.judgeEnd({kind: 'carried-out'});
  const {findings, keptTargetIds} = checkAnswer(create.key, create.change.targetIds, monitor);
  run.findings.push(...findings);
  if (!keptTargetIds) run.distrustIds();
  const {key, change, isInDoubt} = create;
  if (isInDoubt) run.findings.push(maybeDuplicate({key, id: monitor.id, targetIds: change.targetIds}, run.input.plan));
  run.traffic.letThrough(pass, 'carried-out');
  run.traffic.leave();
  await saveLedger(run);
  return {kind: 'created', monitor, isRecovered: false};
}

/** What looking for a create came to: it ended, may be sent again, or nothing was learned. */
type LookUp = {readonly kind: 'ended'; readonly end: CreateEnd} | {readonly kind: 'send-again'} | {readonly kind: 'no-list'};

/** Looks for a create whose answer was lost. Nothing is sent for it before it was found or has had its time to appear. */
async function lookUp(create: CreateProgress, run: Run, failure: Failure): Promise<LookUp> {
  run.say({type: 'looking', key: create.key, attempt: create.attempts, settleMs: run.input.settleMs, error: failure});
  const {targetIds} = create.change;
  const sighting = await run.lookout.find({targetIds, supersedes: create.supersedes, sentAgoMs: 0});
  switch (sighting.kind) {
    case 'found': {
      const {monitor, others} = sighting;
      recordRecovered(create, monitor, run);
      run.circuit.judgeEnd({kind: 'carried-out'});
      if (others.length > 0) run.findings.push(duplicates(create.key, [monitor, ...others], run.input.plan.environment));
      await saveLedger(run);
      return {kind: 'ended', end: {kind: 'created', monitor, isRecovered: true}};
    }
    case 'absent':
      run.ledger.record([create.clearDoubt()]);
      if (create.attempts < run.policy.attempts && !run.isStopping) return {kind: 'send-again'};
      return {kind: 'ended', end: settle(create, run, {kind: 'give-up', as: 'failed', exhausted: true})};
    case 'conflict':
      run.findings.push(conflictOfTargets(create.key, sighting.monitors, run.input.plan.environment));
      return {kind: 'ended', end: settle(create, run, {kind: 'give-up', as: 'unknown', exhausted: false})};
    case 'not-offered':
      run.goOnWithoutList(sighting.failure);
      return {kind: 'no-list'};
    case 'unsure':
      return {kind: 'ended', end: settle(create, run, {kind: 'give-up', as: 'unknown', exhausted: true})};
  }
}

/** Records what an attempt proves, tells the traffic and the circuit, and decides what follows. */
function judge(create: CreateProgress, run: Run, pass: Pass, outcome: Exclude<CreateOutcome, {kind: 'applied'}>): RetryDecision {
  const {failure} = outcome;
  const isFirstAnswer = !run.circuit.hasAnswer;
  run.ledger.record([outcome.kind === 'ambiguous' ? create.doubt(failure) : create.refuse(failure)]);
  const stop = run.circuit.judgeAttempt(outcome, create.body());
  const level = isThrottle(failure) ? run.traffic.raiseLevel(pass) : 0;
  const policy = isNameFailure(failure) && isFirstAnswer ? {...run.policy, attempts: 2} : run.policy;
  const decision = decideRetry(outcome, create.attempts, policy, level, run.ports.world.random);
  if (decision.kind === 'too-long') run.stop({kind: 'rate-limited', failure, waitMs: decision.waitMs});
  const waitMs = decision.kind === 'retry' || decision.kind === 'too-long' ? decision.waitMs : undefined;
  tellTraffic(run, pass, outcome.kind === 'not-applied', failure, waitMs);
  if (stop !== undefined) run.stop(stop);
  return stop === undefined || decision.kind !== 'retry'
    ? decision
    : {kind: 'give-up', as: outcome.kind === 'ambiguous' ? 'unknown' : 'failed', exhausted: false};
}

/** The create ends without a monitor that we know of. */
function settle(create: CreateProgress, run: Run, decision: RetryDecision): CreateEnd {
  const failure = create.failure as Failure;
  if (failure.kind !== 'aborted') {
    const exhausted = decision.kind === 'give-up' && decision.exhausted;
    const stop = run.circuit.judgeEnd({kind: 'given-up', failure, exhausted});
    if (stop !== undefined) run.stop(stop);
    else if (run.input.onError === 'stop') run.stop({kind: 'on-error-stop', failure});
  }
  return endWithoutAnswer(create, run);
}

function endWithoutAnswer(create: CreateProgress, run: Run): CreateEnd {
  const {attempts, failure} = create;
  const explained = failure === undefined ? undefined : explainRefusal(failure, create.body());
  const why = explained === undefined ? {} : {failure: explained};
  if (create.isInDoubt) return {kind: 'unknown', ...why};
  if (attempts === 0 || explained === undefined || explained.kind === 'aborted') return {kind: 'not-attempted', ...why};
  run.ledger.record([create.drop()]);
  return {kind: 'failed', failure: explained};
}

/** The name of the host can't be found: nothing to wait for, unless it could be found before. */
function isNameFailure(failure: Failure): boolean {
  return failure.code === 'ENOTFOUND' || failure.code === 'EAI_AGAIN';
}
