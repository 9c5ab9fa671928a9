import type {Lexer} from 'yaml';
import type {YamlProblem} from './findings';

/** The quote or bracket that is opened and never closed: where it opens, and what to add. */
export type UnclosedPair = Required<Pick<YamlProblem, 'message' | 'hint' | 'start' | 'end'>>;

/** What the lexer puts before a plain scalar, and where it ends brackets that are not closed. No text holds either character. */
const SCALAR = '\x1f';
const BRACKETS_END = '\x18';
const DOCUMENT = '\x02';

/**
 * Finds the quote or bracket that is still open at offset `at`, where the parser gave up: it opens at `at` or before. Null where none
 * is. Linear in the text; `lexer` is new.
 */
export function findUnclosed(text: string, at: number, lexer: Lexer): UnclosedPair | null {
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

/** How many of a character stand right before offset `end`. */
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
