import type {MonitorStatusDocument, StatusDocument} from '../../../../src/features/observe/status-document';
import {renderStatusMetrics} from '../../../../src/features/observe/status-prometheus';

const PAGES = {total: 9, same: 5, changed: 1, new: 1, removed: 0, error: 2};

function monitor(key: string, more: Partial<MonitorStatusDocument> = {}): MonitorStatusDocument {
  return {
    key,
    id: '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11',
    status: 'active',
    failing: false,
    firstCheck: false,
    noCredits: false,
    ...{since: null, sinceIsOpen: false, failedChecks: null, reason: null},
    overdue: false,
    checking: false,
    lastRunAt: '2026-11-20T12:00:00.500Z',
    nextRunAt: null,
    pages: PAGES,
    estimatedCreditsPerMonth: 30,
    sample: null,
    ...more,
  };
}

function render(monitors: readonly MonitorStatusDocument[], labels: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) {
  const summary = {monitors: monitors.length, failing: 0, noCredits: 0, partlyFailing: 0, changed: 0, overdue: 0, paused: 0, missing: 0};
  const document: StatusDocument = {
    ...{formatVersion: 1, command: 'status', time: '2026-11-20T12:00:00.000Z', summary, monitors},
    ...{notOffered: null, remainingCredits: null, complete: true, incomplete: [], notRead: []},
  };
  return renderStatusMetrics(document, {environment: 'production', labelsOf: key => labels[key] ?? {}});
}

const seriesOf = (text: string) => text.split('\n').filter(line => line !== '' && !line.startsWith('#'));

test('writes one gauge after the other, and says where it ends', () => {
  const {text, dropped} = render([monitor('a'), monitor('b', {failing: true})], {a: {team: 'pricing'}});
  expect(dropped).toBeNull();
  expect(text).toBe(
    `# TYPE monitors_up gauge
# HELP monitors_up Whether the service has the monitor and its last check worked.
monitors_up{key="a",environment="production",label_team="pricing"} 1
monitors_up{key="b",environment="production"} 0
# TYPE monitors_failing gauge
# HELP monitors_failing Whether the last check failed, with all its pages, or was skipped for lack of credits.
monitors_failing{key="a",environment="production",label_team="pricing"} 0
monitors_failing{key="b",environment="production"} 1
# TYPE monitors_last_run_timestamp_seconds gauge
# UNIT monitors_last_run_timestamp_seconds seconds
# HELP monitors_last_run_timestamp_seconds End of the last check.
monitors_last_run_timestamp_seconds{key="a",environment="production",label_team="pricing"} 1763640000.5
monitors_last_run_timestamp_seconds{key="b",environment="production"} 1763640000.5
# TYPE monitors_credits_estimated gauge
# HELP monitors_credits_estimated Credits a month, as the service estimates.
monitors_credits_estimated{key="a",environment="production",label_team="pricing"} 30
monitors_credits_estimated{key="b",environment="production"} 30
# TYPE monitors_pages gauge
# HELP monitors_pages Pages of the last check by result.
${['a', 'b'].flatMap(key => ['same', 'changed', 'new', 'removed', 'error'].map((status, at) => `monitors_pages{key="${key}",environment="production"${key === 'a' ? ',label_team="pricing"' : ''},status="${status}"} ${[5, 1, 1, 0, 2][at]}`)).join('\n')}
# EOF
`.replaceAll('1763640000.5', String(Date.parse('2026-11-20T12:00:00.500Z') / 1000)),
  );
});

test('says nothing of what is not known', () => {
  const gone = {status: null, failing: null, lastRunAt: null, pages: null, estimatedCreditsPerMonth: null} as const;
  const unread = {failing: null, lastRunAt: 'yesterday', pages: null, estimatedCreditsPerMonth: null} as const;
  expect(seriesOf(render([monitor('gone', gone), monitor('unread', unread)]).text)).toEqual([
    'monitors_up{key="gone",environment="production"} 0',
  ]);
});

test('takes any label of a spec, and no value out of its line', () => {
  const {text} = render([monitor('a', {pages: null})], {a: {'cost-center': 'a"b\\c\nd'}});
  expect(seriesOf(text)[0]).toBe('monitors_up{key="a",environment="production",label_cost_center="a\\"b\\\\c\\nd"} 1');
});

test('refuses two labels with one name', () => {
  const labels = {a: {'cost-center': '1'}, b: {cost_center: '2'}};
  expect(() => render([monitor('a'), monitor('b')], labels)).toThrow(
    'the labels "cost-center" and "cost_center" are both label_cost_center for Prometheus',
  );
});

test.each([
  {monitors: 1111, series: 9999, says: null},
  {monitors: 1112, series: 4 * 1112 + 10 * 5, says: 'more than 10,000 series: pages are summed by folder'},
  {monitors: 2600, series: 5200, says: 'more than 10,000 series: only monitors_failing and monitors_last_run_timestamp_seconds are here'},
])('$monitors monitors are $series series', ({monitors, series, says}) => {
  const {text, dropped} = render(Array.from({length: monitors}, (_, index) => monitor(`folder-${index % 10}/page-${index}`)));
  expect(seriesOf(text)).toHaveLength(series);
  expect(dropped).toBe(says);
  expect(text.startsWith('# more than')).toBe(says !== null);
  if (series === 4 * 1112 + 50) {
    expect(text).toContain(`monitors_pages{folder="folder-0",environment="production",status="same"} ${5 * 112}`);
    expect(text).toContain(`monitors_pages{folder="folder-9",environment="production",status="same"} ${5 * 111}`);
  }
});
