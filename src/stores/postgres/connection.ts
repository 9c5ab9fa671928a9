import type {World} from '../../core/base/context';
import {UserError} from '../../core/diagnostics/user-error';
import {POSTGRES_URL, type PostgresAddress} from '../../core/state/addresses/postgres';
import type {SharedRefusals} from '../../core/state/remote/refusals';
import {Silence} from '../../core/state/remote/silence';
import {codeOf, describeError, isForbidden, isLoginRefused, isLost, isMissingTable, isOfStandby, isPassing, refuseStandby} from './errors';
import {type OpenSession, type SqlRow, type SqlSession, type SqlValue, USUAL_WAITS} from './session';

/** Sends one statement of a transaction. */
export type RunStatement = (text: string, values?: readonly SqlValue[]) => Promise<readonly SqlRow[]>;

/** Purpose of a transaction: `look` sees one moment of everything and writes nothing. */
export type ConnectionPurpose = 'look' | 'write';

/** Read committed is enough: each writer first locks the one row that decides. The limits end with the transaction, so that poolers are no matter. */
const BEGIN: Readonly<Record<ConnectionPurpose, string>> = {
  look: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '40s'; SET LOCAL idle_in_transaction_session_timeout = '60s'`,
  write: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = on; SET LOCAL lock_timeout = '15s'; SET LOCAL statement_timeout = '40s'; SET LOCAL idle_in_transaction_session_timeout = '30s'`,
};

/** Pauses before a transaction is tried again after its connection was lost: a server that restarts is back within seconds. */
const PAUSES_MS = [100, 500, 2000, 5000];

/** The longest silence of a server, in milliseconds, and the shortest wait for an answer at its end: together less than a minute. */
const SILENCE_MS = 47_000;
const LAST_WAIT_MS = 3_000;

/** Parts of a connection. */
export interface ConnectionParts {
  readonly address: PostgresAddress;
  readonly open: OpenSession;
  readonly world: World;
  readonly refusals: SharedRefusals;
}

/** The one connection of a store, opened when it is first used and again when it was lost. One transaction at a time. */
export class Connection {
  private session: SqlSession | null = null;
  private wasOpen = false;
  private isAbandoned = false;
  private last: Promise<unknown> = Promise.resolve();
  private readonly silence: Silence;

  constructor(private readonly parts: ConnectionParts) {
    this.silence = new Silence(() => parts.world.monotonic(), SILENCE_MS);
  }

  /**
   * Runs `act` in a transaction. Where the connection is lost, a COMMIT without an answer included, the whole is run again: what it did
   * counts only when a COMMIT was answered, so `act` must see what an earlier try may have left.
   */
  transact<T>(purpose: ConnectionPurpose, act: (run: RunStatement) => Promise<T>): Promise<T> {
    const next = this.last.then(() => this.repeat(purpose, act));
    this.last = next.catch(() => undefined);
    return next;
  }

  /** Cuts the connection off; what waits for an answer gets none. */
  abandon(): void {
    this.isAbandoned = true;
    this.last.catch(() => undefined);
    this.session?.destroy();
    this.session = null;
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    await this.last;
    const {session} = this;
    this.session = null;
    await session?.end().catch(() => undefined);
  }

  private async repeat<T>(purpose: ConnectionPurpose, act: (run: RunStatement) => Promise<T>): Promise<T> {
    this.silence.check();
    for (let tries = 0; ; tries += 1) {
      try {
        const result = await this.once(purpose, act);
        this.silence.break();
        return result;
      } catch (error) {
        const pause = PAUSES_MS[tries];
        const isSilent = this.silence.leftMs <= 0;
        // An address at which nothing ever answered is wrong rather than restarting.
        if (pause === undefined || isSilent || !this.wasOpen || this.isAbandoned || !(isLost(error) || isPassing(error))) {
          const refusal = this.refuse(error, purpose);
          if (isSilent) this.silence.giveUp(refusal);
          throw refusal;
        }
        await this.parts.world.sleep(pause);
      }
    }
  }

  /** Waits for an answer, after a silence only for what is left of the patience. */
  private async wait<T>(usualMs: number, act: (limitMs: number) => Promise<T>): Promise<T> {
    const {silence} = this;
    const start = this.parts.world.monotonic();
    try {
      return await act(silence.isNone ? usualMs : Math.min(usualMs, Math.max(silence.leftMs, LAST_WAIT_MS)));
    } catch (error) {
      if (isLost(error)) silence.add(start);
      throw error;
    }
  }

  private async once<T>(purpose: ConnectionPurpose, act: (run: RunStatement) => Promise<T>): Promise<T> {
    const {open, address} = this.parts;
    this.session ??= await this.wait(USUAL_WAITS.connectMs, limitMs => open(address, limitMs));
    const {session} = this;
    // It was still being opened when it was given up.
    if (this.isAbandoned) session.destroy();
    this.wasOpen = true;
    const run: RunStatement = (text, values) => this.wait(USUAL_WAITS.answerMs, limitMs => session.run(text, values, limitMs));
    try {
      await this.begin(run, purpose);
      const result = await act(run);
      await run('COMMIT');
      return result;
    } catch (error) {
      await this.rollBack(session, error);
      throw error;
    }
  }

  private async begin(run: RunStatement, purpose: ConnectionPurpose): Promise<void> {
    try {
      await run(BEGIN[purpose]);
    } catch (error) {
      throw isOfStandby(error) ? refuseStandby(this.parts.refusals, error) : error;
    }
  }

  /** A connection of which it is not known where it stands is not used again. */
  private async rollBack(session: SqlSession, error: unknown): Promise<void> {
    try {
      if (isLost(error)) throw error;
      await session.run('ROLLBACK');
    } catch {
      this.session = null;
      session.destroy();
    }
  }

  private refuse(error: unknown, purpose: ConnectionPurpose): unknown {
    const {refusals} = this.parts;
    if (error instanceof UserError) return error;
    if (isMissingTable(error)) return refusals.notInitialized();
    if (!isLost(error) && codeOf(error) === null) return error;
    const words = describeError(error);
    if (isLost(error)) {
      const hint = `check the address and that the server runs, then run "${refusals.command('plan')}"`;
      return refusals.failed('state/unreachable', words, hint, error);
    }
    const plan = `run "${refusals.command('plan')}"`;
    // Before the first session, nothing was written.
    if (!this.wasOpen) {
      const advice = isLoginRefused(error)
        ? `check user, password and database in ${POSTGRES_URL}`
        : "let the server's keeper put it right";
      return refusals.failed('state/unreadable', words, `${advice}, then ${plan}`, error);
    }
    if (purpose === 'write' && isForbidden(error)) return refusals.mayOnlyRead(words, null, error);
    const hint = `let the server's keeper put it right, then ${plan}: it shows what was recorded and what is unresolved`;
    return refusals.failed(purpose === 'look' ? 'state/unreadable' : 'state/not-saved', words, hint, error);
  }
}
