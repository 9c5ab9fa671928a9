import type {ApplyOutcome, Outcome, StopReason} from '../../../../src/core/apply/ports';
import type {Plan} from '../../../../src/core/plan/change';
import {exitCodeOf} from '../../../../src/features/apply/apply';
import {desire, planOf} from '../../../world/apply-world';

const nothing: Plan = planOf([]);
const after = desire('held');
const held: Plan = {
  ...nothing,
  changes: [
    {
      action: 'blocked',
      key: 'held',
      wanted: 'create',
      reason: {kind: 'budget', creditsPerMonth: 2, budget: 1},
      after,
      fields: [],
    },
  ],
};
const failure = {kind: 'refused', message: 'no'} as unknown as Extract<StopReason, {kind: 'service-down'}>['failure'];
const notSaved: StopReason = {kind: 'state-not-saved', message: 'full', rescue: null};
const interrupted: StopReason = {kind: 'interrupted', exitCode: 130};

interface Row {
  readonly name: string;
  readonly outcomes?: readonly Outcome[];
  readonly stop?: StopReason;
  readonly plan?: Plan;
  readonly signal?: 'SIGTERM';
  readonly expected: number;
}

test.each<Row>([
  {name: 'all done is 0', outcomes: ['created', 'renamed'], expected: 0},
  {name: 'nothing to do is 0', expected: 0},
  {name: 'a held change is 1', outcomes: ['created'], plan: held, expected: 1},
  {name: 'a failure is 1', outcomes: ['created', 'failed'], expected: 1},
  {name: 'what was not attempted is 1', outcomes: ['not-attempted'], expected: 1},
  {name: 'an early stop is 1', stop: {kind: 'service-down', failure}, expected: 1},
  {
    name: 'an unknown outcome outweighs failures, held changes and an early stop',
    outcomes: ['failed', 'unknown'],
    plan: held,
    stop: {kind: 'service-down', failure},
    expected: 4,
  },
  {name: 'a state that is not saved outweighs an unknown outcome', outcomes: ['unknown'], stop: notSaved, expected: 5},
  {name: 'an interruption outweighs an unknown outcome', outcomes: ['unknown'], stop: interrupted, expected: 130},
  {name: 'an interruption outweighs a state that is not saved', outcomes: ['unknown'], stop: notSaved, signal: 'SIGTERM', expected: 143},
])('$name', ({outcomes = [], stop, plan = nothing, signal, expected}) => {
  const controller = new AbortController();
  if (signal !== undefined) controller.abort({signal, exitCode: 143});
  const results = outcomes.map((outcome, index) => ({key: `k${index}`, action: 'create' as const, outcome, attempts: 1}));
  const ended: ApplyOutcome = {results, ...(stop === undefined ? {} : {stop}), onAmbiguous: 'verify', findings: []};
  expect(exitCodeOf(ended, plan, controller.signal)).toBe(expected);
});
