import {parseSource} from '../../../../../src/core/specs/document';
import {shapeOf, sourceOf} from '../yaml-source';

const parse = (text: string) => shapeOf(parseSource(sourceOf(text)));

/** Found by differential.test.ts: the parser that decides takes each of them, and others do not or read something else. */
describe('what parsers read differently is refused', () => {
  test.each([
    ['a tab as indentation', 'a:\n\tb: 1\n', '2:1  yaml/syntax not valid YAML: a tab stands in the indentation'],
    ['a tab behind a list dash', 'a:\n- \t&a \n', '2:3  yaml/syntax a tab stands in the indentation'],
    ['a document of a tab', 'a\n---\n\t', '3:1  yaml/syntax a tab stands in a blank line'],
    ['a tab at the end, behind an empty value', 'a: \n\t', '2:1  yaml/syntax a tab stands in a blank line'],
    ['a blank line with a tab between members', '- a: \n\t\n  b: 1', '2:1  yaml/syntax a tab stands in a blank line'],
    ['a blank line with a tab in unquoted text', 'a: b\r\n\t\r\n  c', '2:1  yaml/syntax a tab stands in a blank line'],
    ['a document that is one block of text', '|\n  a\n', '2:1  yaml/syntax the whole document is one block of text'],
    ['a block of white space', '- |2\n    ', '2:1  yaml/syntax a block of text holds nothing but white space'],
    [
      'a block that ends in white space',
      'a: |2\n    b\n    ',
      '3:1  yaml/syntax the file ends with a line of white space in a block of text',
    ],
    ['a block of blank lines', 'a: |+\n\n    ', '2:1  yaml/syntax a block of text holds nothing but white space'],
    [
      'a block behind an anchor in the line of its member',
      'a: &x b: 1\n',
      '1:4  yaml/syntax a mapping or list begins in the same line as its name',
    ],
    ['a member behind quotes', 'a:\n- ""k: 1', '2:5  yaml/syntax a member begins in the line in which another value ends'],
    ['text behind the end of a document', 'a: 1\n...\n... b\n', '3:1  yaml/syntax text follows the "..." that ends a document'],
    ['an anchor behind the end of a document', '... &a \n  b: ', '1:1  yaml/syntax text follows the "..." that ends a document'],
    ['an indented start of a document', '  ---\na: 1\n', '1:3  yaml/syntax "---" must stand at the beginning of its line'],
    [
      'a blank line behind a hidden line break',
      '"\\\n    \na: "',
      '1:2  yaml/syntax a blank line follows a line that ends with a backslash',
    ],
    ['an indented directive', '  %a: \n---\nb: 1\n', '1:3  yaml/directive the directive %a: is not allowed'],
  ])('%s', (_name, text, expected) => {
    expect(parse(text).findings.filter(finding => !finding.includes('yaml/empty-document'))).toEqual([expected]);
  });

  test.each([
    ['a tab behind a member name', 'a:\tb\n', {a: 'b'}],
    ['a tab before a comment', 'a: b\n\t# c\n', {a: 'b'}],
    ['tabs in a block of text', 'a: |\n  b\n  \tc\n  \t\n  d\n', {a: 'b\n\tc\n\t\nd\n'}],
    ['tabs in quoted text', 'a: "b\n \tc\n \t\n \td"\n', {a: 'b c\nd'}],
    ['a tab that continues unquoted text', 'a: b\n \tc\n', {a: 'b c'}],
    ['an empty block of text', 'a: |\nb: 1\n', {a: '', b: 1}],
    ['a block that begins with a blank line', 'a: |\n\n  b\n', {a: '\nb\n'}],
    ['a flow mapping behind an anchor', 'a: &x {b: 1}\n', {a: {b: 1}}],
    ['members in one line, in braces', '{"a": 1, b: [2], c: 3}', {a: 1, b: [2], c: 3}],
    ['dashes in unquoted text', 'a: b\n  --- c\n', {a: 'b --- c'}],
    ['a percent sign that begins a line of text', 'a: |\n  %b\n', {a: '%b\n'}],
  ])('%s is not', (_name, text, expected) => {
    expect(parse(text)).toEqual({data: [expected], findings: []});
  });
});
