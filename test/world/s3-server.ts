import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PutBucketPolicyCommand, PutBucketVersioningCommand, PutObjectCommand, S3Client, type S3ClientConfig} from '@aws-sdk/client-s3';
import type {SingleRequests} from '../../src/stores/s3/client';
import {readFilesOf} from './memory-bucket';
import {findPort, findProgram} from './programs';

// Users' bundles are built without this warning about Node 20.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

/** The path of the S3 server that tests are run against: versitygw, by the program in `s3-server/`. */
export function findS3Server(): string | undefined {
  return findProgram({
    program: 'monitors-s3-server',
    variable: 'MONITORS_TEST_S3_SERVER',
    untested: 'states in S3',
    install: 'go build -C test/world/s3-server -o DIRECTORY/monitors-s3-server',
  });
}

/** Credentials in environment variables. */
export interface S3Keys {
  readonly AWS_ACCESS_KEY_ID: string;
  readonly AWS_SECRET_ACCESS_KEY: string;
}

const KEEPER: S3Keys = {AWS_ACCESS_KEY_ID: 'KEEPERKEEPERKEEPER', AWS_SECRET_ACCESS_KEY: 'keeper-secret-keeper-secret'};

/** Right and wrong regions are told apart as AWS does. */
export const REGION = 'eu-central-1';

/** An S3 server of the tests' own on loopback, with buckets that are directories. */
export class S3Server {
  #process: ChildProcess | null = null;
  #buckets = 0;
  #users = 0;
  #client: S3Client | null = null;

  private constructor(
    private readonly program: string,
    private readonly directory: string,
    readonly port: number,
  ) {}

  static async start(program: string): Promise<S3Server> {
    // In memory where the machine offers that, and extended attributes there.
    for (const parent of existsSync('/dev/shm') ? ['/dev/shm', tmpdir()] : [tmpdir()]) {
      const directory = mkdtempSync(join(parent, 'monitors-s3-'));
      for (const name of ['buckets', 'versions', 'users']) mkdirSync(join(directory, name));
      const server = new S3Server(program, directory, await findPort());
      if (await server.launch()) return server;
      rmSync(directory, {recursive: true, force: true});
    }
    throw new Error('the S3 server ended at its start: its files need a file system with extended attributes');
  }

  /** Where it is, as `AWS_ENDPOINT_URL_S3` says it. */
  url(port = this.port): string {
    return `http://127.0.0.1:${port}`;
  }

  /** The variables by which a run finds it; those of its keeper when no user is named. */
  env(keys: S3Keys = KEEPER, port = this.port) {
    return {
      ...keys,
      AWS_ENDPOINT_URL_S3: this.url(port),
      AWS_REGION: REGION,
      AWS_EC2_METADATA_DISABLED: 'true',
      MONITORS_STATE_S3_RACES: '2',
    };
  }

  /** Starts it again after `stop`; false where it ended at once. */
  async launch(): Promise<boolean> {
    const directories = ['buckets', 'versions', 'users'].map(name => join(this.directory, name));
    const words = ['serve', `127.0.0.1:${this.port}`, REGION, ...directories];
    const env = {...process.env, ROOT_ACCESS_KEY_ID: KEEPER.AWS_ACCESS_KEY_ID, ROOT_SECRET_ACCESS_KEY: KEEPER.AWS_SECRET_ACCESS_KEY};
    const running = spawn(this.program, words, {stdio: 'ignore', env});
    this.#process = running;
    while (running.exitCode === null) {
      const health = await fetch(`${this.url()}/health`).catch(() => null);
      if (health?.ok) return true;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    return false;
  }

  /** Ends it as a crash does. */
  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null) return;
    const ended = new Promise(resolve => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    this.#client?.destroy();
    await this.stop();
    rmSync(this.directory, {recursive: true, force: true});
  }

  /** The client of the server's keeper, for what the tested code can't do. */
  get keeper(): S3Client {
    this.#client ??= this.connect();
    return this.#client;
  }

  connect(changes: S3ClientConfig = {}): S3Client {
    const credentials = {accessKeyId: KEEPER.AWS_ACCESS_KEY_ID, secretAccessKey: KEEPER.AWS_SECRET_ACCESS_KEY};
    return new S3Client({endpoint: this.url(), region: REGION, forcePathStyle: true, maxAttempts: 1, credentials, ...changes});
  }

  /** Makes a bucket of its own for a test. */
  async makeBucket({keepsVersions = false} = {}): Promise<string> {
    const bucket = `state-${++this.#buckets}`;
    // A directory is a bucket of the keeper.
    mkdirSync(join(this.directory, 'buckets', bucket));
    const VersioningConfiguration = {Status: 'Enabled'} as const;
    if (keepsVersions) await this.keeper.send(new PutBucketVersioningCommand({Bucket: bucket, VersioningConfiguration}));
    return bucket;
  }

  /** The directory of a bucket's objects. */
  directoryOf(bucket: string): string {
    return join(this.directory, 'buckets', bucket);
  }

  /** Writes these objects, by their keys. */
  async fill(bucket: string, objects: ReadonlyMap<string, Buffer>): Promise<void> {
    const write = ([Key, Body]: [string, Buffer]) => this.keeper.send(new PutObjectCommand({Bucket: bucket, Key, Body}));
    await Promise.all([...objects].map(write));
  }

  /** A bucket as its files show it: for what looks only, without a request. */
  filesOf(bucket: string): SingleRequests {
    return readFilesOf(this.directoryOf(bucket));
  }

  /** Copies a bucket as it is; returns how to put it back. */
  keepCopy(bucket: string): () => void {
    const copy = join(this.directory, `copy-of-${bucket}`);
    execFileSync('cp', ['-a', this.directoryOf(bucket), copy]);
    return () => {
      this.removeBucket(bucket);
      execFileSync('cp', ['-a', copy, this.directoryOf(bucket)]);
    };
  }

  removeBucket(bucket: string): void {
    rmSync(this.directoryOf(bucket), {recursive: true, force: true});
  }

  /** Makes a user that has these rights on a bucket and its objects, and no others; takes back those that others had there. */
  async makeUser(bucket: string, actions: readonly string[]): Promise<S3Keys> {
    const name = `user${++this.#users}`;
    const keys = {AWS_ACCESS_KEY_ID: name, AWS_SECRET_ACCESS_KEY: `secret-of-${name}`};
    execFileSync(this.program, ['add-user', join(this.directory, 'users'), name, keys.AWS_SECRET_ACCESS_KEY], {stdio: 'pipe'});
    const isOfBucket = (action: string) => /^s3:(?:List|GetBucket)/.test(action);
    const allow = (Action: readonly string[], Resource: string) => ({
      Effect: 'Allow',
      Principal: {AWS: [name]},
      Action,
      Resource: [Resource],
    });
    const Statement = [
      allow(actions.filter(isOfBucket), `arn:aws:s3:::${bucket}`),
      allow(
        actions.filter(action => !isOfBucket(action)),
        `arn:aws:s3:::${bucket}/*`,
      ),
    ].filter(({Action}) => Action.length > 0);
    await this.keeper.send(new PutBucketPolicyCommand({Bucket: bucket, Policy: JSON.stringify({Version: '2012-10-17', Statement})}));
    return keys;
  }
}

/** Starts a server for the tests of a file, where it is installed. */
export function useS3() {
  const program = findS3Server();
  let server: S3Server | null = null;
  if (program !== undefined) {
    beforeAll(async () => {
      server = await S3Server.start(program);
    });
    afterAll(async () => {
      await server?.close();
    });
  }
  return {
    isHere: program !== undefined,
    server: (): S3Server => {
      if (server === null) throw new Error('the server has not started yet');
      return server;
    },
  };
}
