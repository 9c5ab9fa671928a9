import {readFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(__dirname, '../..');
const policy = readFileSync(join(root, 'examples/ci/monitors.rego'), 'utf8');
const {definitions} = JSON.parse(readFileSync(join(root, 'schemas/plan.schema.json'), 'utf8'));

/** conftest does not run here: what the policy reads must be in the JSON of a plan. */
test('the policy for conftest reads members that a plan has', () => {
  const [inPlan = [], inChange = []] = [/\binput\.(\w+)/g, /\bchange\.(\w+)/g].map(pattern =>
    [...policy.matchAll(pattern)].map(([, name]) => name),
  );
  expect(inPlan).toEqual(['changes']);
  expect(Object.keys(definitions.PlanDocument.properties)).toEqual(expect.arrayContaining(inPlan));
  const changes = Object.values<{properties?: object}>(definitions).map(({properties: members = {}}) => Object.keys(members));
  expect(inChange.length).toBeGreaterThan(0);
  expect(changes.some(members => inChange.every(name => members.includes(name as string)))).toBe(true);
});

test('the action that the policy names is one of a plan', () => {
  const [, action] = /change\.action == "(\w+)"/.exec(policy) ?? [];
  expect(JSON.stringify(definitions)).toContain(`"${action}"`);
});
