import type {YAMLException} from 'js-yaml';
import type * as Yaml from 'yaml';
import type {Lexer} from 'yaml';
import {refuseDepth, type YamlFindings, type YamlProblem} from './findings';

/**
 * Adds why a text is not valid YAML, and what to do. Frequent mistakes are recognized from the lines at which the parser gave
 * up; all others are our words for its reason. What it says itself is short, and may repeat text that is secret.
 */
export function explainSyntaxError(text: string, error: YAMLException, findings: YamlFindings): void {
  const at = Math.min(error.mark?.position ?? 0, text.length);
  if (error.reason.startsWith('nesting exceeded')) {
    refuseDepth(at, [], findings);
    return;
  }
  const problem = recognizeMistake(text, at) ??
    recognizeLayout(text, at, error.reason) ?? {...wordReason(error.reason), start: at, end: at + 1};
  findings.add({code: 'yaml/syntax', ...problem, message: `not valid YAML: ${problem.message}`});
}

type Wording = Pick<YamlProblem, 'message' | 'hint' | 'start' | 'end'>;

/** A member or list item of one line: indentation and name, then its value. */
const MEMBER = /^([ \t]*(?:- +)*(?:[^\s:#"'[\]{},][^:]{0,200}:[ \t]+)?)(\S[^\r\n]*)$/;

/** Mistakes that the line alone gives away. */
function recognizeMistake(text: string, at: number): Wording | null {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', at);
  const line = text.slice(lineStart, Math.min(newline === -1 ? text.length : newline, lineStart + 2000)).trimEnd();
  if (/^(?:<{7}|={7}|>{7})(?: |$)/m.test(text)) return explainConflict(text);
  const indentation = /^[ ]*\t/.exec(line);
  if (indentation !== null) {
    const start = lineStart + indentation[0].length - 1;
    return {message: 'a tab stands in the indentation', hint: 'indent with spaces', start, end: start + 1};
  }
  const reference = /^\$\{(each|var|env):/.exec(text.slice(Math.max(0, at - 1), at + 6));
  if (reference !== null) return wordReference(reference[1] ?? '', at);
  const unclosed = findUnclosed(text, at, new (loadYaml().Lexer)());
  if (unclosed !== null) return unclosed;
  const [, before = '', value = ''] = MEMBER.exec(line) ?? [];
  const start = lineStart + before.length;
  const place = {start, end: start + value.length};
  const quoted = quote(value);
  if (/^\*\S*\s/.test(value)) return {message: 'unquoted text must not begin with "*", which refers to an anchor', hint: quoted, ...place};
  const reserved = /^[@`%]/.exec(value);
  if (reserved !== null) return {message: `unquoted text must not begin with "${reserved[0]}"`, hint: quoted, ...place};
  if (/^[^"'[{|>&!*].*:(?:\s|$)/.test(value) && at >= start) return {message: 'unquoted text must not hold ": "', hint: quoted, ...place};
  return null;
}

/** A reference in brackets without quotes: the parser takes its brace for a mapping. */
function wordReference(kind: string, brace: number): Wording {
  return {
    message: `a text with "\${${kind}:" stands in brackets without quotes`,
    hint: `put the whole text in quotes, such as "\${${kind}:NAME}"`,
    start: brace - 1,
    end: brace + kind.length + 2,
  };
}

/** Mistakes in how lines follow each other. */
function recognizeLayout(text: string, at: number, reason: string): Wording | null {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const before = text.slice(lineStart, at);
  if (reason.startsWith('bad indentation') && /^[ ]*(?:- +)*(?:[\w$./][^:"'[\]{},#]*)?$/.test(before)) {
    const start = lineStart + (/^ */.exec(before)?.[0].length ?? 0);
    return {
      message: 'this line is indented differently from its neighbours',
      hint: 'give it the same indentation',
      start,
      end: Math.max(start + 1, at),
    };
  }
  if (!/^(?:end of the stream or a document separator|can not read a block mapping entry)/.test(reason)) return null;
  const previous = /(?:^|\n)[ ]*([^\s#-][^\r\n]*?)\s*$/.exec(text.slice(Math.max(0, lineStart - 2000), lineStart))?.[1] ?? '';
  if (previous === '' || /:(?:\s|$)|^["'[{]/.test(previous)) return null;
  const start = text.lastIndexOf(previous, lineStart);
  return {
    message: 'this line has no ": " between a name and a value',
    hint: 'write it as "name: value"',
    start,
    end: start + previous.length,
  };
}

function explainConflict(text: string): Wording {
  const start = text.search(/^(?:<{7}|={7}|>{7})(?: |$)/m);
  return {message: 'git left its conflict markers in the file', hint: 'keep one side and remove the marker lines', start, end: start + 7};
}

/** Only schedules are repeated in a hint: any other text may be a secret, and the place of one is not known yet. */
function quote(value: string): string {
  const shown = value.replace(/\s+#.*$/, '');
  const isSchedule = /^[\d*/,\s-]{1,60}$|^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly|reboot)$/.test(shown);
  return isSchedule ? `put it in quotes: "${shown}"` : 'put it in quotes';
}

/** Loaded only here: files that parse never need it, and loading it takes longer than checking a hundred of them. */
function loadYaml(): typeof Yaml {
  return require('yaml') as typeof Yaml;
}

/** The quote or bracket that is opened and never closed: where it opens, and what to add. */
type UnclosedPair = Required<Pick<YamlProblem, 'message' | 'hint' | 'start' | 'end'>>;

/** Characters that the lexer puts before a plain scalar, and where it ends brackets that are not closed. No text holds either character. */
const SCALAR = '\x1f';
const BRACKETS_END = '\x18';
const DOCUMENT = '\x02';

/**
 * Finds the quote or bracket that is still open at offset `at`, where the parser gave up: it opens at `at` or before. Null where none
 * is. Linear in the text; `lexer` is new.
 */
function findUnclosed(text: string, at: number, lexer: Lexer): UnclosedPair | null {
  const open: number[] = [];
  let offset = 0;
  let before = '';
  for (const lexeme of lexer.lex(text)) {
    if (offset > at) return null;
    if (lexeme === BRACKETS_END) return wordBracket(text, open.at(-1) ?? null);
    const isPlain = before === SCALAR;
    before = lexeme;
    if (lexeme === SCALAR || lexeme === DOCUMENT) continue;
    if (!isPlain) {
      if (isOpenQuote(lexeme)) return wordQuote(text, offset);
      if (lexeme === '[' || lexeme === '{') open.push(offset);
      if (lexeme === ']' || lexeme === '}') {
        const opened = open.pop();
        if (opened !== undefined && CLOSING[text[opened] ?? ''] !== lexeme) return wordBracket(text, opened);
      }
    }
    offset += lexeme.length;
  }
  return null;
}

const CLOSING: Readonly<Record<string, string>> = {'[': ']', '{': '}'};

/** Whether a lexeme is a quoted text without its end. */
function isOpenQuote(lexeme: string): boolean {
  const quote = lexeme[0];
  if (quote !== '"' && quote !== "'") return false;
  const rest = lexeme.slice(1);
  if (quote === "'") return countLast(rest, "'", rest.length) % 2 === 0;
  return !rest.endsWith('"') || countLast(rest, '\\', rest.length - 1) % 2 === 1;
}

/** Counts how many of a character stand right before offset `end`. */
function countLast(text: string, character: string, end: number): number {
  let start = end;
  while (start > 0 && text[start - 1] === character) start--;
  return end - start;
}

function wordQuote(text: string, start: number): UnclosedPair {
  const line = /[^\r\n]*/.exec(text.slice(start, start + 2000))?.[0].trimEnd() ?? '';
  const hint =
    text[start] === "'"
      ? "add the missing '; inside single quotes write ' as ''"
      : 'add the missing "; inside double quotes write " as \\"';
  return {message: 'the quote that opens here is not closed', hint, start, end: start + Math.max(1, line.length)};
}

function wordBracket(text: string, start: number | null): UnclosedPair | null {
  if (start === null) return null;
  const closing = CLOSING[text[start] ?? ''];
  const hint = `add the missing "${closing}", or indent the lines up to it further`;
  return {message: 'the bracket that opens here is not closed', hint, start, end: start + 1};
}

/** Words for a reason of the parser. */
interface ReasonWords {
  readonly message: string;
  readonly hint: string;
}

function wordReason(reason: string): ReasonWords {
  for (const [beginning, words] of WORDS) if (reason.startsWith(beginning)) return words;
  return {message: 'this cannot stand here', hint: 'look for a missing quote, bracket or ":", or for a line that is indented differently'};
}

/** By the beginning of the parser's reason. */
const WORDS: readonly (readonly [beginning: string, words: ReasonWords])[] = [
  ['bad indentation', {message: 'this stands after a value that has ended', hint: 'put the whole text in quotes, or remove this'}],
  ['deficient indentation', {message: 'the lines of a text must be indented further than its name', hint: 'indent the line further'}],
  [
    'end of the stream or a document separator',
    {
      message: 'this does not continue what stands before it',
      hint: 'give the line the same indentation as its neighbours, or put the whole text in quotes',
    },
  ],
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
    {message: 'a space is missing after the ":"', hint: 'add a space after it, or put the text in quotes'},
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
