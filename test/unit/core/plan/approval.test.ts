import {digestApproval} from '../../../../src/core/plan/change-facts';
import {createOf, desire, planOf} from '../../../world/apply-world';

const base = {lineage: 'a', serial: 7};
const at = {origin: 'https://api.example', base};
const plan = planOf([createOf(desire('a'))]);
const approval = digestApproval(plan, at);

test('the same plan has the same approval, and one that does nothing has none', () => {
  expect(digestApproval(planOf([createOf(desire('a'))]), at)).toBe(approval);
  expect(approval).toMatch(/^[0-9a-f]{64}$/);
  expect(digestApproval(planOf([]), at)).toBeNull();
});

test.each([
  {name: 'address', given: [plan, {...at, origin: 'https://other.example'}]},
  {name: 'state that was begun apart', given: [plan, {...at, base: {...base, lineage: 'b'}}]},
  {name: 'serial', given: [plan, {...at, base: {...base, serial: 8}}]},
  {name: 'first state', given: [plan, {...at, base: null}]},
  {name: 'use of --refresh', given: [{...plan, isRefreshed: !plan.isRefreshed}, at]},
  {name: 'leave to delete', given: [{...plan, allowsDeletes: !plan.allowsDeletes}, at]},
  {name: 'project', given: [{...plan, project: 'other'}, at]},
  {name: 'environment', given: [{...plan, environment: 'other'}, at]},
  {name: 'monitor', given: [planOf([createOf(desire('b'))]), at]},
] as const)('another $name has another approval', ({given: [changed, where]}) => {
  expect(digestApproval(changed, where)).not.toBe(approval);
});
