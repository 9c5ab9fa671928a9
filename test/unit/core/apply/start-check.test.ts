import type {Check} from '../../../../src/core/api/check-port';
import {findNewManual} from '../../../../src/core/apply/start-check';

function checkOf(word: string): Check {
  const [id = '', trigger = 'manual'] = word.split(' ');
  return {
    ...{id, status: 'completed', trigger, scheduledFor: null, startedAt: null, finishedAt: null, createdAt: null},
    ...{estimatedCredits: null, actualCredits: null, summary: null, error: null},
  };
}

test.each([
  {name: 'nothing new', before: ['a'], now: ['a'], found: []},
  {name: 'the first one of all', before: [], now: ['a'], found: ['a']},
  {name: 'a new one', before: ['a'], now: ['b', 'a'], found: ['b']},
  {name: 'one that the schedule started is not ours', before: ['a'], now: ['b scheduled', 'a'], found: []},
  {name: 'ours behind one that the schedule started', before: ['a'], now: ['c scheduled', 'b', 'a'], found: ['b']},
  {name: 'several, newest first', before: ['a'], now: ['c', 'b', 'a'], found: ['c', 'b']},
  {name: 'an older one that was out of sight before', before: ['b'], now: ['b', 'a'], found: []},
  {name: 'none of those before are listed any more', before: ['a'], now: ['c', 'b'], found: ['c', 'b']},
  {name: 'a word for the trigger that nobody knows', before: [], now: ['a api'], found: []},
])('new manual checks: $name', ({before, now, found}) => {
  expect(findNewManual(before.map(checkOf), now.map(checkOf)).map(({id}) => id)).toEqual(found);
});
