import {UserError} from '../../src/core/diagnostics/user-error';
import {type FullApplied, FullWorld, specOf} from './full-world';
import {type BucketAccess, homeInBucket, type ServerHome} from './history-home';
import {MemoryBucket} from './memory-bucket';
import {type S3Fault, S3Proxy, type SeenRequest} from './s3-proxy';
import type {S3Server} from './s3-server';
import {VirtualWorld} from './virtual-world';

/** Means of an attack. */
export interface Scene {
  readonly world: FullWorld;
  readonly home: ServerHome;
  readonly proxy: S3Proxy;
  readonly server: S3Server;
  readonly access: BucketAccess;
}

/** Faults after an attack, and what became of the run that it hit. */
export interface Aftermath {
  readonly problems: readonly string[];
  /** The code of what stopped it; empty where nothing did. */
  readonly stoppedBy: string;
  /** Requests to the state while it ran. */
  readonly requests: number;
}

/** Action on a request of the attacked run, the first of which has the number 1. */
export type Attack = (number: number, request: SeenRequest, scene: Scene) => S3Fault | null;

/**
 * Runs `act` on a project with one monitor, whose state is in a bucket of its own behind a proxy. The run that made it had the bucket in
 * memory, and what it left was moved: that takes a fifth of the requests.
 */
export async function inScene<T>(server: S3Server, act: (scene: Scene) => Promise<T>): Promise<T> {
  const [bucket, proxy] = await Promise.all([server.makeBucket(), S3Proxy.start(server)]);
  const memory = new MemoryBucket();
  const access: BucketAccess = {bucket, env: server.env(undefined, proxy.port), requests: memory.requests};
  const home = homeInBucket(access);
  const world = await FullWorld.start({home});
  try {
    world.write({z: specOf('z')});
    await world.apply();
    await server.fill(bucket, memory.objects);
    access.requests = undefined;
    await world.reboot();
    world.write({z: specOf('z'), a: specOf('a'), b: specOf('b')});
    return await act({world, home, proxy, server, access});
  } finally {
    await world.close();
    await home.close();
    await proxy.close();
  }
}

/** An apply of two more monitors under an attack, then one of a new process: each monitor has to be there once, and recorded. */
export function attackApply(server: S3Server, attack: Attack): Promise<Aftermath> {
  return inScene(server, async scene => {
    const {world, proxy} = scene;
    const before = proxy.requests.length;
    proxy.fault = request => attack(request.number - before, request, scene);
    const stoppedBy = await stopOf(world.apply());
    const requests = proxy.requests.length - before;
    proxy.fault = () => null;
    await world.reboot();
    const next = await stopOf(world.apply());
    // The first run's requests arrive only now.
    await proxy.deliverLate();
    const problems = next === '' ? [] : [`the next run was stopped by ${next}`];
    return {problems: [...problems, ...(await findProblems(scene))], stoppedBy, requests};
  });
}

/** Monitors that are live twice, lost, or not recorded, and what a plan would still do. */
export async function findProblems(scene: Scene): Promise<string[]> {
  const {world, home, server, access} = scene;
  const {store} = world;
  access.requests = server.filesOf(access.bucket);
  world.useStore(home.join(world.clock));
  try {
    return await listProblems(scene);
  } finally {
    access.requests = undefined;
    world.useStore(store);
  }
}

async function listProblems({world}: Scene): Promise<string[]> {
  const problems: string[] = [];
  const names = world.names();
  if (names.join() !== 'a,b,z') problems.push(`live are ${names.join()}`);
  const recorded = await world.recorded();
  for (const {id, name} of world.emulator.monitors()) {
    if (recorded.get(name)?.id !== id) problems.push(`${name} is live as ${id} and recorded as ${recorded.get(name)?.id}`);
  }
  const {changes} = await world.plan({refresh: false});
  if (changes.length > 0) problems.push(`the plan still has ${changes.map(({action, key}) => `${action} ${key}`).join()}`);
  return problems;
}

/** Another run, on another machine, that takes the first one for dead: all of it, from the lock to the end. */
export async function runSuccessor({world, home}: Pick<Scene, 'world' | 'home'>): Promise<FullApplied> {
  const paused = world.clock;
  paused.advance(600_000);
  world.clock = Object.assign(new VirtualWorld({seed: 7, start: paused.now()}), {uuid: paused.uuid});
  world.useStore(home.join(world.clock));
  return world.apply();
}

/** The code of what stopped a run, also where it says so in its outcome; empty where it came to its end. */
export async function stopOf(run: Promise<FullApplied>): Promise<string> {
  try {
    const {outcome} = await run;
    return outcome.stop?.kind ?? '';
  } catch (error) {
    if (error instanceof UserError) return error.code;
    throw error;
  }
}
