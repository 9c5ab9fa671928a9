import fc from 'fast-check';
import type {StoredMonitor} from '../../../src/emulator';
import {MonitorTable} from '../../../src/emulator/store';

function monitor(id: number, createdAt: number, team: number, status: StoredMonitor['status']): StoredMonitor {
  return {
    id: String(id),
    name: `${id}`,
    team,
    status,
    schedule: {cron: '0 6 * * *', timezone: 'UTC'},
    targets: [],
    webhook: null,
    notification: {},
    retentionDays: 30,
    goal: null,
    judgeEnabled: false,
    estimatedCreditsPerMonth: 0,
    createdAt,
    updatedAt: createdAt,
    histories: {},
  };
}

/** Few ids, times, teams and states, so that monitors are replaced, dated anew, deleted and brought back. */
const puts = fc.array(
  fc.tuple(
    fc.integer({min: 0, max: 9}),
    fc.integer({min: 0, max: 3}),
    fc.integer({min: 0, max: 1}),
    fc.constantFrom<StoredMonitor['status'][]>('active', 'paused', 'deleted'),
  ),
  {maxLength: 60},
);

test('pages are slices of the live monitors of a team, newest first', () => {
  fc.assert(
    fc.property(puts, fc.integer({min: 1, max: 4}), fc.integer({min: 0, max: 6}), (list, limit, offset) => {
      const table = new MonitorTable();
      // The same, naively: a map keeps the order in which its members came first.
      const naive = new Map<string, StoredMonitor>();
      for (const args of list) {
        const put = monitor(...args);
        table.put(put);
        naive.set(put.id, put);
      }
      const sorted = [...naive.values()].sort((left, right) => left.createdAt - right.createdAt);
      expect(table.list()).toEqual(sorted);
      for (const team of [0, 1]) {
        const live = sorted.filter(each => each.team === team && each.status !== 'deleted').reverse();
        expect(table.page(team, limit, offset)).toEqual(live.slice(offset, offset + limit));
      }
    }),
  );
});
