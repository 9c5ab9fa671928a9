import type {CreatedMonitor, CreateOutcome, Failure, LiveMonitor} from '../api/port';
import {explainRefusal} from './circuit-breaker';
import type {LookupResult} from './find-created';
import {conflictOfTargets, duplicates, maybeDuplicate, mayExist, recordedBefore, similar, unfinishedChange} from './findings';
import {planIsStale} from './live-check';
import type {Permit} from './permit';
import type {ApplyResult} from './ports';
import type {CreateProgress} from './progress';
import {readUntilFound} from './read-monitor';
import {checkAnswer, type Recorder} from './record';
import type {Run} from './run';
import type {AttemptDecision, Turn} from './send';
import {type CreateEnd, drop, resultOf, type TaskOf} from './task';
import {sendUpdate} from './update';

/** A create whose monitor is there already, made by a run whose state was lost, adopts it instead. */
export async function performCreate(task: TaskOf<'create'>, run: Run): Promise<ApplyResult> {
  const doubt = await confirmGone(task, run);
  if (doubt !== null) return resultOf(task, doubt);
  const end = await obtain(task, run);
  const result = resultOf(task, end);
  return end.kind === 'created' && end.isAdopted ? {...result, outcome: 'adopted'} : result;
}

/** Outcome of getting a monitor. */
type ObtainEnd =
  | Exclude<CreateEnd, {kind: 'created'}>
  | (Extract<CreateEnd, {kind: 'created'}> & {
      /** It was there already. */
      readonly isAdopted: boolean;
    });

/**
 * Gets the monitor of a create or of a replacement: the one that is there already with just its target ids, else a new one,
 * paused where the spec says so.
 */
export async function obtain(task: TaskOf<'create' | 'replace'>, run: Run): Promise<ObtainEnd> {
  const {change, operation} = task;
  const {input, reporter, recorder} = run;
  const {environment} = input.plan;
  const sight = await run.finder.sightBefore(operation);
  switch (sight.kind) {
    case 'stopped':
      return {kind: 'not-attempted'};
    case 'conflict': {
      reporter.find(conflictOfTargets(change.key, sight.monitors, environment));
      const message = 'the service has monitors with some of its target ids, but not exactly these';
      return drop({kind: 'http', code: 'target-conflict', message}, operation, run);
    }
    case 'alike': {
      reporter.find(mayExist(change.key, sight.monitors, environment));
      const message = 'it may exist already: the service has an unmanaged monitor that looks like it';
      return drop({kind: 'http', code: 'may-exist', message}, operation, run);
    }
    case 'recorded': {
      reporter.find(recordedBefore(change.key, sight, environment));
      return drop({kind: 'http', code: 'may-exist', message: `it exists: commit ${sight.commit} records it`}, operation, run);
    }
    case 'one': {
      const {monitor, others} = sight;
      if (others.length > 0) reporter.find(duplicates(change.key, [monitor, ...others], environment));
      const isAsWanted = recorder.recordFound(operation, monitor, sight.targetIds) && !change.after.paused;
      await recorder.save();
      const what = 'existed already and was adopted; it does not match its spec yet';
      if (!isAsWanted) reporter.find(unfinishedChange(change.key, what, undefined));
      return {kind: 'created', monitor, isRecovered: false, isAdopted: true};
    }
    case 'none': {
      // A refreshed plan has reported these.
      const isAlone = sight.sameContent.length === 0 && sight.sameName.length === 0;
      if (!isAlone && !input.plan.isRefreshed) reporter.find(similar(change.key, sight));
      const end = await sendCreate(operation, run);
      if (end.kind !== 'created') return end;
      const paused = change.after.paused ? await pause(task, run, end.monitor.id) : null;
      return {...end, monitor: paused ?? end.monitor, isAdopted: false};
    }
  }
}

/** Pauses a new monitor, which a service always makes running. Until it is through, the next plan shows it. Returns the paused monitor. */
async function pause({change}: TaskOf<'create' | 'replace'>, run: Run, id: string): Promise<LiveMonitor | null> {
  const end = await sendUpdate({change, id, patch: {status: 'paused'}, live: null, isSentWhole: true}, run);
  if (end.kind === 'updated') return end.monitor;
  run.reporter.find(unfinishedChange(change.key, 'was created and is not paused yet', 'failure' in end ? end.failure : undefined));
  return null;
}

/**
 * A monitor that the list did not show may be there all the same, in a list that lags behind: it is made again only when the
 * service itself knows no monitor with its id. Null when that is so, or when none was recorded.
 */
async function confirmGone({change, operation}: TaskOf<'create'>, run: Run): Promise<CreateEnd | null> {
  const {key, gone} = change;
  if (gone === undefined) return null;
  const read = await run.touching.run(() => readUntilFound(gone, run.recorder.whenCreated(key), run));
  if (read.kind === 'stopped') return {kind: 'not-attempted'};
  if (read.kind === 'failed') return run.lifetime.isStopping ? {kind: 'not-attempted'} : drop(read.failure, operation, run);
  if (read.live === null) return null;
  return drop(planIsStale(key, `the monitor ${gone} is still there`), operation, run);
}

/** The parts of a run that sending a create uses. */
type CreateRun = Pick<Run, 'input' | 'lifetime' | 'reporter' | 'recorder' | 'rules' | 'sender' | 'finder'>;

/**
 * Sees one create through: waits for leave to send, makes the `sending` record durable, sends, records what the answer
 * proves, and goes on until the create is settled or the run stops. Never sends anything that the journal does not know of,
 * and where the service has a list, never sends again what may have been carried out before it was looked for.
 */
async function sendCreate(create: CreateProgress, run: CreateRun): Promise<CreateEnd> {
  const {sender, recorder} = run;
  let turn: Turn = 'new';
  for (;;) {
    const attempt = await sender.announce(create, turn, () => sender.resolveReferences(create.body()));
    if (attempt === undefined) return endWithoutAnswer(create, run);
    const {permit} = attempt;
    const outcome = distrustKnownId(await sender.service.createMonitor(attempt.body, run.lifetime.flight), recorder);
    if (outcome.kind === 'applied') return complete(create, run, permit, outcome.monitor);
    const next = sender.judge(create, permit, outcome);
    const isLookedUp = outcome.kind === 'ambiguous' && run.rules.looksUp && !run.lifetime.isStopping;
    if (isLookedUp || next.kind !== 'retry') permit.release();
    const looked = isLookedUp ? await lookUp(create, run, outcome.failure) : null;
    if (looked?.kind === 'ended') return looked.end;
    if (looked?.kind === 'send-again') turn = 'throttled';
    else if (next.kind !== 'retry') return giveUp(create, run, next);
    else turn = await waitToRetry(create, run, permit, {...next, failure: outcome.failure});
  }
}

/** One id for two creates: what was made is not known, and what answers so can't be trusted with another create. */
function distrustKnownId(outcome: CreateOutcome, recorder: Pick<Recorder, 'holderOf'>): CreateOutcome {
  const holder = outcome.kind === 'applied' ? recorder.holderOf(outcome.monitor.id) : undefined;
  if (outcome.kind !== 'applied' || holder === undefined) return outcome;
  const message = `the service answered with the id ${outcome.monitor.id}, which belongs to ${holder}`;
  return {kind: 'ambiguous', failure: {kind: 'body', code: 'ID_TAKEN', message, notTheService: true}};
}

/** Waits as decided; returns how the create comes to its next request. */
async function waitToRetry(
  create: CreateProgress,
  {reporter, lifetime, rules}: CreateRun,
  permit: Permit,
  {waitMs, everyone, failure}: Extract<AttemptDecision, {kind: 'retry'}> & {readonly failure: Failure},
): Promise<Turn> {
  reporter.say({type: 'retrying', key: create.key, attempt: create.attempts, waitMs, error: failure});
  if (!everyone) await lifetime.pause(waitMs);
  if (permit.isHeld) return permit;
  return create.attempts === rules.policy.attempts - 1 ? 'last-chance' : 'throttled';
}

/** The id is durable before anything else is recorded or reported about the monitor; the permit is free for the next create meanwhile. */
async function complete(create: CreateProgress, run: CreateRun, permit: Permit, monitor: CreatedMonitor): Promise<CreateEnd> {
  const {recorder, reporter, rules, sender, input} = run;
  recorder.recordCreated(create, monitor);
  const {findings, keptTargetIds} = checkAnswer(create.key, create.change.targetIds, monitor);
  reporter.find(...findings);
  if (!keptTargetIds) rules.distrustIds();
  const {key, change, isInDoubt} = create;
  if (isInDoubt) reporter.find(maybeDuplicate({key, id: monitor.id, targetIds: change.targetIds}, input.plan));
  sender.succeed(permit);
  await recorder.save();
  return {kind: 'created', monitor, isRecovered: false};
}

/** Outcome of looking for a create: it ended, may be sent again, or nothing was learned. */
type LookUp = {readonly kind: 'ended'; readonly end: CreateEnd} | {readonly kind: 'send-again'} | {readonly kind: 'no-list'};

/** Looks for a create whose answer was lost. Nothing is sent for it before it was found or has had its time to appear. */
async function lookUp(create: CreateProgress, run: CreateRun, failure: Failure): Promise<LookUp> {
  const {lookupMs} = run.input;
  run.reporter.say({type: 'looking', key: create.key, attempt: create.attempts, lookupMs, error: failure});
  const {targetIds} = create.change;
  const result = await run.finder.find({targetIds, supersedes: create.supersedes, sentAgoMs: 0});
  const giveUpAs = (as: 'failed' | 'unknown', exhausted: boolean): LookUp => ({
    kind: 'ended',
    end: giveUp(create, run, {kind: 'give-up', as, exhausted}),
  });
  switch (result.kind) {
    case 'found':
      return {kind: 'ended', end: await completeFound(create, run, result)};
    case 'absent':
      run.recorder.record([create.clearDoubt()]);
      return create.attempts < run.rules.policy.attempts && !run.lifetime.isStopping ? {kind: 'send-again'} : giveUpAs('failed', true);
    case 'conflict':
      run.reporter.find(conflictOfTargets(create.key, result.monitors, run.input.plan.environment));
      return giveUpAs('unknown', false);
    case 'not-offered':
      run.rules.goOnWithoutList(result.failure);
      return {kind: 'no-list'};
    case 'unsure':
      return giveUpAs('unknown', true);
  }
}

async function completeFound(
  create: CreateProgress,
  {recorder, sender, reporter, input}: CreateRun,
  {monitor, others}: Extract<LookupResult<LiveMonitor>, {kind: 'found'}>,
): Promise<CreateEnd> {
  recorder.recordRecovered(create, monitor);
  sender.noteCarriedOut();
  if (others.length > 0) reporter.find(duplicates(create.key, [monitor, ...others], input.plan.environment));
  await recorder.save();
  return {kind: 'created', monitor, isRecovered: true};
}

/** The create ends without a monitor that we know of. */
function giveUp(create: CreateProgress, run: CreateRun, decision: AttemptDecision): CreateEnd {
  run.sender.giveUp(create.failure as Failure, decision);
  return endWithoutAnswer(create, run);
}

function endWithoutAnswer(create: CreateProgress, {recorder}: Pick<Run, 'recorder'>): CreateEnd {
  const {attempts, failure} = create;
  const explained = failure === undefined ? undefined : explainRefusal(failure, create.body());
  const why = explained === undefined ? {} : {failure: explained};
  if (create.isInDoubt) return {kind: 'unknown', ...why};
  if (attempts === 0 || explained === undefined || explained.kind === 'aborted') return {kind: 'not-attempted', ...why};
  recorder.record([create.drop()]);
  return {kind: 'failed', failure: explained};
}
