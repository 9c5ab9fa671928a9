import type {World} from '../../core/base/context';
import type {S3Address} from '../../core/state/addresses/s3';
import type {Objects, StoredObject} from '../../core/state/remote/objects/objects';
import type {SharedRefusals} from '../../core/state/remote/refusals';
import {Silence} from '../../core/state/remote/silence';
import {adviseOn, describeFailure, S3Failure} from './errors';
import {type Condition, type RequestLimits, S3Requests, USUAL_LIMITS} from './requests';

/** Parts of the client of a bucket. */
export interface ObjectsParts {
  readonly address: S3Address;
  readonly world: World;
  readonly refusals: SharedRefusals;
  /** The usual ones when left out. */
  readonly limits?: RequestLimits;
  /** Sender of single requests; that of the address when left out. */
  readonly requests?: SingleRequests;
}

/** Sends single requests: each once, and what fails throws an `S3Failure`. */
export type SingleRequests = Pick<S3Requests, 'get' | 'put' | 'remove' | 'list' | 'close'>;

/** The objects of a bucket. */
export interface BucketObjects extends Objects {
  /** Replaces an object in one request, for a trial: `unknown` where its answer leaves doubt. */
  tryReplace(name: string, body: Buffer, etag: string): Promise<{readonly etag: string} | 'changed' | 'unknown'>;
}

/** Opens the objects of a bucket. Connects when it is first used. */
export type OpenObjects = (parts: ObjectsParts) => BucketObjects;

/** Pauses before a request is repeated: a service that restarts, or asks to send less, is back within seconds. */
const PAUSES_MS = [100, 500, 2000, 5000];

/** After so long, a request that is answered with a refusal is not repeated any more; and one that is not answered. */
const PATIENCE_MS = 120_000;
const SILENCE_MS = 30_000;

/** Opens the objects of a bucket with the client that is loaded when it is first used. */
export const openObjects: OpenObjects = parts => new S3Objects(parts);

/** Whether a bucket keeps what is replaced or removed: null where these credentials may not ask. */
export async function readVersioning(parts: ObjectsParts): Promise<boolean | null> {
  const requests = new S3Requests(parts.address, parts.limits ?? USUAL_LIMITS);
  try {
    return await requests.keepsVersions();
  } catch (error) {
    if (error instanceof S3Failure) return null;
    throw error;
  } finally {
    requests.close();
  }
}

class S3Objects implements BucketObjects {
  private readonly requests: SingleRequests;
  /** The service answered once: an address at which nothing ever did is wrong rather than restarting. */
  private wasThere = false;
  private readonly silence: Silence;

  constructor(private readonly parts: ObjectsParts) {
    this.silence = new Silence(() => parts.world.monotonic(), SILENCE_MS);
    this.requests = parts.requests ?? new S3Requests(parts.address, parts.limits ?? USUAL_LIMITS);
  }

  async get(name: string): Promise<StoredObject | null> {
    return (await this.read(() => this.requests.get(this.keyOf(name)))) as StoredObject | null;
  }

  async getUnlessSame(name: string, etag: string): Promise<StoredObject | 'same' | null> {
    const found = await this.read(() => this.requests.get(this.keyOf(name), etag));
    // Some services know conditions of writes only.
    return found !== null && found !== 'same' && found.etag === etag ? 'same' : found;
  }

  async create(name: string, body: Buffer): Promise<{readonly etag: string} | 'taken'> {
    return (await this.write(name, body, 'nothing')) ?? 'taken';
  }

  async replace(name: string, body: Buffer, etag: string): Promise<{readonly etag: string} | 'changed'> {
    return (await this.write(name, body, {etag})) ?? 'changed';
  }

  async tryReplace(name: string, body: Buffer, etag: string): Promise<{readonly etag: string} | 'changed' | 'unknown'> {
    try {
      return await this.requests.put(this.keyOf(name), body, {etag});
    } catch (error) {
      if (!(error instanceof S3Failure)) throw error;
      return error.isConflict ? 'changed' : 'unknown';
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    const keys = names.map(name => this.keyOf(name));
    await this.repeat(() => this.requests.remove(keys)).catch(error => this.refuse(error, 'write'));
  }

  async list(start: string): Promise<readonly {readonly name: string; readonly size: number}[]> {
    const {prefix} = this.parts.address;
    const found = await this.read(() => this.requests.list(`${prefix}${start}`));
    const own = found.map(({name, size}) => ({name: name.slice(prefix.length), size}));
    return own.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  close(): void {
    this.requests.close();
  }

  /** Null where what stands there is not what the condition names, and not ours. */
  private async write(name: string, body: Buffer, condition: Condition): Promise<{readonly etag: string} | null> {
    const key = this.keyOf(name);
    let outcome: {readonly etag: string} | null = null;
    await this.repeat(async () => {
      const start = this.parts.world.monotonic();
      outcome = await this.requests.put(key, body, condition).catch(async (error: unknown) => {
        if (!(error instanceof S3Failure) || !error.isDoubtful) throw error;
        this.wasThere = true;
        this.isSilent(error, start);
        // It may have been carried out, also where the service says that the condition failed: that can be the echo of an own success.
        const found = (await this.repeat(() => this.requests.get(key))) as StoredObject | null;
        if (found?.body.equals(body)) return {etag: found.etag};
        if (isAsExpected(found, condition)) throw error;
        return null;
      });
    }).catch(error => this.refuse(error, 'write'));
    return outcome;
  }

  private read<T>(act: () => Promise<T>): Promise<T> {
    return this.repeat(act).catch(error => this.refuse(error, 'read'));
  }

  /** Repeats what changes nothing when it is done twice. */
  private async repeat<T>(act: () => Promise<T>): Promise<T> {
    const {world} = this.parts;
    const start = world.monotonic();
    this.silence.check();
    for (let tries = 0; ; tries += 1) {
      const tried = world.monotonic();
      try {
        const result = await act();
        this.wasThere = true;
        this.silence.break();
        return result;
      } catch (error) {
        const pause = PAUSES_MS[tries];
        // Refused unseen; the client has set its clock by the answer.
        if (error instanceof S3Failure && error.code === 'RequestTimeTooSkewed' && tries === 0) continue;
        if (!(error instanceof S3Failure) || pause === undefined || !error.isPassing) throw error;
        if ((error.isUnsent || error.isLasting) && !this.wasThere) throw error;
        if (this.isSilent(error, tried)) {
          this.silence.giveUp(error);
          throw error;
        }
        if (world.monotonic() - start > PATIENCE_MS) throw error;
        await world.sleep(pause * (0.5 + world.random()));
      }
    }
  }

  /** Notes a failure; whether nothing was answered for so long that the service is to be given up. */
  private isSilent({status}: S3Failure, start: number): boolean {
    if (status === null) this.silence.add(start);
    else this.silence.break();
    return this.silence.leftMs <= 0;
  }

  private refuse(error: unknown, purpose: 'read' | 'write'): never {
    if (!(error instanceof S3Failure)) throw error;
    const {refusals} = this.parts;
    const words = describeFailure(error);
    const plan = `run "${refusals.command('plan')}"`;
    const advice =
      adviseOn(error) ?? (error.status === null ? 'check the address and that the service runs' : 'wait, or ask the keeper of the service');
    const isUnreachable = error.status === null && (purpose === 'read' || !this.wasThere);
    if (isUnreachable || purpose === 'read')
      throw refusals.failed(isUnreachable ? 'state/unreachable' : 'state/unreadable', words, `${advice}; then ${plan}`, error);
    if (error.isForbidden) throw refusals.mayOnlyRead(words, adviseOn(error), error);
    const hint = `${advice}; then ${plan}: it shows what was recorded and what is unresolved`;
    throw refusals.failed('state/not-saved', words, hint, error);
  }

  private keyOf(name: string): string {
    const isSound = /^[\x21-\x7e]+$/.test(name) && name.split('/').every(part => !['', '.', '..'].includes(part));
    if (!isSound) throw new Error(`not the name of an object: ${JSON.stringify(name)}`);
    return `${this.parts.address.prefix}${name}`;
  }
}

function isAsExpected(found: StoredObject | null, condition: Condition): boolean {
  return condition === 'nothing' ? found === null : found?.etag === condition.etag;
}
