import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {openBookmark} from '../../src/features/changes/bookmark';
import type {ChangesDocument} from '../../src/features/changes/document';
import type {Project} from '../../src/project/project';
import {specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** `changes` where the service, the process or a disk fails: nothing is lost, and what may come twice is said. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const PAGE = {url: 'https://site.example/pricing', status: 'changed', statusCode: 200, diff: {text: '-a\n+b\n'}};
const MARK = 'changes.bookmark';

let world: UserWorld;
afterEach(() => world.close());

async function start(names: readonly string[], pages = 1): Promise<void> {
  const specs = Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));
  world = await startUserWorld({...CONFIG, ...specs}, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const finishedAt = Date.now() - 300_000;
  const changed = Array.from({length: pages}, (_, index) => ({...PAGE, url: `${PAGE.url}/${index}`}));
  for (const {id} of world.emulator.monitors())
    world.emulator.dashboard.setChecks(id, {checks: [{startedAt: finishedAt - 1000, finishedAt, pages: changed}]});
}

const run = (...args: string[]) => world.runHere(['changes', '--bookmark', MARK, ...args]);
const bookmark = () => JSON.parse(readFileSync(world.workspace.path(MARK), 'utf8'));

async function report(...args: string[]): Promise<ChangesDocument> {
  return JSON.parse((await run('--format', 'json', '-q', ...args)).stdout);
}
/** Runs another program beside the emulator, with address and key set. */
function runProgram(file: string, args: readonly string[]): Promise<{exitCode: number | null; stdout: string}> {
  const env = {...process.env, MONITORS_BASE_URL: world.emulator.url, MONITORS_API_KEY: API_KEY, HOME: world.workspace.path('.home')};
  return new Promise(resolve => {
    const child = execFile(file, args, {cwd: world.workspace.directory, env}, (_error, stdout) =>
      resolve({exitCode: child.exitCode, stdout}),
    );
  });
}

const keysOf = ({changes}: ChangesDocument) => changes.map(({key}) => key);

test('what passes is asked again: 429 with Retry-After, 500, 503, a lost connection', async () => {
  await start(['a', 'b', 'c']);
  world.emulator.setFaults({
    faults: [
      {when: {operation: 'list'}, times: 1, do: 'answer', status: 429, retryAfter: 0},
      {when: {operation: 'checks'}, times: 1, do: 'answer', status: 500},
      {when: {operation: 'checks'}, skip: 1, times: 1, do: 'drop'},
      {when: {operation: 'check'}, times: 2, do: 'answer', status: 503},
    ],
  });
  expect(await report()).toMatchObject({complete: true, summary: {notJudged: 3, requests: 12}});
});

test.each(['checks', 'check'] as const)(
  'a monitor whose %s can never be read is named with 1, and reported by a later call',
  async operation => {
    await start(['a', 'b', 'c']);
    world.emulator.setFaults({faults: [{when: {operation, name: 'b'}, times: 5, do: 'answer', status: 500}]});
    const {stdout, exitCode} = await run('--format', 'json', '-q');
    const document: ChangesDocument = JSON.parse(stdout);
    expect(exitCode).toBe(1);
    expect(document).toMatchObject({complete: false, incomplete: ['not-read'], summary: {notRead: 1}});
    expect(document.monitors.filter(({read}) => read === 'failed').map(({key}) => key)).toEqual(['b']);
    expect(keysOf(document)).toEqual(['a', 'c']);
    expect(keysOf(await report())).toEqual(['b']);
  },
);

test('a service that is down is left after five monitors: the others are not asked', async () => {
  await start(Array.from({length: 30}, (_, index) => `m${index}`));
  world.emulator.setFaults({faults: [{when: {operation: 'checks'}, do: 'answer', status: 500}]});
  const before = world.emulator.requests().length;
  expect(await run()).toMatchObject({exitCode: 1, stdout: expect.stringContaining('could not be read')});
  expect(world.emulator.requests().length - before).toBeLessThan(30 * 5);
  world.emulator.setFaults({});
  expect(await report()).toMatchObject({complete: true, summary: {notJudged: 30}});
});

test.each([401, 403])('a key that may not read checks (%i) ends with 3, and the bookmark stays', async answer => {
  await start(['a', 'b']);
  world.emulator.setFaults({faults: [{when: {operation: 'checks'}, do: 'answer', status: answer}]});
  expect(await run()).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringMatching(/live\/not-(?:read|offered)/)});
  expect(() => bookmark()).toThrow('ENOENT');
});

test('a wait of an hour that the service asks for is not waited for', async () => {
  await start(['a', 'b']);
  world.emulator.setFaults({faults: [{when: {operation: 'checks'}, do: 'answer', status: 429, retryAfter: 3600}]});
  expect(await run()).toMatchObject({exitCode: 1});
});

test('Ctrl-C writes what is there, marked, and moves nothing', async () => {
  await start(['a', 'b', 'c']);
  world.emulator.setFaults({faults: [{when: {operation: 'check'}, skip: 2, do: 'hang'}]});
  const asked = () => world.emulator.requests().filter(({path}) => /checks\/./.test(path)).length;
  const ended = await world.run(['changes', '--bookmark', MARK, '--format', 'json'], {
    onStart: child => {
      const timer = setInterval(() => {
        if (asked() < 3) return;
        clearInterval(timer);
        setTimeout(() => child.kill('SIGINT'), 500);
      }, 10);
    },
  });
  expect(ended.exitCode).toBe(130);
  const document: ChangesDocument = JSON.parse(ended.stdout);
  expect(document).toMatchObject({complete: false, incomplete: ['interrupted'], summary: {notRead: 1}});
  expect(document.changes).toHaveLength(2);
  expect(() => bookmark()).toThrow('ENOENT');
  world.emulator.setFaults({});
  expect(keysOf(await report())).toEqual(['a', 'b', 'c']);
});

test('a process that is killed between its output and its bookmark: the next call repeats, and says that it may', async () => {
  await start(['a', 'b']);
  const program = `
    const {changes} = require(${JSON.stringify(join(__dirname, '../../dist/index.cjs'))});
    changes({bookmark: '${MARK}', deliver: ({changes}) => {
      require('node:fs').writeSync(1, changes.map(({key}) => key).join());
      process.kill(process.pid, 'SIGKILL');
    }});`;
  const killed = await runProgram(process.execPath, ['-e', program]);
  expect(killed).toMatchObject({stdout: 'a,b'});
  const again = await report();
  expect(again).toMatchObject({bookmark: {before: null, mayRepeat: true}, complete: true});
  expect(keysOf(again)).toEqual(['a', 'b']);
  expect(await report()).toMatchObject({changes: [], bookmark: {mayRepeat: false}});
});

test('what a killed call may have printed is said for each monitor, until it was read whole', async () => {
  await start(['a', 'b', 'c']);
  const program = `
    const {changes} = require(${JSON.stringify(join(__dirname, '../../dist/index.cjs'))});
    changes({bookmark: '${MARK}', deliver: () => process.kill(process.pid, 'SIGKILL')});`;
  await runProgram(process.execPath, ['-e', program]);
  world.emulator.setFaults({answers: {checks: 'asked'}, faults: [{when: {operation: 'checks', name: 'b'}, do: 'answer', status: 400}]});
  const second = await report();
  expect(second).toMatchObject({complete: false, bookmark: {mayRepeat: true}});
  expect(keysOf(second)).toEqual(['a', 'c']);
  world.emulator.setFaults({});
  expect(await report('c')).toMatchObject({changes: [], bookmark: {mayRepeat: false}});
  const fourth = await report();
  expect(keysOf(fourth)).toEqual(['b']);
  expect(fourth).toMatchObject({bookmark: {mayRepeat: true}});
  expect(await report()).toMatchObject({changes: [], bookmark: {mayRepeat: false}});
});

test.each(['> /dev/full', '| head -c 1 > /dev/null'])('an output that is lost (%s) leaves the bookmark where it was', async where => {
  await start(['a'], 2000);
  const command = `'${process.execPath}' '${join(__dirname, '../../bin/monitors.cjs')}' changes -q --bookmark ${MARK} --format json ${where}; exit \${PIPESTATUS[0]}`;
  const ended = await runProgram('bash', ['-c', command]);
  expect(ended).toMatchObject({exitCode: 1});
  expect(bookmark()).toMatchObject({calls: 0, isOpen: true});
  expect(await report()).toMatchObject({bookmark: {mayRepeat: true}, summary: {notJudged: 2000}});
});

/** A project whose disk can't write any more after so many calls. */
function onFullDisk(project: Project, calls: number): Project {
  let left = calls;
  const full = Object.assign(new Error('ENOSPC'), {code: 'ENOSPC'});
  const write: Project['disk']['write'] = (file, bytes, offset) => {
    if (left-- <= 0) throw full;
    return project.disk.write(file, bytes, offset);
  };
  return {...project, disk: {...project.disk, write}};
}

test('a full disk: the bookmark before stays whole, and nothing is left beside it', async () => {
  await start(['a']);
  await report();
  const {openProject} = await import('../../src/project/project');
  const {loadSettings} = await import('../../src/core/config/loaded-settings');
  const {contextHere, Collector} = await import('../world/cli-here');
  const cwd = world.workspace.directory;
  const context = contextHere({cwd, env: {HOME: cwd}, stdout: new Collector(), stderr: new Collector()});
  const flags = {config: undefined, environment: undefined, specs: undefined, state: undefined};
  const settings = loadSettings({flags, env: {}, directory: cwd, cwd, directoryHint: '', environmentChoice: 'one'});
  const project = openProject({settings, cwd, command: 'changes'}, context);
  const place = {file: world.workspace.path(MARK), shown: MARK};
  const before = bookmark();
  // The lock is written first; then the bookmark can't be.
  const opened = await openBookmark(place, onFullDisk(project, 1));
  const found = opened.find({origin: world.emulator.url, now: Date.now()});
  if (found === null) throw new Error('there is one');
  await expect(opened.write({...found, calls: 9})).rejects.toMatchObject({
    code: 'bookmark/not-written',
    message: expect.stringContaining('the disk is full'),
  });
  opened.release();
  expect(bookmark()).toEqual(before);
  expect(project.disk.list(cwd).filter(name => name.startsWith(MARK))).toEqual([MARK]);
  await expect(openBookmark(place, onFullDisk(project, 0))).rejects.toMatchObject({code: 'bookmark/not-written'});
});
