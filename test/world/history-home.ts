import {type OpenSession, openPgSession, type SqlSession} from '../../src/state/postgres/session';
import {openPostgresStore} from '../../src/state/postgres/store';
import type {SharedStateStore} from '../../src/state/shared/store';
import type {StateHome} from './full-world';
import {makeProcess} from './mortal-run';
import type {PostgresServer} from './postgres-server';
import type {VirtualWorld} from './virtual-world';

/** A home in which several processes can live at once; to each other they are gone. */
export interface ServerHome extends StateHome {
  /** The same place, as one more process finds it. */
  join(clock: VirtualWorld): SharedStateStore;
  readonly table: () => string;
  close(): Promise<void>;
}

/** States on a PostgreSQL server, each opened by processes that die with what they have open. */
export function homeOn(server: PostgresServer): ServerHome {
  let processes: MortalProcess[] = [];
  let table = '';
  const enter = (clock: VirtualWorld): SharedStateStore => {
    const process = new MortalProcess(clock);
    processes.push(process);
    return openPostgresStore({
      ...{table, project: 'full', environment: 'default', tool: '1.0.0', world: clock, host: makeProcess()},
      ...{env: {MONITORS_STATE_POSTGRES_URL: server.url()}, rescueBeside: '/nowhere/monitors.state.json', open: process.open},
    });
  };
  const end = () => {
    for (const process of processes) process.die();
    processes = [];
  };
  return {
    begin: async clock => {
      end();
      table = `history_${++histories}`;
      const store = enter(clock);
      await store.initialize();
      return store;
    },
    reopen: async clock => {
      end();
      return enter(clock);
    },
    join: enter,
    table: () => table,
    close: async () => end(),
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
