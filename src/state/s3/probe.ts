import type {World} from '../../context';
import {UserError} from '../../diagnostics/user-error';
import type {SharedRefusals} from '../shared/refusals';
import {S3Failure} from './errors';
import type {Objects} from './objects';

/** What a trial of a service is made of. */
export interface ProbeParts {
  readonly objects: Objects;
  readonly world: World;
  readonly refusals: SharedRefusals;
}

/** How many write at once. */
const WRITERS = 8;

/**
 * Tries whether a service keeps its word about conditions: there are some that accept and ignore them, and then two runs would both hold
 * the lock. Throws `state/unfit-server` where it does not; leaves nothing behind.
 */
export async function probe({objects, world, refusals}: ProbeParts): Promise<void> {
  const start = `probe/${world.uuid()}`;
  const [contested, absent] = [`${start}/contested`, `${start}/absent`];
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
  } catch (error) {
    const {cause} = error as {cause?: unknown};
    if (cause instanceof S3Failure && cause.status === 501) throw unfit(refusals, 'it does not know If-Match and If-None-Match');
    throw error;
  } finally {
    // What remains of it is never read.
    await objects.remove([contested, absent]).catch(() => undefined);
  }
}

function unfit({facts: {shown}}: SharedRefusals, what: string): UserError {
  const hint = 'use a service with conditional writes, such as AWS S3, Cloudflare R2 or MinIO, or a PostgreSQL database';
  return new UserError('state/unfit-server', `${shown} can't keep a state safe: ${what}`, hint);
}
