import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {World} from '../../src/core/base/context';
import {readPostgresAddress} from '../../src/core/state/addresses/postgres';
import {type HostFacts, readHostFacts} from '../../src/core/state/file/host';
import type {SharedStateStore} from '../../src/core/state/remote/store';
import {type OpenSession, openPgSession, type SqlSession} from '../../src/stores/postgres/session';
import {openPostgresStore} from '../../src/stores/postgres/store';
import {type OpenObjects, openObjects, type SingleRequests} from '../../src/stores/s3/client';
import {S3Requests, USUAL_LIMITS} from '../../src/stores/s3/requests';
import {openS3Store} from '../../src/stores/s3/store';
import type {Fate} from './crash-ports';
import {MemoryBucket} from './memory-bucket';
import type {PostgresServer} from './postgres-server';
import {realWorld} from './real-world';
import type {S3Server} from './s3-server';

/** A state on a server, for the crash loop; plain data, since a run may be a process of its own. */
export type CrashServer = {readonly project: string; readonly env: Readonly<Record<string, string>>} & (
  | {readonly table: string}
  | {readonly bucket: string}
);

/** Ways of a run to its servers; the usual ones where left out. */
export interface Reach {
  readonly sessions?: OpenSession;
  readonly objects?: OpenObjects;
}

/** Opens the state as one process does. */
export function openCrashStore(
  server: CrashServer,
  {world, host, reach = {}}: {world: World; host: HostFacts; reach?: Reach},
): SharedStateStore {
  const {project, env} = server;
  const options = {project, environment: 'default', tool: '1.0.0', world, host, env, rescueBeside: '/nowhere/monitors.state.json'};
  const {sessions, objects} = reach;
  return 'table' in server
    ? openPostgresStore({...options, table: server.table, open: sessions ?? openKeptSession})
    : openS3Store({
        ...{...options, bucket: server.bucket, prefix: PREFIX, region: undefined},
        ...(objects === undefined ? {} : {open: objects}),
      });
}

const PREFIX = 'crash';

/** Connections of runs that lived, by the address. */
const kept = new Map<string, SqlSession[]>();

/** A connection that an earlier run left in good order, as behind a pooler, or a new one: to start one costs a server twenty statements. */
const openKeptSession: OpenSession = async (address, limitMs) => {
  const of = JSON.stringify(address);
  const left = kept.get(of) ?? [];
  kept.set(of, left);
  const session = left.pop() ?? (await openPgSession(address, limitMs));
  return {...session, end: async () => void left.push(session)};
};

/** Ways to servers on which every statement and every request is a step of the run. */
export function watchServers(fate: Fate): Reach {
  return {sessions: watchSessions(fate), objects: watchObjects(fate)};
}

/** Connections of which every statement is a step; a COMMIT is one before it, on its way, and after its answer. */
function watchSessions(fate: Fate): OpenSession {
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

/** Objects of which every request is a step; one that writes is one before it, on its way, and after its answer. */
function watchObjects(fate: Fate): OpenObjects {
  return parts => {
    const requests = new S3Requests(parts.address, parts.limits ?? USUAL_LIMITS);
    // Requests of a dead process arrive, and the system closes what it had open.
    void fate.dead.then(() => fate.settled()).then(() => requests.close());
    const write = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
      await fate.pass(name);
      const answer = fate.watch(act());
      await fate.pass(`${name} under way`);
      const result = await answer;
      await fate.pass(`after ${name}`);
      return result;
    };
    const watched: SingleRequests = {
      get: async (key, known) => {
        await fate.pass('get');
        return requests.get(key, known);
      },
      put: (key, body, condition) => write('put', () => requests.put(key, body, condition)),
      remove: keys => write('remove', () => requests.remove(keys)),
      list: async start => {
        await fate.pass('list');
        return requests.list(start);
      },
      close: () => requests.close(),
    };
    return openObjects({...parts, requests: watched});
  };
}

/** A server on which the crash loop keeps states. */
export interface CrashHost {
  /** A place for one state. */
  makePlace(): Promise<CrashServer>;
  /** Makes it ready, and does there what comes before the first run that may die. */
  prepare(server: CrashServer, before: (reach?: Reach) => Promise<void>): Promise<void>;
  /** Reads a state that nobody changes; as usual where undefined. */
  looking(server: CrashServer): Reach | undefined;
  /** Everything that the server holds of one state but who holds or held its lock. */
  dump(server: CrashServer): Promise<string>;
}

const OPEN_TRANSACTIONS = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
  AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;

let places = 0;

async function makeReady(server: CrashServer, reach: Reach = {}): Promise<void> {
  const host = readHostFacts({pid: process.pid, platform: process.platform, env: {}, command: 'init'});
  const store = openCrashStore(server, {world: realWorld, host, reach});
  await store.initialize();
  await store.close();
}

/** States in a table that all share. */
export function crashOnPostgres(server: () => PostgresServer): CrashHost {
  const table = 'crash_state';
  return {
    makePlace: async () => ({project: `crash-${++places}`, table, env: {MONITORS_STATE_POSTGRES_URL: server().url()}}),
    prepare: async (place, before) => {
      await makeReady(place);
      await before();
    },
    looking: () => undefined,
    dump: async ({project, env}) => {
      const tables = ['_monitors', '_journal', '_late', '_backups', '_replaced'];
      const heads = `SELECT root, serial, sum, checksum, writes, journal_lines, journal_last FROM "${table}" WHERE project = $1`;
      const rows = tables.map(name => `SELECT * FROM "${table}${name}" AS t WHERE project = $1 ORDER BY t`);
      const session = await openKeptSession(readPostgresAddress(env));
      const answers: unknown[] = [];
      // A dead run's COMMIT may be under way; its other transactions end with its connection.
      while ((await session.run(OPEN_TRANSACTIONS, [])).length > 0);
      for (const text of [heads, ...rows]) answers.push(await session.run(text, [project]));
      await session.end();
      return JSON.stringify(answers);
    },
  };
}

/** States in a bucket that all share. */
export function crashOnS3(server: () => S3Server): CrashHost {
  let bucket: Promise<string> | null = null;
  return {
    makePlace: async () => {
      bucket ??= server().makeBucket();
      return {project: `crash-${++places}`, bucket: await bucket, env: server().env()};
    },
    // In memory, and moved to the server: that takes a fifth of the requests.
    prepare: async (place, before) => {
      const memory = new MemoryBucket();
      const reach = {objects: memory.open};
      await makeReady(place, reach);
      await before(reach);
      await server().fill(bucketOf(place), memory.objects);
    },
    looking: place => ({objects: parts => openObjects({...parts, requests: server().filesOf(bucketOf(place))})}),
    dump: async place => {
      const directory = join(server().directoryOf(bucketOf(place)), PREFIX, place.project, 'default');
      const entries = readdirSync(directory, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
      const objects = entries.map(({parentPath, name}) => [name, readFileSync(join(parentPath, name), 'utf8')] as const);
      return JSON.stringify(objects.flatMap(withoutHolder).sort());
    },
  };
}

function bucketOf(place: CrashServer): string {
  if (!('bucket' in place)) throw new Error('not a place in a bucket');
  return place.bucket;
}

/** Members of an object beside who holds or held the lock: each run ends the epoch before it, and begins one. */
function withoutHolder([name, text]: readonly [string, string]): readonly string[] {
  const [first = ''] = text.split('\n', 1);
  if (/"kind":"(?:seal|folded)"/.test(first)) return [];
  if (name !== 'head.json') return [`${name} ${text}`];
  const {nonce, fence, holder, journal, ...rest} = JSON.parse(text) as Record<string, unknown>;
  const {bases, last} = journal as Record<string, unknown>;
  return [JSON.stringify({...rest, bases, last})];
}
