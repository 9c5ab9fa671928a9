import {type OpenSession, openPgSession, type SqlSession} from '../../src/state/postgres/session';
import {openPostgresStore} from '../../src/state/postgres/store';
import type {SharedStateStore} from '../../src/state/shared/store';
import type {StateHome} from './full-world';
import {makeProcess} from './mortal-run';
import type {PostgresServer} from './postgres-server';
import type {VirtualWorld} from './virtual-world';

/** States on a PostgreSQL server, each opened by processes that die with what they have open. */
export function homeOn(server: PostgresServer): StateHome & {close(): Promise<void>} {
  let process: MortalProcess | null = null;
  let table = '';
  const enter = (clock: VirtualWorld): SharedStateStore => {
    process?.die();
    process = new MortalProcess(clock);
    return openPostgresStore({
      ...{table, project: 'full', environment: 'default', tool: '1.0.0', world: clock, host: makeProcess()},
      ...{env: {MONITORS_STATE_POSTGRES_URL: server.url()}, rescueBeside: '/nowhere/monitors.state.json', open: process.open},
    });
  };
  return {
    begin: async clock => {
      table = `history_${++histories}`;
      const store = enter(clock);
      await store.initialize();
      return store;
    },
    reopen: async clock => enter(clock),
    close: async () => process?.die(),
  };
}

let histories = 0;

/** The connections of one process, which take no virtual time. When it dies they break, and nothing that it asks for ever comes back. */
class MortalProcess {
  readonly #sessions = new Set<SqlSession>();
  #isDead = false;

  constructor(private readonly clock: VirtualWorld) {}

  readonly open: OpenSession = async address => {
    await this.#live();
    const session = await this.clock.during(() => openPgSession(address));
    this.#sessions.add(session);
    return {
      ...session,
      run: async (text, values) => {
        await this.#live();
        const rows = await this.clock
          .during(() => session.run(text, values))
          .catch(async (error: unknown) => {
            await this.#live();
            throw error;
          });
        await this.#live();
        return rows;
      },
    };
  };

  die(): void {
    this.#isDead = true;
    for (const session of this.#sessions) session.destroy();
  }

  async #live(): Promise<void> {
    if (this.#isDead) await new Promise<never>(() => {});
  }
}
