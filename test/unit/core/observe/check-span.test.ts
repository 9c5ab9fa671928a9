import type {Check} from '../../../../src/core/api/check-port';
import {
  hasNothingNew,
  LONGEST_CHECK,
  type MonitorMark,
  markFrom,
  markSkipped,
  markUnread,
  sortChecks,
} from '../../../../src/core/observe/check-span';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 20, 12);
const at = (minutes: number) => START + minutes * MINUTE;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();

function check(id: string, made: number, finished: number | null, status = finished === null ? 'running' : 'completed'): Check {
  return {
    ...{id, status, trigger: 'scheduled', scheduledFor: null, startedAt: iso(made), createdAt: iso(made)},
    finishedAt: finished === null ? null : iso(finished),
    ...{estimatedCredits: null, actualCredits: null, summary: null, error: null},
  };
}

const sort = (checks: readonly Check[], mark: MonitorMark, until: number, lastRunAt: string | null = null) =>
  sortChecks(checks, mark, {until: at(until), lastRunAt});
const ids = (checks: readonly Check[]) => checks.map(({id}) => id);

test('a check belongs to the span in which it finished: the start is part of it, the end is not', () => {
  const checks = [check('after', 9, 11), check('end', 8, 10), check('within', 4, 5), check('start', -5, 0), check('before', -5, -1)];
  expect(ids(sort(checks, markFrom(START), 10).checks)).toEqual(['within', 'start']);
});

test('a long check that was overtaken by a short one is reported by the call after its end', () => {
  const first = sort([check('short', 2, 3), check('long', 0, null)], markFrom(START), 10);
  expect([ids(first.checks), ids(first.running)]).toEqual([['short'], ['long']]);
  const second = sort([check('short', 2, 3), check('long', 0, 15)], first.next, 20);
  expect(ids(second.checks)).toEqual(['long']);
});

test('a check that was unfinished is reported although the clock of its worker lags', () => {
  const first = sort([check('b', 5, 8), check('a', 0, null)], markFrom(START), 10);
  expect(ids(sort([check('b', 5, 8), check('a', 0, 7)], first.next, 20).checks)).toEqual(['a']);
});

test('one that ended after the moment is left to the next call, whatever the list shows', () => {
  const first = sort([check('late', 9, 10.5), check('a', 1, 2)], markFrom(START), 10, iso(10.5));
  expect(ids(first.checks)).toEqual(['a']);
  expect(hasNothingNew({lastRunAt: iso(10.5), isChecking: false}, first.next)).toBe(false);
  expect(ids(sort([check('late', 9, 10.5), check('a', 1, 2)], first.next, 20).checks)).toEqual(['late']);
});

test('two checks with the same finish are both reported, and neither twice', () => {
  const first = sort([check('a', 1, 5)], markFrom(START), 10);
  expect(ids(sort([check('b', 2, 5), check('a', 1, 5)], first.next, 20).checks)).toEqual(['b']);
});

test('a check that never ends holds back nothing for longer than a day', () => {
  let mark = markFrom(START);
  const all = [check('stuck', 0, null)];
  for (let hour = 1; hour < 100; hour++) {
    all.unshift(check(`c${hour}`, hour * 60 - 10, hour * 60 - 5));
    mark = sort(all, mark, hour * 60).next;
  }
  expect(mark.reported.length).toBeLessThan(30);
  expect(mark.unfinished).toEqual(['stuck']);
});

test('skipped checks have ended; words that are not known only with a finish', () => {
  const checks = [
    check('overlap', 1, null, 'skipped_overlap'),
    check('credits', 2, null, 'skipped_no_credits'),
    check('new-word', 3, null, 'warming_up'),
    check('new-end', 4, 5, 'cancelled'),
  ];
  const {checks: found, running} = sort(checks, markFrom(START), 10);
  expect([ids(found), ids(running)]).toEqual([['new-end', 'credits', 'overlap'], ['new-word']]);
});

test.each([
  {name: 'the same last run', mark: markSkipped({lastRunAt: iso(1)}, markFrom(START)), lastRunAt: iso(1), skipped: true},
  {name: 'another last run', mark: markSkipped({lastRunAt: iso(1)}, markFrom(START)), lastRunAt: iso(2), skipped: false},
  {name: 'none before and none now', mark: markSkipped({lastRunAt: null}, markFrom(START)), lastRunAt: null, skipped: true},
  {name: 'the first one', mark: markSkipped({lastRunAt: null}, markFrom(START)), lastRunAt: iso(1), skipped: false},
  {name: 'something unfinished', mark: {...markFrom(START), lastRunAt: iso(1), unfinished: ['x']}, lastRunAt: iso(1), skipped: false},
  {name: 'left by the call before', mark: markUnread({...markFrom(START), lastRunAt: iso(1)}), lastRunAt: iso(1), skipped: false},
  {name: 'unknown, older than a day before', mark: markFrom(START), lastRunAt: iso(-1441), skipped: true},
  {name: 'unknown, younger than that', mark: markFrom(START), lastRunAt: iso(-1439), skipped: false},
  {name: 'unknown, never ran', mark: markFrom(START), lastRunAt: null, skipped: false},
])('$name: skipped $skipped', ({mark, lastRunAt, skipped}) => {
  expect(hasNothingNew({lastRunAt, isChecking: false}, mark)).toBe(skipped);
  expect(hasNothingNew({lastRunAt, isChecking: true}, mark)).toBe(false);
});

/** A generator of numbers in [0, 1), the same for each seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('random histories, calls and lags: every check that ended is reported exactly once', () => {
  let reports = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const next = random(seed);
    const history = Array.from({length: 30}, (_, index) => {
      const made = Math.floor(next() * 4000);
      const takes = next() < 0.2 ? Math.floor(next() * 1400) : Math.floor(next() * 20);
      return {id: `c${index}`, made, finished: made + takes, lag: Math.floor(next() * 300)};
    }).sort((one, other) => other.made - one.made);
    let mark = markFrom(START);
    const told = new Map<string, number>();
    let now = 0;
    while (now < 8000) {
      now += 1 + Math.floor(next() * (next() < 0.5 ? 30 : 900));
      const seen = history
        .filter(({made}) => made <= now)
        .map(({id, made, finished}) => check(id, made, finished <= now ? finished : null));
      const written = history.filter(({finished, lag}) => finished + lag <= now).map(({finished}) => finished);
      const lastRunAt = written.length === 0 ? null : iso(Math.max(...written));
      if (hasNothingNew({lastRunAt, isChecking: false}, mark)) {
        mark = markSkipped({lastRunAt}, mark);
        continue;
      }
      // As it is read: back to what was made a day before.
      const read = seen.filter(({createdAt}) => Date.parse(createdAt ?? '') >= mark.settledAt - LONGEST_CHECK);
      const span = sort(read, mark, now - 1, lastRunAt);
      for (const {id} of span.checks) told.set(id, (told.get(id) ?? 0) + 1);
      mark = span.next;
    }
    expect({seed, twice: [...told].filter(([, times]) => times !== 1)}).toEqual({seed, twice: []});
    expect({seed, told: [...told.keys()].sort()}).toEqual({seed, told: history.map(({id}) => id).sort()});
    reports += told.size;
  }
  expect(reports).toBe(150 * 30);
});
