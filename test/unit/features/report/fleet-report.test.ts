import type {CheckSample} from '../../../../src/core/observe/sample';
import {type FleetMonitor, judgeFleetMonitor} from '../../../../src/features/report/fleet';
import {chargedOf, folderOf, NO_FOLDER, sumCredits} from '../../../../src/features/report/fleet-credits';
import {makeFleetReport} from '../../../../src/features/report/fleet-report';

/** A Monday, half past eight. */
const NOW = Date.UTC(2026, 0, 5, 8, 30);
const HOURLY = {cron: '0 * * * *', timezone: 'UTC', isFixed: true};
const sample = (actual: number) => ({credits: {actual, estimated: 720}}) as CheckSample;
const FINE = {
  isFailing: false,
  isOverdue: false,
  sample: null,
  monitor: {status: 'active', lastRunAt: '2026-01-05T08:00:00Z', summary: null},
} as FleetMonitor['observed'] & object;

function monitor(key: string, changes: Partial<FleetMonitor> = {}): FleetMonitor {
  return {key, labels: {}, times: HOURLY, creditsPerCheck: 1, creditsPerMonth: 720, isEdited: false, notes: [], observed: null, ...changes};
}

const report = (...monitors: FleetMonitor[]) => makeFleetReport({monitors, now: NOW, zone: 'UTC', budget: null, team: null});

describe('credits', () => {
  test.each([
    {name: 'a key without a folder', key: 'a', depth: 1, expected: NO_FOLDER},
    {name: 'a folder is cut to its first segments', key: 'a/b/c/d', depth: 2, expected: 'a/b'},
    {name: 'a folder that has fewer is whole', key: 'a/b', depth: 3, expected: 'a'},
  ])('$name', ({key, depth, expected}) => {
    expect(folderOf(key, depth)).toBe(expected);
  });

  test('folders are summed up as deep as few groups allow, the dearest first', () => {
    const deep = [monitor('x/a/1'), monitor('x/b/1', {creditsPerMonth: 900}), monitor('y')];
    expect(sumCredits(deep, {budget: null, team: null}).byFolder.map(({name}) => name)).toEqual(['x/b', NO_FOLDER, 'x/a']);
    const wide = Array.from({length: 30}, (_, index) => monitor(`x/${index}/1`));
    expect(sumCredits(wide, {budget: null, team: null}).byFolder).toMatchObject([{name: 'x', monitors: 30, estimated: 30 * 720}]);
  });

  test('a monitor counts for each of its labels, and for none without', () => {
    const {byLabel, total} = sumCredits([monitor('a', {labels: {team: 'red', tier: '1'}}), monitor('b')], {budget: null, team: null});
    expect(byLabel).toMatchObject([
      {name: 'team=red', monitors: 1},
      {name: 'tier=1', monitors: 1},
    ]);
    expect(total).toMatchObject({monitors: 2, estimated: 1440, actual: null});
  });

  test('charged credits stand beside the estimate of those that they are known of', () => {
    const charged = monitor('a', {observed: {...FINE, sample: sample(100)}});
    expect(sumCredits([charged, monitor('b')], {budget: null, team: null}).total).toMatchObject({
      estimated: 1440,
      actual: {credits: 100, monitors: 1, estimated: 720},
    });
    expect(chargedOf({...charged, times: null})).toBeNull();
  });
});

describe('the next 24 hours', () => {
  test('begin with what is left of the hour; paused monitors and chosen minutes do not count as minutes', () => {
    const {nextDay, load, unplaced, unfixed} = report(
      monitor('a'),
      monitor('b', {times: {...HOURLY, isFixed: false}}),
      monitor('c', {times: null}),
      monitor('d', {times: {...HOURLY, cron: null}}),
    );
    expect(nextDay.hours[0]).toEqual({from: Date.UTC(2026, 0, 5, 8), runs: 0, credits: 0});
    expect(nextDay.hours[1]).toEqual({from: Date.UTC(2026, 0, 5, 9), runs: 2, credits: 2});
    expect([nextDay.hours.length, nextDay.runs, nextDay.credits]).toEqual([24, 46, 46]);
    expect([unplaced, unfixed, load.peak.monitors]).toEqual([1, 1, 1]);
  });

  test('the first runs stand by time, then by key', () => {
    const {first} = report(monitor('b'), monitor('a'), monitor('c', {times: {...HOURLY, cron: '45 * * * *'}})).nextDay;
    expect(first.slice(0, 3).map(({key}) => key)).toEqual(['c', 'a', 'b']);
    expect(first).toHaveLength(20);
  });
});

test('health counts each word; one monitor can have two', () => {
  const both = monitor('a', {observed: {...FINE, isFailing: true, isOverdue: true}});
  const gone = monitor('b', {observed: {...FINE, monitor: null}});
  const unsure = monitor('c', {observed: {...FINE, isFailing: null}});
  expect(judgeFleetMonitor(both)).toEqual(['failing', 'overdue']);
  expect(report(both, gone, unsure, monitor('d'), monitor('e', {observed: FINE})).health).toMatchObject({
    ...{ok: 1, failing: 1, overdue: 1, unknown: 1, paused: 0, missing: 1},
    'not-recorded': 1,
  });
  expect(report(monitor('a')).health).toBeNull();
});
