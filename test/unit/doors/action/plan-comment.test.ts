import type {Plan} from '../../../../src/core/plan/change';
import {LONGEST_COMMENT} from '../../../../src/doors/action/findings-markdown';
import {renderPlanComment, renderPlanSummary, type ShownPlan} from '../../../../src/doors/action/plan-comment';
import {fitSummary} from '../../../../src/doors/action/result-output';
import {parseReviewedPlan} from '../../../../src/doors/action/reviewed-plan';
import {desired, everyChange, newFields, planOf} from '../../rendering/sample-values';

const MARKER = '<!-- monitors-plan acme default monitors.state.json -->';
const headSha = 'a'.repeat(40);

function shown(plan: Plan, members: Partial<ShownPlan> = {}): ShownPlan {
  return {plan, findings: [], onPlanChange: 'refuse', moment: 'pull-request', formerStates: [], stateCommit: null, ...members};
}

/** A plan that creates this many monitors with such keys. */
function planOfMany(count: number, key: (index: number) => string): Plan {
  return planOf(
    Array.from({length: count}, (_, index) => ({
      action: 'create',
      key: key(index),
      after: desired(key(index)),
      targetIds: [],
      fields: newFields,
    })),
  );
}

test('a new state beside a former one stands above the plan, in the comment and in the summary, and is marked', () => {
  const renewed = shown(
    planOfMany(2, index => `site-${index}`),
    {formerStates: ['monitors.state.json', 'a|b`c.json']},
  );
  const comment = renderPlanComment(renewed, {marker: MARKER, headSha});
  expect(comment.split('\n')[2]).toBe('> **Merging this starts a new state: 2 monitors are created and paid for again.**');
  expect(parseReviewedPlan(comment)).toMatchObject({kind: 'complete', startsNewState: true, changes: {length: 2}});
  expect(renderPlanSummary({...renewed, moment: 'other'}).text).toMatch(/^> \*\*Apply starts a new state/);
  const nothing = renderPlanComment({...renewed, plan: planOf([])}, {marker: MARKER, headSha});
  expect(nothing).not.toContain('new state');
  expect(parseReviewedPlan(nothing)).toMatchObject({startsNewState: false});
});

test('a cut plan agrees to no new state either', () => {
  const renewed = shown(
    planOfMany(5000, index => `site-${index}`),
    {formerStates: ['monitors.state.json']},
  );
  const comment = renderPlanComment(renewed, {marker: MARKER, headSha});
  expect(comment.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  expect(parseReviewedPlan(comment)).toEqual({kind: 'cut', headSha, digest: renewed.plan.digest});
});

test.each([
  {name: 'a few changes', plan: planOf(everyChange())},
  {name: 'what just fits', plan: planOfMany(60, index => `site-${index}`)},
  {name: 'thousands of changes', plan: planOfMany(5000, index => `site-${index}`)},
  {name: 'keys that escaping makes four times as long', plan: planOfMany(400, index => `${'\x1b'.repeat(60)}${index}`)},
  {name: 'keys that escaping makes eight times as long', plan: planOfMany(3000, index => `${'\u202e'.repeat(100)}${index}`)},
])('a comment on $name is never longer than GitHub takes, and is complete or says that it is cut', ({plan}) => {
  const body = renderPlanComment(shown(plan), {marker: MARKER, headSha});
  expect(body.length).toBeLessThanOrEqual(LONGEST_COMMENT);
  expect(body.startsWith(`${MARKER}\n`)).toBe(true);
  const reviewed = parseReviewedPlan(body);
  expect(reviewed?.kind).toBe(body.includes('**This plan is cut: ') ? 'cut' : 'complete');
  expect(fitSummary(renderPlanSummary(shown(plan)).text)).toContain('### `acme-web`: ');
});

test('a complete comment holds a mark for each change that is made, and none for those that are held back', () => {
  const reviewed = parseReviewedPlan(renderPlanComment(shown(planOf(everyChange())), {marker: MARKER, headSha}));
  expect(reviewed).toMatchObject({kind: 'complete', headSha});
  expect(reviewed?.kind === 'complete' ? reviewed.changes.length : 0).toBe(2);
});

test('what apply will do is said: what it makes, what it guards against, what it leaves', () => {
  const text = renderPlanComment(shown(planOf(everyChange())), {marker: MARKER, headSha});
  expect(text).toContain('After the merge, apply makes 2 changes. It plans again first, and stops if the new plan has a change');
  expect(text).toContain('It skips 7 changes (marked `!` above), so its exit code is 1.');
  expect(renderPlanSummary(shown(planOf([]), {moment: 'other'})).text).toContain('Apply changes nothing.');
  expect(renderPlanComment(shown(planOf(everyChange()), {onPlanChange: 'apply'}), {marker: MARKER, headSha})).not.toContain('plans again');
});

test('a summary that GitHub would refuse is replaced by a sentence', () => {
  expect(fitSummary('é'.repeat(600_000))).toMatch(/too large for GitHub/);
  expect(fitSummary('short')).toBe('short');
});
