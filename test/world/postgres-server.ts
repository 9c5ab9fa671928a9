import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {appendFileSync, chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {Client} from 'pg';
import type {SharedStateStore} from '../../src/core/state/remote/store';
import {openPostgresStore, type PostgresStoreOptions} from '../../src/stores/postgres/store';
import {countingWorld, host} from '../unit/core/state/world';
import {findPort, findProgram, type NeededProgram} from './programs';

const needed = (program: string, packaged: string): NeededProgram => ({
  program,
  variable: `MONITORS_TEST_${program.toUpperCase()}`,
  untested: 'states in PostgreSQL',
  install: `apt-get install ${packaged}`,
});

/** The directory of PostgreSQL's programs. */
export function findPostgres(): string | undefined {
  const path = findProgram(needed('postgres', 'postgresql'));
  return path === undefined ? undefined : dirname(path);
}

/** A pooler. */
export function findPgbouncer(): string | undefined {
  return findProgram(needed('pgbouncer', 'pgbouncer'));
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
    await server.#fill();
    const all = {listen_addresses: '127.0.0.1', port: String(server.port), unix_socket_directories: '', max_wal_size: '256MB', ...settings};
    const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(server.#data, 'postgresql.conf'), lines.join(''));
    await server.launch();
    return server;
  }

  /** Makes the files of a server with the database of the tests, or copies those that another suite of this run made. */
  async #fill(): Promise<void> {
    const place = process.env['MONITORS_TEST_PLACE'];
    const made = place === undefined ? null : join(place, 'postgres');
    if (made !== null && existsSync(made)) return void execFileSync('cp', ['-a', made, this.#data]);
    this.#run('initdb', ['-D', this.#data, '-A', 'trust', '-U', 'keeper', '-E', 'UTF8', '--no-sync', '--locale=C']);
    const lines = `listen_addresses = '127.0.0.1'\nport = ${this.port}\nunix_socket_directories = ''\n`;
    const own = join(this.#data, 'postgresql.conf');
    const untouched = readFileSync(own);
    appendFileSync(own, lines);
    await this.launch();
    await this.query('CREATE DATABASE app');
    await this.stop();
    writeFileSync(own, untouched);
    if (made === null) return;
    const copy = `${made}-${this.port}`;
    execFileSync('cp', ['-a', this.#data, copy]);
    try {
      renameSync(copy, made);
    } catch {
      // Another suite was first.
      rmSync(copy, {recursive: true, force: true});
    }
  }

  /** Starts a replica that follows this server; it answers as a standby. */
  async replicate(): Promise<PostgresServer> {
    const directory = mkdtempSync(join(dirname(this.directory), 'monitors-postgres-'));
    if (process.getuid?.() === 0) chownSync(directory, NOBODY, NOBODY);
    const replica = new PostgresServer(this.programs, directory, await findPort());
    const from = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'keeper'];
    this.#run('pg_basebackup', [...from, '-D', replica.#data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']);
    appendFileSync(join(replica.#data, 'postgresql.conf'), `port = '${replica.port}'\n`);
    await replica.launch();
    return replica;
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

  /** Work of the server's keeper. */
  async query(text: string, values: readonly unknown[] = [], database = 'postgres', port = this.port): Promise<Record<string, unknown>[]> {
    const [rows = []] = await this.queryAll([text], values, database, port);
    return rows;
  }

  /** Several queries with the same values over one connection: to start one costs more than most queries. */
  async queryAll(texts: readonly string[], values: readonly unknown[] = [], database = 'postgres', port = this.port) {
    const client = new Client({connectionString: this.url('keeper', port, database)});
    client.on('error', () => {});
    await client.connect();
    try {
      const answers: Record<string, unknown>[][] = [];
      for (const text of texts) answers.push((await client.query(text, values as unknown[])).rows as Record<string, unknown>[]);
      return answers;
    } finally {
      await client.end();
    }
  }

  /** Starts a pooler before it in which each transaction may get another connection; returns its port and how to end it. */
  async startPooler(
    pgbouncer: string,
    login?: {readonly user: string; readonly password: string},
  ): Promise<{readonly port: number; readonly stop: () => void}> {
    const port = await findPort();
    const file = join(this.directory, 'pgbouncer.ini');
    const settings = {
      ...{listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', pool_mode: 'transaction'},
      ...{default_pool_size: 3, server_reset_query_always: 1, server_reset_query: 'DISCARD ALL'},
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    const server = `host=127.0.0.1 port=${this.port}`;
    const other = login === undefined ? '' : `${login.user} = ${server} dbname=app user=${login.user} password=${login.password}\n`;
    writeFileSync(file, `[databases]\napp = ${server} user=keeper\n${other}[pgbouncer]\n${lines.join('')}`);
    const [program = '', ...words] = this.#asNobody(pgbouncer, [file]);
    const pooler = spawn(program, words, {stdio: 'ignore'});
    while (!(await this.#answers(port, 'app'))) await new Promise(resolve => setTimeout(resolve, 20));
    return {port, stop: () => void pooler.kill('SIGKILL')};
  }

  /** Puts files into the directory of the data, for the server alone. */
  writeFiles(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const file = join(this.#data, name);
      writeFileSync(file, text, {mode: 0o600});
      if (process.getuid?.() === 0) chownSync(file, NOBODY, NOBODY);
    }
  }

  /** Writes the tables of a state down, takes them away, and puts them back as they were written down: a backup that is restored. */
  restoreFromDump(table: string): void {
    const dump = this.#run('pg_dump', ['-d', this.url(), '--clean', '-t', `${table}*`]);
    this.#run('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-d', this.url()], dump);
  }

  /** Runs one of PostgreSQL's programs to its end; returns what it printed. */
  #run(program: string, words: readonly string[], input = ''): string {
    const [name = '', ...rest] = this.#asNobody(join(this.programs, program), words);
    return execFileSync(name, rest, {stdio: 'pipe', input, encoding: 'utf8'});
  }

  #asNobody(program: string, words: readonly string[]): string[] {
    const prefix = process.getuid?.() === 0 ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
    return [...prefix, program, ...words];
  }

  async #answers(port = this.port, database = 'postgres'): Promise<boolean> {
    const running = this.#process;
    if (running === null || running.exitCode !== null) throw new Error('PostgreSQL ended at its start');
    return this.query('SELECT 1', [], database, port).then(
      () => true,
      () => false,
    );
  }
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
