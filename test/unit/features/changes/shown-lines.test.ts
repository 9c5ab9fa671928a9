import * as fc from 'fast-check';
import {listChangedLines} from '../../../../src/features/changes/changed-lines';
import {describeRest, showLines} from '../../../../src/features/changes/formats/shown-lines';
import {sampleChange} from './changes-samples';

const show = (diff: string, limits = {lines: 100, characters: 100}) => {
  const {lines, rest} = showLines(sampleChange({diff}), limits);
  return {lines: lines.map(({mark, pieces}) => mark + pieces.map(({text, isChanged}) => (isChanged ? `[${text}]` : text)).join('')), rest};
};

test.each([
  {name: 'one line for another', diff: '@@ -1 +1 @@\n-a 1\n+a 2', expected: ['-a [1]', '+a [2]']},
  {
    name: 'names of files before the first hunk are no lines',
    diff: '--- a\n+++ b\n@@ -1 +1 @@\n--- x\n+++ y',
    expected: ['-[--] [x]', '+[++] [y]'],
  },
  {name: 'names of files in a diff without hunks', diff: '--- a\n+++ b\n+c', expected: ['+c']},
  {name: 'line breaks of Windows', diff: '@@ -1 +1 @@\r\n-a\r\n b\r\n+c\r\n', expected: ['-a', '+c']},
  {name: 'a line between them', diff: '@@ -1 +1 @@\n-a\n--\n+b', expected: ['-a', '--', '+b']},
  {name: 'nothing', diff: '', expected: []},
])('$name', ({diff, expected}) => expect(show(diff)).toEqual({lines: expected, rest: 0}));

test('a line is cut, and what follows is counted', () => {
  expect(show(`@@ -1 +1 @@\n-${'a'.repeat(1_200)}\n b\n+c\n+d`, {lines: 2, characters: 10})).toEqual({
    lines: ['-aaaaaaaaaa... 1,190 more characters', '+c'],
    rest: 1,
  });
  expect(describeRest({rest: 1_234}, {diffCut: true})).toBe('1,234 more lines; the diff is longer than what is kept');
});

test('fields come first, and are counted with the lines', () => {
  const fields = [1, 2, 3].map(value => ({path: `a[${value}]`, previous: value, current: {b: null}}));
  const {lines, rest} = showLines(sampleChange({fields}), {lines: 2, characters: 8});
  expect(lines.map(({mark, pieces}) => mark + pieces.map(({text}) => text).join(''))).toEqual([
    ...['!a[1]: 1 -> {"b": nu... 3 more characters', '!a[2]: 2 -> {"b": nu... 3 more characters'],
  ]);
  expect(rest).toBe(3);
});

const row = fc
  .tuple(fc.constantFrom('+', '-', ' ', '@@', '\\', '', '--- ', '+++ '), fc.constantFrom('a b', 'a c', '@@', '-', ''))
  .map(parts => parts.join(''));
const anyDiff = fc.tuple(fc.array(row, {maxLength: 30}), fc.constantFrom('\n', '\r\n')).map(([rows, end]) => rows.join(end));

test('the lines are those of the whole diff, however few of them are shown', () => {
  fc.assert(
    fc.property(anyDiff, fc.integer({min: 0, max: 8}), (diff, most) => {
      const all = listChangedLines(diff).flatMap(line =>
        line.kind === 'replaced'
          ? [line.before, line.after].map((pieces, index) => ({mark: index === 0 ? '-' : '+', pieces}))
          : [{mark: line.kind === 'added' ? '+' : '-', pieces: [{text: line.text, isChanged: false}]}],
      );
      const {lines, rest} = showLines(sampleChange({diff}), {lines: most, characters: 1_000});
      expect(lines).toEqual(all.slice(0, most));
      expect(rest).toBe(all.length - lines.length);
    }),
    {numRuns: 2_000},
  );
});

test('a diff of megabytes is walked once', () => {
  expect(show(`@@ -1 +1 @@\n${' \n'.repeat(2_000_000)}+a\n+${'b'.repeat(4_000_000)}`)).toEqual({
    lines: ['+a', `+${'b'.repeat(100)}... 3,999,900 more characters`],
    rest: 0,
  });
  const diff = `@@ -1 +1 @@\n${'+\n'.repeat(2_000_000)}`;
  expect(show(diff, {lines: 3, characters: 10})).toEqual({lines: ['+', '+', '+'], rest: 1_999_997});
});
