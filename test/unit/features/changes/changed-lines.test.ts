import {type ChangedLine, listChangedLines, markWords} from '../../../../src/features/changes/changed-lines';

/** A line with its changed words in brackets. */
function show(line: ChangedLine): string {
  if (line.kind !== 'replaced') return `${line.kind} ${line.text}`;
  const mark = (pieces: typeof line.before) => pieces.map(({text, isChanged}) => (isChanged ? `[${text}]` : text)).join('');
  return `${mark(line.before)} -> ${mark(line.after)}`;
}

test.each([
  {name: 'a number', before: 'Team: $20 a month', after: 'Team: $25 a month', shown: 'Team: $[20] a month -> Team: $[25] a month'},
  {name: 'a word that is new', before: 'a b', after: 'a new b', shown: 'a b -> a [new ]b'},
  {name: 'two places', before: '1 of 5 left', after: '3 of 7 left', shown: '[1] of [5] left -> [3] of [7] left'},
  {name: 'nothing in common', before: 'abc', after: 'xyz', shown: '[abc] -> [xyz]'},
  {name: 'an empty line', before: '', after: 'x', shown: ' -> [x]'},
  {name: 'letters of any script', before: '価格は高い', after: '価格は低い', shown: '[価格は高い] -> [価格は低い]'},
])('words of one line that replaced one: $name', ({before, after, shown}) => {
  expect(show(markWords(before, after))).toBe(shown);
});

test.each([
  {name: 'names of files are no lines', diff: '--- before\n+++ after\n@@ -1 +1 @@\n-a\n+b\n', lines: ['[a] -> [b]']},
  {
    name: 'within a hunk they are',
    diff: '@@ -1,2 +1,2 @@\n--- a\n+++ b\n',
    lines: ['[--] [a] -> [++] [b]'],
  },
  {name: 'two for one are not paired', diff: '@@ @@\n-a\n+b\n+c\n', lines: ['removed a', 'added b', 'added c']},
  {name: 'context parts them', diff: '@@ @@\n-a\n x\n+b\n', lines: ['removed a', 'added b']},
  {
    name: 'the note about the last line does not',
    diff: '@@ @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
    lines: ['[a] -> [b]'],
  },
  {name: 'without any hunk', diff: '-a\n+b\n', lines: ['[a] -> [b]']},
  {name: 'nothing', diff: '', lines: []},
])('$name', ({diff, lines}) => {
  expect(listChangedLines(diff).map(show)).toEqual(lines);
});

test('two lines as long as a diff may be are compared at their ends alone', () => {
  const words = 'word '.repeat(40_000);
  expect(show(markWords(`${words}a`, `${words}b`)).slice(-5)).toBe('d [b]');
  const other = 'other '.repeat(40_000);
  expect(markWords(words, other).kind).toBe('replaced');
});
