import * as fc from 'fast-check';
import type {
  ChangesDocument,
  MonitorFailureDocument,
  PageChangeDocument,
  ReadMonitorDocument,
  RunningCheckDocument,
} from '../../../../src/features/changes/document';
import type {RenderOptions} from '../../../../src/rendering/render-options';
import {anyCharacter} from '../../../world/any-character';
import {hostileStrings} from '../../../world/hostile-strings';

/** The look of a format in a file: no colours. */
export const LOOK: RenderOptions = {color: false, width: 100, verbosity: 'normal'};

/** A changed page that was judged to matter. */
export function sampleChange(more: Partial<PageChangeDocument> = {}): PageChangeDocument {
  return {
    ...{id: '5f0e2c6a9d1b4f37', group: null, key: 'pricing/acme', monitorId: 'mon-1', checkId: 'check-1', at: '2026-11-23T09:30:00.000Z'},
    ...{url: 'https://acme.example/pricing?plan=pro', status: 'changed', statusCode: 200, verdict: 'meaningful'},
    judgment: {meaningful: true, confidence: 'high', reason: 'The price of the Pro plan rose from $19 to $24.'},
    ...{judgeDegraded: false, searchStatus: null, diffCut: false, fields: []},
    diff: '--- previous\n+++ current\n@@ -1,3 +1,3 @@\n # Pricing\n-Pro: $19 a month\n+Pro: $24 a month\n Free: $0\n',
    ...more,
  };
}

/** A monitor that fails. */
export function sampleFailure(more: Partial<MonitorFailureDocument> = {}): MonitorFailureDocument {
  return {
    ...{key: 'terms/bluefin', monitorId: 'mon-2', checkId: 'check-2', kind: 'failed', since: '2026-11-20T13:00:00.000Z'},
    ...{sinceIsOpen: false, until: null, paused: false, checks: 12, failedPages: null, pages: null},
    ...{reason: 'the page took longer than the timeout', url: 'https://bluefin.example/terms'},
    ...more,
  };
}

/** A monitor whose checks were read. */
export function sampleMonitor(more: Partial<ReadMonitorDocument> = {}): ReadMonitorDocument {
  const since = '2026-11-22T12:00:00.000Z';
  return {key: 'pricing/acme', id: 'mon-1', read: 'whole', since, checks: 24, retentionDays: null, error: null, ...more};
}

/** A check that has not ended. */
export function sampleRunning(more: Partial<RunningCheckDocument> = {}): RunningCheckDocument {
  const since = '2026-11-23T11:58:00.000Z';
  return {key: 'news/brand', monitorId: 'mon-3', checkId: 'check-3', status: 'running', since, ...more};
}

/** A document whose numbers are those of its parts. */
export function sampleDocument(more: Partial<ChangesDocument> = {}): ChangesDocument {
  const {changes = [sampleChange()], failures = [], running = [], monitors = [sampleMonitor()]} = more;
  const count = (verdict: string) => changes.filter(change => change.verdict === verdict).length;
  const summary = {
    ...{monitors: monitors.length, skipped: 0, notRead: 0, checks: 24, meaningful: count('meaningful'), notJudged: count('not-judged')},
    ...{
      noise: count('noise'),
      firstSeen: count('first-seen'),
      unread: 0,
      hidden: 0,
      cut: 0,
      failing: failures.filter(({until, paused}) => until === null && !paused).length,
    },
    paused: failures.filter(({paused}) => paused).length,
    partlyFailing: failures.filter(({until, paused, kind}) => until === null && !paused && kind === 'some-pages').length,
    ...{recovered: failures.filter(({until}) => until !== null).length, running: running.length, requests: 30},
  };
  return {
    ...{formatVersion: 1, command: 'changes', project: 'acme-web', environment: 'production', since: '2026-11-22T12:00:00.000Z'},
    ...{until: '2026-11-23T12:00:00.000Z', timeZone: 'Europe/Berlin', show: null, by: null, complete: true, incomplete: [], bookmark: null},
    ...{summary, changes, failures, running, monitors},
    ...more,
  };
}

/** A document with everything that can be said. */
export function fullDocument(): ChangesDocument {
  const changes = [
    sampleChange({group: 'pricing'}),
    sampleChange({
      ...{id: '0000000000000002', group: 'pricing', key: 'pricing/cobalt', url: 'https://cobalt.example/', checkId: 'check-9', diff: null},
      fields: [
        {path: 'plans[0].price', previous: 19, current: 24},
        {path: 'plans[1]', previous: null, current: {name: 'Team', price: 99}},
      ],
    }),
    sampleChange({
      ...{id: '0000000000000003', group: 'terms', key: 'terms/dynamo', url: 'https://dynamo.example/terms', verdict: 'not-judged'},
      ...{judgment: null, judgeDegraded: true, status: 'new', at: '2026-11-22T23:15:00.000Z', diffCut: true},
      diff: `@@ -1 +1,60 @@\n${Array.from({length: 60}, (_, line) => `+Clause ${line + 1} of the new terms, which is long enough to be read as a sentence.`).join('\n')}\n`,
    }),
    sampleChange({
      id: '0000000000000004',
      group: 'terms',
      key: 'terms/everline',
      verdict: 'not-judged',
      judgment: null,
      status: 'removed',
      statusCode: 404,
      diff: null,
    }),
    sampleChange({
      ...{id: '0000000000000005', group: 'terms', key: 'terms/noisy', verdict: 'noise', url: 'https://noisy.example/viewers'},
      judgment: {meaningful: false, confidence: 'medium', reason: 'Only the number of viewers changed.'},
    }),
  ];
  const failures = [
    sampleFailure(),
    sampleFailure({
      key: 'terms/gantry',
      monitorId: 'mon-5',
      kind: 'some-pages',
      failedPages: 2,
      pages: 10,
      reason: 'status 503',
      sinceIsOpen: true,
    }),
    sampleFailure({
      key: 'terms/helios',
      monitorId: 'mon-6',
      kind: 'no-credits',
      reason: null,
      url: null,
      until: '2026-11-23T08:00:00.000Z',
    }),
  ];
  const monitors = [
    sampleMonitor(),
    sampleMonitor({key: 'gone/one', id: 'mon-7', read: 'missing'}),
    sampleMonitor({key: 'broken/two', id: 'mon-8', read: 'failed', error: 'the service answered 500 five times'}),
    sampleMonitor({key: 'later/three', id: 'mon-9', read: 'left'}),
    sampleMonitor({key: 'short/four', id: 'mon-10', retentionDays: 7}),
  ];
  const bookmark = {before: '2026-11-22T12:00:00.000Z', mayRepeat: true};
  const document = sampleDocument({changes, failures, running: [sampleRunning()], monitors});
  return {
    ...document,
    ...{by: 'folder', show: 'changed', complete: false, incomplete: ['max-requests', 'not-read'], bookmark},
    summary: {...document.summary, skipped: 3, notRead: 2, hidden: 4, cut: 5, unread: 1},
  };
}

/** A document in which every text from outside is one of these, in turn. */
export function hostileDocument(texts: readonly string[], changes = 4): ChangesDocument {
  let next = 0;
  const text = () => texts[next++ % texts.length] ?? '';
  const change = (index: number): PageChangeDocument => ({
    ...{id: index.toString(16).padStart(16, '0'), group: text(), key: text(), monitorId: text(), checkId: text(), at: text(), url: text()},
    ...{status: text(), statusCode: 1_234_567, verdict: (['meaningful', 'not-judged', 'noise'] as const)[index % 3] ?? 'noise'},
    judgment: index % 3 === 1 ? null : {meaningful: index % 3 === 0, confidence: text(), reason: text()},
    ...{judgeDegraded: false, searchStatus: text(), diffCut: index % 2 === 0},
    diff: index % 4 === 0 ? text() : `@@ -1 +1 @@\n-${text()}\n+${text()}\n ${text()}\n-${text()}\n+${text()}\n+${text()}`,
    fields: [
      {path: text(), previous: text(), current: text()},
      {path: text(), previous: null, current: {[text()]: [text(), {a: text()}]}},
    ],
  });
  const failure = (index: number): MonitorFailureDocument => ({
    ...{
      key: text(),
      monitorId: `${index}`,
      checkId: text(),
      kind: (['failed', 'some-pages', 'no-credits'] as const)[index % 3] ?? 'failed',
    },
    ...{
      since: text(),
      sinceIsOpen: index % 2 === 0,
      until: index % 2 === 0 ? null : text(),
      paused: false,
      checks: 1_234_567,
      failedPages: 2,
      pages: 3,
    },
    ...{reason: text(), url: text()},
  });
  const monitor = (read: ReadMonitorDocument['read']): ReadMonitorDocument => ({
    ...{key: text(), id: text(), read, since: text(), checks: 1, retentionDays: 7, error: text()},
  });
  const document = sampleDocument({
    changes: Array.from({length: changes}, (_, index) => change(index)),
    failures: [0, 1, 2].map(failure),
    running: [{key: text(), monitorId: text(), checkId: text(), status: text(), since: text()}],
    monitors: (['whole', 'skipped', 'missing', 'failed', 'left'] as const).map(monitor),
  });
  const bookmark = {before: text(), mayRepeat: true};
  const incomplete = ['interrupted', 'max-requests', 'not-read'] as const;
  return {
    ...document,
    ...{project: text(), environment: text(), since: text(), until: text(), timeZone: text(), by: `label:${text()}`, complete: false},
    ...{incomplete, bookmark},
  };
}

/** Texts that attack a spreadsheet, XML, Slack or GitHub, besides those that attack a terminal. */
const MORE_HOSTILE = [
  ...[
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\uff1d1+1',
    '\uff0b1',
    '\uff0d1',
    '\uff20x',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1+1',
    '\u3000=1',
    '\ufeff=1',
    'a;=1+1',
  ],
  ...["a\r\n=cmd|' /C calc'!A0", 'x\n@y', '"=1+1"', '",=1', '=HYPERLINK("http://evil.example","x")', '\u00a0=1', '\ufe66=1', '\ufeff\t=1'],
  ...['<!here>', '<!channel>', '<@U123>', '<http://evil.example|good>', '&lt;!here&gt;', '*bold* _it_ ~s~ :tada:', '<!date^1^{date}|x>'],
  ...[
    ']]>',
    '<![CDATA[x]]>',
    '<?xml version="1.1"?>',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>&x;',
    '\ufffe\uffff\u{1fffe}',
    '\x0b\x0c',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://user:secret@evil.example/',
    'https://evil.example/a>b(c)[d]`e`|f^{g}',
  ],
  ...[
    'https://github.com/owner/repo/issues/1',
    'https://git.example/o/r/pull/2',
    'https://x.example/%zz?a=<b>&c="d"#e#f',
    'HTTPS://EVIL.EXAMPLE\\@good.example',
  ],
  ...[
    '0123456789abcdef0123456789abcdef01234567',
    'deadbeef',
    'GH-1',
    'o/r#1',
    '#1',
    '@octocat',
    '1970-01-01T00:00:00Z',
    '2999-12-31T23:59:59Z',
    '9999-12-31T23:59:59.999-23:59',
  ],
  ...[
    '-0001-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '--- a',
    '+++ b',
    '@@ -1 +1 @@',
    '\\ No newline at end of file',
    'https://[::1]:8080/x',
    'http://xn--bcher-kva.example/',
  ],
];

/** All hostile texts. */
export const HOSTILE_TEXTS: readonly string[] = [...hostileStrings.map(({text}) => text), ...MORE_HOSTILE];

const hostileText = fc.oneof(
  {weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS)},
  {weight: 1, arbitrary: fc.string({unit: anyCharacter, maxLength: 40})},
  {weight: 1, arbitrary: fc.array(fc.constantFrom(...HOSTILE_TEXTS), {minLength: 2, maxLength: 4}).map(parts => parts.join(''))},
  {weight: 1, arbitrary: fc.tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS)).map(parts => parts.join('\n'))},
);

/** Any document of hostile texts. */
export const anyDocument: fc.Arbitrary<ChangesDocument> = fc
  .tuple(fc.array(hostileText, {minLength: 1, maxLength: 23}), fc.integer({min: 0, max: 9}))
  .map(([texts, changes]) => hostileDocument(texts, changes));

/** 10,000 pages, of which 500 have a diff of 256 KiB of one line or of many, and one of 4 MiB. */
export function hugeDocument(): ChangesDocument {
  const line = `@@ -1 +1 @@\n-${'<`&"\u202e'.repeat(26_000)}\n+${'x '.repeat(65_000)}`;
  const many = `@@ -1 +1 @@\n${'+=\n'.repeat(87_000)}`;
  const largest = '@'.repeat(4 * 1024 * 1024);
  const changes = Array.from({length: 10_000}, (_, index) =>
    sampleChange({
      ...{
        id: index.toString(16).padStart(16, '0'),
        key: `folder/monitor-${index}`,
        url: `https://acme.example/${index}?${'a'.repeat(500)}`,
      },
      ...{
        diff: index % 20 === 0 ? (index % 40 === 0 ? line : many) : `+${'=;'.repeat(500)}\n`.repeat(40),
        fields: index % 7 === 0 ? [{path: 'a', previous: largest.slice(0, 10_000), current: null}] : [],
      },
      judgment: {meaningful: true, confidence: 'high', reason: '\u{e0041}'.repeat(1_000)},
    }),
  );
  const failures = Array.from({length: 10_000}, (_, index) =>
    sampleFailure({key: `failing/${index}`, monitorId: `${index}`, reason: '`'.repeat(3_000)}),
  );
  const running = Array.from({length: 10_000}, (_, index) => sampleRunning({key: `running/${index}`}));
  const monitors = Array.from({length: 10_000}, (_, index) =>
    sampleMonitor({key: `k/${index}`, read: 'failed', error: '<'.repeat(3_000), retentionDays: index % 40}),
  );
  const first = sampleChange({id: 'ffffffffffffffff', diff: largest, url: largest, key: largest});
  return {...sampleDocument({changes: [first, ...changes], failures, running, monitors}), complete: false, incomplete: ['not-read']};
}
