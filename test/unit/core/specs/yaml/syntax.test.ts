import {parseAllDocuments} from 'yaml';
import {parseSource} from '../../../../../src/core/specs/document';
import {shapeOf, sourceOf} from '../yaml-source';

const errorsOfYaml = (text: string) => {
  const documents = parseAllDocuments(text, {prettyErrors: false});
  return Array.isArray(documents) ? documents.flatMap(({errors}) => errors) : [];
};

describe('what only the deciding parser refuses is refused', () => {
  test.each([
    ['a name with something behind it', '? *b - ', '1:6', 'this stands after a value that has ended'],
    ['an odd indentation of a colon', '<<: b\n  : ', '2:3', 'this line is indented differently from its neighbours'],
    ['a list behind text', '\n  \\\n- ', '2:3', 'this line has no ": " between a name and a value'],
    ['two quotes', "'''''", '1:1', 'the quote that opens here is not closed'],
    ['quoted text that is not indented', "\n  '\n'", '3:1', 'the lines of a text must be indented further than its name'],
    ['a block that begins in its first line', '>- ---', '1:4', 'text stands in the line that begins a block of text'],
    ['a percent sign', '%', '1:1', 'unquoted text must not begin with "%"'],
  ])('%s', (_name, text, place, words) => {
    expect(errorsOfYaml(text)).toEqual([]);
    const parsed = parseSource(sourceOf(text));
    expect(shapeOf(parsed)).toEqual({data: [], findings: [`${place}  yaml/syntax not valid YAML: ${words}`]});
    expect(parsed.findings).toMatchObject([{severity: 'error', hint: expect.any(String)}]);
  });
});

test.each([
  {name: 'a line that is indented further', text: 'name: a\n schedule: b\n', place: '2:2', words: 'this line is indented differently'},
  {name: 'a line that is indented less', text: 'a:\n- b: c\n d: e\n', place: '3:2', words: 'this line is indented differently'},
  {name: 'an item in another column', text: 'a:\n    - b\n   - c\n', place: '3:4', words: 'this line is indented differently'},
  {name: 'a first line without a colon', text: 'name a\nb: c\n', place: '1:1', words: 'this line has no ": "'},
  {name: 'a later line without a colon', text: 'name: a\nfoo\nb: c\n', place: '2:1', words: 'this line has no ": "'},
  {name: 'a colon without a space', text: 'a:b\nc: d\n', place: '1:1', words: 'this line has no ": "'},
  {name: 'text behind quotes', text: 'a: "b" c\n', place: '1:8', words: 'this stands after a value that has ended'},
])('$name is worded by what is wrong with the lines', ({text, place, words}) => {
  expect(shapeOf(parseSource(sourceOf(text))).findings).toEqual([
    expect.stringContaining(`${place}  yaml/syntax not valid YAML: ${words}`),
  ]);
});

test.each([
  ['in a list', 'urls: [${each:site}/pricing]\n', '1:8', 'each'],
  ['inside a text', 'urls: [https://a.example/${each:page}]\n', '1:26', 'each'],
  ['in a mapping', 'webhook: {url: ${var:HOOKS}}\n', '1:16', 'var'],
  ['over several lines', 'headers: {\n  Authorization: Bearer ${env:TOKEN}\n}\n', '2:25', 'env'],
])('a reference without quotes in brackets has a hint of its own: %s', (_name, text, place, kind) => {
  const parsed = parseSource(sourceOf(text));
  expect(shapeOf(parsed).findings).toEqual([
    `${place}  yaml/syntax not valid YAML: a text with "\${${kind}:" stands in brackets without quotes`,
  ]);
  expect(parsed.findings).toMatchObject([{hint: `put the whole text in quotes, such as "\${${kind}:NAME}"`}]);
});

test('a large text is worded like any other', () => {
  const filler = '# filler\n'.repeat(2_000);
  expect(shapeOf(parseSource(sourceOf(`${filler}a: {b: 1 c: 2}\n`))).findings).toEqual([
    expect.stringMatching(/^200\d:\d+ {2}yaml\/syntax not valid YAML: a comma is missing between two items$/),
  ]);
});

test('the words for a large text repeat none of it', () => {
  const filler = '# filler\n'.repeat(2_000);
  for (const text of ['a: !hunter2!x y', 'a: !!<hunter2', 'a: {b: c} hunter2', 'a: "\\hunter2"', 'a: !<tag:hunter2> !<tag:hunter2> b']) {
    const {findings} = parseSource(sourceOf(filler + text));
    expect(findings).toHaveLength(1);
    expect(JSON.stringify(findings)).not.toContain('hunter2');
  }
});
