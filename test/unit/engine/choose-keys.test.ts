import {chooseKeys, suggestKey} from '../../../src/engine/choose-keys';
import type {Choice} from '../../../src/plan/change';
import {desire, lose, record, stateOf} from '../plan/world';

const body = {name: 'x', schedule: {text: 'hourly'}, targets: [{type: 'scrape', urls: ['https://a.example']}]};
const specs = ['pricing/a', 'pricing/b', 'pricing/deep/c', 'docs/a'].map(key => desire(key, body));
const known = {
  desired: [...specs, desire('new/x', body, {renamedFrom: 'old/x'}), desire('odd*', body)],
  state: stateOf({'old/x': record('old/x', body), 'docs/gone': record('docs/gone', body)}),
  unresolved: [lose('docs/lost', body)],
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
    message: '--exclude leaves no monitor',
    hint: 'exclude less, or leave it out',
  },
])('$name is refused', ({choice, message, hint}) => {
  expect(() => choose(choice)).toThrow(expect.objectContaining({message, hint}) as Error);
});

test('a deeper folder is suggested at its depth', () => {
  expect(suggestKey('pricing/dep/*', ['pricing/deep/c', 'docs/a'])).toBe('pricing/deep/*');
  expect(suggestKey('**', ['a'])).toBeUndefined();
});
