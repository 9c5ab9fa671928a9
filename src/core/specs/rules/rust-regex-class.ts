import {type RegexFlaw, type RegexText, readEscape} from './rust-regex-escape';

/** Result of reading a class: its flaw, or null where it is sound. */
export type RegexClassEnd = RegexFlaw | null;

const UNCLOSED: RegexFlaw = {message: 'a "[" is not closed', hint: 'close it, or write \\[ for the character'};

/**
 * After `[`: a class such as `[a-z]`. In Rust a `[` within it begins another class, and a range has a character at both ends.
 */
export function readClass(text: RegexText): RegexClassEnd {
  // For each class that is open, whether something stands in it.
  const open: boolean[] = [];
  begin(text, open);
  while (open.length > 0) {
    if (text.isAtEnd) return UNCLOSED;
    if (text.skip(']')) {
      open.pop();
      continue;
    }
    if (text.rest(1) === '[') {
      text.take();
      if (!skipPosix(text)) begin(text, open);
      continue;
    }
    if (/^(?:&&|--|~~)/.test(text.rest(2))) {
      text.take();
      text.take();
      continue;
    }
    const flaw = readRange(text);
    if (flaw !== null) return flaw;
  }
  return null;
}

/** At the begin of a class: what stands there for itself. */
function begin(text: RegexText, open: boolean[]): void {
  open.push(true);
  text.skip('^');
  const hyphens = text.takeWhile(/-/);
  if (hyphens === '') text.skip(']');
}

/** After `[` within a class: goes past `:alpha:]` and its like. */
function skipPosix(text: RegexText): boolean {
  const name = /^:\^?[a-z]+:\]/.exec(text.rest(12))?.[0];
  if (name === undefined) return false;
  for (let index = 0; index < name.length; index++) text.take();
  return true;
}

/** One item of a class, or a range of two. */
function readRange(text: RegexText): RegexClassEnd {
  const from = readItem(text);
  if (typeof from === 'object') return from;
  const next = text.rest(2);
  if (!next.startsWith('-') || next === '-]' || next === '--' || next.length < 2) return null;
  text.take();
  // Here a "[" is a character.
  const to = readItem(text);
  if (typeof to === 'object') return to;
  if (from === SEVERAL || to === SEVERAL) {
    return {message: 'a range between [ and ] begins or ends with more than one character', hint: 'write the "-" last, e.g. [\\w.-]'};
  }
  if (from === UNKNOWN || to === UNKNOWN) return null;
  const [low, high] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
  return low <= high ? null : {message: `the range ${from}-${to} counts down`, hint: `write ${to}-${from}, or the "-" last`};
}

const SEVERAL = 'several';
const UNKNOWN = 'unknown';

/** One character, what stands for several, or a flaw. */
function readItem(text: RegexText): string | RegexFlaw {
  const character = text.take();
  if (character !== '\\') return character;
  const letter = text.rest(1);
  const flaw = readEscape(text, 'in-class');
  if (flaw !== null) return flaw;
  if (/[dswDSWpP]/.test(letter)) return SEVERAL;
  return /[A-Za-z0-9]/.test(letter) ? UNKNOWN : letter;
}
