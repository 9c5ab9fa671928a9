import type {YAMLException} from 'js-yaml';
import type * as Yaml from 'yaml';
import {refuseDepth} from './depth';
import type {YamlFindings, YamlProblem} from './findings';
import {wordParserError} from './parser-words';
import {findUnclosed} from './unclosed';

/**
 * Adds why a text is no YAML, in words that say what to do. What is often meant otherwise is told from the marked
 * line; the rest is worded by the package `yaml`, whose errors say more than the parser's that decides. It only words: where
 * it finds nothing wrong, the text is refused all the same, in our words for the parser's reason.
 */
export function explainSyntaxError(text: string, error: YAMLException, findings: YamlFindings): void {
  const at = Math.min(error.mark?.position ?? 0, text.length);
  if (error.reason.startsWith('nesting exceeded')) {
    refuseDepth(at, [], findings);
    return;
  }
  const problem = recognizeMistake(text, at) ?? askYaml(text, at) ?? {...wordParserError(error), start: at, end: at + 1};
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

/** `yaml` needs time and stack in proportion to the worst that a text can hold; no spec that people write is this large. */
const LARGEST_ASKED = 16 * 1024;

/** The first error that `yaml` finds; null where it finds none, fails itself, or the text is large. */
function askYaml(text: string, at: number): Wording | null {
  if (text.length > LARGEST_ASKED) return null;
  try {
    const {parseAllDocuments} = loadYaml();
    const documents = parseAllDocuments(text, {prettyErrors: false, uniqueKeys: false, schema: 'core', logLevel: 'silent'});
    const error = (Array.isArray(documents) ? documents : []).flatMap(document => document.errors)[0];
    if (error === undefined) return null;
    const [start, end] = error.pos;
    return {message: sentence(error.message), ...hintFor(error.code), start: Math.min(start, text.length), end: Math.max(start + 1, end)};
  } catch (error) {
    // Its stack can overflow on text that nests deeply behind the place where the other parser stopped.
    if (error instanceof RangeError) return null;
    throw new Error(`the YAML package failed at offset ${at}`, {cause: error});
  }
}

/** Loaded only here: files that parse never need it, and loading it takes longer than checking a hundred of them. */
function loadYaml(): typeof Yaml {
  return require('yaml') as typeof Yaml;
}

/** The words of an error without the source text that some of them repeat at their end: it may be a secret. */
function sentence(message: string): string {
  const words = message
    .replace(/closing ["']quote/, 'closing quote')
    .replace(/: .*$/s, '')
    .replace(/^(Invalid escape sequence|Not a YAML token).*$/s, '$1');
  return words.charAt(0).toLowerCase() + words.slice(1);
}

function hintFor(code: Yaml.ErrorCode): {hint?: string} {
  switch (code) {
    case 'TAB_AS_INDENT':
      return {hint: 'indent with spaces'};
    case 'BAD_INDENT':
      return {hint: 'close the bracket, or indent the line further than the member it belongs to'};
    case 'MULTILINE_IMPLICIT_KEY':
      return {hint: 'look for a line without ": " or with another indentation than its neighbours'};
    case 'BLOCK_AS_IMPLICIT_KEY':
      return {hint: 'put text that holds ": " in quotes, or indent the next line like its neighbours'};
    case 'MISSING_CHAR':
      return {hint: 'look for a missing quote, bracket, ":" or "-"'};
    case 'BAD_DQ_ESCAPE':
      return {hint: 'write a backslash as "\\\\" in double quotes, or use single quotes'};
    case 'BAD_SCALAR_START':
      return {hint: 'put the text in quotes'};
    case 'UNEXPECTED_TOKEN':
      return {hint: 'put the whole text in quotes, or look for another indentation than that of its neighbours'};
    default:
      return {};
  }
}
