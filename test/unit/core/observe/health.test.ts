import type {Check, CheckSummary} from '../../../../src/core/api/check-port';
import {judgeHealth, type ListedHealth} from '../../../../src/core/observe/health';
import {takeSample} from '../../../../src/core/observe/sample';

const NOW = Date.UTC(2026, 10, 20, 12);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

function summaryOf(counts: Partial<CheckSummary>): CheckSummary {
  const all = {same: 0, changed: 0, new: 0, removed: 0, error: 0, ...counts};
  return {...all, totalPages: all.same + all.changed + all.new + all.removed + all.error};
}

function monitorWith(changes: Partial<ListedHealth>): ListedHealth {
  return {
    ...{id: '1', status: 'active', isChecking: false, lastRunAt: ago(30), nextRunAt: ago(-30), summary: summaryOf({same: 3})},
    ...{estimatedCreditsPerMonth: 1200, hasSearch: false, intervalMinutes: 60, ...changes},
  };
}

function checkWith(changes: Partial<Check>): Check {
  return {
    ...{
      id: 'c',
      status: 'completed',
      trigger: 'scheduled',
      scheduledFor: null,
      startedAt: ago(30),
      finishedAt: ago(29),
      createdAt: ago(30),
    },
    ...{estimatedCredits: 10, actualCredits: 4, summary: summaryOf({same: 3}), error: null, ...changes},
  };
}

const ALL_ERRORS = summaryOf({error: 2});

test.each([
  {name: 'every page an error is failing', monitor: {summary: ALL_ERRORS}, isFailing: true},
  {name: 'one page of several is not known to be failing', monitor: {summary: summaryOf({error: 1, same: 1})}, isFailing: null},
  {name: 'a good summary leaves open whether the newest check failed as a whole', monitor: {}, isFailing: null},
  {name: 'a monitor that never ran is not failing', monitor: {summary: null, lastRunAt: null}, isFailing: false},
  {name: 'a paused monitor is not failing', monitor: {summary: ALL_ERRORS, status: 'paused'}, isFailing: false},
  {name: 'a check that failed as a whole is failing', monitor: {}, checks: [checkWith({status: 'failed', summary: null})], isFailing: true},
  {
    name: 'the newest check that ended counts',
    monitor: {summary: ALL_ERRORS},
    checks: [checkWith({status: 'running'}), checkWith({})],
    isFailing: false,
  },
  {name: 'skipped checks say nothing', monitor: {}, checks: [checkWith({status: 'skipped_overlap'})], isFailing: null},
  {
    name: 'a check that was skipped for lack of credits is failing',
    monitor: {summary: summaryOf({})},
    checks: [
      checkWith({status: 'running'}),
      checkWith({status: 'skipped_overlap'}),
      checkWith({status: 'skipped_no_credits'}),
      checkWith({}),
    ],
    isFailing: true,
  },
  {
    name: 'a check after one that was skipped for lack of credits counts',
    monitor: {},
    checks: [checkWith({}), checkWith({status: 'skipped_no_credits'})],
    isFailing: false,
  },
  {name: 'no check at all is no failure', monitor: {}, checks: [], isFailing: false},
])('$name', ({monitor, checks, isFailing}) => {
  expect(judgeHealth(monitorWith(monitor), NOW, checks).isFailing).toBe(isFailing);
});

test.each([
  {name: 'a next check to come is in time', monitor: {}, isOverdue: false},
  {name: 'late by ten minutes and one interval is still in time', monitor: {nextRunAt: ago(70)}, isOverdue: false},
  {name: 'later than that is overdue', monitor: {nextRunAt: ago(71)}, isOverdue: true},
  {name: 'a check that runs is not overdue', monitor: {nextRunAt: ago(500), isChecking: true}, isOverdue: false},
  {name: 'a paused monitor is not overdue', monitor: {nextRunAt: ago(500), status: 'paused'}, isOverdue: false},
  {name: 'without a schedule that can be read nothing is overdue', monitor: {nextRunAt: ago(500), intervalMinutes: null}, isOverdue: false},
])('$name', ({monitor, isOverdue}) => {
  expect(judgeHealth(monitorWith(monitor), NOW).isOverdue).toBe(isOverdue);
});

test('a sample counts what ended, and scales the estimate by what was charged', () => {
  const checks = [
    checkWith({status: 'running', actualCredits: null, summary: null}),
    checkWith({summary: summaryOf({same: 2, error: 1})}),
    checkWith({status: 'failed', summary: null, actualCredits: null}),
    checkWith({status: 'skipped_overlap', summary: null}),
    checkWith({startedAt: ago(240), actualCredits: 1}),
  ];
  expect(takeSample(monitorWith({}), checks, [])).toEqual({
    ...{checks: 3, since: ago(240), failed: 1, skipped: 1, withoutCredits: 0, undelivered: 0, pages: 6, errorPages: 1, search: null},
    ...{credits: {checks: 2, since: ago(240), actual: 5, estimated: 20}, actualCreditsPerMonth: 300},
  });
});

const pagesOf = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([searchStatus, count]) =>
    Array.from({length: count}, () => ({
      url: '',
      status: 'same',
      statusCode: null,
      error: null,
      searchStatus,
      isJudgeDegraded: false,
      judgment: null,
      diff: null,
    })),
  );
const empty = Array.from({length: 5}, () => checkWith({summary: summaryOf({})}));

test.each([
  {name: 'mostly ignored results: the queries are too wide', pages: {ignored: 6, alert: 4}, checks: [], search: 'too-wide'},
  {name: 'mostly watched results: the goal is too vague', pages: {watching: 9, ignored: 1}, checks: [], search: 'too-vague'},
  {name: 'five checks without any result: the queries are too narrow', pages: {}, checks: empty, search: 'too-narrow'},
  {name: 'half of the results are not most of them', pages: {ignored: 5, alert: 5}, checks: [], search: null},
  {name: 'nine results say nothing', pages: {ignored: 9}, checks: [], search: null},
  {name: 'four checks say nothing', pages: {}, checks: empty.slice(1), search: null},
])('$name', ({pages, checks, search}) => {
  expect(takeSample(monitorWith({hasSearch: true}), checks, pagesOf(pages)).search).toBe(search);
});
