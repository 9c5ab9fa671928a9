import {readFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {startEmulator} from '../../src/emulator/emulator';
import {type CliRun, makeWorkspace, runMonitors, specFor, type Workspace} from '../world/cli';
import {realWorld} from '../world/real-world';
import {useS3} from '../world/s3-server';
import {findCanaries, readTree, type Searched} from './canary-search';

const KEY = 'fc-CANARYkey0123456789abcdef';
const SECRET = 'canary/SECRET+key0123456789abcdefghijklm';
const SESSION = 'canarySESSIONtoken0123456789';
const CONTAINER = 'canaryCONTAINERtoken0123456789';
const PASSWORD = 'canaryPASSWORDofTheEndpoint';
const DATABASE = 'canary%2FDATABASE0123456789';
const CANARIES = [
  {name: 'the secret key', value: SECRET},
  {name: 'the session token', value: SESSION},
  {name: 'the token of a container', value: CONTAINER},
  {name: 'the password of an endpoint', value: PASSWORD},
  {name: 'the password of a database', value: DATABASE},
  {name: 'the password of a database, decoded', value: decodeURIComponent(DATABASE)},
];
const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: 'CANARYID',
  AWS_SECRET_ACCESS_KEY: SECRET,
  AWS_SESSION_TOKEN: SESSION,
  AWS_CONTAINER_AUTHORIZATION_TOKEN: CONTAINER,
  AWS_REGION: 'eu-central-1',
  AWS_EC2_METADATA_DISABLED: 'true',
  MONITORS_STATE_POSTGRES_URL: `postgres://me:${DATABASE}@127.0.0.1:1/app`,
  MONITORS_API_KEY: KEY,
};
const configOf = (bucket: string) => `project: canary\nstate: {backend: s3, bucket: ${bucket}}\n`;

const s3 = useS3();
let workspace: Workspace;
let searched: Searched[];
const closers: (() => unknown)[] = [];

beforeEach(() => {
  searched = [];
  workspace = makeWorkspace({'monitors.config.yaml': configOf('acme-state'), 'monitors/a.yaml': specFor('a')});
  closers.push(() => workspace.remove());
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Runs the real command and keeps every byte that it printed. */
async function run(line: string | readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
  const cache = workspace.path('.home/.cache');
  const words = typeof line === 'string' ? line.split(' ') : line;
  const ended = await runMonitors(words, {cwd: workspace.directory, env: {...CREDENTIALS, XDG_CACHE_HOME: cache, ...env}});
  const printed = (stream: 'stdout' | 'stderr') => ({place: `${stream} of ${words.join(' ')}`, bytes: Buffer.from(ended[stream])});
  searched.push(printed('stdout'), printed('stderr'));
  return ended;
}

const search = () => findCanaries([...searched, ...readTree(workspace.directory, [])], CANARIES);

/** A service that says back what it was sent, where an error names its code. */
async function startEcho(): Promise<string> {
  const server: Server = createServer((request, response) => {
    const code = request.headers['x-amz-security-token'] ?? 'none';
    response.writeHead(400, {'content-type': 'application/xml', 'x-amz-request-id': code, 'x-amzn-errortype': code});
    response.end(
      `<Error><Code>${code}</Code><Message>${code} ${SECRET} ${CONTAINER}</Message><Token-0>${code}</Token-0><RequestId>${code}</RequestId></Error>`,
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('S6: no credential of a state in S3 is shown, whatever the service answers', async () => {
  const echo = await startEcho();
  for (const url of [echo, 'http://127.0.0.1:1', `https://me:${PASSWORD}@s3.example`, `${SECRET}`]) {
    for (const line of ['plan --verbose', 'apply --auto-approve --format json']) {
      expect(await run(line, {AWS_ENDPOINT_URL_S3: url})).toMatchObject({exitCode: 3});
    }
  }
  expect(search()).toEqual([]);
});

test('S6: a bug in the tool shows no credential of the state, even one that an error holds', async () => {
  workspace.write({'bug.cjs': "performance.now = () => { throw new TypeError(JSON.parse(process.env.BUG).join(' ')); };\n"});
  for (const format of ['text', 'json']) {
    const ended = await run(`apply --auto-approve --format ${format}`, {
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_ENDPOINT_URL: `https://me:${PASSWORD}@s3.example`,
      NODE_OPTIONS: `--require ${workspace.path('bug.cjs')}`,
      BUG: JSON.stringify(CANARIES.map(({value}) => value)),
    });
    expect(ended).toMatchObject({exitCode: 70, stderr: expect.stringContaining('bug in monitors')});
  }
  expect(search()).toEqual([]);
});

(s3.isHere ? test : test.skip)(
  'S6: a whole life in S3 leaves no credential in files, output, objects or the program that persists',
  async () => {
    const bucket = await s3.server().makeBucket();
    const secret = s3.server().env().AWS_SECRET_ACCESS_KEY;
    const emulator = await startEmulator({apiKeys: [KEY], world: realWorld});
    closers.push(() => emulator.close());
    // The server knows no session.
    const env = {...s3.server().env(), AWS_SESSION_TOKEN: '', AWS_CONTAINER_AUTHORIZATION_TOKEN: CONTAINER};
    workspace.write({'monitors.config.yaml': configOf(bucket)});
    const apply = 'apply --auto-approve --allow-old-checkout --base-url'.split(' ');
    for (const line of [
      'state init',
      `plan --base-url ${emulator.url}`,
      [...apply, emulator.url, '--persist-command', 'env > seen.txt'],
      'state list',
      'state migrate --to file',
    ])
      expect(await run(line, env)).toMatchObject({exitCode: 0});
    expect(emulator.monitors()).toHaveLength(1);
    expect(readFileSync(workspace.path('seen.txt'), 'utf8')).toContain('PATH=');
    const objects = readTree(s3.server().directoryOf(bucket), []);
    expect(objects.length).toBeGreaterThan(3);
    const own = [{name: "the server's secret key", value: secret}, ...CANARIES];
    expect(findCanaries([...searched, ...objects, ...readTree(workspace.directory, [])], own)).toEqual([]);
  },
);
