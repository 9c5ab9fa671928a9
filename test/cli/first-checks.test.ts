import {readFileSync} from 'node:fs';
import type {PlayedCheck, PlayedPage} from '../../src/emulator/ports';
import type {ChangesDocument} from '../../src/features/changes/document';
import {specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** What the first check of a monitor found was compared with nothing: it is no change. */
const HOUR = 3_600_000;
const CONFIG = 'project: shop\nservice: {operations: full}\n';
const seen = (status: PlayedPage['status'], path = '', more: Partial<PlayedPage> = {}): PlayedPage => ({
  ...{url: `https://site.example/${path}`, status, statusCode: 200},
  ...more,
});
const judgment = {meaningful: true, confidence: 'high', reason: 'The price rose.', meaningfulChanges: []};

let world: UserWorld;
afterEach(() => world.close());

/** Starts with the checks of each monitor, the newest first, an hour apart. */
async function start(histories: Readonly<Record<string, readonly PlayedCheck[]>>): Promise<void> {
  const specs = Object.keys(histories).map(key => [`monitors/${key}.yaml`, specFor(key)]);
  world = await startUserWorld({'monitors.config.yaml': CONFIG, ...Object.fromEntries(specs)}, {}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const now = Date.now();
  for (const [key, checks] of Object.entries(histories)) {
    const {id} = world.emulator.monitors().find(({name}) => name === key)!;
    const timed = checks.map((check, index) => ({finishedAt: now - (index + 1) * HOUR, ...check}));
    world.emulator.dashboard.setChecks(id, {checks: timed});
  }
}

async function json<Document>(...args: string[]): Promise<Document> {
  return JSON.parse((await world.runHere([...args, '--format', 'json', '-q'])).stdout);
}

const firstOf = (pages: number): PlayedCheck => ({pages: Array.from({length: pages}, (_, index) => seen('new', String(index)))});

test('after the first apply one line says of each monitor how many pages it has, and nothing counts as not judged', async () => {
  await start({a: [firstOf(3)], b: [{pages: [seen('same', '0')]}, firstOf(1)], c: [firstOf(1), {pages: [seen('error')]}]});
  const {stdout} = await world.runHere(['changes']);
  expect(stdout).toMatch(/^\+ a {2}first check: 3 pages\n\+ b {2}first check: 1 page\n\+ c {2}first check: 1 page\n/);
  expect(stdout.replace(/\s+/g, ' ')).toContain('no changes, 5 pages seen for the first time, 1 working again, 5 checks of 3 monitors');
  expect(stdout).not.toContain('https://');
  const {stdout: verbose} = await world.runHere(['changes', '--verbose']);
  expect(verbose.match(/^\+ a {2}https:\/\/site\.example\/\d\n {4}.*, new, seen for the first time$/gm)).toHaveLength(3);
  const document = await json<ChangesDocument>('changes');
  expectPromised('changes', JSON.stringify(document));
  expect(document.summary).toMatchObject({meaningful: 0, notJudged: 0, noise: 0, firstSeen: 5});
  expect(document.changes.map(({verdict, status}) => `${verdict} ${status}`)).toEqual(Array(5).fill('first-seen new'));
});

test.each([
  ['markdown', 'First checks, with nothing to compare\n\n- `a`: 3 pages'],
  ['slack', 'First checks, with nothing to compare\\n• a: 3 pages'],
  ['html', '<summary>1 monitor, with nothing to compare</summary>'],
  ['atom', '1 page seen for the first time'],
])('%s: a first check is a line, and its pages are no entries', async (format, line) => {
  await start({a: [firstOf(format === 'atom' ? 1 : 3)]});
  const {stdout} = await world.runHere(['changes', '--format', format]);
  expect(stdout).toContain(line);
  expect(stdout).not.toContain('site.example');
});

test('a table has them all, by their verdict', async () => {
  await start({a: [firstOf(3)]});
  const {stdout} = await world.runHere(['changes', '--format', 'csv']);
  expect(stdout.match(/"first-seen"/g)).toHaveLength(3);
});

test('of more first checks than can be read, the first are named and the others counted', async () => {
  await start(Object.fromEntries(Array.from({length: 23}, (_, index) => [`m${index + 10}`, [firstOf(1)]])));
  const {stdout} = await world.runHere(['changes']);
  expect(stdout.match(/ first check: 1 page/g)).toHaveLength(20);
  expect(stdout).toContain('... 3 more first checks (--verbose shows them)');
});

test.each<{readonly name: string; readonly checks: readonly PlayedCheck[]; readonly counts: object}>([
  {
    name: 'a page that is added later',
    checks: [{pages: [seen('new', 'added'), seen('same')]}, firstOf(1)],
    counts: {notJudged: 1, firstSeen: 1},
  },
  {
    name: 'all pages new, though an older check had read some',
    checks: [firstOf(2), {pages: [seen('same', 'old')]}],
    counts: {notJudged: 2, firstSeen: 0},
  },
  {
    name: 'a page of the first check that was judged',
    checks: [{pages: [seen('new', '', {judgment}), seen('new', 'b')]}],
    counts: {meaningful: 1, notJudged: 0, firstSeen: 1},
  },
  {
    name: 'the first results of a search',
    checks: [{pages: [seen('new', '', {metadata: {searchStatus: 'alert'}})]}],
    counts: {notJudged: 1, firstSeen: 0},
  },
])('what is not seen for the first time counts as ever: $name', async ({checks, counts}) => {
  await start({a: checks});
  expect((await json<ChangesDocument>('changes')).summary).toMatchObject(counts);
});

test('changes that matter come before first checks where a limit cuts', async () => {
  await start({a: [firstOf(3)], b: [{pages: [seen('changed', '', {judgment})]}]});
  const {changes, summary} = await json<ChangesDocument>('changes', '--limit', '1');
  expect([changes.map(({verdict}) => verdict), summary.cut]).toEqual([['meaningful'], 3]);
});

test('the report counts no first check as a change, and says how many pages were seen', async () => {
  await start({a: [firstOf(3)]});
  const file = world.workspace.path('report.html');
  const args = ['report', '--refresh', '--since', '7d', '--out', file];
  expect(await world.runHere(args)).toMatchObject({exitCode: 0});
  const text = readFileSync(file, 'utf8')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toContain('1 check of 1 monitor: no changes, 3 pages seen for the first time; nothing fails.');
});
