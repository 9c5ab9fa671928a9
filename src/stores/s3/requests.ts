import {addAbortSignal, pipeline, type Readable, Transform} from 'node:stream';
import type {S3Client, S3ClientConfig} from '@aws-sdk/client-s3';
import {UserError} from '../../core/diagnostics/user-error';
import type {S3Address} from '../../core/state/addresses/s3';
import type {ListedObject, StoredObject} from '../../core/state/remote/objects/objects';
import {S3Failure, toFailure} from './errors';

/** Condition for a write to count: nothing is there, or what an ETag names. */
export type Condition = 'nothing' | {readonly etag: string};

/** Limits of waiting, in milliseconds, and of reading, in bytes. */
export interface RequestLimits {
  readonly connectMs: number;
  /** Without any byte in either direction. */
  readonly silenceMs: number;
  /** For a whole request: a service that sends a byte now and then is never silent. */
  readonly requestMs: number;
  readonly largest: number;
}

export const USUAL_LIMITS: RequestLimits = {connectMs: 10_000, silenceMs: 25_000, requestMs: 300_000, largest: 512 * 1024 * 1024};

/** Names in one request to remove them. */
const MOST_REMOVED = 1000;

/** Instead of the console, to which the client would write warnings. */
const SILENT = {trace() {}, debug() {}, info() {}, warn() {}, error() {}};

/** Sends single requests to one bucket: each is sent once, and what fails throws an `S3Failure`. */
export class S3Requests {
  #library: Promise<typeof import('@aws-sdk/client-s3')> | null = null;
  #client: S3Client | null = null;

  constructor(
    private readonly address: S3Address,
    private readonly limits: RequestLimits,
  ) {}

  /** Null where there is none; `same` where it still is what `known` names. */
  async get(key: string, known?: string): Promise<StoredObject | 'same' | null> {
    const {GetObjectCommand} = await this.load();
    const input = {Bucket: this.address.bucket, Key: key, ...(known === undefined ? {} : {IfNoneMatch: known})};
    try {
      return await this.send(async (client, options) => {
        const {Body, ContentLength, ETag} = await client.send(new GetObjectCommand(input), options);
        const body = await readBody(Body as Readable | undefined, ContentLength, this.limits.largest, options.abortSignal);
        if (ETag === undefined) throw new S3Failure(null, 200);
        return {body, etag: ETag};
      });
    } catch (error) {
      const failure = toFailure(error);
      if (failure.status === 304 && known !== undefined) return 'same';
      if (failure.isMissing) return null;
      throw failure;
    }
  }

  async put(key: string, body: Buffer, condition: Condition): Promise<{readonly etag: string}> {
    const {PutObjectCommand} = await this.load();
    const only = condition === 'nothing' ? {IfNoneMatch: '*'} : {IfMatch: condition.etag};
    const input = {Bucket: this.address.bucket, Key: key, Body: body, ContentType: 'application/json', ...only};
    const {ETag} = await this.send((client, options) => client.send(new PutObjectCommand(input), options));
    // A server that is not S3 answers anything with 200.
    if (ETag === undefined) throw new S3Failure(null, 200);
    return {etag: ETag};
  }

  /** Removes up to 1,000. */
  async remove(keys: readonly string[]): Promise<void> {
    const {DeleteObjectsCommand} = await this.load();
    for (let start = 0; start < keys.length; start += MOST_REMOVED) {
      const objects = keys.slice(start, start + MOST_REMOVED).map(Key => ({Key}));
      const input = {Bucket: this.address.bucket, Delete: {Objects: objects, Quiet: true}};
      const {Errors} = await this.send((client, options) => client.send(new DeleteObjectsCommand(input), options));
      const [first] = (Errors ?? []).filter(({Code}) => Code !== 'NoSuchKey');
      if (first !== undefined) throw toFailure({Code: first.Code, $metadata: {httpStatusCode: first.Code === 'AccessDenied' ? 403 : 500}});
    }
  }

  /** All keys that begin so, with their sizes. */
  async list(start: string): Promise<readonly ListedObject[]> {
    const {ListObjectsV2Command} = await this.load();
    const found: ListedObject[] = [];
    for (let token: string | undefined; ; ) {
      const input = {Bucket: this.address.bucket, Prefix: start, ...(token === undefined ? {} : {ContinuationToken: token})};
      const page = await this.send((client, options) => client.send(new ListObjectsV2Command(input), options));
      for (const {Key, Size} of page.Contents ?? []) {
        if (Key !== undefined && Size !== undefined && Key.startsWith(start)) found.push({name: Key, size: Size});
      }
      if (page.IsTruncated !== true) return found;
      token = page.NextContinuationToken;
      if (token === undefined) throw new S3Failure(null, 200);
    }
  }

  /** Whether the bucket keeps what is replaced or removed. */
  async keepsVersions(): Promise<boolean> {
    const {GetBucketVersioningCommand} = await this.load();
    const {Status} = await this.send((client, options) =>
      client.send(new GetBucketVersioningCommand({Bucket: this.address.bucket}), options),
    );
    return Status === 'Enabled';
  }

  /** Ends all connections. */
  close(): void {
    this.#client?.destroy();
    this.#client = null;
  }

  private load(): Promise<typeof import('@aws-sdk/client-s3')> {
    this.#library ??= import('@aws-sdk/client-s3');
    return this.#library;
  }

  private async send<T>(act: (client: S3Client, options: {readonly abortSignal: AbortSignal}) => Promise<T>): Promise<T> {
    const {S3Client} = await this.load();
    this.#client ??= limitAnswers(new S3Client(configure(this.address, this.limits)));
    const client = this.#client;
    // Asked for apart: what the chain of providers answers is not the bucket's answer.
    await client.config.credentials().catch(refuseCredentials);
    const abortSignal = AbortSignal.timeout(this.limits.requestMs);
    try {
      return await act(client, {abortSignal});
    } catch (error) {
      throw abortSignal.aborted ? new S3Failure('ETIMEDOUT', null) : toFailure(error);
    }
  }
}

/** A request that the client itself repeats would meet its own success, and be refused. */
const ONCE: NonNullable<S3ClientConfig['retryStrategy']> = {retry: (next, args) => next(args)};

function configure({region, endpoint, keys, profile}: S3Address, limits: RequestLimits): S3ClientConfig {
  return {
    region,
    // Path style: few services of other makers have a host name for each bucket.
    ...(endpoint === null ? {ignoreConfiguredEndpointUrls: true} : {endpoint, forcePathStyle: true}),
    ...(keys === null ? {} : {credentials: keys}),
    ...(profile === null ? {} : {profile}),
    maxAttempts: 1,
    retryStrategy: ONCE,
    followRegionRedirects: false,
    // The signature covers each body; services of other makers refuse what goes beyond that.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {connectionTimeout: limits.connectMs, socketTimeout: limits.silenceMs},
    logger: SILENT,
  };
}

/** The longest answer that is not an object, in bytes: the client keeps such an answer whole, and a list of 1,000 names is the longest. */
const LONGEST_ANSWER = 16 * 1024 * 1024;

/** Has answers without an end fail, errors too. Objects are limited where they are read. */
function limitAnswers(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next, {commandName}) =>
      async args => {
        const result = await next(args);
        const response = result.response as {readonly statusCode: number; body: Readable};
        if (commandName !== 'GetObjectCommand' || response.statusCode >= 300) response.body = limitBytes(response.body);
        return result;
      },
    {step: 'deserialize', priority: 'low', name: 'limitAnswers'},
  );
  return client;
}

function limitBytes(body: Readable): Readable {
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > LONGEST_ANSWER ? new S3Failure(null, 200) : null, chunk);
    },
  });
  return pipeline(body, limited, () => undefined);
}

function refuseCredentials(cause: unknown): never {
  throw new UserError(
    'state/bad-address',
    'no credentials for S3 were found, or those that were found have expired',
    'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or log in as for the AWS command line',
    {cause},
  );
}

async function readBody(body: Readable | undefined, length: number | undefined, largest: number, signal: AbortSignal): Promise<Buffer> {
  // With a length, half an answer ends in an error; without one, it would look whole.
  if (body === undefined || length === undefined || length > largest) {
    body?.destroy();
    throw new S3Failure(length !== undefined && length > largest ? 'EntityTooLarge' : null, 200);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of addAbortSignal(signal, body)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
