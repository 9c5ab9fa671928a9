import {execFileSync} from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {runAction, runEachAsProcess} from '../world/action-run';
import {specFor} from '../world/cli';
import {type GitHttp, serveGit} from '../world/git-http';
import {git} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

runEachAsProcess();

/** Attempts by files of a repository to make git run programs, in pull requests and after the merge. */
let world: MergeWorld;
let traps: string;
/** Exists once something of the repository was run; holds what it saw of the run's environment. */
let ran: string;
/** A command that leaves {@link ran} behind. */
let trap: string;

const WEB = {'web/monitors.config.yaml': 'project: acme-web\n', 'web/monitors/first.yaml': specFor('first')};
const IN_WEB = {'working-directory': 'web'};

beforeEach(async () => {
  traps = mkdtempSync(join(tmpdir(), 'monitors-traps-'));
  ran = join(traps, 'ran');
  trap = join(traps, 'trap.sh');
  writeFileSync(trap, `#!/bin/sh\ntr '\\0' '\\n' < /proc/$PPID/environ > ${ran}\n`);
  chmodSync(trap, 0o755);
  world = await startMergeWorld(WEB);
});
afterEach(async () => {
  await world.close();
  rmSync(traps, {recursive: true, force: true});
});

/** The files that make a directory look like a bare repository with this configuration. */
function embedRepository(directory: string, config: string): Record<string, string> {
  return {
    [`${directory}/HEAD`]: 'ref: refs/heads/main\n',
    [`${directory}/objects/.keep`]: '',
    [`${directory}/refs/heads/.keep`]: '',
    [`${directory}/config`]: config,
  };
}

const sshConfig = () => `[core]
	repositoryformatversion = 0
	bare = true
	sshCommand = ${trap}
	fsmonitor = ${trap}
	hooksPath = ${traps}
	alternateRefsCommand = ${trap}
[remote "origin"]
	url = ssh://git@runner.example/web
	promisor = true
[protocol "ssh"]
	allow = always
[protocol "ext"]
	allow = always
`;

describe('S21: a bare repository among the files of a pull request is only files', () => {
  test.each([
    {name: 'in the working directory', at: 'web', inputs: IN_WEB, config: sshConfig},
    {
      name: 'above the working directory',
      at: 'web',
      inputs: {'working-directory': 'web/monitors', config: '../monitors.config.yaml'},
      config: sshConfig,
    },
    {
      name: 'with a worktree elsewhere and a remote helper',
      at: 'web',
      inputs: IN_WEB,
      config: () =>
        `[core]\n\tbare = false\n\tworktree = ${traps}\n[remote "origin"]\n\turl = ext::${trap}\n[protocol]\n\tallow = always\n`,
    },
    {
      name: 'that includes a file of the repository',
      at: 'web',
      inputs: IN_WEB,
      config: () => `[include]\n\tpath = more\n[remote "origin"]\n\turl = ssh://git@runner.example/web\n`,
    },
  ])('$name: nothing runs, the plan is made and the merge is applied', async ({at, inputs, config}) => {
    const files = {...embedRepository(at, config()), [`${at}/more`]: `[core]\n\tsshCommand = ${trap}\n`};
    const {openPullRequest, mergePullRequest, apply, monitors, repository} = world;
    const pull = await openPullRequest({...files, 'web/monitors/second.yaml': specFor('second')}, {inputs});
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
    expect(await apply(mergePullRequest(pull), {inputs})).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(existsSync(ran)).toBe(false);
    expect(monitors()).toEqual(['first', 'second']);
    expect(repository.readFile('main', 'web/monitors.state.json')).toContain('"second"');
  });

  test('also where the workflow keeps the state itself, and where the state has a branch of its own', async () => {
    const {repository, apply, monitors} = world;
    const sha = repository.commit('main', embedRepository('web', sshConfig()));
    expect(await apply({sha}, {inputs: {...IN_WEB, 'commit-state': 'false'}})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    repository.commit('main', {'web/monitors/first.yaml': null, 'web/monitors/second.yaml': specFor('second')});
    const inputs = {...IN_WEB, 'state-branch': 'monitors-state'};
    expect(await apply({sha: repository.tipOf('main')}, {inputs})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect([existsSync(ran), monitors()]).toEqual([false, ['first', 'second']]);
  });
});

describe('S21: what the runner has set up is not for the repository to choose from', () => {
  test('a filter of the runner is not run for the files of the merge', async () => {
    const {repository, apply} = world;
    const sha = repository.commit('main', {'.gitattributes': '* filter=trap\n*.yaml filter=slow=1\n'});
    const {directory} = repository.checkOut({branch: 'main'});
    for (const name of ['trap', 'slow=1']) {
      git(directory, 'config', `filter.${name}.smudge`, trap);
      git(directory, 'config', `filter.${name}.required`, 'true');
    }
    expect(await apply({sha}, {checkout: directory, inputs: IN_WEB})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(existsSync(ran)).toBe(false);
  });

  test.each([
    {name: 'a relative one', path: '.:web'},
    {name: 'one inside the checkout', path: 'CHECKOUT/web'},
  ])('a program of the repository is not taken for git where PATH names $name', async ({path}) => {
    const {repository, apply} = world;
    const sha = repository.commit('main', {'web/git': `#!/bin/sh\ntouch ${ran}\n`});
    const {directory} = repository.checkOut({branch: 'main'});
    chmodSync(join(directory, 'web/git'), 0o755);
    const env = {PATH: `${path.replace('CHECKOUT', directory)}:${process.env['PATH']}`};
    expect(await apply({sha}, {checkout: directory, inputs: IN_WEB, env})).toMatchObject({exitCode: 0});
    expect(existsSync(ran)).toBe(false);
  });

  test('a .gitconfig of the repository is not that of the user, also where HOME is the checkout', async () => {
    const {repository, apply} = world;
    const sha = repository.commit('main', {
      '.gitconfig': `[credential]\n\thelper = !${trap}\n[http]\n\tproxy = http://127.0.0.1:9\n[url "ext::${trap}"]\n\tinsteadOf = ssh://\n`,
    });
    const {directory} = repository.checkOut({branch: 'main'});
    const run = await apply({sha}, {checkout: directory, inputs: IN_WEB, env: {HOME: directory, XDG_CONFIG_HOME: directory}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(existsSync(ran)).toBe(false);
  });

  test.each(['[include]\n\tpath = ../web/settings\n', '[includeIf "gitdir:**"]\n\tpath = ../web/settings\n'])(
    'settings that include a file of the repository are refused: %j',
    async include => {
      const {repository, apply, emulator} = world;
      const sha = repository.commit('main', {'web/settings': `[core]\n\tsshCommand = ${trap}\n[credential]\n\thelper = !${trap}\n`});
      const {directory} = repository.checkOut({branch: 'main'});
      appendFileSync(join(directory, '.git/config'), include);
      const run = await apply({sha}, {checkout: directory, inputs: IN_WEB});
      expect(run).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'git/unsafe-config'}}]});
      expect(run.commands[0]?.message).toContain('web/settings');
      expect([existsSync(ran), emulator.requests()]).toEqual([false, []]);
    },
  );

  test.each([
    {name: 'out of the checkout', to: '/tmp'},
    {name: 'into the repository’s own directory', to: '.git'},
    {name: 'into it by its short name of Windows', to: 'GIT~1'},
  ])('a working directory that a link leads $name is refused', async ({to}) => {
    const {repository, emulator} = world;
    const {directory, sha} = repository.checkOut({branch: 'main'});
    mkdirSync(join(directory, 'GIT~1'));
    rmSync(join(directory, 'web'), {recursive: true});
    symlinkSync(to, join(directory, 'web'));
    const run = await world.apply({sha}, {checkout: directory, inputs: {...IN_WEB, 'commit-state': 'false'}});
    expect(run).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'config/unsafe-path'}}]});
    expect(emulator.requests()).toEqual([]);
  });
});

describe('S21: a link of the repository does not lead an input to other files', () => {
  const CANARY = 'CANARY-0123456789';
  test.each([
    {name: 'specs', link: 'specs', inputs: {specs: 'specs'}},
    {name: 'specs, further up', link: 'deep', inputs: {specs: 'deep/specs'}},
    {name: 'the config', link: 'deep', inputs: {config: 'deep/watch.yaml'}},
    {name: 'the state', link: 'deep', inputs: {state: 'deep/monitors.state.json'}},
    {name: 'the state, among files of git', link: 'deep', to: '.git', inputs: {state: 'deep/monitors.state.json'}},
  ])('$name', async ({link, to, inputs}) => {
    const {openPullRequest, mergePullRequest, apply, repository, emulator} = world;
    const elsewhere = join(traps, 'elsewhere');
    mkdirSync(join(elsewhere, 'specs'), {recursive: true});
    for (const name of ['one.yaml', 'specs/one.yaml', 'watch.yaml']) writeFileSync(join(elsewhere, name), `secret: ${CANARY}\n`);
    const clone = repository.clone;
    symlinkSync(to ?? elsewhere, join(clone, link));
    mkdirSync(join(clone, 'monitors'));
    writeFileSync(join(clone, 'monitors/first.yaml'), specFor('first'));
    git(clone, 'add', '.');
    git(clone, 'commit', '-qm', 'Link');
    git(clone, 'push', '-q', 'origin', 'HEAD:change-1');
    const pull = await openPullRequest({'README.md': 'Hello\n'}, {inputs});
    for (const run of [pull.run, await apply(mergePullRequest(pull), {inputs})]) {
      expect(run).toMatchObject({exitCode: 3});
      expect(run.commands.at(-1)).toMatchObject({properties: {title: 'config/unsafe-path'}});
      expect(`${run.stdout}${run.summary}`).not.toContain(CANARY);
    }
    expect([emulator.requests(), readdirSync(elsewhere).sort()]).toEqual([[], ['one.yaml', 'specs', 'watch.yaml']]);
  });
});

describe('a remote', () => {
  test.each(['file://', ''])('on this machine (%s) is not asked', async scheme => {
    const {repository, apply, emulator} = world;
    const {directory, sha} = repository.checkOut({branch: 'main'});
    git(directory, 'remote', 'set-url', 'origin', `${scheme}${repository.remote}`);
    const run = await apply({sha}, {checkout: directory, inputs: IN_WEB});
    expect(run).toMatchObject({exitCode: 3});
    expect(run.commands.at(-1)).toMatchObject({
      properties: {title: 'git/fetch-failed'},
      message: expect.stringMatching(/'file' not allowed[\s\S]*https/),
    });
    expect(emulator.requests()).toEqual([]);
  });

  describe('without encryption', () => {
    let server: GitHttp;
    const accepted = `basic ${Buffer.from('x-access-token:left').toString('base64')}`;
    beforeEach(async () => {
      server = await serveGit(world.repository.remote, accepted);
    });
    afterEach(() => server.close());

    test('is asked where it is the server of the runner, and nowhere else', async () => {
      const {directory, sha} = world.repository.checkOut({branch: 'main'});
      git(directory, 'remote', 'set-url', 'origin', server.url);
      git(directory, 'config', `http.${server.serverUrl}/.extraheader`, `AUTHORIZATION: ${accepted}`);
      const other = await world.apply({sha}, {checkout: directory, inputs: IN_WEB});
      expect(other.commands.at(-1)).toMatchObject({
        properties: {title: 'git/fetch-failed'},
        message: expect.stringContaining("'http' not allowed"),
      });
      expect(server.authorizations).toEqual([]);
      const own = await world.apply({sha}, {checkout: directory, inputs: IN_WEB, env: {GITHUB_SERVER_URL: server.serverUrl}});
      expect(own).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    });
  });
});

describe('a checkout as workflows make it works', () => {
  test('of another owner, as in a container', async () => {
    const {directory, sha} = world.repository.checkOut({branch: 'main'});
    const isRoot = process.getuid?.() === 0;
    if (isRoot) giveAway(directory);
    // Where the tests may not give files away, git is made to believe it.
    const env = isRoot ? {} : {PATH: `${wrapGit('GIT_TEST_ASSUME_DIFFERENT_OWNER=1')}:${process.env['PATH']}`};
    expect(await world.apply({sha}, {checkout: directory, inputs: IN_WEB, env})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('below the workspace (path: of checkout)', async () => {
    const {repository, apply} = world;
    const {directory, sha} = repository.checkOut({branch: 'main'});
    const workspace = join(traps, 'workspace');
    mkdirSync(workspace);
    renameSync(directory, join(workspace, 'site'));
    const run = await apply({sha}, {checkout: workspace, inputs: {'working-directory': 'site/web'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(repository.readFile('main', 'web/monitors.state.json')).toContain('"first"');
  });

  test('with a key for ssh, whose command is in the configuration that checkout wrote', async () => {
    const {directory, sha} = world.repository.checkOut({branch: 'main'});
    const log = join(traps, 'ssh.log');
    const key = join(traps, 'key.sh');
    writeFileSync(key, `#!/bin/sh\necho "$1" >> ${log}\nshift\neval "$1"\n`);
    chmodSync(key, 0o755);
    git(directory, 'config', 'core.sshCommand', `"${key}"`);
    expect(await world.apply({sha}, {checkout: directory, inputs: IN_WEB})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(readFileSync(log, 'utf8')).toContain('git@runner.example');
  });

  test.each(['a linked worktree', 'a git directory elsewhere'])('whose .git is a file: %s', async kind => {
    const {directory, sha} = world.repository.checkOut({branch: 'main'});
    const other = join(traps, 'other');
    if (kind === 'a linked worktree') git(directory, 'worktree', 'add', '-q', '--detach', other, sha);
    else {
      mkdirSync(other);
      renameSync(join(directory, '.git'), join(traps, 'repository'));
      writeFileSync(join(other, '.git'), 'gitdir: ../repository\n');
      git(other, 'reset', '-q', '--hard');
    }
    expect(await world.apply({sha}, {checkout: other, inputs: IN_WEB})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('with a working directory that is a link to another one of the repository', async () => {
    const {repository, github} = world;
    const {directory, sha} = repository.checkOut({branch: 'main'});
    symlinkSync('web', join(directory, 'site'));
    const event = {name: 'push', sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}};
    const run = await runAction({checkout: directory, event, github, inputs: {command: 'plan', 'working-directory': 'site'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
  });
});

/** Makes all files of a directory those of another user. */
function giveAway(directory: string): void {
  lchownSync(directory, 1234, 1234);
  for (const entry of readdirSync(directory, {recursive: true})) lchownSync(join(directory, String(entry)), 1234, 1234);
}

/** A directory with a `git` that gets more environment. */
function wrapGit(assignment: string): string {
  const program = join(traps, 'bin/git');
  mkdirSync(dirname(program));
  const real = execFileSync('sh', ['-c', 'command -v git'], {encoding: 'utf8'}).trim();
  writeFileSync(program, `#!/bin/sh\n${assignment} exec ${real} "$@"\n`);
  chmodSync(program, 0o755);
  return dirname(program);
}
