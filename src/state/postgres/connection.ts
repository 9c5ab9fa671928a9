import type {World} from '../../context';
import {UserError} from '../../diagnostics/user-error';
import type {SharedRefusals} from '../shared/refusals';
import type {PostgresAddress} from './address';
import {codeOf, describeError, isForbidden, isLost, isMissingTable, isOfStandby, isPassing, refuseStandby} from './errors';
import type {OpenSession, SqlSession} from './session';

/** Sends one statement of a transaction. */
export type Run = SqlSession['run'];

/** What a transaction is for: `look` sees one moment of everything and writes nothing. */
export type Purpose = 'look' | 'write';

/** Read committed is enough: each writer first locks the one row that decides. The limits end with the transaction, so that poolers are no matter. */
const BEGIN: Readonly<Record<Purpose, string>> = {
  look: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = '60s'; SET LOCAL idle_in_transaction_session_timeout = '60s'`,
  write: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = on; SET LOCAL lock_timeout = '15s'; SET LOCAL statement_timeout = '60s'; SET LOCAL idle_in_transaction_session_timeout = '30s'`,
};

/** Pauses before a transaction is tried again after its connection was lost: a server that restarts is back within seconds. */
const PAUSES_MS = [100, 500, 2000, 5000];

/** What a connection is made of. */
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

  constructor(private readonly parts: ConnectionParts) {}

  /**
   * Runs `act` in a transaction. Where the connection is lost, a COMMIT without an answer included, the whole is run again: what it did
   * counts only when a COMMIT was answered, so `act` must see what an earlier try may have left.
   */
  transact<T>(purpose: Purpose, act: (run: Run) => Promise<T>): Promise<T> {
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

  private async repeat<T>(purpose: Purpose, act: (run: Run) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.once(purpose, act);
      } catch (error) {
        const pause = PAUSES_MS[tries];
        // An address at which nothing ever answered is wrong rather than restarting.
        if (pause === undefined || !this.wasOpen || this.isAbandoned || !(isLost(error) || isPassing(error)))
          throw this.refuse(error, purpose);
        await this.parts.world.sleep(pause);
      }
    }
  }

  private async once<T>(purpose: Purpose, act: (run: Run) => Promise<T>): Promise<T> {
    const {open, address} = this.parts;
    this.session ??= await open(address);
    const {session} = this;
    // It was still being opened when it was given up.
    if (this.isAbandoned) session.destroy();
    this.wasOpen = true;
    try {
      await this.begin(session, purpose);
      const result = await act((text, values) => session.run(text, values));
      await session.run('COMMIT');
      return result;
    } catch (error) {
      await this.rollBack(session, error);
      throw error;
    }
  }

  private async begin(session: SqlSession, purpose: Purpose): Promise<void> {
    try {
      await session.run(BEGIN[purpose]);
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

  private refuse(error: unknown, purpose: Purpose): unknown {
    const {refusals} = this.parts;
    const {shown} = refusals.facts;
    if (error instanceof UserError) return error;
    if (isMissingTable(error)) return refusals.notInitialized();
    if (!isLost(error) && codeOf(error) === null) return error;
    const words = describeError(error);
    if (isLost(error)) {
      const hint = `check the address and that the server runs, then run "${refusals.command('plan')}"`;
      return new UserError('state/unreachable', `${shown} can't be reached: ${words}`, hint, {cause: error});
    }
    if (purpose === 'write' && isForbidden(error)) return refusals.mayOnlyRead(words, null, error);
    const hint = `let the server's keeper put it right, then run "${refusals.command('plan')}": it shows what was recorded and what is unresolved`;
    return purpose === 'look'
      ? new UserError('state/unreadable', `${shown} can't be read: ${words}`, hint, {cause: error})
      : new UserError('state/not-saved', `${shown} could not be written: ${words}`, hint, {cause: error});
  }
}
