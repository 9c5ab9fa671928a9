import type {World} from '../../src/context';
import type {HostFacts} from '../../src/state/file/host';
import {type OpenSession, openPgSession} from '../../src/state/postgres/session';
import {openPostgresStore} from '../../src/state/postgres/store';
import type {SharedStateStore} from '../../src/state/shared/store';
import type {Fate} from './crash-ports';
import type {PostgresServer} from './postgres-server';

/** A state on a server, for the crash loop; plain data, since a run may be a process of its own. */
export interface CrashServer {
  readonly url: string;
  readonly table: string;
  readonly project: string;
}

/** Opens the state as one process does. */
export function openCrashStore(
  server: CrashServer,
  {world, host, open}: {world: World; host: HostFacts; open?: OpenSession},
): SharedStateStore {
  const {url, table, project} = server;
  return openPostgresStore({
    ...{table, project, environment: 'default', tool: '1.0.0', world, host, rescueBeside: '/nowhere/monitors.state.json'},
    env: {MONITORS_STATE_POSTGRES_URL: url},
    ...(open === undefined ? {} : {open}),
  });
}

/** Connections of which every statement is a step of the run; a COMMIT is one before it, on its way, and after its answer. */
export function watchSessions(fate: Fate): OpenSession {
  return async address => {
    await fate.pass('connect');
    const session = await openPgSession(address);
    // The system closes what a dead process had open.
    void fate.dead.then(() => session.destroy());
    return {
      ...session,
      run: async (text, values) => {
        const [word = ''] = text.split(' ', 1);
        await fate.pass(word);
        const answer = session.run(text, values);
        if (word !== 'COMMIT') return answer;
        answer.catch(() => {});
        await fate.pass('COMMIT under way');
        const rows = await answer;
        await fate.pass('after COMMIT');
        return rows;
      },
    };
  };
}

/** Everything that a server holds of one state but who holds or held its lock. */
export async function dumpState(server: PostgresServer, {table, project}: CrashServer): Promise<string> {
  const tables = ['_monitors', '_journal', '_late', '_backups', '_replaced'];
  const heads = `SELECT root, serial, sum, checksum, writes, journal_lines, journal_last FROM "${table}" WHERE project = $1`;
  const rows = tables.map(name => `SELECT * FROM "${table}${name}" AS t WHERE project = $1 ORDER BY t`);
  return JSON.stringify(await server.queryAll([heads, ...rows], [project], 'app'));
}
