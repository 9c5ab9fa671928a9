import {existsSync} from 'node:fs';
import {createServer, type Server} from 'node:net';
import {runPersistCommand} from '../../src/features/apply/persist-command';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

/** Config of a state on a server, and who learns its address. No server is needed. */
let workspace: Workspace;
afterEach(() => workspace.remove());

const ADDRESS = 'postgres://applier:hidden-word@127.0.0.1:1/app';
const run = (args: readonly string[], env: Record<string, string | undefined> = {}) =>
  runMonitorsHere(args, {cwd: workspace.directory, env: {MONITORS_STATE_POSTGRES_URL: ADDRESS, ...env}});
const withState = (state: string) =>
  makeWorkspace({'monitors/a.yaml': specFor('a'), 'monitors.config.yaml': `project: acme\nstate: ${state}\n`});

/** Variables for a state in S3. */
const AWS = {
  ...{AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 's', AWS_SESSION_TOKEN: 't', AWS_PROFILE: 'p', AWS_REGION: 'r'},
  ...{AWS_ENDPOINT_URL_S3: 'https://e.example', AWS_ENDPOINT_URL: 'https://e.example', AWS_CONFIG_FILE: '/f', AWS_ROLE_ARN: 'a'},
  ...{AWS_WEB_IDENTITY_TOKEN_FILE: '/f', AWS_CONTAINER_CREDENTIALS_FULL_URI: 'u', AWS_CONTAINER_AUTHORIZATION_TOKEN: 't'},
};

test.each([
  {state: '{backend: postgress}', found: 'schema/enum /state/backend', hint: 'did you mean "postgres"?'},
  {state: '{backend: gcs}', found: 'schema/enum /state/backend', hint: 'use one of "postgres" or "s3"'},
  {state: '{backend: 3}', found: 'schema/type /state/backend', hint: 'use one of "postgres" or "s3"'},
  {state: '{backend: s3}', found: 'schema/missing-field /state', hint: 'bucket: acme-monitors'},
  {state: '{backend: s3, buckte: x}', found: 'schema/unknown-field /state/buckte', hint: 'did you mean "bucket"?'},
  {state: '{backend: s3, bucket: acme, table: x}', found: 'schema/unknown-field /state/table', hint: 'it takes "backend", "bucket"'},
  {state: '{backend: s3, bucket: acme, key: a/b}', found: 'schema/unknown-field /state/key', hint: '"prefix"'},
  {state: '{backend: s3, bucket: acme, endpoint: hidden-word}', found: 'schema/unknown-field /state/endpoint', hint: 'AWS_ENDPOINT_URL_S3'},
  {state: '{backend: s3, bucket: acme, secret_key: hidden-word}', found: 'schema/unknown-field /state/secret_key', hint: 'AWS_* variables'},
  {state: '{backend: s3, bucket: Acme}', found: 'config/bad-name /state/bucket', hint: '3 to 63 lower-case'},
  {state: '{backend: s3, bucket: acme, prefix: /a}', found: 'config/bad-name /state/prefix', hint: 'teams/web/monitors'},
  {state: '{backend: s3, bucket: acme, prefix: a/../b}', found: 'config/bad-name /state/prefix', hint: 'teams/web/monitors'},
  {state: '{backend: s3, bucket: acme, region: Frankfurt am Main}', found: 'config/bad-name /state/region', hint: 'eu-central-1'},
  {state: '{bucket: acme}', found: 'schema/missing-field /state', hint: 'add "backend: s3"'},
  {state: '{table: x}', found: 'schema/missing-field /state', hint: 'add "backend"'},
  {state: '{backend: postgres, tabel: x}', found: 'schema/unknown-field /state/tabel', hint: 'did you mean "table"?'},
  {state: '{backend: postgres, table: "a b"}', found: 'config/bad-name /state/table', hint: 'ops.monitors_state'},
  {state: '{backend: postgres, url: hidden-word}', found: 'schema/unknown-field /state/url', hint: 'MONITORS_STATE_POSTGRES_URL'},
  {state: '[monitors.state.json]', found: 'schema/type /state', hint: '"- "'},
])('state: $state is refused with its place', async ({state, found, hint}) => {
  workspace = withState(state);
  const {exitCode, stdout, stderr} = await run(['plan', '--format', 'json']);
  const {diagnostics} = JSON.parse(stdout) as {diagnostics: {code: string; pointer: string; hint: string}[]};
  expect({exitCode, found: `${diagnostics[0]?.code} ${diagnostics[0]?.pointer}`}).toEqual({exitCode: 3, found});
  expect(diagnostics[0]?.hint ?? '').toContain(hint);
  expect(stdout + stderr).not.toContain('hidden-word');
});

test.each(['{backend: postgres}', '{backend: s3, bucket: acme}'])(
  '%s is not asked by what only checks specs, by completion and by help',
  async state => {
    workspace = withState(state);
    let connections = 0;
    const server: Server = createServer(socket => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const {port} = server.address() as {port: number};
    const env = {
      ...{MONITORS_STATE_POSTGRES_URL: `postgres://applier@127.0.0.1:${port}/app`, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`},
      ...{AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 'hidden-word-of-the-key'},
    };
    for (const line of ['validate', 'validate --format sarif', 'render a', 'factor', 'state --help', '__complete keys a']) {
      await run(line.split(' '), env);
    }
    expect(connections).toBe(0);
    expect(await run(['plan'], env)).toMatchObject({exitCode: 3});
    expect(connections).toBeGreaterThan(0);
    await new Promise(resolve => server.close(resolve));
  },
);

test('specs can not refer to the address or the credentials of the server', async () => {
  workspace = withState('{backend: postgres}');
  const names = ['MONITORS_STATE_POSTGRES_URL', 'PGPASSWORD', ...Object.keys(AWS)];
  workspace.write({'monitors.config.yaml': `secrets: {allow: [${names.join(', ')}]}\n`});
  const {stdout} = await run(['validate', '--format', 'json']);
  const {diagnostics} = JSON.parse(stdout) as {diagnostics: {code: string}[]};
  expect(diagnostics.map(({code}) => code)).toEqual(names.map(() => 'secret/refused-name'));
});

test('a persist command gets no key, address or credential', async () => {
  workspace = withState('{backend: postgres}');
  const own = {MONITORS_API_KEY: 'k', MONITORS_STATE_POSTGRES_URL: ADDRESS, PGPASSWORD: 'p', ...AWS};
  let output = '';
  await runPersistCommand('env', {
    cwd: workspace.directory,
    env: {PATH: process.env['PATH'], KEPT: 'yes', ...own},
    onOutput: text => {
      output += text;
    },
    interruption: new AbortController().signal,
  });
  expect(output).toContain('KEPT=yes');
  expect(output).not.toMatch(/^(?:MONITORS_|PG|AWS_)/m);
});

test.each([
  {why: 'takes longer than it may', longestRunMs: 50, aborted: false, says: '--persist-command was ended: it may take 0.05 s at most'},
  {why: 'runs when the run is interrupted', aborted: true, says: '--persist-command was ended, since the run was interrupted'},
])('a persist command that $why is ended with all that it started', async ({longestRunMs, aborted, says}) => {
  workspace = withState('{backend: postgres}');
  const interruption = aborted ? AbortSignal.abort() : new AbortController().signal;
  const options = {cwd: workspace.directory, env: {PATH: process.env['PATH']}, onOutput: () => {}, interruption};
  const ended = runPersistCommand('sleep 600 & sleep 600; echo later > later.txt', {
    ...options,
    ...(longestRunMs === undefined ? {} : {longestRunMs}),
  });
  await expect(ended).rejects.toThrow(says);
  expect(existsSync(workspace.path('later.txt'))).toBe(false);
});

test('a state file that is given beside a server is refused before anything is asked', async () => {
  workspace = withState('{backend: s3, bucket: acme}');
  for (const line of ['plan --state x.json', 'validate --state x.json', 'state list --state x.json']) {
    expect(await run(line.split(' '))).toMatchObject({exitCode: 3, stderr: expect.stringContaining('remove --state')});
  }
});
