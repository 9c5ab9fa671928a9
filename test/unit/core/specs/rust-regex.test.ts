import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {findRegexFlaw} from '../../../../src/core/specs/rules/rust-regex';

/** Verdicts of Rust's crate on each pattern. */
const {sound, refused} = JSON.parse(readFileSync(join(__dirname, 'rust-regex.json'), 'utf8')) as Readonly<
  Record<'sound' | 'refused', readonly string[]>
>;

describe('patterns of paths, as the regular expressions of Rust', () => {
  test('I82: none that the crate takes is reported', () => {
    expect(sound.length).toBeGreaterThan(700);
    expect(sound.filter(pattern => findRegexFlaw(pattern) !== null)).toEqual([]);
  });

  test('of those that it refuses, 94 of 100 are reported', () => {
    const found = refused.filter(pattern => findRegexFlaw(pattern) !== null);
    expect(found.length / refused.length).toBeGreaterThanOrEqual(0.94);
  });

  test.each([
    {name: 'a pattern of a shell', pattern: '*.pdf', message: 'an operator repeats nothing', hint: 'write .*\\.pdf'},
    {name: 'one with folders', pattern: '**/docs/*', message: 'an operator repeats nothing', hint: 'write .*/docs/.*'},
    {name: 'look-ahead', pattern: '^/(?!docs)', message: 'Rust has no look-around'},
    {name: 'look-behind', pattern: '(?<=a)b', message: 'Rust has no look-around'},
    {name: 'a back-reference', pattern: '(a)\\1', message: 'Rust has no back-references and no octal numbers'},
    {name: 'an open bracket', pattern: '[a', message: 'a "[" is not closed'},
    {name: 'a bracket within brackets', pattern: '[[]', message: 'a "[" is not closed'},
    {name: 'an open group', pattern: '(?:a', message: 'a "(" is not closed'},
    {name: 'a closed group that was never opened', pattern: 'a)', message: 'a ")" closes nothing'},
    {name: 'a placeholder', pattern: '/users/{id}', message: 'a "{" begins no number of times'},
    {name: 'an unknown escape', pattern: 'a\\Z', message: 'Rust does not know \\Z', hint: 'write $ for the end'},
    {
      name: 'a range with several at one end',
      pattern: '[\\w-.]',
      message: 'a range between [ and ] begins or ends with more than one character',
    },
  ])('$name', ({pattern, message, hint}) => {
    expect(findRegexFlaw(pattern)).toMatchObject(hint === undefined ? {message} : {message, hint});
  });

  test('patterns with white space as layout are passed over', () => {
    expect(findRegexFlaw('(?x) a * *[ ')).toBeNull();
  });
});
