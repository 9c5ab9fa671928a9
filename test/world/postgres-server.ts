import {type ChildProcess, execFileSync, spawn, spawnSync} from 'node:child_process';
import {appendFileSync, chownSync, existsSync, mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {Client} from 'pg';
import {openPostgresStore, type PostgresStoreOptions} from '../../src/state/postgres/store';
import type {SharedStateStore} from '../../src/state/shared/store';
import {countingWorld, host} from '../unit/state/world';

/** The directory of PostgreSQL's programs, where it is installed: CI installs it. */
export function findPostgres(): string | undefined {
  const program = process.env['MONITORS_TEST_POSTGRES'] ?? 'postgres';
  const path = spawnSync('sh', ['-c', 'command -v "$0"', program], {encoding: 'utf8'}).stdout.trim();
  if (path !== '') return dirname(realpathSync(path));
  if (process.env['CI'] === 'true') throw new Error(`${program} cannot be run: install it, or name it in MONITORS_TEST_POSTGRES`);
  console.log('PostgreSQL is not installed: states in it are not tested here (apt-get install postgresql, or MONITORS_TEST_POSTGRES=path)');
  return undefined;
}

/** Debian's account without rights: PostgreSQL refuses to run as root. */
const NOBODY = 65_534;

/** A PostgreSQL server of the tests' own on loopback. */
export class PostgresServer {
  #process: ChildProcess | null = null;

  private constructor(
    private readonly programs: string,
    private readonly directory: string,
    readonly port: number,
  ) {}

  static async start(programs: string, settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
    // In memory where the machine offers that: what fsync costs is not what is tested.
    const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'monitors-postgres-'));
    if (process.getuid?.() === 0) chownSync(directory, NOBODY, NOBODY);
    const server = new PostgresServer(programs, directory, await findPort());
    server.#run('initdb', ['-D', server.#data, '-A', 'trust', '-U', 'keeper', '-E', 'UTF8', '--no-sync', '--locale=C']);
    const all = {listen_addresses: '127.0.0.1', port: String(server.port), unix_socket_directories: '', max_wal_size: '256MB', ...settings};
    const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(server.#data, 'postgresql.conf'), lines.join(''));
    await server.launch();
    await server.query('CREATE DATABASE app');
    return server;
  }

  get #data(): string {
    return join(this.directory, 'data');
  }

  /** The directory of the database's files. */
  get dataDirectory(): string {
    return this.#data;
  }

  /** The address of the database, for this user. */
  url(user = 'keeper', port = this.port, database = 'app'): string {
    return `postgres://${user}@127.0.0.1:${port}/${database}`;
  }

  async launch(): Promise<void> {
    const [program = '', ...words] = this.#asNobody(join(this.programs, 'postgres'), ['-D', this.#data]);
    this.#process = spawn(program, words, {stdio: 'ignore'});
    while (!(await this.#answers())) await new Promise(resolve => setTimeout(resolve, 20));
  }

  /** Stops it: `SIGINT` ends all connections, `SIGQUIT` is a crash. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise(resolve => running.once('exit', resolve));
    running.kill(signal);
    await ended;
  }

  async close(): Promise<void> {
    await this.stop('SIGQUIT');
    rmSync(this.directory, {recursive: true, force: true});
  }

  /** What the keeper of the server does. */
  async query(text: string, values: readonly unknown[] = [], database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client({
      connectionString: this.url('keeper', this.port, text.startsWith('CREATE DATABASE') ? 'postgres' : database),
    });
    await client.connect();
    try {
      return (await client.query(text, values as unknown[])).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  /** Runs one of PostgreSQL's programs to its end. */
  #run(program: string, words: readonly string[]): void {
    const [name = '', ...rest] = this.#asNobody(join(this.programs, program), words);
    execFileSync(name, rest, {stdio: 'pipe'});
  }

  #asNobody(program: string, words: readonly string[]): string[] {
    const prefix = process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
    return [...prefix, program, ...words];
  }

  async #answers(): Promise<boolean> {
    const running = this.#process;
    if (running === null || running.exitCode !== null) throw new Error('PostgreSQL ended at its start');
    return this.query('SELECT 1').then(
      () => true,
      () => false,
    );
  }
}

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

let tables = 0;

/** Options of a store in a table of its own. */
export function postgresOptions(server: PostgresServer, changes: Partial<PostgresStoreOptions> = {}): PostgresStoreOptions {
  return {
    table: `state_${++tables}`,
    project: 'acme-web',
    environment: 'default',
    tool: '1.4.0',
    world: countingWorld(),
    host: host(),
    env: {MONITORS_STATE_POSTGRES_URL: server.url()},
    rescueBeside: join(tmpdir(), 'monitors.state.json'),
    ...changes,
  };
}

/** A place on a server that is ready for states. */
export interface SharedPlace {
  /** Opens the state there, as one process does. */
  open(changes?: Pick<Partial<PostgresStoreOptions>, 'host' | 'world' | 'environment' | 'env' | 'open'>): SharedStateStore;
  readonly table: string;
}

/** Starts a server for the tests of a file, where PostgreSQL is installed. */
export function usePostgres(settings?: Readonly<Record<string, string>>) {
  const programs = findPostgres();
  let server: PostgresServer | null = null;
  const opened: SharedStateStore[] = [];
  if (programs !== undefined) {
    beforeAll(async () => {
      server = await PostgresServer.start(programs, settings);
    });
    afterAll(async () => {
      for (const store of opened) await store.close();
      await server?.close();
    });
  }
  const there = () => {
    if (server === null) throw new Error('the server has not started yet');
    return server;
  };
  const makePlace = async (changes: Partial<PostgresStoreOptions> = {}): Promise<SharedPlace> => {
    const options = postgresOptions(there(), changes);
    const open = (more: Partial<PostgresStoreOptions> = {}) => {
      const store = openPostgresStore({...options, ...more});
      opened.push(store);
      return store;
    };
    const first = open();
    await first.initialize();
    await first.close();
    return {open, table: options.table};
  };
  return {
    isHere: programs !== undefined,
    server: there,
    place: makePlace,
    open: async (changes?: Partial<PostgresStoreOptions>) => (await makePlace(changes)).open(),
  };
}
