import {readFileSync} from 'node:fs';
import type {PlayedCheck, PlayedPage} from '../../src/emulator/ports';
import type {ChangesDocument} from '../../src/features/changes/document';
import type {StatusDocument} from '../../src/features/observe/status-document';
import type {TuneDocument} from '../../src/features/tune/document';
import {specFor} from '../world/cli';
import {seeded} from '../world/noise';
import {startUserWorld, type UserWorld} from '../world/service';

/** Figures of `status`, `changes`, `report` and `tune` on the same random checks agree to the unit, and with what was played. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const HOUR = 3_600_000;
const EACH = '100';

type Verdict = 'meaningful' | 'noise' | 'notJudged' | 'firstSeen';
interface Played {
  readonly check: PlayedCheck;
  readonly counts: Readonly<Record<Verdict, number>>;
}

let world: UserWorld;
afterEach(() => world.close());

const one = <Item>(items: readonly Item[], random: () => number) => items[Math.floor(random() * items.length)] as Item;
const judge = (meaningful: boolean) => ({meaningful, confidence: 'high', reason: 'It matters.', meaningfulChanges: []});

function makePage(index: number, isFirst: boolean, random: () => number): PlayedPage {
  const base = {url: `https://site.example/${index}`, statusCode: 200};
  if (isFirst) return random() < 0.2 ? {...base, status: 'error', error: 'too slow'} : {...base, status: 'new'};
  const status = one(['same', 'same', 'changed', 'changed', 'new', 'removed', 'error'] as const, random);
  if (status === 'error') return {...base, status, error: one(['too slow', 'gone'], random)};
  if (status !== 'changed') return {...base, status};
  return {...base, status, judgment: one([null, judge(true), judge(false)], random), diff: {text: '@@ -1 +1 @@\n-a\n+b\n'}};
}

/** The checks of a monitor, the newest first; the oldest one of some is their first look. */
function makeChecks(random: () => number, now: number): Played[] {
  const length = 1 + Math.floor(random() * 8);
  const hasFirst = random() < 0.5;
  return Array.from({length}, (_, back) => {
    const isFirst = hasFirst && back === length - 1;
    const pages = Array.from({length: 1 + Math.floor(random() * 4)}, (__, index) => makePage(index, isFirst, random));
    const times = {startedAt: now - (back * 19 + 2) * HOUR, finishedAt: now - (back * 19 + 2) * HOUR + 60_000};
    const check = {...times, pages, estimatedCredits: 9, actualCredits: Math.floor(random() * 10)};
    // A monitor whose only other checks are first looks has nothing to compare either.
    const isAllNew = isFirst && pages.some(({status}) => status === 'new');
    return {check, counts: countPages(pages, isAllNew)};
  });
}

function countPages(pages: readonly PlayedPage[], isFirstLook: boolean): Record<Verdict, number> {
  const counts = {meaningful: 0, noise: 0, notJudged: 0, firstSeen: 0};
  for (const {status, judgment} of pages) {
    if (status === 'same' || status === 'error') continue;
    const {meaningful} = (judgment ?? {}) as {readonly meaningful?: boolean};
    counts[isFirstLook ? 'firstSeen' : meaningful === undefined ? 'notJudged' : meaningful ? 'meaningful' : 'noise']++;
  }
  return counts;
}

const sum = <Item>(items: readonly Item[], read: (item: Item) => number) => items.reduce((total, item) => total + read(item), 0);
const json = async <Document>(...args: string[]): Promise<Document> =>
  JSON.parse((await world.runHere([...args, '--format', 'json', '-q'])).stdout);

/** Plays random checks of all monitors; those without `new` alone at their beginning only, so that what was played says which is first. */
async function start(seed: number): Promise<ReadonlyMap<string, readonly Played[]>> {
  world = await startUserWorld(
    {...CONFIG, ...Object.fromEntries(KEYS.map(key => [`monitors/${key}.yaml`, specFor(key)]))},
    {},
    {operations: 'full'},
  );
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const [random, now] = [seeded(seed), Date.now()];
  const played = new Map<string, readonly Played[]>();
  for (const key of KEYS) {
    const isPlain = (checks: readonly Played[]) =>
      checks.every(({check: {pages = []}, counts}) => counts.firstSeen > 0 || pages.some(({status}) => status === 'same'));
    let checks = makeChecks(random, now);
    while (!isPlain(checks)) checks = makeChecks(random, now);
    played.set(key, checks);
    const {id} = world.emulator.monitors().find(({name}) => name === key)!;
    world.emulator.dashboard.setChecks(id, {checks: checks.map(({check}) => check)});
  }
  return played;
}

async function readReport(): Promise<string> {
  const args = ['report', '--refresh', '--since', '8d', '--timezone', 'UTC', '--out', 'r.html'];
  expect(await world.runHere(args)).toMatchObject({exitCode: 0});
  return readFileSync(world.workspace.path('r.html'), 'utf8')
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<svg.*?<\/svg>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** The sums of the table by day: meaningful, not judged, noise, checks, with failures, credits. */
function sumDays(text: string): number[] {
  const days = text.replace(/^.*?by day \(UTC\) Day /, '').matchAll(/\w{3} \d+ \w{3} \d{4}((?: [\d,]+){6})/g);
  return [...days]
    .map(([, figures = '']) => figures.trim().split(' ').map(Number))
    .reduce((total, row) => total.map((figure, index) => figure + (row[index] ?? 0)));
}

test.each(Array.from({length: 12}, (_, index) => index + 1))('random checks, seed %i', async seed => {
  const played = await start(seed);
  const all = [...played.values()].flat();
  const count = (verdict: Verdict) => sum(all, ({counts}) => counts[verdict]);
  const [status, changes, tune] = [
    await json<StatusDocument>('status', '--checks', EACH),
    await json<ChangesDocument>('changes', '--since', '8d'),
    await json<TuneDocument>('tune', '--checks', EACH),
  ];
  const found = {meaningful: count('meaningful'), notJudged: count('notJudged'), noise: count('noise'), checks: all.length};
  const {failing, partlyFailing, firstSeen} = changes.summary;
  expect(changes.summary).toMatchObject({...found, firstSeen: count('firstSeen')});
  expect(tune.summary).toMatchObject(found);
  const news = ({meaningful, notJudged, noise}: Played['counts']) => meaningful + notJudged + noise;
  const changed = [...played.values()].filter(([newest]) => newest !== undefined && news(newest.counts) > 0).length;
  expect(status.summary).toMatchObject({failing: failing - partlyFailing, partlyFailing, changed});
  const text = await readReport();
  const credits = sum(all, ({check}) => check.actualCredits ?? 0);
  const failed = all.filter(({check: {pages = []}}) => pages.some(page => page.status === 'error')).length;
  expect(sumDays(text)).toEqual([found.meaningful, found.notJudged, found.noise, all.length, failed, credits]);
  expect(text).toContain(`Charged credits ${credits} credits`);
  const pages = found.meaningful + found.notJudged + found.noise;
  if (pages > 0)
    expect(text).toContain(`Changed pages ${pages} ${found.meaningful} meaningful, ${found.notJudged} not judged, ${found.noise} noise`);
  const withNews = [...played.values()].filter(checks => checks.some(({counts}) => news(counts) > 0)).length;
  if (pages > 0) expect(text).toMatch(new RegExp(` changed pages? of ${withNews} monitors? [(]`));
  if (firstSeen > 0) expect(text).toMatch(new RegExp(`, ${firstSeen} pages? seen for the first time; `));
  for (const [key, checks] of played) {
    const shown = status.monitors.find(monitor => monitor.key === key)!;
    const tuned = tune.monitors.find(monitor => monitor.key === key)!;
    const charged = sum(checks, ({check}) => check.actualCredits ?? 0);
    expect({key, checks: tuned.checks, charged: tuned.credits.charged}).toEqual({key, checks: checks.length, charged});
    expect({key, charged: shown.sample?.credits?.actual}).toEqual({key, charged});
    const failure = changes.failures.find(one => one.key === key && one.until === null);
    const {since, failedChecks, reason} = shown;
    if (shown.failing === true) expect({key, since, failedChecks}).toEqual({key, since: failure?.since, failedChecks: failure?.checks});
    if (shown.failing === true) expect({key, reason}).toEqual({key, reason: failure?.reason});
  }
});
