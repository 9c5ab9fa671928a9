import type {Choice} from '../../../src/core/plan/change';
import {chooseKeys, suggestKey} from '../../../src/project/choose-keys';
import {desire, lose, record, stateOf} from '../core/plan/world';

const body = {name: 'x', schedule: {text: 'hourly'}, targets: [{type: 'scrape', urls: ['https://a.example']}]};
const specs = ['pricing/a', 'pricing/b', 'pricing/deep/c', 'docs/a'].map(key => desire(key, body));
const known = {
  desired: [...specs, desire('new/x', body, {renamedFrom: 'old/x'}), desire('odd*', body)],
  state: stateOf({'old/x': record('old/x', body), 'docs/gone': record('docs/gone', body)}),
  unresolved: [lose('docs/lost', body)],
  elsewhere: new Map([
    ['away/a', ['staging']],
    ['away/b', ['staging', 'test']],
  ]),
};
const choose = (choice: Choice) => {
  const keys = chooseKeys(choice, known, flag => `--${flag}`);
  return keys === undefined ? 'all' : [...keys].sort();
};
const ALL = ['docs/a', 'docs/gone', 'docs/lost', 'new/x', 'odd*', 'old/x', 'pricing/a', 'pricing/b', 'pricing/deep/c'];

test.each<{name: string; choice: Choice; expected: readonly string[] | 'all'}>([
  {name: 'no choice is everything', choice: {}, expected: 'all'},
  {name: 'an empty list of excluded keys is no choice', choice: {exclude: []}, expected: 'all'},
  {name: 'a key', choice: {only: ['pricing/a']}, expected: ['pricing/a']},
  {name: 'a glob within a segment', choice: {only: ['pricing/*']}, expected: ['pricing/a', 'pricing/b']},
  {name: 'a glob across segments', choice: {only: ['pricing/**']}, expected: ['pricing/a', 'pricing/b', 'pricing/deep/c']},
  {name: 'recorded and unresolved keys count', choice: {only: ['docs/**']}, expected: ['docs/a', 'docs/gone', 'docs/lost']},
  {name: 'an argument that equals a key is that key', choice: {only: ['odd*']}, expected: ['odd*']},
  {name: 'several arguments add up', choice: {only: ['docs/a', 'pricing/?']}, expected: ['docs/a', 'pricing/a', 'pricing/b']},
  {name: 'all but some', choice: {exclude: ['pricing/**', 'docs/**']}, expected: ['new/x', 'odd*', 'old/x']},
  {name: 'exclude wins over only', choice: {only: ['pricing/*'], exclude: ['**/a']}, expected: ['pricing/b']},
  {
    name: 'excluding the old name of a rename excludes the rename',
    choice: {exclude: ['old/**']},
    expected: ALL.filter(key => !/^(?:old|new)/.test(key)),
  },
  {name: 'excluding the new name does too', choice: {exclude: ['new/x']}, expected: ALL.filter(key => !/^(?:old|new)/.test(key))},
])('$name', ({choice, expected}) => expect(choose(choice)).toEqual(expected));

test.each<{name: string; choice: Choice; message: string; hint: string}>([
  {
    name: 'an unknown key',
    choice: {only: ['pricing/aa']},
    message: '--only names "pricing/aa", but no spec or recorded monitor has that key',
    hint: 'did you mean "pricing/a"?',
  },
  {
    name: 'a key of another environment',
    choice: {only: ['away/b']},
    message: '--only names "away/b", but the spec of "away/b" lives in staging and test only',
    hint: 'choose staging or test with --environment, or add this environment to sync.environments of the spec',
  },
  {
    name: 'a glob of keys of another environment',
    choice: {only: ['away/**']},
    message: '--only names "away/**", but the spec of "away/a" lives in staging only, and others do too',
    hint: 'choose staging with --environment, or add this environment to sync.environments of the spec',
  },
  {
    name: 'a glob that matches nothing',
    choice: {only: ['pricng/**']},
    message: '--only "pricng/**" matches no key of a spec or recorded monitor',
    hint: 'did you mean "pricing/**"?',
  },
  {
    name: 'an excluded glob that matches nothing',
    choice: {exclude: ['shop/**']},
    message: '--exclude "shop/**" matches no key of a spec or recorded monitor',
    hint: '`monitors plan --format json` and `monitors state list` show the keys',
  },
  {
    name: 'nothing left',
    choice: {only: ['docs/a'], exclude: ['**/a']},
    message: '--only and --exclude leave no monitor',
    hint: 'choose more, or exclude less',
  },
])('$name is refused', ({choice, message, hint}) => {
  expect(() => choose(choice)).toThrow(expect.objectContaining({message, hint}) as Error);
});

test('a deeper folder is suggested at its depth', () => {
  expect(suggestKey('pricing/dep/*', ['pricing/deep/c', 'docs/a'])).toBe('pricing/deep/*');
  expect(suggestKey('**', ['a'])).toBeUndefined();
});

describe('labels', () => {
  const labelled = {
    desired: [
      desire('new-label', body, {labels: {team: 'pricing', tier: '1'}}),
      desire('old-label', body, {labels: {team: 'docs'}}),
      desire('unlabelled', body),
    ],
    state: stateOf({
      'new-label': record('new-label', body),
      'old-label': record('old-label', body, {labels: {team: 'pricing'}}),
      vanished: record('vanished', body, {labels: {team: 'pricing'}}),
    }),
    unresolved: [],
  };
  const chooseLabelled = (choice: Choice) => [...(chooseKeys(choice, labelled, flag => `--${flag}`) ?? [])].sort();

  test.each<{name: string; choice: Choice; expected: readonly string[]}>([
    {name: 'of the spec or of the record', choice: {labels: ['team=pricing']}, expected: ['new-label', 'old-label', 'vanished']},
    {name: 'all must match', choice: {labels: ['team=pricing', 'tier=1']}, expected: ['new-label']},
    {name: 'with a glob, both must match', choice: {labels: ['team=pricing'], only: ['*-label']}, expected: ['new-label', 'old-label']},
    {name: 'exclude wins', choice: {labels: ['team=pricing'], exclude: ['vanished']}, expected: ['new-label', 'old-label']},
  ])('$name', ({choice, expected}) => expect(chooseLabelled(choice)).toEqual(expected));

  test.each<{choice: Choice; message: string; hint: string}>([
    {choice: {labels: ['team=prcing']}, message: 'no monitor has the label "team=prcing"', hint: 'did you mean "team=pricing"?'},
    {
      choice: {labels: ['team=docs', 'tier=1']},
      message: 'no monitor has all of the labels "team=docs", "tier=1"',
      hint: 'labels are in `sync.labels` of the specs',
    },
    {
      choice: {labels: ['constructor=x']},
      message: 'no monitor has the label "constructor=x"',
      hint: 'labels are in `sync.labels` of the specs',
    },
    {choice: {labels: ['team']}, message: '--label "team" is not a label', hint: 'write NAME=VALUE, e.g. team=pricing'},
    {
      choice: {labels: ['tier=1'], only: ['vanished']},
      message: '--only and --label leave no monitor',
      hint: 'choose more, or exclude less',
    },
  ])('$message', ({choice, message, hint}) => {
    expect(() => chooseLabelled(choice)).toThrow(expect.objectContaining({message, hint}) as Error);
  });
});
