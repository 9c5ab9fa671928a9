import fc from 'fast-check';
import type {Check} from '../../../../src/core/api/check-port';
import {readSchedule} from '../../../../src/core/specs/schedule/schedule';
import type {SeenCheck, Verdict} from '../../../../src/features/tune/history/history';
import {findSlowerSchedule} from '../../../../src/features/tune/history/slower-schedule';

/** A slower schedule is proposed under exactly the conditions that docs/noise.md names. */
const NOW = Date.UTC(2026, 10, 23);
const DAY = 1440;

function seen(minutesAgo: number, verdicts: readonly Verdict[] = [], more: Partial<Check> = {}, unread = 0): SeenCheck {
  const at = new Date(NOW - minutesAgo * 60_000).toISOString();
  const summary = {totalPages: 5, same: 5 - verdicts.length, changed: verdicts.length, new: 0, removed: 0, error: 0};
  const check: Check = {
    ...{id: String(minutesAgo), status: 'completed', trigger: 'scheduled', error: null, estimatedCredits: 5, actualCredits: 1},
    ...{scheduledFor: at, startedAt: at, finishedAt: at, createdAt: at, summary},
    ...more,
  };
  const pages = verdicts.map(verdict => ({url: 'https://site.example/', verdict, isDegraded: false, change: {lines: null}}));
  return {check, pages, unread};
}

const quiet = (count: number, every: number) => Array.from({length: count}, (_, index) => seen(index * every));
const gapOf = (schedule: Parameters<typeof readSchedule>[0]) => readSchedule(schedule)?.timing?.shortestGap ?? 0;

test.each([
  ['hourly for 15 days', {text: 'hourly'}, quiet(361, 60), 'every 4 hours'],
  ['each 15 minutes', {text: 'every 15 minutes'}, quiet(1500, 15), 'hourly'],
  ['cron keeps its minute', {cron: '7 * * * *'}, quiet(361, 60), '7 */4 * * *'],
  ['cron keeps its hour', {cron: '30 2-23/6 * * *', timezone: 'Europe/Berlin'}, quiet(60, 360), '30 2 * * *'],
  ['words that name a minute', {text: 'every 30 minutes starting at :15'}, quiet(700, 30), '15 */2 * * *'],
  [
    'changes 5 hours apart',
    {text: 'hourly'},
    quiet(361, 60).map((one, at) => (at % 5 === 0 ? seen(at * 60, ['noise']) : one)),
    'every 2 hours',
  ],
  ['one change', {text: 'hourly'}, quiet(361, 60).map((one, at) => (at === 9 ? seen(at * 60, ['noise']) : one)), 'every 4 hours'],
] as const)('%s', (_name, schedule, checks, value) => {
  expect(findSlowerSchedule(schedule, checks, checks.length)).toMatchObject({value});
});

test.each([
  ['daily already', {text: 'daily'}, quiet(30, DAY)],
  ['gaps that are not equal', {cron: '0 9,17 * * *'}, quiet(60, 720)],
  ['13 days', {text: 'hourly'}, quiet(13 * 24, 60)],
  ['a meaningful change', {text: 'hourly'}, [seen(0, ['noise', 'meaningful']), ...quiet(361, 60).slice(1)]],
  ['a change that was not judged', {text: 'hourly'}, [seen(0, ['not-judged']), ...quiet(361, 60).slice(1)]],
  ['a page that was not read', {text: 'hourly'}, [seen(0, ['noise'], {}, 1), ...quiet(361, 60).slice(1)]],
  ['failing checks', {text: 'hourly'}, quiet(361, 60).map((one, at) => (at % 4 === 0 ? seen(at * 60, [], {status: 'failed'}) : one))],
  ['changes one after the other', {text: 'hourly'}, quiet(361, 60).map((one, at) => (at < 2 ? seen(at * 60, ['noise']) : one))],
  ['a schedule that is none', {text: 'at dawn'}, quiet(361, 60)],
] as const)('none: %s', (_name, schedule, checks) => {
  expect(findSlowerSchedule(schedule, checks, checks.length)).toBeNull();
});

test('none for fewer checks than were asked for, or fewer than ten', () => {
  expect(findSlowerSchedule({text: 'hourly'}, quiet(361, 60), 362)).toBeNull();
  expect(findSlowerSchedule({text: 'every 12 hours'}, quiet(9, 3000), 9)).toBeNull();
});

test('whatever happened: never after a change that may matter, at most four times slower, never beyond daily, half the shortest time', () => {
  const schedules = [
    {text: 'hourly'},
    {text: 'every 15 minutes'},
    {cron: '*/5 * * * *'},
    {cron: '3 1-23/2 * * *'},
    {text: 'every 12 hours'},
    {cron: '0 8 * * 1-5'},
  ];
  const verdicts = fc.array(fc.constantFrom<Verdict>('noise', 'noise', 'noise', 'meaningful', 'not-judged'), {maxLength: 2});
  const anyCheck = fc.record({
    gap: fc.integer({min: 5, max: 4000}),
    verdicts: fc.oneof({weight: 12, arbitrary: fc.constant<Verdict[]>([])}, {weight: 1, arbitrary: verdicts}),
    status: fc.oneof({weight: 20, arbitrary: fc.constant('completed')}, fc.constantFrom('failed', 'partial', 'skipped_overlap')),
    unread: fc.oneof({weight: 50, arbitrary: fc.constant(0)}, fc.constant(1)),
  });
  let proposed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...schedules),
      fc.array(anyCheck, {minLength: 5, maxLength: 45}),
      fc.integer({min: 5, max: 45}),
      (schedule, drafts, wanted) => {
        let ago = 0;
        const checks = drafts.map(({gap, verdicts: found, status, unread}) => {
          ago += gap;
          return seen(ago, found, {status}, unread);
        });
        const found = findSlowerSchedule(schedule, checks, wanted);
        if (found === null) return;
        proposed++;
        const [before, after] = [gapOf(schedule), gapOf(found.schedule)];
        expect(checks.every(({pages, unread}) => unread === 0 && pages.every(({verdict}) => verdict === 'noise'))).toBe(true);
        expect(checks.length).toBeGreaterThanOrEqual(Math.max(10, wanted));
        expect(ago - (drafts[0]?.gap ?? 0)).toBeGreaterThanOrEqual(14 * DAY);
        expect(after).toBeGreaterThan(before);
        expect(after).toBeLessThanOrEqual(Math.min(4 * before, DAY));
        const times = checks.filter(({pages}) => pages.length > 0).map(({check}) => Date.parse(check.createdAt as string) / 60_000);
        for (const [index, time] of times.slice(1).entries()) expect(after).toBeLessThanOrEqual(((times[index] as number) - time) / 2);
      },
    ),
    {numRuns: 2000, seed: 7},
  );
  expect(proposed).toBeGreaterThan(50);
});
