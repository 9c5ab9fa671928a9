import type {Change, Plan, UpdateChange} from '../../../../src/core/plan/change';
import {listEffects} from '../../../../src/core/plan/change-facts';
import {
  compareReviewed,
  encodeReviewedPlan,
  encodeShiftMarks,
  isMarked,
  parseReviewedPlan,
  type ReviewedPlan,
} from '../../../../src/doors/action/reviewed-plan';
import {createOf, desire, planOf} from '../../../world/apply-world';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const plan = (...changes: Change[]): Plan => ({...planOf(changes), digest: 'd'.repeat(64)});

const shop = createOf(desire('shop'));
const docs = createOf(desire('docs'));
const edited = createOf(desire('shop', {goal: 'Prices'}));
const held: Change = {action: 'blocked', key: 'old', wanted: 'delete', reason: {kind: 'needs-delete'}, fields: []};

/** Plan that a comment with it says was reviewed. */
function review(shown: Plan, kind: 'complete' | 'cut' = 'complete'): ReviewedPlan {
  const reviewed = parseReviewedPlan(`<!-- marker -->\n${encodeReviewedPlan(shown, SHA, kind, 'same-state')}\n### Plan\n`);
  if (reviewed === null) throw new Error('the comment says nothing');
  return reviewed;
}

test.each([
  {name: 'the same plan is the same', reviewed: plan(shop, docs), now: plan(shop, docs), expected: {kind: 'same'}},
  {name: 'the order of changes does not count', reviewed: plan(docs, shop), now: plan(shop, docs), expected: {kind: 'same'}},
  {
    name: 'a change that is done already makes it fewer',
    reviewed: plan(shop, docs),
    now: plan(docs),
    expected: {kind: 'fewer', missing: 1},
  },
  {name: 'nothing left to do is fewer', reviewed: plan(shop, docs), now: plan(), expected: {kind: 'fewer', missing: 2}},
  {
    name: 'another monitor was not reviewed',
    reviewed: plan(shop),
    now: plan(shop, docs),
    expected: {kind: 'not-reviewed', changes: [docs]},
  },
  {name: 'another body was not reviewed', reviewed: plan(shop), now: plan(edited), expected: {kind: 'not-reviewed', changes: [edited]}},
  {name: 'what is only held back needs no review', reviewed: plan(shop), now: plan(shop, held), expected: {kind: 'same'}},
  {
    name: 'a change that was held back when it was shown was not reviewed',
    reviewed: plan({...held, key: 'shop', wanted: 'create'}),
    now: plan(shop),
    expected: {kind: 'not-reviewed', changes: [shop]},
  },
  {
    name: 'the same change in another environment was not reviewed',
    reviewed: {...plan(shop), environment: 'staging'},
    now: plan(shop),
    expected: {kind: 'not-reviewed', changes: [shop]},
  },
])('$name', ({reviewed, now, expected}) => {
  expect(compareReviewed(review(reviewed), now)).toEqual(expected);
});

describe('an update', () => {
  const before = {id: 'm1', specPath: 'shop.yaml', protect: false, createdAt: 't', bodyHash: 'b', applied: {}, observed: {}};
  const update = (members: Partial<UpdateChange>): UpdateChange => ({
    ...{action: 'update', key: 'shop', id: 'm1', before, after: desire('shop'), targetIds: []},
    ...{patch: {name: 'Shop', goal: 'Prices'}, present: {name: 'shop', goal: 'Old'}, alreadySet: []},
    ...{fields: [], drift: [], rotated: [], seen: null},
    ...members,
  });
  const both = plan(update({}));
  test.each([
    {name: 'of which a part is done already is needed all the same', now: update({patch: {goal: 'Prices'}}), expected: {kind: 'same'}},
    {
      name: 'of a member whose value somebody changed since was not reviewed',
      now: update({present: {name: 'shop', goal: 'By hand'}}),
      expected: {kind: 'not-reviewed'},
    },
    {
      name: 'of a member that holds already what it is to be overwrites nothing',
      now: update({present: {name: 'shop', goal: 'Prices'}, alreadySet: ['goal']}),
      expected: {kind: 'same'},
    },
    {
      name: 'of one member more was not reviewed',
      now: update({patch: {name: 'Shop', goal: 'Prices', retentionDays: 7}}),
      expected: {kind: 'not-reviewed'},
    },
  ])('$name', ({now, expected}) => {
    expect(compareReviewed(review(both), plan(now))).toMatchObject(expected);
  });

  test('that is done already is one change that is not needed any more, whatever it sent', () => {
    expect(compareReviewed(review(plan(update({}), docs)), plan(docs))).toEqual({kind: 'fewer', missing: 1});
  });
});

test('a serial, totals and a digest that differ do not count', () => {
  const other: Plan = {...plan(shop), base: {lineage: 'l', serial: 9}, digest: 'e'.repeat(64), requests: 7};
  expect(compareReviewed(review(plan(shop)), other)).toEqual({kind: 'same'});
});

test('a plan that was cut approves nothing that is done, and nothing to do needs no approval', () => {
  const cut = review(plan(shop), 'cut');
  expect(cut).toEqual({kind: 'cut', headSha: SHA, digest: 'd'.repeat(64)});
  expect(compareReviewed(cut, plan(shop))).toEqual({kind: 'not-reviewed', changes: [shop]});
  expect(compareReviewed(cut, plan(held))).toEqual({kind: 'same'});
});

const line = encodeReviewedPlan(plan(shop), SHA, 'complete', 'same-state');

test.each([
  {name: 'nothing', comment: ''},
  {name: 'the line at the top, where the marker belongs', comment: `${line}\n\n`},
  {name: 'the line further down, where specs are quoted', comment: `<!-- marker -->\n\n${line}\n`},
  {name: 'the line with something before it', comment: `<!-- marker -->\n> ${line}\n`},
  {name: 'the line with something behind it', comment: `<!-- marker -->\n${line} <!-- -->\n`},
  {name: 'a version that is not known', comment: `<!-- marker -->\n${line.replace(':1 ', ':2 ')}\n`},
])('a comment with $name says nothing of a review', ({comment}) => {
  expect(parseReviewedPlan(comment)).toBeNull();
});

test('the line is read whatever line ends the server hands out', () => {
  expect(parseReviewedPlan(`<!-- marker -->\r\n${line}\r\n### Plan\r\n`)).toMatchObject({kind: 'complete', headSha: SHA});
});

test('S76: a change is not shown by another one whose hash has the same 120 bits', () => {
  const [hash, other] = ['0', '1'].map(digit => `${'a'.repeat(30)}${digit.repeat(34)}`) as [string, string];
  const read = parseReviewedPlan(`<!-- marker -->\n${line}\n${encodeShiftMarks([hash])}\n`);
  const marks = new Set(read?.kind === 'complete' ? read.stateShifts : []);
  expect([isMarked(marks, hash), isMarked(marks, other)]).toEqual([true, false]);
  expect(line).toMatch(/ [0-9A-Za-z+/]{22} -->$/);
});

test('a comment of an earlier version, with marks of 80 bits, shows its changes', () => {
  const marks = listEffects(plan(shop), shop).map(effect => effect.slice(0, 20));
  const earlier = `<!-- monitors-reviewed:1 complete ${SHA} ${'d'.repeat(64)} ${marks.join('.')} -->`;
  const read = parseReviewedPlan(`<!-- marker -->\n${earlier}\n`);
  expect(read).toMatchObject({kind: 'complete', changes: [marks]});
  expect(compareReviewed(read as ReviewedPlan, plan(shop))).toEqual({kind: 'same'});
});
