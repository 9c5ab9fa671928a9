import {spawnSync} from 'node:child_process';
import {chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {type CliRun, makeWorkspace, monitorsBin, runMonitors, specFor, type Workspace} from '../world/cli';
import {startUserWorld} from '../world/service';

/** Stages between `node` and the command: the launcher and its cache of compiled code. */
let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace({'monitors/a.yaml': specFor('a')});
});
afterEach(() => workspace.remove());

function cacheDirectory(): string {
  return workspace.path('cache', 'monitors');
}

function codeFiles(): string[] {
  return existsSync(cacheDirectory()) ? readdirSync(cacheDirectory()).filter(name => name.startsWith('code-')) : [];
}

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
  return runMonitors(args, {cwd: workspace.directory, env: {XDG_CACHE_HOME: workspace.path('cache'), ...env}});
}

/** Nothing of this user's: a cache that outlives the test would decide what the next one sees. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return {PATH: process.env['PATH'], XDG_CACHE_HOME: workspace.path('cache')};
}

const SOUND = {exitCode: 0, stderr: '', stdout: expect.stringContaining('1 monitor in 1 file')};

test('compiled code is kept for the user alone, for each command its own, and a run with it says the same', async () => {
  expect(await run(['validate'])).toMatchObject(SOUND);
  const [name = ''] = codeFiles();
  expect(codeFiles()).toHaveLength(1);
  expect(statSync(cacheDirectory()).mode & 0o777).toBe(0o700);
  expect(statSync(join(cacheDirectory(), name)).mode & 0o777).toBe(0o600);
  const before = statSync(join(cacheDirectory(), name));
  expect(await run(['validate'])).toMatchObject(SOUND);
  expect(statSync(join(cacheDirectory(), name))).toMatchObject({ino: before.ino, mtimeMs: before.mtimeMs});
  await run(['plan']);
  expect(codeFiles()).toHaveLength(2);
});

test.each(['changes', 'alerts', 'tune', 'status'])('a second run of %s uses what the first one kept', async command => {
  const world = await startUserWorld(
    {'monitors.config.yaml': 'service: {operations: full}\n', 'monitors/a.yaml': specFor('a')},
    {},
    {operations: 'full'},
  );
  const start = {env: {XDG_CACHE_HOME: workspace.path('cache')}};
  const find = () => codeFiles().find(name => name.endsWith(command)) ?? 'none';
  try {
    expect(await world.run(['apply', '--auto-approve'], start)).toMatchObject({exitCode: 0});
    expect(await world.run([command], start)).toMatchObject({exitCode: 0});
    const kept = statSync(join(cacheDirectory(), find()));
    expect(await world.run([command], start)).toMatchObject({exitCode: 0});
    expect(statSync(join(cacheDirectory(), find()))).toMatchObject({ino: kept.ino, mtimeMs: kept.mtimeMs});
  } finally {
    await world.close();
  }
});

test('on Windows it is kept below %LOCALAPPDATA%', () => {
  workspace.write({'windows.cjs': "Object.defineProperty(process, 'platform', {value: 'win32'});"});
  const env = {PATH: process.env['PATH'], HOME: workspace.path('home'), LOCALAPPDATA: workspace.path('local')};
  const args = ['--require', workspace.path('windows.cjs'), monitorsBin, '--version'];
  expect(spawnSync(process.execPath, args, {encoding: 'utf8', env, cwd: workspace.directory})).toMatchObject({status: 0});
  expect(readdirSync(workspace.path('local/monitors/cache'))).toEqual([expect.stringMatching(/^code-/)]);
  expect(existsSync(workspace.path('home'))).toBe(false);
});

test('asking for help does not decide what is kept for the command', async () => {
  await run(['validate', '--help']);
  await run(['--version']);
  expect(codeFiles().map(name => name.split('-').at(-1))).toEqual(['help', 'version']);
  await run(['validate']);
  expect(codeFiles().map(name => name.split('-').at(-1))).toContain('validate');
});

test('--no-cache leaves nothing behind', async () => {
  expect(await run(['validate', '--no-cache'])).toMatchObject(SOUND);
  expect(existsSync(workspace.path('cache'))).toBe(false);
});

test('a run that failed keeps no code: it compiled only what an error needs', async () => {
  expect(await run(['validate', '--specs', 'nowhere'])).toMatchObject({exitCode: 3});
  expect(codeFiles()).toEqual([]);
});

test.each([
  {name: 'empty', damage: () => Buffer.alloc(0)},
  {name: 'cut off', damage: (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)},
  {name: 'not code at all', damage: () => Buffer.from('console.log("not ours")')},
  {name: 'damaged in one block', damage: (bytes: Buffer) => Buffer.from(bytes).fill(0x55, bytes.length - 8192, bytes.length - 4096)},
  {name: 'of zeroes behind its first bytes, as after a power cut', damage: (bytes: Buffer) => Buffer.from(bytes).fill(0, 64)},
])('compiled code that is $name is compiled anew', async ({damage}) => {
  await run(['validate']);
  const file = join(cacheDirectory(), codeFiles()[0] as string);
  const sound = readFileSync(file);
  writeFileSync(file, damage(sound));
  expect(await run(['validate'])).toMatchObject(SOUND);
  expect(readFileSync(file).length).toBeGreaterThan(sound.length / 2);
  expect(readFileSync(file).subarray(0, 12)).toEqual(sound.subarray(0, 12));
});

test('code in a directory that others can write to is neither read nor written', async () => {
  await run(['validate']);
  const file = join(cacheDirectory(), codeFiles()[0] as string);
  writeFileSync(file, 'planted');
  chmodSync(cacheDirectory(), 0o777);
  expect(await run(['validate'])).toMatchObject(SOUND);
  expect(readFileSync(file, 'utf8')).toBe('planted');
});

test('a link in place of the cache directory is not followed', async () => {
  mkdirSync(workspace.path('elsewhere'), {mode: 0o700});
  mkdirSync(workspace.path('cache'));
  symlinkSync(workspace.path('elsewhere'), cacheDirectory());
  expect(await run(['validate'])).toMatchObject(SOUND);
  expect(readdirSync(workspace.path('elsewhere'))).toEqual([]);
});

test.each([
  {name: 'no home directory', env: {XDG_CACHE_HOME: '', HOME: ''}},
  {name: 'a cache directory that is a file', env: {XDG_CACHE_HOME: '/dev/null'}},
  {name: 'a relative cache directory', env: {XDG_CACHE_HOME: 'cache'}},
])('$name is no reason to fail', async ({env}) => {
  expect(await run(['validate'], env)).toMatchObject(SOUND);
  expect(existsSync(workspace.path('cache'))).toBe(false);
});

test('only so many files of other builds are kept', async () => {
  mkdirSync(cacheDirectory(), {recursive: true, mode: 0o700});
  for (let index = 0; index < 40; index++) writeFileSync(join(cacheDirectory(), `code-old-${index}`), '');
  writeFileSync(join(cacheDirectory(), 'checks-of-something.json'), '');
  await run(['validate']);
  expect(codeFiles().length).toBeLessThanOrEqual(28);
  expect(codeFiles().some(name => name.endsWith('-validate'))).toBe(true);
  expect(existsSync(join(cacheDirectory(), 'checks-of-something.json'))).toBe(true);
});

test.each(['--enable-source-maps', '--max-old-space-size=512', '--throw-deprecation'])('NODE_OPTIONS=%s changes nothing', async options => {
  await run(['validate']);
  expect(await run(['validate'], {NODE_OPTIONS: options})).toMatchObject(SOUND);
});

test('the command runs through a link, as package managers install it', () => {
  symlinkSync(monitorsBin, workspace.path('monitors-link'));
  const {status, stdout} = spawnSync(process.execPath, [workspace.path('monitors-link'), '--version'], {encoding: 'utf8'});
  expect({status, stdout}).toEqual({status: 0, stdout: expect.stringMatching(/^monitors \d/)});
});

test('a reader that goes away ends neither in a stack trace nor in a wrong exit code', () => {
  const command = `"${process.execPath}" "${monitorsBin}" --help; echo "exit $?" >&2`;
  const {stderr} = spawnSync('sh', ['-c', `(${command}) | true`], {encoding: 'utf8', cwd: workspace.directory, env: ownEnvironment()});
  expect(stderr).toBe('exit 0\n');
});

test('output to a file is complete', () => {
  const command = `"${process.execPath}" "${monitorsBin}" schema spec > schema.json`;
  expect(spawnSync('sh', ['-c', command], {cwd: workspace.directory, env: ownEnvironment()}).status).toBe(0);
  expect(() => JSON.parse(readFileSync(workspace.path('schema.json'), 'utf8'))).not.toThrow();
});

test('an uncaught error keeps its file and line, and Node its exit code', () => {
  mkdirSync(workspace.path('bin'));
  mkdirSync(workspace.path('dist'));
  copyFileSync(monitorsBin, workspace.path('bin', 'monitors.cjs'));
  writeFileSync(workspace.path('dist', 'monitors.cjs'), '// build 0123456789abcdef\n\nthrow new Error("on line three");\n');
  const {status, stderr} = spawnSync(process.execPath, [workspace.path('bin', 'monitors.cjs')], {encoding: 'utf8', env: ownEnvironment()});
  expect(status).toBe(1);
  expect(stderr).toContain(join(dirname(workspace.path('dist', 'monitors.cjs')), 'monitors.cjs:3'));
});

test.each(['18.20.8', '20.18.0', '16.0.0'])('P17: Node %s is told which one is needed, without a stack trace', version => {
  const pretend = `Object.defineProperty(process.versions, 'node', {value: '${version}'}); require(${JSON.stringify(monitorsBin)})`;
  const ended = spawnSync(process.execPath, ['-e', pretend], {encoding: 'utf8', env: ownEnvironment(), cwd: workspace.directory});
  expect(ended).toMatchObject({status: 3, stdout: ''});
  expect(ended.stderr).toBe(
    `monitors needs Node 20.18.1 or later, and this is ${version}\n   hint: install a newer Node: https://nodejs.org\n`,
  );
});
