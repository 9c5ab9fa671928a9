import {cpSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {writeDataFile} from '../../src/emulator/data-file';
import {hostCopy} from './hosted-repository';
import {
  type ApplyStart,
  describeWorld,
  type MergeWorld,
  openMergeWorld,
  type PullRequests,
  type ServiceStart,
  startMergeWorld,
} from './merge-world';

/** A world as it was kept: its repository, its monitors, its pull requests. */
interface KeptWorld {
  readonly remote: string;
  readonly service: ServiceStart & {readonly port: number; readonly dataFile: string};
  readonly pulls: PullRequests;
}

const kept = new Map<string, KeptWorld>();

/**
 * A {@link MergeWorld} that `make` begins and lets things happen in: made once a file of tests, and copied for each further test that
 * begins with the same; `about` tells it from others. The state names the service's address, so where that was taken in the meantime, it
 * is made again.
 */
export async function copyOrMake(about: unknown, make: () => Promise<MergeWorld>): Promise<MergeWorld> {
  const key = JSON.stringify(about);
  const known = kept.get(key);
  const copy = known === undefined ? null : await copyWorld(known);
  if (copy !== null) return copy;
  const world = await make();
  kept.set(key, keepWorld(world));
  return world;
}

function keepWorld(world: MergeWorld): KeptWorld {
  const place = mkdtempSync(join(tmpdir(), 'monitors-kept-'));
  const [remote, dataFile] = [join(place, 'remote.git'), join(place, 'monitors')];
  cpSync(world.repository.remote, remote, {recursive: true});
  writeDataFile(dataFile, world.emulator.monitors());
  const {service, pulls} = describeWorld(world);
  return {remote, pulls, service: {...service, dataFile, port: Number(new URL(world.emulator.url).port)}};
}

async function copyWorld({remote, service, pulls}: KeptWorld): Promise<MergeWorld | null> {
  const repository = hostCopy(remote);
  const dataFile = join(repository.remote, '../monitors');
  cpSync(service.dataFile, dataFile);
  try {
    return await openMergeWorld(repository, {...service, dataFile}, pulls);
  } catch (error) {
    repository.remove();
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
}

/** Options of {@link startAppliedWorld}. */
interface AppliedStart extends Pick<ApplyStart, 'inputs' | 'env'> {
  readonly operations?: 'create' | 'full';
  /** As of {@link startMergeWorld}. */
  readonly startsMs?: number;
}

/** A {@link MergeWorld} of which a run applied these files; see {@link copyOrMake}. */
export function startAppliedWorld(files: Readonly<Record<string, string>>, start: AppliedStart = {}): Promise<MergeWorld> {
  return copyOrMake([files, start], async () => {
    const {operations, startsMs, ...how} = start;
    const world = await startMergeWorld(files, {}, operations, startsMs);
    const {exitCode, outputs} = await world.apply({sha: world.repository.tipOf('main')}, how);
    if (exitCode !== 0) throw new Error(`the first apply ended with ${exitCode}: ${JSON.stringify(outputs)}`);
    return world;
  });
}
