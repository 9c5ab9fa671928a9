import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {parse, stringify} from 'yaml';
import {findFence} from '../docs/pages';
import {bareSpecFor, makeWorkspace, monitorsBin, runMonitors, specFor, type Workspace} from '../world/cli';
import {git, makeHookCheckout, makeUserRepository} from '../world/hook-checkout';

/** The hooks of docs/pre-commit.md, as the programs that users have run them; no registry answers. */
const TYPO = specFor('broken').replace('schedule:', 'schedul:');
const PAGE = 'docs/pre-commit.md';
const preCommit = findPreCommit();

/** The real program, where it is installed: CI installs it. */
function findPreCommit(): string | undefined {
  const program = process.env['MONITORS_TEST_PRE_COMMIT'] ?? 'pre-commit';
  if (spawnSync(program, ['--version']).status === 0) return program;
  if (process.env['CI'] === 'true') throw new Error(`${program} cannot be run: install it, or name it in MONITORS_TEST_PRE_COMMIT`);
  console.log('pre-commit is not installed: its hook is not tried with it here (pip install pre-commit, or MONITORS_TEST_PRE_COMMIT=path)');
  return undefined;
}

/** End of a program, with all that it said. */
interface Said {
  readonly exitCode: number | null;
  readonly text: string;
}

/** A home directory with `monitors` on its PATH, and nothing that a registry could be asked with. */
let home: Workspace;
let repository: Workspace;

beforeAll(() => {
  home = makeWorkspace();
  mkdirSync(home.path('bin'));
  symlinkSync(monitorsBin, home.path('bin/monitors'));
});

afterAll(() => home.remove());

afterEach(() => repository?.remove());

function run(program: string, args: readonly string[], cwd = repository.directory): Said {
  const env = {
    PATH: `${home.path('bin')}:${process.env['PATH']}`,
    HOME: home.directory,
    PRE_COMMIT_HOME: home.path('pre-commit'),
    PRE_COMMIT_COLOR: 'never',
    npm_config_cache: home.path('npm'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_update_notifier: 'false',
  };
  const {status, stdout, stderr} = spawnSync(program, [...args], {cwd, env, encoding: 'utf8', timeout: 120_000});
  return {exitCode: status, text: `${stdout}${stderr}`};
}

/** Stages these files, or their deletion where there is no text, and commits. */
function commit(files: Readonly<Record<string, string | null>>): Said {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(repository.path(path));
    else repository.write({[path]: text});
  }
  git(repository.directory, 'add', '--all', '--', ...Object.keys(files));
  return run('git', ['commit', '-m', 'Change']);
}

/** Commits files that no hook looks at. */
function commitUnchecked(files: Readonly<Record<string, string>>): void {
  repository.write(files);
  git(repository.directory, 'add', '--all', '--', ...Object.keys(files));
  git(repository.directory, 'commit', '--no-verify', '--quiet', '-m', 'Unchecked');
}

/** Promises of every hook, whoever runs it. */
function describeHook(install: () => void, passesDeleted = true): void {
  // Made once and copied for each test: git and the installation are a third of what a test costs.
  let installed: Workspace;
  beforeAll(() => {
    repository = makeUserRepository({
      'monitors.config.yaml': 'project: acme\nsecrets: {allow: [TOKEN]}\n',
      'monitors/shop.yaml': specFor('shop'),
      'monitors/folder/_defaults.yaml': 'schedule: {text: hourly}\n',
      'monitors/folder/heir.yaml': specFor('heir').replace('schedule: {text: hourly}\n', ''),
      'monitors/old one.yaml': specFor('old'),
      'monitors/secret.yaml': `${bareSpecFor('secret')}webhook: {url: "https://hooks.example/\${env:TOKEN}"}\n`,
    });
    install();
    installed = repository;
  });
  afterAll(() => installed.remove());

  beforeEach(() => {
    repository = makeWorkspace();
    cpSync(installed.directory, repository.directory, {recursive: true, preserveTimestamps: true});
  });

  test('a commit of sound specs goes through, names with spaces and deleted files included', () => {
    const said = commit({'monitors/a new one.yaml': specFor('new'), 'monitors/old one.yaml': null, 'README.md': 'Hello.\n'});
    expect(said).toMatchObject({exitCode: 0});
  });

  test('a finding stops the commit and is shown with its place; findings of other files are not', () => {
    commitUnchecked({'monitors/other.yaml': TYPO});
    const said = commit({'monitors/with a typo.yaml': TYPO});
    expect(said.exitCode).toBe(1);
    expect(said.text).toContain('monitors/with a typo.yaml:2:1');
    expect(said.text).toContain('schema/unknown-field');
    expect(said.text).not.toContain('other.yaml');
  });

  test('a key that another spec has stops the commit, in the file that is committed', () => {
    const said = commit({'monitors/again.yaml': `${bareSpecFor('again')}sync: {alerts: none, key: shop}\n`});
    expect(said.exitCode).toBe(1);
    expect(said.text).toMatch(/monitors\/again\.yaml:\d+:\d+ +error +spec\/duplicate-key/);
  });

  test('what is staged counts, not what the file holds since', () => {
    repository.write({'monitors/partly.yaml': TYPO});
    git(repository.directory, 'add', 'monitors/partly.yaml');
    repository.write({'monitors/partly.yaml': specFor('partly')});
    expect(run('git', ['commit', '-m', 'Broken, mended later'])).toMatchObject({exitCode: 1});
    git(repository.directory, 'add', 'monitors/partly.yaml');
    repository.write({'monitors/partly.yaml': TYPO});
    expect(run('git', ['commit', '-m', 'Sound, broken later'])).toMatchObject({exitCode: 0});
  });

  test('files that are no specs are none of its business', () => {
    const said = commit({'monitors/_parts.yaml': 'name: [\n', 'monitors/.hidden.yaml': 'name: [\n', 'other.yaml': 'name: [\n'});
    expect(said).toMatchObject({exitCode: 0});
  });

  test('a changed layer stands for the specs that inherit from it, and for no others', () => {
    commitUnchecked({'monitors/folder/below/typo.yaml': TYPO, 'monitors/other.yaml': TYPO});
    const said = commit({'monitors/folder/_defaults.yaml': 'schedule: {text: daily}\n'});
    expect(said.exitCode).toBe(1);
    expect(said.text).toContain('monitors/folder/below/typo.yaml:2:1');
    expect(said.text).not.toContain('other.yaml');
  });

  test('a fault in a layer or an overlay is shown where it was written', () => {
    const said = commit({'monitors/folder/_overlay.default.yaml': 'retentionDays: soon\n'});
    expect(said.exitCode).toBe(1);
    expect(said.text).toMatch(/monitors\/folder\/_overlay\.default\.yaml:1:\d+ +error/);
  });

  test('a changed data file stands for the specs that read it', () => {
    const list = TYPO.replace('sync: {', 'sync: {each: {file: _rows.csv}, ');
    commitUnchecked({'monitors/folder/list.yaml': list, 'monitors/folder/_rows.csv': 'key\na\n', 'monitors/other.yaml': TYPO});
    const said = commit({'monitors/folder/_rows.csv': 'key\na\nb\n'});
    expect(said.exitCode).toBe(1);
    expect(said.text).toContain('monitors/folder/list.yaml:2:1');
    expect(said.text).not.toContain('other.yaml');
  });

  if (passesDeleted) {
    test('a deleted layer stands for the specs that inherited from it', () => {
      const said = commit({'monitors/folder/_defaults.yaml': null});
      expect(said.exitCode).toBe(1);
      expect(said.text).toContain('monitors/folder/heir.yaml');
    });
  }

  test('a change to the config is checked with all specs', () => {
    const said = commit({'monitors.config.yaml': 'project: acme\n'});
    expect(said.exitCode).toBe(1);
    expect(said.text).toContain('monitors/secret.yaml');
  });

  test('S15: 500 names that no single command line can hold', () => {
    const directory = `monitors/${'d'.repeat(200)}/${'e'.repeat(100)}`;
    const names = Array.from({length: 500}, (_, index) => `${directory}/${index}.yaml`);
    const specs = Object.fromEntries(names.map((name, index) => [name, specFor(`site-${index}`)]));
    const said = commit({
      ...specs,
      [`${directory}/250.yaml`]: TYPO,
      [`${directory}/499.yaml`]: `${bareSpecFor('last')}sync: {alerts: none, key: shop}\n`,
    });
    expect(said.exitCode).not.toBe(0);
    expect(said.text).toContain('250.yaml:2:1');
    expect(said.text).toContain('499.yaml:6:');
    expect(said.text.match(/^(?!.*note:).*\berror +[a-z]+\//gm)).toHaveLength(2);
  });
}

describe('the hook for git alone', () => {
  describeHook(() => {
    repository.write({'.git/hooks/pre-commit': findFence(PAGE, '#!/bin/sh')});
    chmodSync(repository.path('.git/hooks/pre-commit'), 0o755);
  });
});

describe('the hook for husky, run as husky runs it', () => {
  describeHook(() => {
    repository.write({
      '.husky/pre-commit': findFence(PAGE, '#!/bin/sh'),
      '.git/hooks/pre-commit': '#!/bin/sh\nexec sh -e .husky/pre-commit\n',
    });
    chmodSync(repository.path('.git/hooks/pre-commit'), 0o755);
  });
});

describe('the commands for lint-staged, run with absolute paths as it does', () => {
  const commands = Object.values((JSON.parse(findFence(PAGE, '{')) as {'lint-staged': Record<string, string>})['lint-staged']);

  test.each([
    {name: 'a sound spec passes', staged: 'monitors/a spec.yaml', exitCode: 0},
    {name: 'a broken one does not', staged: 'monitors/broken.yaml', exitCode: 1},
    {name: 'a layer above a sound spec passes', staged: 'monitors/sound/_defaults.yaml', exitCode: 0},
    {name: 'a layer above a broken one does not', staged: 'monitors/_defaults.yaml', exitCode: 1},
    {name: 'the data of a broken one does not', staged: 'monitors/_rows.csv', exitCode: 1},
  ])('$name', async ({staged, exitCode}) => {
    repository = makeUserRepository({
      'monitors/a spec.yaml': specFor('a'),
      'monitors/broken.yaml': TYPO.replace('sync: {', 'sync: {each: {file: _rows.csv}, '),
      'monitors/_rows.csv': 'key\na\n',
      'monitors/_defaults.yaml': 'retentionDays: 30\n',
      'monitors/sound/_defaults.yaml': 'retentionDays: 30\n',
      'monitors/sound/b.yaml': specFor('b'),
    });
    for (const command of commands) {
      const [program, ...args] = command.split(' ');
      expect(program).toBe('monitors');
      const ended = await runMonitors([...args, repository.path(staged)], {cwd: repository.directory});
      expect(ended.exitCode).toBe(exitCode);
    }
  });
});

test('what is left out is said on stderr, and standard output holds the document alone', async () => {
  repository = makeUserRepository({'monitors/a.yaml': specFor('a')});
  const args = ['validate', '--ignore-unknown', '--format', 'json', 'README.md', 'monitors/gone.yaml', 'monitors/a.yaml'];
  const ended = await runMonitors(args, {cwd: repository.directory});
  expect(ended).toMatchObject({exitCode: 0, stderr: 'note: left out, not a spec: "README.md" does not exist (and 1 more)\n'});
  expect(JSON.parse(ended.stdout)).toMatchObject({valid: true, files: 1});
});

if (preCommit !== undefined) {
  describe('the hook for pre-commit, with the real program and no registry', () => {
    let checkout: ReturnType<typeof makeHookCheckout>;

    beforeAll(() => {
      checkout = makeHookCheckout();
    });

    afterAll(() => checkout.remove());

    function install(config: string): void {
      repository.write({'.pre-commit-config.yaml': config});
      git(repository.directory, 'add', '.pre-commit-config.yaml');
      git(repository.directory, 'commit', '--quiet', '-m', 'Hooks');
      expect(run(preCommit as string, ['install'])).toMatchObject({exitCode: 0});
    }

    describeHook(() => {
      const config = parse(findFence(PAGE, 'repos:'));
      Object.assign(config.repos[0], {repo: checkout.directory, rev: checkout.commit});
      install(stringify(config));
    }, false);

    test('`pre-commit try-repo` shows the broken spec and not the good one', () => {
      repository = makeUserRepository({'monitors/a good one.yaml': specFor('good'), 'monitors/broken.yaml': TYPO});
      const said = run(preCommit, ['try-repo', checkout.directory, 'monitors-validate', '--all-files']);
      expect(said.exitCode).toBe(1);
      expect(said.text).toMatch(/monitors validate\.+Failed/);
      expect(said.text).toContain('monitors/broken.yaml:2:1');
      expect(said.text).not.toContain('a good one.yaml');
      expect(said.text).toContain('2 monitors in 2 files: ');
    });

    test('the local hook that installs the package checks too', () => {
      repository = makeUserRepository({'monitors/broken.yaml': TYPO});
      execFileSync('npm', ['pack', '--silent', '--pack-destination', home.directory], {cwd: checkout.directory});
      const config = parse(findFence(PAGE, 'repos:\n  - repo: local'));
      const {version} = JSON.parse(readFileSync(join(checkout.directory, 'package.json'), 'utf8'));
      config.repos[0].hooks[0].additional_dependencies = [home.path(`monitors-as-code-${version}.tgz`)];
      install(stringify(config));
      const said = commit({'monitors/too.yaml': TYPO.replace('name: broken', 'name: too')});
      expect(said.exitCode).toBe(1);
      expect(said.text).toContain('monitors/too.yaml:2:1');
      expect(said.text).not.toContain('monitors/broken.yaml');
    });
  });
}
