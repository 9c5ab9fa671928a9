import {type RegexClassEnd, readClass} from './rust-regex-class';
import {type RegexFlaw, RegexText, readEscape} from './rust-regex-escape';

/**
 * Finds why a pattern is not a regular expression of Rust's crate `regex`, which Firecrawl crawls with: it drops such a pattern without
 * a word. Silent in doubt: what this reader does not know counts as sound. Linear in the pattern's length.
 */
export function findRegexFlaw(pattern: string): RegexFlaw | null {
  if (PLAIN.test(pattern) || /\(\?[a-zA-Z-]*x/.test(pattern)) return null;
  const text = new RegexText(pattern);
  const groups: number[] = [];
  // Nothing stands before the next character that an operator could repeat.
  let isEmpty = true;
  while (!text.isAtEnd) {
    const step = readStep(text, groups.length, isEmpty);
    if (step.flaw !== undefined) return step.flaw;
    if (step.group === 'open') groups.push(text.position);
    if (step.group === 'close') groups.pop();
    isEmpty = step.isEmpty === true;
  }
  return groups.length === 0 ? null : {message: 'a "(" is not closed', hint: 'close it, or write \\( for the character'};
}

/** Most patterns of crawls: characters, each repeated at most once, between anchors. They are sound. */
const PLAIN = /^\^?(?:[^\\()[{*+?|^$][*+?]?)*\$?$/;

/** One part of a pattern: a flaw, or the begin or end of a group; `isEmpty` where nothing to repeat ends with it. */
interface Step {
  readonly flaw?: RegexFlaw;
  readonly group?: 'open' | 'close';
  readonly isEmpty?: boolean;
}

const ATOM: Step = {};
const EMPTY: Step = {isEmpty: true};

function readStep(text: RegexText, depth: number, isEmpty: boolean): Step {
  switch (text.take()) {
    case '\\':
      return toStep(readEscape(text, 'outside'));
    case '[':
      return toStep(readClass(text));
    case '(':
      return readGroup(text);
    case ')':
      return depth > 0 ? {group: 'close'} : {flaw: {message: 'a ")" closes nothing', hint: 'remove it, or write \\) for the character'}};
    case '|':
      return EMPTY;
    case '*':
    case '+':
    case '?':
      return isEmpty ? {flaw: repeatsNothing(text)} : ATOM;
    case '{':
      return isEmpty ? {flaw: repeatsNothing(text)} : readCount(text);
    default:
      return ATOM;
  }
}

function toStep(end: RegexClassEnd): Step {
  return end === null ? ATOM : {flaw: end};
}

const LOOK_AROUND: RegexFlaw = {
  message: 'Rust has no look-around',
  hint: 'say what is wanted in includePaths and what is not in excludePaths',
};

/** After `(`. */
function readGroup(text: RegexText): Step {
  if (!text.skip('?')) return {group: 'open', isEmpty: true};
  const rest = text.rest(3);
  if (/^(?:[=!]|<[=!])/.test(rest)) return {flaw: LOOK_AROUND};
  if (rest.startsWith('<') || rest.startsWith('P<')) return text.skipPast('>') ? {group: 'open', isEmpty: true} : unclosed();
  const flags = text.takeWhile(/[A-Za-z-]/);
  if (/[^imsUuxR-]/.test(flags)) return unknownGroup(flags);
  if (text.skip(':')) return {group: 'open', isEmpty: true};
  if (text.skip(')')) return flags === '' ? {flaw: repeatsNothing(text)} : EMPTY;
  return text.isAtEnd ? unclosed() : unknownGroup(text.rest(1));
}

function unclosed(): Step {
  return {flaw: {message: 'a "(" is not closed', hint: 'close it, or write \\( for the character'}};
}

function unknownGroup(what: string): Step {
  const shown = what.slice(0, 1);
  return {flaw: {message: `Rust knows no group that begins with "(?${shown}"`, hint: 'write (?:...), or \\( for the character'}};
}

/** After `{`, with something before it to repeat. */
function readCount(text: RegexText): Step {
  const from = text.takeWhile(/\d/);
  const hasComma = text.skip(',');
  const to = hasComma ? text.takeWhile(/\d/) : from;
  if (from === '') {
    if (to !== '') return {flaw: {message: `{,${to}} has no number before the comma`, hint: `write {0,${to}}`}};
    // White space may stand here.
    return /\s/.test(text.rest(1))
      ? ATOM
      : {flaw: {message: 'a "{" begins no number of times', hint: 'write \\{ and \\} for the characters'}};
  }
  if (!text.skip('}')) {
    if (/\s/.test(text.rest(1))) return ATOM;
    return {flaw: {message: 'a "{" is not closed', hint: 'write e.g. {2,5}, or \\{ for the character'}};
  }
  const isReversed = hasComma && to !== '' && Number(to) < Number(from);
  if (!isReversed) return ATOM;
  return {flaw: {message: `{${from},${to}} counts down`, hint: `write {${to},${from}}`}};
}

function repeatsNothing(text: RegexText): RegexFlaw {
  const glob = toExpression(text.whole);
  const hint = glob === null ? 'write what it repeats before it, or \\ before the character itself' : `write ${glob}`;
  return {message: 'an operator repeats nothing', hint};
}

/** The expression that was probably meant by a pattern of a shell, such as `*.pdf`; null where it is something else. */
function toExpression(pattern: string): string | null {
  if (!/^[\w/.*~-]{1,200}$/.test(pattern) || /\.\*/.test(pattern)) return null;
  return pattern.replace(/\./g, '\\.').replace(/\*+/g, '.*');
}
