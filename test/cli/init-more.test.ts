import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {type CliRun, makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

/** What `monitors init` adds only where it is asked for. */
let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace();
});
afterEach(() => workspace.remove());

const run = (...args: string[]): Promise<CliRun> => runMonitorsHere(args, {cwd: workspace.directory});
const read = (path: string) => readFileSync(workspace.path(path), 'utf8');

function readTree(): Record<string, string> {
  const paths = readdirSync(workspace.directory, {recursive: true, encoding: 'utf8'}).filter(path => !/^\.home(?:\/|$)/.test(path));
  return Object.fromEntries(paths.filter(path => statSync(workspace.path(path)).isFile()).map(path => [path, read(path)]));
}

test('--digest adds its workflow alone, says which key it reads, and is there once', async () => {
  await run('init');
  const before = readTree();
  const ran = await run('init', '--digest');
  expect(ran).toMatchObject({exitCode: 0, stderr: ''});
  expect(ran.stdout).toMatch(
    /^created {3}\.github\/workflows\/digest-monitors\.yml\n[\s\S]*\nNext\n[\s\S]*full operations[\s\S]*"monitors-drift"/,
  );
  const {'.github/workflows/digest-monitors.yml': _digest, ...others} = readTree();
  expect(others).toEqual(before);
  expect((await run('init', '--digest')).stdout).toMatch(/^Nothing to do/);
});

describe('--agents', () => {
  test('writes a section that names commands which there are, and nothing to do is left the second time', async () => {
    expect(await run('init', '--agents')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('created   AGENTS.md\n')});
    const text = read('AGENTS.md');
    expect(text.split('\n')).toEqual(expect.arrayContaining(['<!-- monitors init -->', '## Web monitors']));
    expect(text).toContain('`monitors` holds web monitors as code');
    const commands = [...text.matchAll(/`monitors ([a-z]+(?: mv)?)/g)].map(([, words = '']) => words.split(' '));
    expect(commands.length).toBeGreaterThan(6);
    for (const words of commands) expect(await run(...words, '--help')).toMatchObject({exitCode: 0});
    for (const words of [['validate'], ['plan']]) expect(await run(...words)).toMatchObject({exitCode: 0});
    expect((await run('init', '--agents')).stdout).toMatch(/^Nothing to do/);
    expect(read('AGENTS.md')).toBe(text);
  });

  test.each([
    {name: 'a text', before: '# Our rules\n\nBe kind.\n', gap: '\n'},
    {name: 'a text without a last line end', before: '# Our rules', gap: '\n\n'},
    {name: 'line ends of Windows', before: '# Our rules\r\n', gap: '\r\n'},
    {name: 'nothing', before: '', gap: ''},
    {name: 'a section of the same name', before: '## Web monitors\n\nOurs.\n', gap: '\n'},
  ])('a file with $name keeps it, and gets the section at its end once, also where that was edited', async ({before, gap}) => {
    workspace.write({'AGENTS.md': before});
    expect(await run('init', '--agents')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('extended  AGENTS.md\n')});
    const text = read('AGENTS.md');
    expect(text.startsWith(`${before}${gap}<!-- monitors init -->`)).toBe(true);
    expect(new Set(text.match(/\r?\n/g))).toEqual(new Set([before.includes('\r') ? '\r\n' : '\n']));
    const edited = text.replace('ask before', 'always ask before');
    workspace.write({'AGENTS.md': edited});
    expect((await run('init', '--agents')).stdout).toMatch(/^Nothing to do/);
    expect(read('AGENTS.md')).toBe(edited);
  });

  test('of a project below the root stands there, and names its specs', async () => {
    workspace.write({'.git/HEAD': 'ref: refs/heads/main\n', 'ops/monitors.config.yaml': 'project: acme\nspecs: watch`es\n'});
    await run('init', 'ops', '--agents');
    expect(read('ops/AGENTS.md')).toContain('``watch`es`` holds web monitors');
  });

  test('without it nothing is written', async () => {
    await run('init');
    expect(readTree()).not.toHaveProperty('AGENTS.md');
  });
});

test('docs/llms.txt lists each page of the guide, by links that lead to files', () => {
  const docs = join(__dirname, '../../docs');
  const text = readFileSync(join(docs, 'llms.txt'), 'utf8');
  expect(text).toMatch(/^# monitors-as-code\n\n> .+\n/);
  const links = (page: string) => [...page.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);
  const listed = links(text);
  expect(listed).toEqual(expect.arrayContaining(links(readFileSync(join(docs, 'README.md'), 'utf8'))));
  expect(listed.filter(path => !existsSync(join(docs, path)))).toEqual([]);
  expect(text.match(/^## .+$/gm)).toHaveLength(6);
});

test.each(['.git/hooks', '.GIT/hooks', 'GIT~1/hooks', '.git./hooks'])(
  'nothing is written into the directory of git, however it is spelt: %s',
  async place => {
    execFileSync('git', ['init', '--quiet'], {cwd: workspace.directory});
    const before = readTree();
    expect(await run('init', place)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('is inside the .git directory')});
    expect(readTree()).toEqual(before);
  },
);
