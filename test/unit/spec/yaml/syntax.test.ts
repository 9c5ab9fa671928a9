import {parseAllDocuments} from 'yaml';
import {parseSource} from '../../../../src/spec/document';
import {shapeOf, sourceOf} from '../yaml-source';

const errorsOfYaml = (text: string) => {
  const documents = parseAllDocuments(text, {prettyErrors: false});
  return Array.isArray(documents) ? documents.flatMap(({errors}) => errors) : [];
};

describe('what only the deciding parser refuses is refused', () => {
  test.each([
    ['a name with something behind it', '? *b - ', '1:6', 'this is indented differently than what it belongs to, or stands behind a value'],
    [
      'an odd indentation of a colon',
      '<<: b\n  : ',
      '2:3',
      'this is indented differently than what it belongs to, or stands behind a value',
    ],
    ['a list behind text', '\n  \\\n- ', '3:1', 'this does not continue what stands before it'],
    ['two quotes', "'''''", '1:1', 'the quote that opens here is not closed'],
    ['quoted text that is not indented', "\n  '\n'", '3:1', 'text of several lines must be indented further than what it belongs to'],
    ['a block that begins in its first line', '>- ---', '1:4', 'text stands in the line that begins a block of text'],
    ['a percent sign', '%', '1:1', 'unquoted text must not begin with "%"'],
  ])('%s', (_name, text, place, words) => {
    expect(errorsOfYaml(text)).toEqual([]);
    const parsed = parseSource(sourceOf(text));
    expect(shapeOf(parsed)).toEqual({data: [], findings: [`${place}  yaml/syntax not valid YAML: ${words}`]});
    expect(parsed.findings).toMatchObject([{severity: 'error', hint: expect.any(String)}]);
  });
});

test('a text too large to ask `yaml` is worded, too', () => {
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
