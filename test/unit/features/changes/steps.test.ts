import {describeStep} from '../../../../src/features/changes/steps';

test.each([
  ['the first step knows no rate yet', 'list', 4, null, 'reading the list of monitors: about 4 requests\n'],
  ['what takes less than a second is not worth a word', 'checks', 1, 999, 'reading checks: about 1 request\n'],
  ['later steps say how long they take at the rate so far', 'pages', 1781, 14_600, 'reading changed pages: 1,781 requests, about 15 s\n'],
] as const)('%s', (_, step, requests, ms, says) => expect(describeStep(step, requests, ms)).toBe(says));
