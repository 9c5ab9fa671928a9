import {requestSentences} from '../../../src/rendering/plan-sentences';
import {createOf, desire, planOf} from '../../world/apply-world';

const planned = (creates: number, requestsPerMinute?: number) => ({
  ...planOf(Array.from({length: creates}, (_, index) => createOf(desire(`m${index}`)))),
  requests: creates,
  ...(requestsPerMinute === undefined ? {} : {requestsPerMinute}),
});

test.each([
  {
    name: 'without a limit the lowest known one counts',
    plan: planned(40),
    says: 'up to 20 min at 2 a minute, the lowest known rate limit.',
  },
  {name: 'the limit of the account', plan: planned(40, 20), says: 'up to 2 min at 20 a minute, as service.requestsPerMinute says.'},
])('$name', ({plan, says}) => expect(requestSentences(plan)).toEqual([`Apply sends 40 requests: ${says}`]));

test('less than a second is not told', () => expect(requestSentences(planned(40, 5000))).toEqual(['Apply sends 40 requests.']));

test('one request needs no time', () => expect(requestSentences(planned(1, 20))).toEqual(['Apply sends 1 request.']));
