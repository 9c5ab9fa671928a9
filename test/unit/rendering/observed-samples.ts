import type {Check, CheckPage} from '../../../src/core/api/check-port';
import type {FailureWithReason} from '../../../src/core/observe/failure-row';
import type {ListedHealth} from '../../../src/core/observe/health';
import type {MonitorHealth} from '../../../src/core/observe/sample';
import type {SpreadSuggestion} from '../../../src/core/specs/schedule/spread';
import type {ChangesView, HistoryView} from '../../../src/features/observe/checks-document';
import type {MonitorRunView, RunView} from '../../../src/features/observe/run-document';

const SUMMARY = {totalPages: 1200, same: 1198, changed: 2, new: 0, removed: 0, error: 0};
const EMPTY = {...SUMMARY, totalPages: 0, same: 0, changed: 0};
const FAILED = {...SUMMARY, same: 0, changed: 0, error: 1200};

function monitorWith(changes: Partial<ListedHealth>): ListedHealth {
  return {
    ...{id: '1', status: 'active', isChecking: false, lastRunAt: '2026-11-20T12:00:00.000Z', nextRunAt: '2026-11-20T13:00:00.000Z'},
    ...{summary: SUMMARY, estimatedCreditsPerMonth: 72_000, hasSearch: false, intervalMinutes: 60, ...changes},
  };
}

function viewOf(key: string, changes: Partial<MonitorHealth> = {}): MonitorHealth {
  return {key, id: '1', isFailing: null, isWithoutCredits: false, isOverdue: false, monitor: monitorWith({}), sample: null, ...changes};
}

const sample = {
  ...{checks: 20, since: '2026-11-19T12:00:00.000Z', failed: 2, skipped: 1, withoutCredits: 0, undelivered: 3, pages: 24_000},
  errorPages: 1200,
  ...{credits: {checks: 18, since: '2026-11-19T12:00:00.000Z', actual: 1500, estimated: 18_000}, actualCreditsPerMonth: 6000, search: null},
};

const check: Check = {
  ...{id: '5a0c0b9e-1b2c-4d3e-8f4a-000000000003', status: 'completed', trigger: 'scheduled', scheduledFor: null},
  ...{startedAt: '2026-11-20T12:00:00.000Z', finishedAt: '2026-11-20T12:00:09.000Z', createdAt: '2026-11-20T12:00:00.000Z'},
  ...{estimatedCredits: 1200, actualCredits: 40, summary: SUMMARY, error: null},
};

/** A row of failures whose newest has this reason. */
function failureOf(reason: string | null, count: number, isOpen = false): FailureWithReason {
  const oldest = {...check, finishedAt: '2026-11-19T14:00:00.000Z'};
  return {row: {kind: 'failed', newest: check, oldest, count, isOpen, recovery: null}, reason};
}

/** Monitors in every state. */
export const judged = {
  lack: null,
  isCut: false,
  notRead: [],
  team: {remaining: 0, plan: 3000, periodStart: null, periodEnd: '2026-12-01T00:00:00.000Z'},
  monitors: [
    viewOf('docs/api', {isOverdue: true, monitor: monitorWith({nextRunAt: '2026-11-20T09:00:00.000Z'})}),
    viewOf('news', {isFailing: false, monitor: monitorWith({hasSearch: true}), sample: {...sample, search: 'too-wide'}}),
    viewOf('pricing/acme', {
      isFailing: true,
      monitor: monitorWith({summary: FAILED}),
      sample,
      failure: failureOf('the page took longer than the timeout', 12),
    }),
    viewOf('pricing/core', {
      isFailing: true,
      monitor: monitorWith({summary: FAILED}),
      failure: failureOf('\u202e::error::'.repeat(30), 100, true),
    }),
    viewOf('pricing/deep', {isFailing: true, isOverdue: true, monitor: monitorWith({summary: FAILED})}),
    viewOf('pricing/bolt', {monitor: monitorWith({summary: {...SUMMARY, error: 7}, isChecking: true})}),
    viewOf('shop/gone', {monitor: null}),
    viewOf('shop/new', {isFailing: false, monitor: monitorWith({summary: null, lastRunAt: null, estimatedCreditsPerMonth: null})}),
    viewOf('shop/out', {isFailing: true, isWithoutCredits: true, monitor: monitorWith({summary: EMPTY})}),
    viewOf('shop/paused', {isFailing: false, monitor: monitorWith({status: 'paused', nextRunAt: null})}),
  ],
};

const partial: Check = {...check, status: 'partial', summary: {...SUMMARY, new: 1, removed: 2, error: 3}};

/** Checks that ended in every way. */
export const historyView: HistoryView = {
  isCut: false,
  reasons: new Map([[partial, 'could not fetch\u202e https://(secret)@acme.example/: no answer within 60 seconds']]),
  key: 'pricing/acme',
  id: '5a0c0b9e-1b2c-4d3e-8f4a-123456789abc',
  checks: [
    {...check, status: 'queued', trigger: 'manual', startedAt: null, finishedAt: null, actualCredits: null, summary: null},
    check,
    {...check, status: 'skipped_overlap', summary: {...SUMMARY, totalPages: 0}, actualCredits: 0},
    {...check, status: 'skipped_no_credits', summary: EMPTY, actualCredits: 0},
    partial,
    {...check, status: 'failed', summary: null, actualCredits: null, estimatedCredits: null, error: 'the browser\u202e did not start'},
  ],
};

const page: CheckPage = {
  ...{url: 'https://acme.example/pricing', status: 'changed', statusCode: 200, error: null, searchStatus: null, isJudgeDegraded: false},
  judgment: {meaningful: true, confidence: 'high', reason: 'The price of the plan Team rose from 20 to 25 dollars a month.'},
  diff: {text: '--- before\n+++ after\n@@ -1,2 +1,2 @@\n Plans\n-Team: 20\n+Team: 25 \x1b[2J\n', fields: [], isCut: false},
};

/** Changed pages of every kind. */
export const changesView: ChangesView = {
  ...{key: 'pricing/acme', id: '5a0c0b9e-1b2c-4d3e-8f4a-123456789abc', check, isWhole: false, lookedAt: 3},
  pages: [
    page,
    {...page, judgment: null, diff: {text: null, fields: [{path: 'plans[0].price', previous: 20, current: null}], isCut: true}},
    {...page, url: 'https://acme.example/new', status: 'new', searchStatus: 'alert', judgment: null, diff: null},
    {...page, url: 'https://acme.example/old', status: 'removed', statusCode: 404, judgment: null, diff: null},
    {
      ...page,
      url: 'https://acme.example/?q=(secret)',
      status: 'error',
      statusCode: 500,
      error: '::error::no answer',
      judgment: null,
      diff: null,
    },
  ],
};

function runOf(key: string, start: MonitorRunView['start'], end: MonitorRunView['end'] = null): MonitorRunView {
  return {key, id: '5a0c0b9e-1b2c-4d3e-8f4a-123456789abc', estimatedCredits: 1200, besides: 400, start, end};
}

const failure = {kind: 'http', status: 409, message: 'the service answered 409: \u202eConflict'} as const;
const running: Check = {...check, status: 'running', trigger: 'manual', finishedAt: null, actualCredits: null, summary: null};
const refused = (reason: 'running' | 'paused' | 'no-credits' | 'missing' | 'refused') =>
  ({kind: 'refused', reason, failure, running: reason === 'running' ? running : null}) as const;
const started = (certainty: 'answered' | 'found' | 'one-of-several' | 'probable') =>
  ({kind: 'started', checkId: check.id, certainty}) as const;

/** Checks that were started, or not, in every way. */
export const runView: RunView = {
  isFollowed: true,
  isInterrupted: false,
  runs: [
    runOf('docs/api', refused('running')),
    runOf('docs/gone', refused('missing')),
    runOf('docs/paused', refused('paused')),
    runOf('docs/poor', refused('no-credits')),
    runOf('docs/refused', refused('refused')),
    runOf('docs/later', null),
    runOf('news', {kind: 'unknown', failure}),
    runOf('pricing/acme', started('found'), {kind: 'ended', changes: {...changesView, check, lookedAt: 1}}),
    runOf('pricing/bolt', started('one-of-several'), {kind: 'going-on'}),
    runOf('pricing/core', started('probable'), {kind: 'not-read', failure}),
  ],
};

/** Two groups of one minute; a zone and keys that would do harm unescaped. */
export const suggestion: SpreadSuggestion = {
  before: {clock: 'Monday 09:00', timezone: 'Europe/Berlin', monitors: 1234},
  after: {clock: 'Monday 09:20', timezone: 'Europe/Berlin', monitors: 3},
  groups: [
    {
      cron: '0 9 * * 1-5',
      timezone: 'Europe/Berlin',
      monitors: ['a', 'b', 'c', 'd', 'e'].map((key, index) => ({key: `pricing/${key}`, cron: index < 4 ? '0 9 * * 1-5' : '48 9 * * 1-5'})),
    },
    {cron: '*/30 * * * *', timezone: 'UTC', monitors: [{key: 'x\u001b[31m::set-output name=a::b', cron: '18-59/30 * * * *'}]},
  ],
};
