import type {OutlineFile} from '../../src/core/state/kept-outline';
import type {SharedStateStore} from '../../src/core/state/remote/store';
import type {ReadableState, StoredState} from '../../src/core/state/state';
import type {StateRead} from '../../src/core/state/store';
import {type OpenSession, openPgSession} from '../../src/stores/postgres/session';
import {openPostgresStore} from '../../src/stores/postgres/store';
import {type OpenObjects, openObjects, type SingleRequests} from '../../src/stores/s3/client';
import {S3Requests, USUAL_LIMITS} from '../../src/stores/s3/requests';
import {openS3Store} from '../../src/stores/s3/store';
import type {StateHome} from './full-world';
import {memoryOutline} from './kept-outline';
import {probeInMemory} from './memory-bucket';
import {makeProcess} from './mortal-run';
import type {PostgresServer} from './postgres-server';
import {REGION} from './s3-server';
import type {VirtualWorld} from './virtual-world';

/** A home in which several processes can live at once; to each other they are gone. */
export interface ServerHome extends StateHome {
  /** The same place, as one more process finds it. */
  join(clock: VirtualWorld): SharedStateStore;
  /** The table, or the prefix in the bucket. */
  readonly place: () => string;
  close(): Promise<void>;
}

/** Opens a place as a process that may die. */
type Enter = (place: string, clock: VirtualWorld, process: MortalProcess, outline: OutlineFile) => SharedStateStore;

/** States on a PostgreSQL server, each opened by processes that die with what they have open. */
export function homeOn(server: PostgresServer): ServerHome {
  return makeHome((table, clock, process, outline) =>
    openPostgresStore({...optionsOf(clock), outline, table, env: {MONITORS_STATE_POSTGRES_URL: server.url()}, open: process.openSession}),
  );
}

/** Ways to states in a bucket. */
export interface BucketAccess {
  readonly bucket: string;
  /** Of the processes that begin from now on. */
  env: Readonly<Record<string, string>>;
  /** Requests to the address that the store has; real ones when left out. */
  requests?: SingleRequests | undefined;
}

/** The same in a bucket. */
export function homeInBucket(access: BucketAccess): ServerHome {
  return makeHome((prefix, clock, process, outline) => {
    const {bucket, env, requests} = access;
    return openS3Store({...optionsOf(clock), outline, bucket, prefix, region: REGION, env, open: process.openObjects(requests)});
  });
}

function optionsOf(world: VirtualWorld) {
  const owner = {project: 'full', environment: 'default', tool: '1.0.0'};
  return {...owner, world, host: makeProcess(), rescueBeside: '/nowhere/monitors.state.json'};
}

function makeHome(open: Enter): ServerHome {
  let processes: MortalProcess[] = [];
  let place = '';
  let outline = memoryOutline();
  const enter = (clock: VirtualWorld): SharedStateStore => {
    const process = new MortalProcess(clock);
    processes.push(process);
    return lookTwice(open(place, clock, process, outline));
  };
  const end = async () => {
    for (const process of processes) await process.die();
    processes = [];
  };
  return {
    begin: async clock => {
      await end();
      place = `history_${++histories}`;
      outline = memoryOutline();
      const store = enter(clock);
      await store.initialize();
      return store;
    },
    reopen: async clock => {
      await end();
      return enter(clock);
    },
    join: enter,
    place: () => place,
    close: end,
  };
}

let histories = 0;

/** A store of which each look is compared with one that uses the outline which this machine kept. */
function lookTwice(store: SharedStateStore): SharedStateStore {
  return {
    ...store,
    read: async choose => {
      const read = await store.read(choose);
      const again = await store.read(() => null);
      const problem = read.kind === 'present' && read.doubt === undefined ? findDifference(read.stored, again) : null;
      if (problem !== null) throw new Error(`a look with the kept outline is another one: ${problem}`);
      return read;
    },
  };
}

/** Other processes may have written in between. */
function findDifference({state, version}: StoredState<ReadableState>, again: StateRead<ReadableState>): string | null {
  if (again.kind !== 'present') return 'nothing is stored';
  const {stored} = again;
  if (stored.version.serial < version.serial) return `serial ${stored.version.serial} after ${version.serial}`;
  if (stored.version.checksum !== version.checksum) return null;
  const list = ({monitors}: ReadableState) => JSON.stringify([...monitors].map(([key, {id, bodyHash}]) => [key, id, bodyHash]).sort());
  return list(stored.state) === list(state) ? null : `${list(stored.state)} for ${list(state)}`;
}

/** The connections of one process, which take no virtual time. When it dies they break, and nothing that it asks for ever comes back. */
class MortalProcess {
  readonly #open = new Set<{readonly end: () => void}>();
  readonly #underWay = new Set<Promise<unknown>>();
  #isDead = false;

  constructor(private readonly clock: VirtualWorld) {}

  readonly openSession: OpenSession = async address => {
    await this.#live();
    const session = await this.clock.during(() => openPgSession(address));
    this.#open.add({end: () => session.destroy()});
    return {...session, run: (text, values) => this.#ask(() => session.run(text, values))};
  };

  readonly openObjects =
    (given?: SingleRequests): OpenObjects =>
    parts => {
      const requests = given ?? probeInMemory(new S3Requests(parts.address, parts.limits ?? USUAL_LIMITS));
      this.#open.add({end: () => requests.close()});
      return openObjects({
        ...parts,
        requests: {
          get: (key, known) => this.#ask(() => requests.get(key, known)),
          put: (key, body, condition) => this.#ask(() => requests.put(key, body, condition)),
          remove: keys => this.#ask(() => requests.remove(keys)),
          list: start => this.#ask(() => requests.list(start)),
          close: () => requests.close(),
        },
      });
    };

  /** Requests under way on a connection may still arrive. */
  async die(): Promise<void> {
    this.#isDead = true;
    for (const {end} of this.#open) end();
    await Promise.allSettled(this.#underWay);
  }

  async #ask<Value>(request: () => Promise<Value>): Promise<Value> {
    await this.#live();
    const sent = this.clock.during(request);
    this.#underWay.add(sent);
    const forget = () => void this.#underWay.delete(sent);
    sent.then(forget, forget);
    const value = await sent.catch(async (error: unknown) => {
      await this.#live();
      throw error;
    });
    await this.#live();
    return value;
  }

  async #live(): Promise<void> {
    if (this.#isDead) await new Promise<never>(() => {});
  }
}
