import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

let workspace: Workspace;
afterEach(() => workspace.remove());

const FILES = {'monitors.config.yaml': 'project: shop\n', 'monitors/a.yaml': specFor('a')};
const run = (...args: readonly string[]) => runMonitorsHere(args, {cwd: workspace.directory});

describe('I20: what is no file is not read', () => {
  test.each(['/dev/zero', '/dev/random', 'pipe', 'directory', 'socket', '/dev/null'])('apply %s', async path => {
    workspace = makeWorkspace(FILES);
    spawnSync('mkfifo', [workspace.path('pipe')]);
    mkdirSync(workspace.path('directory'));
    const server = createServer().listen(workspace.path('socket'));
    try {
      const applied = await run('apply', path);
      expect(applied).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/cannot\s+be\s+read:\s+it\s+is\s+a\s+(?:pipe|directory)/)});
      const faults = await run('emulator', '--faults', path);
      expect(faults).toMatchObject({exitCode: 3, stderr: expect.stringContaining('fault script')});
      expect((await run('emulator', '--port', '0', '--data', path)).exitCode).toBe(3);
    } finally {
      server.close();
    }
  });
});

describe('I21: plan --out writes over nothing but a plan', () => {
  const TAKEN = [
    'monitors.state.json',
    'monitors.state.json.journal',
    'monitors.state.json.lock',
    'monitors.state.json.bak',
    'monitors.state.staging.json',
    'Monitors.State.JSON',
    'monitors.config.yaml',
    'monitors/a.yaml',
    'monitors/deep/new.yml',
    '.git/config',
    '.git/new',
    'link',
    'dangling',
    'monitors',
    'pipe',
    'notes.txt',
  ];
  test.each(TAKEN)('not over %s, there or not', async path => {
    workspace = makeWorkspace({...FILES, 'monitors/deep/x.yaml': specFor('x'), '.git/config': '[core]\n', 'notes.txt': 'mine\n'});
    symlinkSync('monitors/a.yaml', workspace.path('link'));
    symlinkSync('monitors.state.json', workspace.path('dangling'));
    spawnSync('mkfifo', [workspace.path('pipe')]);
    const before =
      existsSync(workspace.path(path)) && path !== 'monitors' && path !== 'pipe' ? readFileSync(workspace.path(path), 'utf8') : null;
    const planned = await run('plan', '--out', path);
    expect(planned).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/cannot-write')});
    if (before !== null) expect(readFileSync(workspace.path(path), 'utf8')).toBe(before);
    else if (path !== 'monitors' && path !== 'pipe') expect(existsSync(workspace.path(path))).toBe(false);
  });

  test.each(['plan', 'report'])('%s names the directory that is missing', async command => {
    workspace = makeWorkspace(FILES);
    const {exitCode, stderr} = await run(command, '--out', 'no/such/file.html');
    expect({exitCode, words: stderr.replace(/\s+/g, ' ')}).toEqual({
      exitCode: 3,
      words: expect.stringContaining(
        'cannot be written to no/such/file.html: the directory no/such does not exist hint: make the directory first',
      ),
    });
  });

  test('an empty state or spec is no free place either; a new name, an empty file and an old plan are', async () => {
    workspace = makeWorkspace({...FILES, 'empty.json': '', 'elsewhere.json': ''});
    unlinkSync(workspace.path('elsewhere.json'));
    writeFileSync(workspace.path('monitors.state.json'), '');
    expect((await run('plan', '--out', 'monitors.state.json', '--state', 'other.json')).exitCode).toBe(3);
    unlinkSync(workspace.path('monitors.state.json'));
    for (const path of ['plan.json', 'plan.json', 'empty.json']) expect((await run('plan', '--out', path)).exitCode).toBe(0);
    symlinkSync('plan.json', workspace.path('to-plan'));
    expect((await run('plan', '--out', 'to-plan')).exitCode).toBe(0);
  });
});

describe('I22: what stands in the place of the state is refused by validate, before anything is created', () => {
  const SUFFIXES = ['', '.journal', '.bak', '.journal.bak', '.damaged.bak', '.lock'];
  test.each(SUFFIXES.flatMap(suffix => ['directory', 'link', 'pipe'].map(kind => [`monitors.state.json${suffix}`, kind] as const)))(
    '%s: a %s',
    async (name, kind) => {
      workspace = makeWorkspace(FILES);
      const path = workspace.path(name);
      if (kind === 'directory') mkdirSync(path);
      else if (kind === 'link') symlinkSync('/dev/zero', path);
      else spawnSync('mkfifo', [path]);
      for (const command of [['validate'], ['apply', '--auto-approve']]) {
        expect(await run(...command)).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/state\/(?:not-a-file|lost|unreadable)/)});
      }
    },
  );

  test('a lock that is committed', async () => {
    workspace = makeWorkspace({...FILES, 'monitors.state.json.lock': '{}'});
    expect((await run('validate')).exitCode).toBe(0);
    const git = (...args: string[]) => execFileSync('git', args, {cwd: workspace.directory});
    git('init', '-q');
    git('add', '-f', 'monitors.state.json.lock');
    expect(await run('validate')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/tracked-by-git')});
  });

  test.each(['state: .git/s.json', 'state: sub/.GIT/s.json', 'specs: .git/hooks', 'state: link/s.json'])('%s', async line => {
    workspace = makeWorkspace({...FILES, 'monitors.config.yaml': `project: shop\n${line}\n`, '.git/HEAD': 'ref: refs/heads/main\n'});
    symlinkSync('.git', workspace.path('link'));
    for (const command of ['validate', 'plan']) {
      expect(await run(command)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unsafe-path')});
    }
  });
});
