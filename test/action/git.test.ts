import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Secret} from '../../src/core/secrets/secret';
import {openGit} from '../../src/doors/action/git';
import {GITHUB_TOKEN, runEachAsProcess} from '../world/action-run';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {type GitHttp, serveGit} from '../world/git-http';
import {git} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

runEachAsProcess();

const ours = `basic ${Buffer.from(`x-access-token:${GITHUB_TOKEN}`).toString('base64')}`;
const theirs = `basic ${Buffer.from('x-access-token:left-by-checkout').toString('base64')}`;

describe('credentials, on a server that asks for them', () => {
  let world: MergeWorld;
  let server: GitHttp;
  afterEach(async () => {
    await server.close();
    await world.close();
  });

  /** A checkout that talks to the server; `left` is what actions/checkout keeps in its configuration. */
  async function checkOut(accepted: string, left?: string): Promise<{sha: string; directory: string}> {
    world = await startMergeWorld();
    server = await serveGit(world.repository.remote, accepted);
    const {directory, sha} = world.repository.checkOut({branch: 'main'});
    git(directory, 'remote', 'set-url', 'origin', server.url);
    if (left !== undefined) git(directory, 'config', `http.${server.serverUrl}/.extraheader`, `AUTHORIZATION: ${left}`);
    return {sha, directory};
  }
  const apply = ({sha, directory}: {sha: string; directory: string}, inputs: Readonly<Record<string, string>> = {}) =>
    world.apply({sha}, {checkout: directory, inputs, env: {GITHUB_SERVER_URL: server.serverUrl}});

  test('the token is used where checkout left none, and it is in no file and no output', async () => {
    const place = await checkOut(ours);
    const run = await apply(place);
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(new Set(server.authorizations)).toEqual(new Set([ours]));
    const written = [run.stdout, run.stderr, run.summary, readFileSync(join(place.directory, '.git/config'), 'utf8')].join('\n');
    for (const secret of [GITHUB_TOKEN, ours.slice('basic '.length)]) expect(written).not.toContain(secret);
  });

  test('a checkout without its files (the input `filter` of checkout) is given them when they are needed', async () => {
    const place = await checkOut(ours);
    git(world.repository.remote, 'config', 'uploadpack.allowFilter', 'true');
    git(place.directory, 'config', 'remote.origin.promisor', 'true');
    git(place.directory, 'config', 'remote.origin.partialclonefilter', 'blob:none');
    const sha = world.repository.commit('main', {'monitors/second.yaml': specFor('second')});
    expect(await apply({...place, sha})).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(new Set(server.authorizations)).toEqual(new Set([ours]));
  });

  test('what checkout left is used alone: a second header would be refused', async () => {
    expect(await apply(await checkOut(theirs, theirs))).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(new Set(server.authorizations)).toEqual(new Set([theirs]));
  });

  test('where neither works nothing is asked for and nothing is sent to the service', async () => {
    const run = await apply(await checkOut(theirs));
    expect(run).toMatchObject({exitCode: 3});
    expect(run.commands.at(-1)).toMatchObject({properties: {title: 'git/fetch-failed'}, message: expect.stringContaining('"main"')});
    expect(world.emulator.requests()).toEqual([]);
  });
});

describe('one command', () => {
  let place: Workspace;
  beforeEach(() => {
    place = makeWorkspace();
    git(place.directory, 'init', '-q');
  });
  afterEach(() => place.remove());
  const open = (more: object = {}) =>
    openGit({
      repository: place.directory,
      workspace: place.path('workspace'),
      env: {PATH: process.env['PATH']},
      token: undefined,
      serverUrl: 'https://github.com',
      ...more,
    });

  test('S14: runs no hook and no program that the repository names', async () => {
    const ran = place.path('ran');
    const script = place.path('script.sh');
    writeFileSync(script, `#!/bin/sh\ntouch ${ran}\n`);
    chmodSync(script, 0o755);
    git(place.directory, '-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'First');
    git(place.directory, 'config', 'core.fsmonitor', script);
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change']) {
      writeFileSync(place.path('.git/hooks', hook), readFileSync(script));
      chmodSync(place.path('.git/hooks', hook), 0o755);
    }
    const added = await open()(['worktree', 'add', '--quiet', '--detach', place.path('tree'), 'HEAD']);
    expect([added.exitCode, existsSync(place.path('tree/.git')), existsSync(ran)]).toEqual([0, true, false]);
  });

  test('sees neither keys nor a GIT_DIR of whoever started the step', async () => {
    const program = place.path('bin/git');
    place.write({'bin/git': '#!/bin/sh\nenv\n'});
    chmodSync(program, 0o755);
    const env = {
      PATH: `${place.path('bin')}:${process.env['PATH']}`,
      MONITORS_API_KEY: 'fc-SECRET',
      GITHUB_TOKEN: 'ghs_SECRET',
      GIT_DIR: '/elsewhere',
    };
    const {stdout} = await open({env})(['status']);
    const seen = stdout.toString('utf8');
    expect(seen).toContain('GIT_TERMINAL_PROMPT=0');
    for (const name of ['SECRET', 'GIT_DIR=']) expect(seen).not.toContain(name);
  });

  test('that hangs is ended', async () => {
    place.write({'bin/git': '#!/bin/sh\nexec sleep 600\n'});
    chmodSync(place.path('bin/git'), 0o755);
    const env = {PATH: `${place.path('bin')}:${process.env['PATH']}`};
    expect(await open({env, longestRunMs: 50})(['status'])).toMatchObject({exitCode: 124, stderr: 'git status took longer than 0.05 s'});
  });

  test('that can’t be started says so', async () => {
    await expect(open({env: {PATH: '/nonexistent'}})(['status'])).rejects.toThrow('git was not found in PATH');
  });

  test('shows no token, whatever git says of it', async () => {
    place.write({'bin/git': `#!/bin/sh\necho "fatal: ${GITHUB_TOKEN} ${ours}" >&2\nexit 1\n`});
    chmodSync(place.path('bin/git'), 0o755);
    const env = {PATH: `${place.path('bin')}:${process.env['PATH']}`};
    const {stderr} = await open({env, token: new Secret(GITHUB_TOKEN)})(['status']);
    expect(stderr).not.toContain(GITHUB_TOKEN);
    expect(stderr).not.toContain(ours.slice('basic '.length));
  });
});
