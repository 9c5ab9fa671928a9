import type {CreateOutcome, DeleteOutcome, Failure, MonitorService, ReadOutcome, UpdateOutcome} from '../api/port';
import {decideEditRetry, decideReadRetry, decideRetry, isThrottle, type RetryDecision, type RetryPolicy, retryPolicy} from '../api/retry';
import type {World} from '../base/context';
import type {JsonObject} from '../json/value';
import {CircuitBreaker, type EditOperation} from './circuit-breaker';
import {noList, notOffered} from './findings';
import type {Lifetime, Reporter} from './lifetime';
import {Pace} from './pace';
import {Permit, type Standing} from './permit';
import type {ApplyInput, ApplyPorts, OnAmbiguous} from './ports';
import type {CreateProgress, EditProgress} from './progress';
import {RateLimiter} from './rate-limiter';
import type {Recorder} from './record';

/** A create, update or delete on its way. */
type Operation = CreateProgress | EditProgress;

/** An answer, or none, that did not carry the operation out as far as is known. */
type Refusal = Extract<CreateOutcome | UpdateOutcome | DeleteOutcome, {kind: 'not-applied' | 'ambiguous'}>;

/** Step after a failed attempt. */
export type AttemptDecision = Exclude<RetryDecision, {kind: 'applied'}>;

/** Leave to send one request, and what to send: references resolved, not kept beyond the request. */
export interface SendPermit<Body> {
  readonly permit: Permit;
  readonly body: Body;
}

/** Way of an operation to its next request: with the permit that it still holds, or with a new one. */
export type Turn = Permit | Standing;

/** Both clocks at one moment: either may stand still, such as in a machine that is suspended. */
interface Clocks {
  readonly wall: number;
  readonly monotonic: number;
}

/** So long after it was asked to be durable, `sending` still counts. */
const ANNOUNCED_MS = 5000;

/** A state that is too slow so often will be too slow again. */
const ANNOUNCED_TIMES = 5;

const TOO_SLOW = `each save took more than ${ANNOUNCED_MS / 1000} s, too slow to send anything safely; its disk, server or network is slow`;

/** The parts of a run that a sender uses. */
interface SenderParts {
  readonly lifetime: Lifetime;
  readonly reporter: Reporter;
  readonly recorder: Recorder;
  readonly rules: RetryRules;
}

/**
 * Sends the requests of one run: each when the rate limiter allows it and the journal knows of it. Judges what failed, and
 * stops the run where no further request can succeed.
 */
export class Sender {
  readonly service: MonitorService;
  /** The references of a body resolved. Called right before sending; its result is not kept. */
  readonly resolveReferences: (body: JsonObject) => JsonObject;
  readonly world: World;
  readonly #lifetime: Lifetime;
  readonly #reporter: Reporter;
  readonly #recorder: Recorder;
  readonly #rules: RetryRules;
  readonly #limiter: RateLimiter;
  readonly #breaker = new CircuitBreaker();
  readonly #stopsOnError: boolean;

  constructor(
    {concurrency, onError, plan: {requestsPerMinute}}: ApplyInput,
    ports: ApplyPorts,
    {lifetime, reporter, recorder, rules}: SenderParts,
  ) {
    this.service = ports.service;
    this.resolveReferences = ports.resolveReferences;
    this.world = ports.world;
    this.#lifetime = lifetime;
    this.#reporter = reporter;
    this.#recorder = recorder;
    this.#rules = rules;
    const pace = requestsPerMinute === undefined ? null : new Pace(requestsPerMinute, ports.world);
    this.#limiter = new RateLimiter(concurrency, ports.world, lifetime.ending, pace);
    this.#stopsOnError = onError === 'stop';
  }

  /**
   * Gets leave to send one request of an operation and makes `sending` durable; undefined when nothing more is sent. `prepare`
   * is called when there is leave: what it returns holds resolved secrets.
   */
  async announce<Body>(operation: Operation, turn: Turn, prepare: () => Body): Promise<SendPermit<Body> | undefined> {
    const permit =
      turn instanceof Permit ? await turn.renew() : await this.#limiter.acquire(turn, operation.op === 'delete' ? 'free' : 'counted');
    if (permit === undefined) return undefined;
    // The cause that released the permit may also have stopped the run: the journal must not say that more is being sent.
    if (this.#lifetime.isStopping) {
      permit.release();
      return undefined;
    }
    const body = prepare();
    let asked = this.#readClocks();
    this.#recorder.record([operation.startAttempt(this.world.now())]);
    await this.#recorder.save();
    // While the disk was busy the service may have asked all requests to wait, or the run may have stopped.
    let isSent = await permit.start();
    for (let times = 1; isSent && this.#isLongAgo(asked); times += 1) {
      if (times === ANNOUNCED_TIMES) {
        this.#lifetime.stop({kind: 'state-not-saved', message: TOO_SLOW, rescue: null});
        isSent = false;
        break;
      }
      asked = this.#readClocks();
      this.#recorder.record([operation.withdrawAttempt(), operation.startAttempt(this.world.now())]);
      isSent = await this.#recorder.save();
    }
    if (isSent) {
      this.#reporter.say({type: 'sending', key: operation.key, attempt: operation.attempts});
      return {permit, body};
    }
    this.#recorder.record([operation.withdrawAttempt()]);
    permit.release();
    return undefined;
  }

  #readClocks(): Clocks {
    return {wall: this.world.now(), monotonic: this.world.monotonic()};
  }

  /** Another run may have taken the lock and looked for what this one announced: it is announced once more, which needs the lock. */
  #isLongAgo({wall, monotonic}: Clocks): boolean {
    return this.world.now() - wall > ANNOUNCED_MS || this.world.monotonic() - monotonic > ANNOUNCED_MS;
  }

  /** The service carried out what was sent with this permit. */
  succeed(permit: Permit): void {
    this.#breaker.noteCarriedOut();
    permit.carriedOut();
  }

  /** An operation turned out to be carried out. */
  noteCarriedOut(): void {
    this.#breaker.noteCarriedOut();
  }

  /** The service answered a read. */
  noteAnswer(): void {
    this.#breaker.noteAnswer();
  }

  /** Records what a failed attempt proves, tells the rate limiter and the circuit breaker, and decides what follows. */
  judge(operation: Operation, permit: Permit, outcome: Refusal): AttemptDecision {
    const {failure, kind} = outcome;
    const {op} = operation;
    const isFirstAnswer = !this.#breaker.hasAnswer;
    this.#recorder.record([kind === 'ambiguous' ? operation.doubt(failure) : operation.refuse(failure)]);
    if (op !== 'create') this.noteLack(op, failure);
    const stop = this.#breaker.judgeFailure(failure, op, operation.body());
    const level = isThrottle(failure) ? permit.raiseLevel() : 0;
    const {random} = this.world;
    const {policy} = this.#rules;
    // The name of the host can't be found: nothing to wait for, unless it could be found before.
    const isHopeless = op === 'create' && isFirstAnswer && (failure.code === 'ENOTFOUND' || failure.code === 'EAI_AGAIN');
    const decision =
      op === 'create'
        ? (decideRetry(outcome, operation.attempts, isHopeless ? {...policy, attempts: 2} : policy, level, random) as AttemptDecision)
        : decideEditRetry(outcome, operation.attempts, policy, level, random);
    this.#stopIfTooLong(decision, failure);
    this.#endRequest(permit, kind === 'not-applied', failure, decision.kind === 'give-up' ? undefined : decision.waitMs);
    if (stop === undefined) return decision;
    this.#lifetime.stop(stop);
    return decision.kind === 'retry' ? {kind: 'give-up', as: kind === 'ambiguous' ? 'unknown' : 'failed', exhausted: false} : decision;
  }

  /** The same for a read, which changes nothing and needs no permit; waits where it is to be repeated. Returns whether it is. */
  async judgeRead(outcome: Extract<ReadOutcome<unknown>, {kind: 'failed'}>, attempt: number): Promise<boolean> {
    const {failure} = outcome;
    this.noteLack('read', failure);
    const stop = this.#breaker.judgeFailure(failure, 'read', null);
    if (stop !== undefined) this.#lifetime.stop(stop);
    const decision = decideReadRetry(outcome, attempt, this.#rules.policy, attempt, this.world.random);
    this.#stopIfTooLong(decision, failure);
    if (decision.kind === 'give-up') this.#judgeGivenUp(failure, decision);
    if (decision.kind !== 'retry') return false;
    if (!isThrottle(failure)) await this.#lifetime.pause(decision.waitMs);
    else if (this.#limiter.hold(decision.waitMs)) this.#sayWaiting(decision.waitMs);
    return true;
  }

  /** An operation was given up: the run stops if no other one can succeed, or if it is to stop at the first error. */
  giveUp(failure: Failure, decision: AttemptDecision): void {
    if (failure.kind === 'aborted') return;
    if (!this.#judgeGivenUp(failure, decision)) this.noteError(failure);
  }

  /** One change failed: the run stops where it was asked to. */
  noteError(failure: Failure): void {
    if (this.#stopsOnError) this.#lifetime.stop({kind: 'on-error-stop', failure});
  }

  /** The list could not be read: what can't be looked up may not be sent. */
  stopUnlisted(failure: Failure): void {
    this.#lifetime.stop(this.#breaker.judgeFailure(failure, 'read', null) ?? {kind: 'unlisted', failure});
  }

  /** Why the service can't be asked for this operation; undefined as far as is known. */
  lackOf(operation: EditOperation): Failure | undefined {
    return this.#breaker.lackOf(operation);
  }

  /** A failure may mean that the service has no such operation: reported once, and remembered. */
  noteLack(operation: EditOperation, failure: Failure): void {
    if (this.#breaker.noteLack(operation, failure)) this.#reporter.find(notOffered(operation, failure));
  }

  /** Resolves with true when a read may be sent: no pause is under way. With false when the run sends nothing more. */
  async mayRead(): Promise<boolean> {
    await this.#limiter.whenOpen();
    return !this.#lifetime.isStopping;
  }

  /** Tells the limiter how a request failed; `waitMs` is how long the service asked all requests to wait, where it did. */
  #endRequest(permit: Permit, isProof: boolean, failure: Failure, waitMs: number | undefined): void {
    if (isThrottle(failure)) {
      const pauseMs = waitMs ?? failure.retryAfterMs ?? this.#rules.policy.baseMs;
      if (permit.throttled(pauseMs)) this.#sayWaiting(pauseMs);
    } else if (isProof && failure.kind === 'http') permit.refused();
    else permit.lost(failure.status === 503 ? 'strained' : 'lost');
  }

  #stopIfTooLong(decision: AttemptDecision, failure: Failure): void {
    if (decision.kind === 'too-long') this.#lifetime.stop({kind: 'rate-limited', failure, waitMs: decision.waitMs});
  }

  /** Returns whether the run stops for it. */
  #judgeGivenUp(failure: Failure, decision: AttemptDecision): boolean {
    if (failure.kind === 'aborted') return false;
    const stop = this.#breaker.judgeGivenUp(failure, decision.kind === 'give-up' && decision.exhausted);
    if (stop !== undefined) this.#lifetime.stop(stop);
    return stop !== undefined;
  }

  #sayWaiting(waitMs: number): void {
    if (this.#lifetime.isStopping) return;
    const until = new Date(this.world.now() + waitMs).toISOString();
    this.#reporter.say({type: 'waiting', reason: 'rate-limit', waitMs, until});
  }
}

/** Rules for an answer that leaves doubt: less is allowed once the service shows what it can't do. */
export class RetryRules {
  readonly #baseMs: number;
  readonly #reporter: Reporter;
  #hasList: boolean;
  #onAmbiguous: OnAmbiguous;

  /** The newest records may be missing: nothing is created that the list was not searched for. */
  readonly needsList: boolean;

  constructor({plan, onAmbiguous, retryBaseMs}: ApplyInput, reporter: Reporter, needsList: boolean) {
    this.needsList = needsList;
    this.#hasList = plan.operations === 'full';
    this.#onAmbiguous = onAmbiguous;
    this.#baseMs = retryBaseMs;
    this.#reporter = reporter;
  }

  /** Present policy after an ambiguous answer. */
  get onAmbiguous(): OnAmbiguous {
    return this.#onAmbiguous;
  }

  /** Whether the service has a list, as far as is known. */
  get hasList(): boolean {
    return this.#hasList;
  }

  /** Whether a create whose answer was lost is looked up before it is sent again. */
  get looksUp(): boolean {
    return this.#hasList && this.#onAmbiguous === 'verify';
  }

  /** The rules of retry as they stand. `verify` looks first, and where there is no list it is `retry`. */
  get policy(): RetryPolicy {
    return retryPolicy(this.#baseMs, this.#onAmbiguous === 'stop' ? 'stop' : 'retry');
  }

  /** From now on nothing is sent again after an ambiguous answer. */
  distrustIds(): void {
    this.#onAmbiguous = 'stop';
  }

  /** The service has no list: what it calls retryable is sent again without looking. */
  goOnWithoutList(failure: Failure): void {
    if (!this.#hasList) return;
    this.#hasList = false;
    if (this.#onAmbiguous === 'verify') this.#onAmbiguous = 'retry';
    this.#reporter.find(noList(failure));
  }
}
