import type {NoisyLineDocument, ProposalDocument, TuneDocument, TunedMonitorDocument} from '../../../src/features/tune/document';

const SPAN = {since: '2026-11-01T12:00:00.000Z', until: '2026-11-20T12:00:00.000Z'};

function proposalOf(more: Partial<ProposalDocument>): ProposalDocument {
  return {
    ...{id: '5f0e2c6a', kind: 'schedule', value: '0 */4 * * *', before: '0 * * * *', writable: true},
    evidence: {checks: 460, ...SPAN, count: 456, of: 460, shortestGapMinutes: 600},
    saves: {creditsPerMonth: 1080, alertsPerMonth: null},
    ...more,
  };
}

function monitorOf(key: string, more: Partial<TunedMonitorDocument> = {}): TunedMonitorDocument {
  return {
    ...{key, id: '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11', read: 'whole', error: null, file: `monitors/${key}.yaml`, checks: 460, ...SPAN},
    alertsPerWeek: 0,
    changes: {meaningful: 0, noise: 4, notJudged: 0, degraded: 0, unread: 0},
    ...{lines: [], failures: [], proposals: [], noProposals: null, regions: []},
    credits: {charged: 920, checks: 460, perMeaningfulChange: null},
    ...more,
  };
}

const lines: readonly NoisyLineDocument[] = [
  {
    ...{url: 'https://shop.example/', kind: 'numbers', line: 'Updated # minutes ago', changes: 440, checks: 459},
    texts: ['Updated 5 minutes ago', 'Updated 7 minutes ago'],
  },
  {
    ...{url: 'https://shop.example/', kind: 'text', line: '<!here> @all ::warning:: [x](https://evil.example)', changes: 400, checks: 459},
    texts: ['<!here> @all ::warning:: [x](https://evil.example)', '![a](b) `c`'],
  },
];

/** Noise of a few monitors: each kind of proposal, failures, monitors that were not read. */
export const tuneDocument: TuneDocument = {
  ...{formatVersion: 1, command: 'tune', project: 'shop', environment: 'default', checks: 460},
  ...{complete: false, incomplete: ['not-read']},
  summary: {
    ...{monitors: 8, notRead: 1, checks: 2310, meaningful: 3, noise: 16, notJudged: 460},
    ...{lines: 4, proposals: 7, creditsPerMonth: 980, requests: 57, fetches: 3},
  },
  monitors: [
    monitorOf('docs/api', {proposals: [proposalOf({})]}),
    monitorOf('docs/few', {
      checks: 9,
      noProposals: 'few-checks',
      failures: [{kind: 'failed', reason: 'the page took too long', checks: 3}],
    }),
    monitorOf('docs/slow', {read: 'failed', error: 'the service took longer than 30 s'}),
    monitorOf('news/search', {
      proposals: [
        proposalOf({
          id: '0a0b0c0d',
          kind: 'queries',
          value: 'narrower',
          before: null,
          writable: false,
          saves: {creditsPerMonth: null, alertsPerMonth: null},
        }),
      ],
    }),
    monitorOf('quiet'),
    monitorOf('shop/it', {
      alertsPerWeek: 158.5,
      changes: {meaningful: 3, noise: 8, notJudged: 460, degraded: 0, unread: 2},
      credits: {charged: 920, checks: 460, perMeaningfulChange: 306.67},
      lines,
      proposals: [
        proposalOf({
          ...{id: '11112222', kind: 'lines', value: 'Updated # minutes ago', before: null, writable: false},
          evidence: {checks: 460, ...SPAN, count: 440, of: 459, shortestGapMinutes: null},
          saves: {creditsPerMonth: null, alertsPerMonth: 620.5},
        }),
        proposalOf({
          ...{id: '33334444', kind: 'judging', value: 'on', before: null},
          evidence: {checks: 460, ...SPAN, count: 460, of: 471, shortestGapMinutes: null},
          saves: {creditsPerMonth: -100, alertsPerMonth: null},
        }),
        proposalOf({
          id: '55556666',
          kind: 'goal',
          value: 'sharpen',
          before: null,
          writable: false,
          saves: {creditsPerMonth: null, alertsPerMonth: null},
        }),
      ],
    }),
    monitorOf('shop/new', {
      lines,
      regions: [
        {url: 'https://shop.example/', outcome: 'found', selector: '.live', error: null, mayBeCharged: false},
        {url: 'https://shop.example/all', outcome: 'others-change', selector: '#viewers', error: null, mayBeCharged: false},
        {url: 'https://evil.example/@all', outcome: 'failed', selector: null, error: '<!here> **no** answer', mayBeCharged: true},
      ],
      proposals: [
        proposalOf({
          ...{id: '77778888', kind: 'region', value: '.live', before: null},
          evidence: {checks: 460, ...SPAN, count: 440, of: 459, shortestGapMinutes: null},
          saves: {creditsPerMonth: null, alertsPerMonth: null},
        }),
      ],
    }),
    monitorOf('shop/old', {read: 'missing'}),
  ],
  written: null,
};

/** What `--write` did with two proposals, one of which is not the spec's own. */
export const writtenTune: TuneDocument = {
  ...tuneDocument,
  written: {
    proposals: [{id: '5f0e2c6a', key: 'docs/api', file: 'monitors/docs/api.yaml'}],
    notWritten: [{id: '33334444', key: 'shop/it', reason: 'shared', file: 'monitors/shop/_defaults.yaml', line: 3}],
    plan: null,
  },
};
