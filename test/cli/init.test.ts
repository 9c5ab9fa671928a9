import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync} from 'node:fs';
import {parse} from 'yaml';
import {findFence} from '../docs/pages';
import {type CliRun, makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {startUserWorld} from '../world/service';

/** `monitors init` through the real command, on real directories with real git: what it writes works as it stands. */
let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace();
});
afterEach(() => workspace.remove());

const WRITTEN = [
  '.gitattributes',
  '.github/workflows/drift-monitors.yml',
  '.github/workflows/monitors.yml',
  '.gitignore',
  '.pre-commit-config.yaml',
  '.vscode/.gitattributes',
  '.vscode/monitors-config.schema.json',
  '.vscode/monitors-layer.schema.json',
  '.vscode/monitors.schema.json',
  '.vscode/settings.json',
  'monitors.config.yaml',
  'monitors/example.yaml',
];

function git(...args: string[]): string {
  return execFileSync('git', args, {cwd: workspace.directory, encoding: 'utf8'});
}

function run(...args: string[]): Promise<CliRun> {
  return runMonitorsHere(args, {cwd: workspace.directory});
}

/** Every file below the workspace, with its content, git's own and caches aside. */
function readTree(): Record<string, string> {
  const paths = readdirSync(workspace.directory, {recursive: true, encoding: 'utf8'})
    .filter(path => !/^\.(?:git|home)(?:\/|$)/.test(path) && statSync(workspace.path(path)).isFile())
    .sort();
  return Object.fromEntries(paths.map(path => [path, read(path)]));
}

function read(path: string): string {
  return readFileSync(workspace.path(path), 'utf8');
}

function outcomes(ran: CliRun): Record<string, string> {
  const {files} = JSON.parse(ran.stdout) as {files: {path: string; outcome: string}[]};
  return Object.fromEntries(files.map(({path, outcome}) => [path, outcome]));
}

describe('in a new repository', () => {
  beforeEach(() => git('init', '-q', '--initial-branch=trunk'));

  test('it writes what is needed, says what is left to do, and finds nothing to do when it is run again', async () => {
    git('remote', 'add', 'origin', 'https://somebody:a-token@git.acme.example/watches.git');
    const first = await run('init');
    expect(first).toMatchObject({exitCode: 0, stderr: ''});
    for (const path of WRITTEN) expect(first.stdout).toContain(`created   ${path}\n`);
    expect(first.stdout).toMatch(/Next\n.*1\. .*monitors\/example\.yaml.*OWNER.*MONITORS_API_KEY.*trunk/s);
    expect(Object.keys(readTree())).toEqual(WRITTEN);
    expect(parse(read('monitors.config.yaml'))).toEqual({project: 'watches'});
    const written = readTree();
    expect(JSON.stringify(written)).not.toContain('a-token');
    expect(await run('init')).toMatchObject({exitCode: 0, stdout: 'Nothing to do: all files of init exist already.\n', stderr: ''});
    expect(readTree()).toEqual(written);
  });

  test('run again it writes what is missing by then, and asks for no more than that', async () => {
    await run('init');
    rmSync(workspace.path('.vscode/monitors.schema.json'));
    const again = await run('init');
    expect(again.stdout.split('\nNote:')[0]).toBe('created   .vscode/monitors.schema.json\n\nNext\n  1. Commit what was written.\n');
  });

  test('what it wrote validates without a warning, plans, and applies', async () => {
    const world = await startUserWorld({});
    try {
      expect(await world.runHere(['init', '--project', 'acme-web'])).toMatchObject({exitCode: 0});
      const validated = await world.runHere(['validate', '--strict', 'all']);
      expect(validated).toMatchObject({exitCode: 0, stdout: '1 monitor in 1 file: no problems found.\n'});
      const planned = await world.runHere(['plan', '--format', 'json']);
      expect(JSON.parse(planned.stdout)).toMatchObject({
        summary: {create: 1},
        estimate: {creditsPerMonth: 30},
        changes: [{key: 'example'}],
        diagnostics: [],
      });
      expect(planned.stderr).toBe('');
      expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
      expect(world.emulator.monitors()).toHaveLength(1);
    } finally {
      await world.close();
    }
  });

  test('a config that it wrote in comments is one when the marks are taken away', async () => {
    await run('init');
    workspace.write({
      'monitors.config.yaml': read('monitors.config.yaml').replace(/^# ( *(?:budget|creditsPerMonth|secrets|allow):)/gm, '$1'),
    });
    expect(parse(read('monitors.config.yaml'))).toMatchObject({budget: {creditsPerMonth: 10_000}, secrets: {allow: ['WEBHOOK_TOKEN']}});
    expect(await run('validate')).toMatchObject({exitCode: 0, stderr: ''});
  });

  test('git commits state and journal, ignores what lies beside them, and never merges them by line', async () => {
    await run('init');
    const ignored = [
      'monitors.state.json.lock',
      'monitors.state.json.lock.takeover-1f',
      'monitors.state.json.bak',
      'monitors.state.json.tmp-0123456789abcdef',
      'monitors.state.json.journal.bak',
      'monitors.state.rescue-1f.json',
      'monitors.state.staging.json.lock',
      'monitors.state.staging.rescue-1f.json',
    ];
    const committed = ['monitors.state.json', 'monitors.state.json.journal', 'monitors.state.staging.json', 'monitors/rescue-plan.yaml'];
    const check = [...ignored, ...committed].filter(path => {
      try {
        return git('check-ignore', path) !== '';
      } catch {
        return false;
      }
    });
    expect(check).toEqual(ignored);
    for (const path of ['monitors.state.json', 'monitors.state.json.journal', 'monitors.state.staging.json']) {
      const attributes = git('check-attr', 'merge', 'text', 'linguist-generated', '--', path);
      expect(attributes).toBe(`${path}: merge: unset\n${path}: text: unset\n${path}: linguist-generated: set\n`);
    }
    expect(git('check-attr', 'merge', '--', 'monitors/example.yaml')).toContain('unspecified');
  });

  test('two branches that both changed the state are a conflict, and the file stays whole', async () => {
    await run('init');
    git('config', 'user.name', 'a');
    git('config', 'user.email', 'a@example.com');
    git('config', 'commit.gpgsign', 'false');
    const state = (first: number, last: number) => `{\n${`"a": ${first},\n${'"x": 0,\n'.repeat(20)}"z": ${last}`}\n}\n`;
    const commit = (text: string) => {
      workspace.write({'monitors.state.json': text});
      git('add', '-A', '--', ':!.home');
      git('commit', '-qm', 'state');
    };
    commit(state(0, 0));
    git('branch', 'other');
    commit(state(1, 0));
    git('checkout', '-q', 'other');
    commit(state(0, 1));
    expect(() => execFileSync('git', ['merge', '-q', 'trunk'], {cwd: workspace.directory, stdio: 'pipe'})).toThrow(
      /CONFLICT|Command failed/,
    );
    expect(JSON.parse(read('monitors.state.json'))).toMatchObject({a: 0, z: 1});
  });

  test('editors find the schemas that the settings and the files name, and these are the ones of this version', async () => {
    await run('init');
    const settings = JSON.parse(read('.vscode/settings.json'));
    expect(settings['yaml.schemas']).toEqual({
      '.vscode/monitors.schema.json': ['monitors/**/*.yaml', 'monitors/**/*.yml', '!monitors/**/_*'],
      '.vscode/monitors-layer.schema.json': ['monitors/**/_defaults.yaml', 'monitors/**/_overlay.*.yaml'],
      '.vscode/monitors-config.schema.json': ['monitors.config.yaml'],
    });
    for (const [file, words] of [
      ['.vscode/monitors.schema.json', 'spec'],
      ['.vscode/monitors-layer.schema.json', 'layer'],
      ['.vscode/monitors-config.schema.json', 'config'],
    ] as const) {
      expect(read(file)).toBe(`${JSON.stringify(JSON.parse((await run('schema', words)).stdout))}\n`);
    }
  });

  test('the workflow pins the action to the commit that this command was built from', async () => {
    await run('init');
    const [, commit = ''] = /OWNER\/monitors-as-code@([0-9a-f]{40}) /.exec(read('.github/workflows/monitors.yml')) ?? [];
    const {stdout} = await run('--version');
    // Built outside of a repository it knows none, and pins what nothing can be.
    expect(commit.slice(0, 7)).toBe(/\(([0-9a-f]{7})\)/.exec(stdout)?.[1] ?? '0000000');
  });
});

describe('where something is there already', () => {
  beforeEach(() => git('init', '-q', '--initial-branch=main'));

  test('nothing is overwritten; rules get the lines that they miss; every file is named', async () => {
    const mine = {
      '.pre-commit-config.yaml': 'repos: []\n',
      '.vscode/settings.json': '{"editor.tabSize": 2}\n',
      '.github/workflows/monitors.yml': 'on: push\n',
      '.gitignore': 'node_modules\r\nmonitors.state*.bak\r\n',
    };
    workspace.write(mine);
    chmodSync(workspace.path('.gitignore'), 0o600);
    expect(outcomes(await run('init', '--format', 'json'))).toEqual({
      ...Object.fromEntries(WRITTEN.map(path => [path, 'created'])),
      '.github/workflows/monitors.yml': 'kept',
      '.pre-commit-config.yaml': 'kept',
      '.gitignore': 'extended',
      '.vscode/settings.json': 'kept',
    });
    const {'.gitignore': ignored, ...others} = mine;
    for (const [path, text] of Object.entries(others)) expect(read(path)).toBe(text);
    expect(read('.gitignore').startsWith(ignored)).toBe(true);
    expect(read('.gitignore').match(/monitors\.state\*\.bak/g)).toHaveLength(1);
    expect(statSync(workspace.path('.gitignore')).mode & 0o777).toBe(0o600);
    const again = JSON.parse((await run('init', '--format', 'json')).stdout);
    expect(again.next).toEqual([]);
    expect(new Set(again.files.map(({outcome}: {outcome: string}) => outcome))).toEqual(new Set(['kept', 'unchanged']));
  });

  test('the lines that kept files lack are printed, until they are there', async () => {
    const settings = '{"editor.tabSize": 2}\n';
    workspace.write({
      '.pre-commit-config.yaml': 'repos: []\n',
      '.vscode/settings.json': settings,
      'monitors.config.yaml': 'project: acme\n',
    });
    const {stdout} = await run('init');
    const [, schemas = ''] = /Add to \.vscode\/settings\.json\n([\s\S]*?)\n(?:\n|$)/.exec(stdout) ?? [];
    expect(JSON.parse(`{${schemas}}`)['yaml.schemas']['.vscode/monitors-layer.schema.json']).toContain('monitors/**/_defaults.yaml');
    expect(stdout).toContain('Add to monitors.config.yaml\n  # yaml-language-server: $schema=.vscode/monitors-config.schema.json\n');
    const [, hooks = ''] = /Add to \.pre-commit-config\.yaml\n([\s\S]*?)\n(?:\n|$)/.exec(stdout) ?? [];
    expect(parse(hooks)[0].hooks[0].id).toBe('monitors-validate');
    workspace.write({
      '.pre-commit-config.yaml': `repos:\n${hooks}\n`,
      '.vscode/settings.json': `{"editor.tabSize": 2,\n${schemas}}\n`,
      'monitors.config.yaml': '# yaml-language-server: $schema=.vscode/monitors-config.schema.json\nproject: acme\n',
    });
    expect((await run('init')).stdout).not.toContain('Add to');
  });

  test('a config that is there decides: its project, its directory of specs, its state', async () => {
    workspace.write({'monitors.config.yaml': 'project: acme\nspecs: ops/watches\nstate: ops/watch.json\n'});
    expect(await run('init')).toMatchObject({exitCode: 0});
    expect(existsSync(workspace.path('ops/watches/example.yaml'))).toBe(true);
    expect(await run('validate', '--strict', 'all')).toMatchObject({exitCode: 0, stderr: ''});
    expect(git('check-ignore', 'ops/watch.json.lock', 'ops/watch.staging.json.bak').trim().split('\n')).toHaveLength(2);
    expect(git('check-attr', 'merge', '--', 'ops/watch.json')).toContain('unset');
    expect(read('.vscode/settings.json')).toContain('"ops/watches/**/*.yaml"');
  });

  test('specs that are there are enough: no example is added', async () => {
    workspace.write({'monitors/deep/shop.yml': specFor('shop')});
    const ran = await run('init', '--format', 'json');
    expect(Object.keys(outcomes(ran)).filter(path => path.startsWith('monitors/'))).toEqual([]);
    expect(readdirSync(workspace.path('monitors'))).toEqual(['deep']);
  });

  test('in a directory of its own, files of the project lie there and those of the repository at its root', async () => {
    workspace.write({'package.json': '{}'});
    const ran = await run('init', 'ops/web watches', '--project', 'acme', '--format', 'json');
    expect(ran).toMatchObject({exitCode: 0, stdout: expect.stringContaining("`monitors plan -C 'ops/web watches'`")});
    expect(Object.keys(readTree())).toEqual([
      '.github/workflows/drift-monitors-ops-web-watches.yml',
      '.github/workflows/monitors-ops-web-watches.yml',
      '.pre-commit-config.yaml',
      '.vscode/.gitattributes',
      '.vscode/monitors-config.schema.json',
      '.vscode/monitors-layer.schema.json',
      '.vscode/monitors.schema.json',
      '.vscode/settings.json',
      'ops/web watches/.gitattributes',
      'ops/web watches/.gitignore',
      'ops/web watches/monitors.config.yaml',
      'ops/web watches/monitors/example.yaml',
      'package.json',
    ]);
    expect(await run('-C', 'ops/web watches', 'validate', '--strict', 'all')).toMatchObject({exitCode: 0});
    const [hook] = parse(read('.pre-commit-config.yaml')).repos[0].hooks;
    const words = hook.entry.split(' ').slice(1);
    const asHook = await run(...words, ...hook.args, 'ops/web watches/monitors/example.yaml', 'ops/web watches/monitors.config.yaml');
    expect(asHook).toMatchObject({exitCode: 0, stdout: expect.stringContaining('no problems found')});
    expect(git('check-ignore', 'ops/web watches/monitors.state.json.lock')).not.toBe('');
  });

  test('a file that a crash left behind is no obstacle', async () => {
    workspace.write({'monitors.config.yaml.tmp-0123456789abcdef': 'proj'});
    expect(await run('init')).toMatchObject({exitCode: 0});
    expect(parse(read('monitors.config.yaml')).project).toMatch(/^monitors-test-/);
  });
});

test('the document for programs', async () => {
  git('init', '-q', '--initial-branch=main');
  workspace.write({'.gitignore': 'dist\n', '.vscode/settings.json': '{}\n'});
  const {files, next, ...rest} = JSON.parse((await run('init', '--project', 'acme-web', '--format', 'json')).stdout);
  expect(rest).toEqual({formatVersion: 1, command: 'init', project: 'acme-web', repository: true});
  expect(files).toEqual(
    expect.arrayContaining([
      {path: '.gitignore', outcome: 'extended'},
      {path: '.vscode/settings.json', outcome: 'kept', toAdd: expect.arrayContaining(['  "yaml.schemas": {'])},
    ]),
  );
  expect(next).toEqual(expect.arrayContaining([expect.stringContaining('pull request')]));
});

test('docs/recovery.md: the rules to write by hand are those that init writes', async () => {
  git('init', '-q');
  await run('init');
  for (const [path, sample] of [
    ['.gitignore', findFence('docs/recovery.md', 'monitors.state*.lock')],
    ['.gitattributes', findFence('docs/recovery.md', 'monitors.state*.json')],
  ] as const) {
    expect(read(path).replace(/^#.*\n/, '')).toBe(sample);
  }
});

test('without a repository it says so and goes on', async () => {
  const ran = await run('init');
  expect(ran).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/no git repository here yet: create one with `git init`/)});
  expect(Object.keys(readTree())).toEqual(WRITTEN);
  expect(JSON.parse((await run('init', '--format', 'json')).stdout)).toMatchObject({repository: false, next: []});
});

describe('what it refuses, and then writes nothing', () => {
  const makeOutside = () => workspace.write({'outside/file': 'mine\n'});

  test.each([
    {name: 'a directory that is a link', make: () => symlinkSync('outside', workspace.path('.github')), says: '.github is a symbolic link'},
    {
      name: 'a file that is a link',
      make: () => symlinkSync('outside/file', workspace.path('.gitignore')),
      says: '.gitignore is a symbolic link',
    },
    {
      name: 'a link to nothing',
      make: () => symlinkSync('outside/new', workspace.path('monitors.config.yaml')),
      says: 'monitors.config.yaml is a symbolic link',
    },
    {
      name: 'a directory where a file goes',
      make: () => mkdirSync(workspace.path('.gitattributes')),
      says: '.gitattributes is not a regular file',
    },
    {name: 'a file where a directory goes', make: () => workspace.write({monitors: ''}), says: 'monitors is not a directory'},
    {
      name: 'a pipe',
      make: () => void execFileSync('mkfifo', [workspace.path('.pre-commit-config.yaml')]),
      says: '.pre-commit-config.yaml is not a regular file',
    },
  ])('$name', async ({make, says}) => {
    makeOutside();
    make();
    const ran = await run('init');
    expect(ran).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringMatching(/^error {2}config\/unsafe-path/)});
    expect(ran.stderr).toContain(says);
    expect(existsSync(workspace.path('.vscode'))).toBe(false);
    expect(read('outside/file')).toBe('mine\n');
    expect(readdirSync(workspace.path('outside'))).toEqual(['file']);
  });

  test.each([
    {name: "git's own directory", args: ['.git/hooks'], says: 'is inside the .git directory'},
    {name: 'a name that hides something', args: ['a\u202eb'], says: 'invisible characters'},
    {name: 'a project name that cannot be one', args: ['--project', '../x'], says: '"../x" given with --project'},
    {name: 'a file for a directory', args: ['outside/file'], says: 'cannot be used'},
    {name: 'a config of another place', args: ['--config', 'x.yaml'], says: 'init takes no --config'},
    {name: 'a setting that belongs into the config', args: ['--specs', 'watches'], says: 'init takes no --specs'},
    {name: 'more files with an upgrade', args: ['--upgrade', '--digest'], says: '--upgrade and --digest do not go together'},
    {name: 'a format that it does not have', args: ['--format', 'yaml'], says: '--format: unknown value "yaml"'},
  ])('$name', async ({args, says}) => {
    makeOutside();
    git('init', '-q');
    const ran = await run('init', ...args);
    expect(ran).toMatchObject({exitCode: 3, stdout: ''});
    expect(ran.stderr.replace(/\s+/g, ' ')).toContain(says);
    expect(existsSync(workspace.path('.vscode'))).toBe(false);
  });

  test('a config that is not valid, or that names another project', async () => {
    workspace.write({'monitors.config.yaml': 'projct: acme\n'});
    expect(await run('init')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('did you mean "project"?')});
    workspace.write({'monitors.config.yaml': 'project: acme\n'});
    expect(await run('init', '--project', 'other')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('names the project "acme"'),
    });
    expect(await run('init', '--format', 'json', '--project', 'other')).toMatchObject({stdout: expect.stringContaining('"config/usage"')});
    expect(Object.keys(readTree())).toEqual(['monitors.config.yaml']);
  });

  test('what the disk does not take', async () => {
    git('init', '-q');
    const ran = await run('init', `${'a'.repeat(200)}/${'b'.repeat(200)}`);
    expect(ran).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/config\/cannot-write.*its\s+name is\s+too\s+long/s)});
    expect(existsSync(workspace.path('.vscode'))).toBe(false);
  });
});

test('what GitHub and pre-commit read is YAML that says one thing', async () => {
  git('init', '-q');
  await run('init');
  for (const path of ['.github/workflows/monitors.yml', '.pre-commit-config.yaml'])
    expect(() => parse(read(path), {strict: true, uniqueKeys: true})).not.toThrow();
});
