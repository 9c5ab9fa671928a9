import fc from 'fast-check';
import type {Change, DeleteChange, Plan, UpdateChange} from '../../../../src/core/plan/change';
import {listSteps} from '../../../../src/core/plan/change-facts';
import {compareReviewed, encodeReviewedPlan, parseReviewedPlan, type ReviewedPlan} from '../../../../src/doors/action/reviewed-plan';
import {createOf, desire, planOf} from '../../../world/apply-world';

/** A comment has no room for a mark of each of thousands of changes: then groups have one digest each. */
const SHA = '0123456789abcdef0123456789abcdef01234567';
const STATE = 'fedcba9876543210fedcba9876543210fedcba98';
const plan = (changes: readonly Change[]): Plan => ({
  ...planOf([...changes].sort((a, b) => (a.key < b.key ? -1 : 1))),
  digest: 'd'.repeat(64),
});

function review(shown: Plan): Extract<ReviewedPlan, {kind: 'complete'}> {
  const reviewed = parseReviewedPlan(`<!-- marker -->\n${encodeReviewedPlan(shown, SHA, 'complete', 'same-state', STATE)}\n### Plan\n`);
  if (reviewed?.kind !== 'complete') throw new Error('the comment says nothing of a whole plan');
  return reviewed;
}

const row = (key: string, extra = {}): Change => createOf({...desire(key, extra), list: 'list', file: 'monitors/list.yaml'});
const rows = (count: number) => Array.from({length: count}, (_, index) => row(`list/${index + 10_000}`));

/** More than a comment marks one by one. */
const MANY = 1_200;
const whole = plan(rows(MANY));
const reviewed = review(whole);

test('a plan of ten thousand changes is a few words of a comment', () => {
  const line = encodeReviewedPlan(plan(rows(10_000)), SHA, 'complete', 'same-state', STATE);
  expect(line.length).toBeLessThan(300);
  expect(reviewed).toMatchObject({
    changes: [],
    groups: [{size: MANY, digest: expect.stringMatching(/^[0-9a-f]{64}$/)}],
    stateCommit: STATE,
  });
});

test('as long as there is room, each change has a mark of its own', () => {
  expect(review(plan(rows(1_000)))).toMatchObject({changes: {length: 1_000}, groups: [], stateCommit: null});
});

test('the largest groups have a digest, what stands alone keeps its mark', () => {
  const single = createOf(desire('shop'));
  const both = review(plan([...rows(MANY), single]));
  expect(both).toMatchObject({changes: {length: 1}, groups: {length: 1}});
  expect(compareReviewed(both, plan([single]))).toEqual({kind: 'fewer', missing: MANY});
  expect(compareReviewed(both, plan(rows(MANY)))).toEqual({kind: 'fewer', missing: 1});
});

test('the same plan is the same', () => {
  expect(compareReviewed(reviewed, plan(rows(MANY)))).toEqual({kind: 'same'});
});

const index = fc.integer({min: 0, max: MANY - 1});

/** Acts of somebody between the review and the apply. */
const attack = fc.oneof(
  index.map(at => ({name: 'exchanged', at, make: (key: string) => [row(key, {goal: 'Something else'})]})),
  index.map(at => ({name: 'added', at, make: (key: string) => [row(key), row(`${key}-more`)]})),
  index.map(at => ({name: 'removed', at, make: () => []})),
  index.map(at => ({name: 'renamed', at, make: (key: string) => [row(`${key}x`)]})),
);

test('a member that is exchanged, added, removed or renamed is noticed, also where the plan is made again', () => {
  fc.assert(
    fc.property(attack, ({at, make}) => {
      const attacked = plan(whole.changes.flatMap((change, position) => (position === at ? make(change.key) : [change])));
      expect(compareReviewed(reviewed, attacked).kind).toBe('not-reviewed');
      expect(compareReviewed(reviewed, attacked, attacked).kind).toBe('not-reviewed');
    }),
    {numRuns: 20},
  );
});

test('a part that is done already is accepted where the reviewed plan can be made again, and what is left is approved one by one', () => {
  fc.assert(
    fc.property(fc.uniqueArray(index, {minLength: 1, maxLength: MANY}), index, (done, at) => {
      const isDone = new Set(done);
      const left = whole.changes.filter((_change, position) => !isDone.has(position));
      const again = compareReviewed(reviewed, plan(left), whole);
      expect(again).toEqual({kind: 'fewer', missing: isDone.size});
      if (left.length > 0) expect(compareReviewed(reviewed, plan(left)).kind).toBe('not-reviewed');
      const exchanged = row(whole.changes[at]?.key ?? '', {goal: 'Something else'});
      const attacked = [...left.filter(({key}) => key !== exchanged.key), exchanged];
      expect(compareReviewed(reviewed, plan(attacked), whole)).toEqual({kind: 'not-reviewed', changes: [exchanged]});
    }),
    {numRuns: 20},
  );
});

describe('updates', () => {
  const before = {id: 'm1', specPath: 'a.yaml', protect: false, createdAt: 't', bodyHash: 'b', applied: {}, observed: {}};
  const update = (key: string, members: Partial<UpdateChange> = {}): UpdateChange => ({
    ...{action: 'update', key, id: `id-${key}`, before, after: desire(key), targetIds: [], patch: {goal: 'New'}, present: {goal: 'Old'}},
    ...{alreadySet: [], fields: [{path: '/goal', op: 'change', before: 'Old', after: 'New', sensitive: false}]},
    ...{drift: [], rotated: [], seen: null},
    ...members,
  });
  const updates = Array.from({length: MANY}, (_, number) => update(`site-${number + 10_000}`));
  const replaceOne = (one: Change) => plan([...updates.slice(1), one]);

  test.each([
    {name: 'another value', one: update('site-10000', {patch: {goal: 'Newer'}})},
    {name: 'another value before', one: update('site-10000', {present: {goal: 'By hand'}})},
    {name: 'another monitor under the key', one: update('site-10000', {id: 'id-other'})},
    {name: 'a secret that looks the same', one: update('site-10000', {patch: {goal: 'New', webhook: {url: '${env:OTHER}'}}})},
  ])('of which one has $name were not reviewed', ({one}) => {
    expect(compareReviewed(review(plan(updates)), replaceOne(one)).kind).toBe('not-reviewed');
  });

  test('that depend on what the service holds keep their own marks, since the plan can not be made again without it', () => {
    const drifted = updates.map(change => ({...change, drift: change.fields}));
    expect(review(plan(drifted))).toMatchObject({changes: {length: MANY}, groups: []});
  });
});

test('deletes are covered like the rest', () => {
  const record = {specPath: 'a.yaml', protect: false, createdAt: 't', bodyHash: 'b', applied: {}, observed: {}};
  const remove = (key: string, id: string): DeleteChange => ({
    ...{action: 'delete', key, id, before: {...record, id}, why: {kind: 'spec-removed'}, seen: null},
  });
  const deletes = Array.from({length: MANY}, (_, number) => remove(`site-${number + 10_000}`, `id-${number}`));
  const shown = review(plan(deletes));
  expect(compareReviewed(shown, plan(deletes))).toEqual({kind: 'same'});
  expect(compareReviewed(shown, plan([...deletes.slice(1), remove('site-10000', 'id-of-another')])).kind).toBe('not-reviewed');
});

const line = encodeReviewedPlan(whole, SHA, 'complete', 'same-state', STATE);

test.each([
  {name: 'a shorter digest', broken: line.replace(/[0-9a-f] -->/, ' -->')},
  {name: 'no number', broken: line.replace('1200*', '*')},
  {name: 'a commit that is a path', broken: line.replace(STATE, '../../../../../../../../../../../etc/pass')},
  {name: 'a commit that is a flag', broken: line.replace(STATE, `--upload-pack=${'x'.repeat(26)}`)},
])('a comment whose group has $name says nothing of a review', ({broken}) => {
  expect(broken).not.toBe(line);
  expect(parseReviewedPlan(`<!-- marker -->\n${broken}\n`)).toBeNull();
});

describe('the end of a protection through a layer', () => {
  const unprotecting = (...keys: string[]): Plan => ({
    ...plan([row('list/10000')]),
    bookkeeping: keys.map(key => ({key, specPath: `${key}.yaml`, protect: false, bodyHash: 'b', losesProtection: true})),
  });
  const steps = (made: Plan) => ({...made, changes: listSteps(made)});
  const lost = (key: string) => ({action: 'unprotect', key, after: {specPath: `${key}.yaml`}});

  test('is reviewed where the comment showed it, and only there', () => {
    expect(compareReviewed(review(unprotecting('a')), steps(unprotecting('a')))).toEqual({kind: 'same'});
    expect(compareReviewed(review(unprotecting('a')), steps(unprotecting()))).toEqual({kind: 'fewer', missing: 1});
    expect(compareReviewed(review(unprotecting()), steps(unprotecting('a')))).toEqual({kind: 'not-reviewed', changes: [lost('a')]});
    expect(compareReviewed(review(unprotecting('a')), steps(unprotecting('a', 'b')))).toEqual({kind: 'not-reviewed', changes: [lost('b')]});
  });

  test('is one digest for thousands, of which none can be exchanged', () => {
    const many = Array.from({length: 3_000}, (_, at) => `key-${at}`);
    const folded = review(unprotecting(...many));
    expect(folded).toMatchObject({groups: [{size: 3_000}], changes: {length: 1}});
    expect(compareReviewed(folded, steps(unprotecting(...many)))).toEqual({kind: 'same'});
    expect(compareReviewed(folded, steps(unprotecting(...many.slice(1), 'other')))).toMatchObject({kind: 'not-reviewed'});
  });
});
