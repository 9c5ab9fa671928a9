import {newState} from '../../../../src/core/state/state';
import {renderPlanComment, type ShownPlan} from '../../../../src/doors/action/plan-comment';
import {parseReviewedPlan} from '../../../../src/doors/action/reviewed-plan';
import {encodeSeenState, parseSeenState, wasSetBack} from '../../../../src/doors/action/seen-state';
import {planOf} from '../../rendering/sample-values';

const MARKER = '<!-- monitors-plan acme default monitors.state.json -->';
const version = {lineage: 'a lineage -->', serial: 20, checksum: `sha256:${'1'.repeat(64)}`};
const commit = 'c'.repeat(40);
const state = newState({lineage: version.lineage, tool: '1', project: 'acme', environment: 'default', origin: 'https://api.example.dev'});

function render(seenState: ShownPlan['seenState']): string {
  const shown = {
    plan: planOf([]),
    findings: [],
    onPlanChange: 'refuse',
    moment: 'pull-request',
    formerStates: [],
    stateCommit: null,
  } as const;
  return renderPlanComment({...shown, seenState: seenState ?? null}, {marker: MARKER, headSha: 'a'.repeat(40)});
}

test('a comment names the state of a server that its plan was made from, and still what was reviewed', () => {
  const comment = render({state: {...state, commit}, version});
  expect(parseSeenState(comment)).toMatchObject({serial: 20, commit});
  expect(parseSeenState(comment.replaceAll('\n', '\r\n'))).toMatchObject({serial: 20, commit});
  expect(parseSeenState(render({state, version}))).toMatchObject({serial: 20, commit: null});
  expect(parseReviewedPlan(comment)).toEqual(parseReviewedPlan(render(null)));
  expect(comment).not.toContain(version.lineage);
});

test('a comment of an older version, of a file, or with the line elsewhere names none', () => {
  const line = encodeSeenState(version, commit);
  for (const text of ['', render(null), `${line}\n`, `${MARKER}\n${line}\n`, `${MARKER}\n\n\n${line}`, `${MARKER}\n\n ${line}`])
    expect(parseSeenState(text)).toBeNull();
});

test.each([
  {name: 'the same', now: version, expected: false},
  {name: 'a later one', now: {...version, serial: 21, checksum: 'other'}, expected: false},
  {name: 'an earlier one', now: {...version, serial: 19}, expected: true},
  {name: 'another one with its serial', now: {...version, checksum: 'other'}, expected: true},
  {name: 'none', now: null, expected: true},
  {name: 'another state', now: {...version, lineage: 'other', serial: 1}, expected: false},
])('whether a server was set back that has $name', ({now, expected}) => {
  const seen = parseSeenState(render({state, version}));
  expect(seen !== null && wasSetBack(seen, now)).toBe(expected);
});
