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
