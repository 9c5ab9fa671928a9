import type {YAMLException} from 'js-yaml';

/** Why the text is no YAML, and what to do. */
export interface ParserWords {
  readonly message: string;
  readonly hint: string;
}

/**
 * The reason of the parser that decides, in our words: what it says itself is short, and may repeat text that is secret.
 * Used where `yaml` has nothing to say, because it would have taken the text or was not asked.
 */
export function wordParserError({reason}: YAMLException): ParserWords {
  for (const [beginning, words] of WORDS) if (reason.startsWith(beginning)) return words;
  return {
    message: 'this cannot stand here',
    hint: 'look for a missing quote, bracket or ":", or for another indentation than that of its neighbours',
  };
}

const INDENTATION = 'give it the same indentation as its neighbours, or put the whole text in quotes';

/** By the beginning of the parser's reason. */
const WORDS: readonly (readonly [beginning: string, words: ParserWords])[] = [
  ['bad indentation', {message: 'this is indented differently than what it belongs to, or stands behind a value', hint: INDENTATION}],
  [
    'deficient indentation',
    {message: 'text of several lines must be indented further than what it belongs to', hint: 'indent the line further'},
  ],
  ['end of the stream or a document separator', {message: 'this does not continue what stands before it', hint: INDENTATION}],
  ['tab characters must not', {message: 'a tab stands in the indentation', hint: 'indent with spaces'}],
  ['unexpected end of the stream within a flow', {message: 'a bracket is not closed', hint: 'add the missing "]" or "}"'}],
  ['unexpected end of the', {message: 'a quote is not closed', hint: "add the missing quote; in single quotes, write ' as ''"}],
  ['unknown escape sequence', {message: 'no such escape', hint: 'write a backslash as "\\\\" in double quotes, or use single quotes'}],
  ['expected hexadecimal', {message: 'an escape lacks digits', hint: 'write a backslash as "\\\\" in double quotes, or use single quotes'}],
  [
    'missed comma',
    {message: 'a comma is missing between two items', hint: 'add the comma, or put text that holds quotes or brackets in quotes'},
  ],
  ['can not read a block mapping entry', {message: 'a member name goes over several lines', hint: 'look for a line without ": "'}],
  [
    'a whitespace character is expected',
    {message: 'there is no space behind the ":"', hint: 'write a space behind it, or put the text in quotes'},
  ],
  ['a line break is expected', {message: 'text stands in the line that begins a block of text', hint: 'begin the text in the next line'}],
  ['bad explicit indentation', {message: 'a block of text cannot be indented by 0', hint: 'remove the digit'}],
  ['repeat of', {message: 'the sign that begins a block of text says something twice', hint: 'write one of | |- |+ > >- >+'}],
  ['directive name', {message: 'unquoted text must not begin with "%"', hint: 'put it in quotes'}],
  ['name of an anchor', {message: 'unquoted text must not begin with "&"', hint: 'put it in quotes'}],
  ['name of an alias', {message: 'unquoted text must not begin with "*"', hint: 'put it in quotes'}],
  ['alias node should not', {message: 'an alias cannot have an anchor or a tag', hint: 'remove what stands before the "*"'}],
  ['duplication of an anchor', {message: 'a value has two anchors', hint: 'keep one of them'}],
  ['duplication of a tag', {message: 'tags are not allowed', hint: 'remove them, or put the text in quotes'}],
];
