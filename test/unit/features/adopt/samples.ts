import {UserError} from '../../../../src/core/diagnostics/user-error';
import type {FactorReport} from '../../../../src/core/writing/factor-report';
import type {ImportReport, PullReport} from '../../../../src/core/writing/reports';
import type {RecoveryFindings} from '../../../../src/features/recover/findings';
import type {ResolvedCreate} from '../../../../src/features/resolve/document';
import {desired, doubtfulCreate, recorded} from '../../rendering/sample-values';

const STATE_LINEAGE = '4f1c7f6e-3b0c-4a7e-9d5e-0f6c2c9b8a10';

/** A state of this serial. */
export function versionOf(serial: number): {readonly lineage: string; readonly serial: number} {
  return {lineage: STATE_LINEAGE, serial};
}

function idOf(number: number): string {
  return `0190a1b2-0000-7000-8000-00000000000${number}`;
}

/** A monitor of each fate of a pull. */
export const pulledMonitors: PullReport = {
  listed: 5,
  pulled: [{key: 'acme-pricing', file: 'monitors/acme-pricing.yaml', id: idOf(1), name: 'Acme pricing'}],
  placeholders: [{name: 'WEBHOOK_AUTHORIZATION', uses: [{key: 'acme-pricing', place: 'webhook.headers.Authorization', after: 'Bearer '}]}],
  refused: [
    {
      id: idOf(2),
      name: 'Other zone',
      findings: [
        {
          code: 'live/not-sayable',
          severity: 'error',
          message: 'the time zone is none that is known',
          where: {
            file: '',
            pointer: '/schedule/timezone',
            range: {start: {line: 1, column: 1, offset: 0}, end: {line: 1, column: 1, offset: 0}},
          },
        },
      ],
    },
  ],
  elsewhere: [
    {
      ...{id: idOf(3), name: 'Staging', createdAt: '2026-01-02T03:04:05Z', creditsPerMonth: 720},
      ours: {project: 'acme-web', environment: 'staging'},
    },
  ],
  claimed: 0,
};

const adopted = {key: 'pricing/acme', file: 'monitors/pricing/acme.yaml', id: idOf(1), name: 'Acme pricing'};

/** An import of each outcome. */
export const everyImport: readonly ImportReport[] = [
  {...adopted, kind: 'recorded', next: [{action: 'update', fields: ['/goal', '/status']}]},
  {...adopted, kind: 'written', placeholders: pulledMonitors.placeholders},
  {...pulledMonitors.refused[0]!, kind: 'refused', key: 'pricing/other'},
];

/** A create of each verdict. */
export const resolvedCreates: readonly ResolvedCreate[] = [
  {key: 'pricing/acme', id: idOf(1)},
  {key: 'docs', id: null},
  {key: 'shop/doubt', id: null, stillUnknown: 'the service answered 503: Service Unavailable'},
];

function candidate(number: number, name = 'Acme pricing') {
  return {
    view: {
      ...{id: idOf(number), name, status: 'active', createdAt: `2026-01-0${number}T03:04:05Z`},
      ...{targetIds: [], estimatedCreditsPerMonth: 720, body: {name}},
    },
  };
}

/** Finds of a recovery, one of each. */
export function everyFinding(): RecoveryFindings {
  const found = {hint: null, others: []} as const;
  const record = recorded();
  return {
    damage: new UserError('state/lost', 'monitors.state.json is gone', 'run "monitors recover"'),
    recovered: [
      {
        key: 'docs',
        found: {...found, spec: desired('docs'), candidate: candidate(1), basis: 'target-ids', isCertain: true, others: [candidate(2)]},
        ...{record, isChanged: true},
      },
      {
        key: 'pricing/acme',
        found: {...found, spec: desired('pricing/acme'), candidate: candidate(3), basis: 'name-and-content', isCertain: false},
        ...{record, isChanged: false},
      },
    ],
    leftOut: ['left/out'],
    orphans: [{key: 'old', candidate: candidate(4, 'Old'), hint: {} as never, record}],
    missing: [desired('pricing/new', {line: 3})],
    ambiguous: [{spec: desired('shop'), candidates: [candidate(5), candidate(6)]}],
    formerKeys: new Map(),
    unmanaged: [candidate(7, 'Made by hand')],
    unfinished: [doubtfulCreate('shop/doubt')],
    lostRecords: 2,
  };
}

/** A folder whose specs became a list, but for one. */
export const factoredFolder: FactorReport = {
  dryRun: false,
  folder: 'monitors/pricing',
  files: [
    {file: 'monitors/pricing/_pages.csv', outcome: 'created', linesBefore: 0, linesAfter: 8},
    {file: 'monitors/pricing/pages.yaml', outcome: 'created', linesBefore: 0, linesAfter: 12},
    ...['acme', 'brio', 'cobalt', 'dynamo', 'everline', 'fathom', 'gantry'].map(name => ({
      file: `monitors/pricing/${name}.yaml`,
      outcome: 'removed' as const,
      linesBefore: 18,
      linesAfter: 0,
    })),
  ],
  obstacle: null,
  linesBefore: 146,
  linesAfter: 40,
  monitors: 8,
  left: ['monitors/pricing/other.yaml'],
  shared: {
    name: '${each:name} pricing',
    schedule: {text: 'every 2 hours'},
    targets: [{type: 'scrape', urls: ['https://${each:key}.example/pricing']}],
    sync: {key: 'pricing', each: {file: '_pages.csv'}},
  },
  rows: [
    {key: 'acme', name: 'Acme'},
    {key: 'brio', name: 'Brio AG'},
  ],
};
