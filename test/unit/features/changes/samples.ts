import type {Check, CheckPage} from '../../../../src/core/api/check-port';
import {markFrom} from '../../../../src/core/observe/check-span';
import {type Findings, toChangesDocument, type View} from '../../../../src/features/changes/assemble';
import type {MonitorReading} from '../../../../src/features/changes/watched';

const SINCE = Date.UTC(2026, 10, 20, 18);
const UNTIL = Date.UTC(2026, 10, 23, 7, 59);
const HOUR = 3_600_000;

/** A check that ended so many hours after the beginning. */
export function checkAt(id: string, hours: number, more: Partial<Check> = {}): Check {
  const finishedAt = new Date(SINCE + hours * HOUR).toISOString();
  return {
    ...{id, status: 'completed', trigger: 'scheduled', scheduledFor: null, startedAt: finishedAt, createdAt: finishedAt, finishedAt},
    ...{estimatedCredits: 2, actualCredits: 1, error: null},
    summary: {totalPages: 2, same: 1, changed: 1, new: 0, removed: 0, error: 0},
    ...more,
  };
}

/** A changed page, judged meaningful. */
export function pageOf(more: Partial<CheckPage> = {}): CheckPage {
  return {
    ...{url: 'https://acme.example/pricing', status: 'changed', statusCode: 200, error: null, searchStatus: null, isJudgeDegraded: false},
    judgment: {meaningful: true, confidence: 'high', reason: 'The price of a plan rose.'},
    diff: {
      text: '--- before\n+++ after\n@@ -1,4 +1,5 @@\n Plans\n-Team: $20 a month\n+Team: $25 a month\n Free\n+Enterprise: ask us\n+Students: $5\n-Updated today\n',
      fields: [],
      isCut: false,
    },
    ...more,
  };
}

/** Read part of a monitor. */
export function readingOf(key: string, more: Partial<MonitorReading> = {}): MonitorReading {
  const listed = {
    ...{id: `id-${key}`, status: 'active', isChecking: false, lastRunAt: null, nextRunAt: null, summary: null},
    ...{estimatedCreditsPerMonth: null, hasSearch: false, intervalMinutes: 60, createdAt: '2026-01-01T00:00:00.000Z', retentionDays: 30},
  };
  const mark = markFrom(SINCE);
  return {
    watched: {key, id: `id-${key}`, labels: {team: 'web'}, listed, mark},
    ...{read: 'whole', error: null, next: mark, checks: 62, running: [], changed: [], failure: null, failedPage: null},
    ...more,
  };
}

const failed = checkAt('c-8', 60, {status: 'failed', error: 'the page took longer than the timeout', summary: null});
const partial = checkAt('c-9', 61, {status: 'partial', summary: {totalPages: 10, same: 7, changed: 0, new: 0, removed: 0, error: 3}});

const noise = {meaningful: false, confidence: 'low', reason: 'Only a date changed.'};
const changed = (check: Check, ...pages: CheckPage[]) => ({check, pages, isWhole: true, isFirstLook: false});

const short = readingOf('short', {checks: 5});
const shortKept: MonitorReading = {
  ...short,
  watched: {...short.watched, listed: short.watched.listed && {...short.watched.listed, retentionDays: 1}},
};

const readings: readonly MonitorReading[] = [
  readingOf('pricing/acme', {changed: [changed(checkAt('c-1', 20), pageOf()), changed(checkAt('c-2', 40), pageOf({judgment: noise}))]}),
  readingOf('pricing/json', {
    changed: [
      changed(
        checkAt('c-3', 30),
        pageOf({
          ...{url: 'https://json.example/plans', judgment: null},
          diff: {
            text: null,
            fields: ['price', 'name', 'seats', 'since'].map(name => ({path: `plans[0].${name}`, previous: 19, current: 24})),
            isCut: true,
          },
        }),
      ),
    ],
  }),
  readingOf('news/search', {
    changed: [
      changed(
        checkAt('c-4', 10),
        pageOf({url: 'https://news.example/a', status: 'new', searchStatus: 'alert', judgment: null, isJudgeDegraded: true, diff: null}),
      ),
    ],
    running: [checkAt('c-5', 61, {status: 'running', finishedAt: null, summary: null})],
  }),
  readingOf('shop', {failure: {kind: 'failed', newest: failed, oldest: checkAt('c-7', 2), count: 12, isOpen: false, recovery: null}}),
  readingOf('blog', {
    failure: {kind: 'some-pages', newest: partial, oldest: partial, count: 1, isOpen: true, recovery: null},
    failedPage: pageOf({url: 'https://blog.example/7', status: 'error', error: 'HTTP 500', judgment: null, diff: null}),
  }),
  readingOf('docs', {
    failure: {
      kind: 'no-credits',
      newest: checkAt('c-6', 9),
      oldest: checkAt('c-6', 5),
      count: 4,
      isOpen: false,
      recovery: checkAt('c-10', 10),
    },
  }),
  readingOf('quiet', {read: 'skipped', checks: 0}),
  readingOf('gone', {read: 'missing', checks: 0}),
  shortKept,
];

const findings: Findings = {
  ...{
    project: 'acme-web',
    environment: 'default',
    timeZone: 'Europe/Berlin',
    since: SINCE,
    until: UNTIL,
    readings,
    incomplete: [],
    requests: 17,
  },
  bookmark: null,
};

const view: View = {show: null, by: null, limit: null};

/** Everything that a call may find. */
export const foundChanges = toChangesDocument(findings, {...view, by: 'folder'});

/** A call that a signal ended, after one that may have printed the same. */
export const interruptedChanges = toChangesDocument(
  {
    ...findings,
    readings: [
      ...readings.slice(0, 1),
      readingOf('late', {read: 'left', checks: 0}),
      readingOf('torn', {read: 'failed', checks: 0, error: 'the service answered 500'}),
    ],
    incomplete: ['interrupted', 'not-read'],
    bookmark: {before: '2026-11-20T18:00:00.000Z', mayRepeat: true},
  },
  {...view, limit: 1},
);

/** A call that found nothing. */
export const quietChanges = toChangesDocument(
  {...findings, readings: [readingOf('quiet', {read: 'skipped', checks: 0})], requests: 2},
  view,
);
