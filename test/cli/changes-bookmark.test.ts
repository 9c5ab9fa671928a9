import {existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {decodeBookmark, encodeBookmark} from '../../src/core/observe/bookmark-text';
import type {PlayedCheck} from '../../src/emulator/ports';
import type {ChangesDocument} from '../../src/features/changes/document';
import {changes} from '../../src/index';
import {specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** Calls of `changes` that a bookmark chains: each check is reported once. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const MINUTE = 60_000;
const PAGE = {url: 'https://site.example/pricing', status: 'changed', statusCode: 200, diff: {text: '-secret words\n+of a page\n'}};
const MARK = 'changes.bookmark';

let world: UserWorld;
afterEach(() => world.close());

/** A check that changed its page, made and finished so many minutes after the beginning; null while it runs. */
interface Played {
  readonly made: number;
  readonly finished: number;
}

async function start(names: readonly string[], answers = {}): Promise<void> {
  const specs = Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));
  world = await startUserWorld({...CONFIG, ...specs}, {answers: {checks: 'asked', ...answers}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
}

/** Sets the checks of a monitor as they are at a moment, in minutes after the beginning. */
function play(name: string, history: readonly Played[], begin: number, now: number): void {
  const {id} = world.emulator.monitors().find(monitor => monitor.name === name)!;
  const begun = history.filter(({made}) => made <= now).sort((one, other) => other.made - one.made);
  const checks = begun.map(({made, finished}): PlayedCheck => {
    const startedAt = begin + made * MINUTE;
    // A page tells which check it is of.
    const pages = [{...PAGE, url: `${PAGE.url}?${name}-${made}`.replace('?', '/')}];
    return finished <= now ? {startedAt, finishedAt: begin + finished * MINUTE, pages} : {status: 'running', startedAt};
  });
  world.emulator.dashboard.setChecks(id, {checks});
}

const run = (...args: string[]) => world.runHere(['changes', '--bookmark', MARK, ...args]);
const read = () => readFileSync(world.workspace.path(MARK), 'utf8');
const path = () => world.workspace.path(MARK);

async function report(...args: string[]): Promise<ChangesDocument> {
  const {stdout} = await run('--format', 'json', '-q', ...args);
  return JSON.parse(stdout);
}

const urlsOf = ({changes}: Pick<ChangesDocument, 'changes'>) =>
  changes.map(({url}) => url.replace('https://site.example/pricing/', '')).sort();

/** One monitor with a check each ten minutes, the newest of which ended two minutes ago. */
async function startOne(count = 3): Promise<void> {
  await start(['a']);
  play('a', list(count), Date.now() - count * 10 * MINUTE, count * 10);
}
const list = (count: number): Played[] => Array.from({length: count}, (_, index) => ({made: index * 10, finished: index * 10 + 8}));

test('the first call reports the span of --since, the next one nothing, with one request', async () => {
  await startOne();
  expect(urlsOf(await report())).toEqual(['a-0', 'a-10', 'a-20']);
  expect(await report('--since', '4w')).toMatchObject({changes: [], bookmark: {mayRepeat: false}, summary: {skipped: 1, requests: 1}});
  expect((await run()).stdout).toContain('1 monitor without a new check.');
});

test('the file holds what the next call needs, for its owner alone, and no text of a page', async () => {
  await startOne();
  await report();
  expect(statSync(path()).mode & 0o777).toBe(0o600);
  expect(read()).not.toMatch(/secret words|pricing/);
  const {monitors, ...head} = JSON.parse(read());
  expect(head).toMatchObject({
    bookmark: 1,
    project: 'shop',
    environment: 'default',
    origin: world.emulator.url,
    calls: 1,
    isOpen: false,
    checksum: expect.stringMatching(/^sha256:/),
  });
  expect(Object.values(monitors)).toEqual([
    {lastRunAt: expect.any(String), settledAt: expect.any(String), unfinished: [], reported: [expect.any(String)]},
  ]);
  expect(existsSync(`${path()}.lock`)).toBe(false);
});

test.each([
  {name: 'edited by hand', text: (text: string) => text.replace('"calls": 1', '"calls": 2'), code: 'bookmark/damaged'},
  {name: 'cut off', text: (text: string) => text.slice(0, -20), code: 'bookmark/damaged'},
  {name: 'empty', text: () => '', code: 'bookmark/damaged'},
  {name: 'notes of a person', text: () => 'my notes\n', code: 'bookmark/damaged'},
  {name: 'of a newer version', text: (text: string) => text.replace('"bookmark": 1', '"bookmark": 2'), code: 'bookmark/damaged'},
])('a bookmark that is $name is refused before anything is sent, and stays', async ({text, code}) => {
  await startOne();
  await report();
  writeFileSync(path(), text(read()));
  const [before, sent] = [read(), world.emulator.requests().length];
  expect(await run()).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringContaining(code)});
  expect([read(), world.emulator.requests().length]).toEqual([before, sent]);
});

test('no link is followed, no directory read, and no file of the project taken', async () => {
  await startOne();
  writeFileSync(world.workspace.path('target'), '');
  symlinkSync(world.workspace.path('target'), path());
  expect(await run()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('symbolic link')});
  rmSync(path());
  mkdirSync(path());
  expect(await run()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('bookmark/damaged')});
  for (const name of ['monitors.state.json', 'monitors.state.eu.json', 'monitors.config.yaml', 'monitors/a.yaml', '.git/x'])
    expect(await world.runHere(['changes', '--bookmark', name])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('bookmark/not-written'),
    });
  const sent = world.emulator.requests().length;
  expect(await world.runHere(['changes', '--bookmark', 'no/where'])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('directory does not'),
  });
  expect(world.emulator.requests()).toHaveLength(sent);
});

test('a bookmark of another environment is refused', async () => {
  await startOne();
  await report();
  const text = read();
  expect(await world.runHere(['apply', '--auto-approve', '--quiet', '--environment', 'eu'])).toMatchObject({exitCode: 0});
  expect(await run('--environment', 'eu')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('bookmark/foreign')});
  expect(read()).toBe(text);
});

test('a bookmark of another project is refused', async () => {
  await startOne();
  await report();
  const reading = decodeBookmark(read());
  if (reading.kind !== 'read') throw new Error('the bookmark is ours');
  writeFileSync(path(), encodeBookmark({...reading.bookmark, project: 'other'}));
  expect(await run()).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringContaining('bookmark/foreign')});
});

test('a bookmark of another service is refused', async () => {
  await startOne();
  await report();
  const reading = decodeBookmark(read());
  if (reading.kind !== 'read') throw new Error('the bookmark is ours');
  writeFileSync(path(), encodeBookmark({...reading.bookmark, origin: 'https://elsewhere.example'}));
  const before = read();
  expect(await run()).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringContaining('bookmark/foreign')});
  expect(read()).toBe(before);
});

test('a bookmark from the future of the service is refused', async () => {
  await startOne();
  world.emulator.advance(3 * 60 * MINUTE);
  await report();
  const later = read();
  await world.close();
  await startOne();
  writeFileSync(path(), later);
  // Another port is another service: the bookmark of this one, with its moment.
  const reading = decodeBookmark(later);
  if (reading.kind !== 'read') throw new Error('the bookmark is ours');
  expect(await run()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('bookmark/foreign')});
  writeFileSync(path(), encodeBookmark({...reading.bookmark, origin: world.emulator.url}));
  expect(await run()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('bookmark/future')});
});

test('one call at a time; a lock whose process is gone is taken over', async () => {
  await startOne();
  let inner = '';
  const call = async () => {
    inner = (await run()).stderr;
  };
  const options = {
    directory: world.workspace.directory,
    env: {HOME: world.workspace.path('.home')},
    baseUrl: world.emulator.url,
    apiKey: API_KEY,
  };
  await changes({...options, bookmark: MARK, deliver: call});
  expect(inner).toContain('bookmark/in-use');
  const lock = {
    id: 'x',
    pid: 2 ** 22 + 1,
    startTime: '1',
    host: 'elsewhere',
    bootId: null,
    pidNamespace: null,
    user: 'u',
    command: 'changes',
    tool: 't',
  };
  writeFileSync(`${path()}.lock`, JSON.stringify({...lock, createdAt: new Date().toISOString(), ci: null}));
  expect(await run()).toMatchObject({exitCode: 3, stderr: expect.stringContaining('bookmark/in-use')});
  rmSync(`${path()}.lock`);
  expect(await run()).toMatchObject({exitCode: 0});
});

test('if the output fails, the bookmark stays, and the next call says that it may repeat', async () => {
  await startOne();
  const options = {
    directory: world.workspace.directory,
    env: {HOME: world.workspace.path('.home')},
    baseUrl: world.emulator.url,
    apiKey: API_KEY,
  };
  const lost = new Error('no more paper');
  await expect(changes({...options, bookmark: MARK, deliver: () => Promise.reject(lost)})).rejects.toBe(lost);
  const again = await run();
  expect(again.stdout).toMatch(/^The call before ended between its output and its bookmark: this may repeat what it printed\.\n/);
  expect(again.stdout.match(/^~ a/gm)).toHaveLength(3);
  expect(await report()).toMatchObject({changes: [], bookmark: {mayRepeat: false}});
});

test('a monitor that was added since begins where the call before ended', async () => {
  await startOne();
  await report();
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  play(
    'b',
    [
      {made: 0, finished: 1},
      {made: 100, finished: 101},
    ],
    Date.now() - 103 * MINUTE,
    102,
  );
  expect(urlsOf(await report('--since', '60m'))).toEqual(['b-100']);
});

test('--max-requests goes on where it ended: each check once, and those that were left come first', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  await start(names);
  for (const name of names) play(name, list(2), Date.now() - 20 * MINUTE, 20);
  const told: string[] = [];
  for (let call = 0; call < 12; call++) {
    const document = await report('--max-requests', '6');
    expect(document.summary.requests).toBeLessThanOrEqual(6);
    told.push(...urlsOf(document));
    if (document.complete) break;
  }
  expect(told.sort()).toEqual(names.flatMap(name => [`${name}-0`, `${name}-10`]));
});

test('W7: a monitor that takes more requests than the limit holds no other back, and is named', async () => {
  await start(['a', 'b', 'c']);
  play('a', list(12), Date.now() - 120 * MINUTE, 120);
  for (const name of ['b', 'c']) play(name, list(2), Date.now() - 20 * MINUTE, 20);
  const told = new Set<string>();
  for (let call = 0; call < 3; call++) {
    const document = await report('--max-requests', '10');
    expect(document).toMatchObject({complete: false, incomplete: ['max-requests']});
    expect(document.summary.requests).toBeLessThanOrEqual(10);
    for (const url of urlsOf(document)) told.add(url);
  }
  expect([...told].sort()).toEqual(['b-0', 'b-10', 'c-0', 'c-10']);
  const {stdout, exitCode} = await run('--max-requests', '10');
  expect({exitCode, words: stdout.replaceAll(/\s+/g, ' ')}).toEqual({
    exitCode: 1,
    words: expect.stringContaining('"a" could not be read: it takes at least 14 requests, more than --max-requests allows'),
  });
  expect(urlsOf(await report('--max-requests', '14'))).toHaveLength(12);
});

test('a service whose last runs are written late, checks that overtake each other, and calls at any time: each check once', async () => {
  const names = ['a', 'b', 'c'];
  await start(names, {runLagMs: 10 * MINUTE});
  const begin = Date.now();
  const histories = new Map(
    names.map((name, at) => [
      name,
      Array.from({length: 12}, (_, index): Played => {
        const made = 5 + index * 37 + at * 11;
        // Every fourth one takes two hours.
        return {made, finished: made + (index % 4 === at ? 120 : 3 + index)};
      }),
    ]),
  );
  const told: string[] = [];
  let now = 0;
  const steps = [10, 3, 41, 1, 60, 17, 90, 2, 35, 80, 12, 5, 150, 30, 200];
  for (const step of steps) {
    now += step;
    world.emulator.advance(step * MINUTE);
    for (const [name, history] of histories) play(name, history, begin, now);
    const document = await report();
    expect(document.complete).toBe(true);
    told.push(...urlsOf(document));
  }
  const all = [...histories].flatMap(([name, history]) => history.map(({made}) => `${name}-${made}`));
  expect(told.sort()).toEqual(all.sort());
});

test('what --limit cuts counts as reported', async () => {
  await startOne();
  expect(await report('--limit', '1')).toMatchObject({changes: [{}], summary: {cut: 2}});
  expect(await report()).toMatchObject({changes: [], summary: {cut: 0}, bookmark: {mayRepeat: false}});
});
