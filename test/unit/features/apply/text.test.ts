import {join} from 'node:path';
import {renderApplyText} from '../../../../src/features/apply/text';
import {renderPlan} from '../../../../src/features/plan/formats';
import {compareWithGolden} from '../../../world/golden-folder';
import {created, desired, newFields, outcomeOf, plain, planOf} from '../../rendering/sample-values';

const rows = ['acme', 'brio', 'cobalt', 'delta', 'echo', 'fjord', 'gamma'].map(name => `pricing/${name}`);
const plan = planOf([
  ...rows.map(key => ({
    ...{action: 'create' as const, key, after: {...desired(key), list: 'pricing', file: 'monitors/pricing.csv'}},
    ...{targetIds: ['5f0c'], fields: newFields},
  })),
  {action: 'create', key: 'docs/api', after: desired('docs/api'), targetIds: ['5f0c'], fields: newFields},
]);
const outcome = outcomeOf([
  created('docs/api'),
  ...rows.map((key, index) => created(key, index === 2 ? {attempts: 2} : index === 4 ? {isPaused: true} : {})),
]);
const placed = {...plain, place: 'production at api.firecrawl.dev'};

test('results are grouped as the plan is, but for those of which there is more to say', () => {
  const outputs = {
    'text.golden.txt': renderApplyText(outcome, plan, placed),
    'verbose.golden.txt': renderApplyText(outcome, plan, {...plain, verbosity: 'verbose'}),
    'plan.golden.txt': renderPlan(plan, 'text', placed),
  };
  const folder = join(__dirname, '../../../golden/report-apply-groups');
  expect(compareWithGolden(folder, outputs, process.env['UPDATE_GOLDENS'] === '1')).toEqual([]);
});

test('a state that could not be saved has no ids: each result says its own', () => {
  const stop = {kind: 'state-not-saved', message: 'no space left', rescue: null} as const;
  const text = renderApplyText({...outcome, stop}, plan, plain);
  expect(text.split('\n').filter(line => line.startsWith('+'))).toHaveLength(8);
});

test.each([
  {
    name: 'with full operations, also of a lookup',
    at: {operations: 'full', environment: 'production'} as const,
    steps: [
      '-> 1 create may or may not have been carried out',
      '   -> look it up: monitors resolve docs/api --probe --environment production',
      '   -> if it exists: monitors resolve docs/api --adopt ID --environment production',
      '   -> if it does not exist: monitors resolve docs/api --not-created --environment production',
    ],
  },
  {
    name: 'without them, of the dashboard',
    at: {operations: 'create', environment: 'default'} as const,
    steps: [
      "-> 1 create may or may not have been carried out: look in the service's dashboard",
      '   -> if it exists: monitors resolve docs/api --adopt ID',
      '   -> if it does not exist: monitors resolve docs/api --not-created',
    ],
  },
])('a create that may have happened ends with the ways out: $name', ({at, steps}) => {
  const text = renderApplyText(outcomeOf([created('docs/api', {outcome: 'unknown'})]), {...plan, ...at}, plain);
  expect(text.split('\n').filter(line => /^ *->/.test(line))).toEqual(steps);
});

test.each([
  {kind: 'tls', code: 'ERR_SSL_WRONG_VERSION_NUMBER', hint: 'check "https" and the port in MONITORS_BASE_URL or --base-url'},
  {kind: 'tls', code: 'EPROTO', hint: 'check "https" and the port in MONITORS_BASE_URL or --base-url'},
  {kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID', hint: 'check the host in MONITORS_BASE_URL or --base-url'},
  {kind: 'tls', code: 'CERT_HAS_EXPIRED', hint: 'check the clock of this machine; if it is right, the server needs a new certificate'},
  {kind: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT', hint: 'for a private certificate authority set NODE_EXTRA_CA_CERTS'},
  {kind: 'connect', code: 'ENOTFOUND', hint: 'check MONITORS_BASE_URL, the network and HTTPS_PROXY'},
] as const)('the advice where no connection is made fits its cause: $code', ({hint, ...cause}) => {
  const failure = {...cause, message: 'no connection'};
  for (const kind of ['unreachable', 'unlisted'] as const) {
    if (kind === 'unlisted' && cause.kind === 'tls') continue;
    const text = renderApplyText({...outcome, stop: {kind, failure}}, plan, {...plain, width: 1000});
    expect(text).toContain(hint);
    expect(text.includes('NODE_EXTRA_CA_CERTS')).toBe(cause.code === 'DEPTH_ZERO_SELF_SIGNED_CERT');
  }
});
