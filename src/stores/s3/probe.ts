import type {World} from '../../core/base/context';
import {UserError} from '../../core/diagnostics/user-error';
import type {S3Address} from '../../core/state/addresses/s3';
import type {SharedRefusals} from '../../core/state/remote/refusals';
import type {BucketObjects} from './client';
import {S3Failure} from './errors';

/** Parts of a trial of a service. */
interface ProbeParts {
  readonly objects: BucketObjects;
  readonly world: World;
  readonly refusals: SharedRefusals;
  /** Number of short races that the service has to stand. */
  readonly races: number;
}

/** Number of writers in a race. */
const WRITERS = 8;

/**
 * Number of races on a service of another maker than AWS, unless `MONITORS_STATE_S3_RACES` says otherwise. A service
 * with two winners in one of 60 races is found 99 times of 100, with one of 200, 75 times.
 */
const RACES = 280;

/** Number of races side by side: each wait for a service far away is long. */
const LANES = 4;

/**
 * Chooses the number of races for a service; AWS says itself that its conditions are atomic. Throws `UserError` for a
 * number that is none.
 */
export function countRaces({endpoint}: Pick<S3Address, 'endpoint'>, env: Readonly<Record<string, string | undefined>>): number {
  const said = env[VARIABLE];
  if (said !== undefined && /^\d{1,6}$/.test(said)) return Number(said);
  if (said !== undefined) throw new UserError('config/usage', `${VARIABLE} takes a whole number of races, not "${said}"`);
  return endpoint === null || /\.amazonaws\.com(?:\.cn)?$/.test(new URL(endpoint).hostname) ? 0 : RACES;
}

const VARIABLE = 'MONITORS_STATE_S3_RACES';

/**
 * Tries whether a service keeps its word about conditions: there are some that accept and ignore them, and then two runs would both hold
 * the lock. Throws `state/unfit-server` where it does not; leaves nothing behind.
 */
export async function probe({objects, world, refusals, races}: ProbeParts): Promise<void> {
  const start = `probe/${world.uuid()}`;
  const [contested, absent] = [`${start}/contested`, `${start}/absent`];
  const lanes = Array.from({length: Math.min(LANES, races)}, (_, lane) => `${start}/lane-${lane}`);
  const body = () => Buffer.from(JSON.stringify({nonce: world.uuid()}));
  const race = async (write: () => Promise<object | string>) => {
    // All of them, so that none is under way when the trial ends.
    const outcomes = await Promise.allSettled(Array.from({length: WRITERS}, write));
    const failed = outcomes.find(({status}) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed !== undefined) throw failed.reason;
    return outcomes.filter(outcome => outcome.status === 'fulfilled' && typeof outcome.value === 'object').length;
  };
  const need = (holds: boolean, what: string) => {
    if (!holds) throw unfit(refusals, what);
  };
  try {
    const created = await race(() => objects.create(contested, body()));
    need(created === 1, `it made one new object ${created} times when ${WRITERS} writers did at once`);
    const first = await objects.get(contested);
    need(first !== null, 'it does not show what was written');
    const {etag} = first as {etag: string};
    const replaced = await race(() => objects.replace(contested, body(), etag));
    need(replaced === 1, `it replaced one object ${replaced} times when ${WRITERS} writers did at once`);
    need((await objects.replace(contested, body(), etag)) === 'changed', 'it replaced an object that had changed');
    need((await objects.create(contested, body())) === 'taken', 'it made an object that was there already');
    need((await objects.replace(absent, body(), etag)) === 'changed', 'it replaced an object that was not there');
    const perLane = Math.ceil(races / LANES);
    const twice = await Promise.all(lanes.map(lane => raceOn(lane, perLane, {objects, world})));
    need(!twice.includes(true), `it replaced one object twice when ${WRITERS} writers did at once: its If-Match is not atomic`);
  } catch (error) {
    const {cause} = error as {cause?: unknown};
    if (cause instanceof S3Failure && cause.status === 501) throw unfit(refusals, 'it does not know If-Match and If-None-Match');
    throw error;
  } finally {
    // Objects that remain of it are never read.
    await objects.remove([contested, absent, ...lanes]).catch(() => undefined);
  }
}

/** Lets writers race for one object again and again; whether two won a race. A race whose answers leave doubt counts if two won. */
async function raceOn(name: string, races: number, {objects, world}: Pick<ProbeParts, 'objects' | 'world'>): Promise<boolean> {
  const body = () => Buffer.from(JSON.stringify({nonce: world.uuid()}));
  const made = await objects.create(name, body());
  let etag = made === 'taken' ? null : made.etag;
  for (let race = 0; race < races; race += 1) {
    const known = etag ?? (await objects.get(name))?.etag ?? '';
    const ends = await Promise.all(Array.from({length: WRITERS}, () => objects.tryReplace(name, body(), known)));
    const won = ends.flatMap(end => (typeof end === 'object' ? [end.etag] : []));
    if (won.length > 1) return true;
    etag = ends.includes('unknown') ? null : (won[0] ?? null);
  }
  return false;
}

function unfit({facts: {shown}}: SharedRefusals, what: string): UserError {
  const hint = 'use a service with conditional writes, such as AWS S3, Cloudflare R2 or MinIO, or a PostgreSQL database';
  return new UserError('state/unfit-server', `${shown} can't keep a state safe: ${what}`, hint);
}
