import {findCommands} from '../core/base/command-line';
import {disarmCommands, escapeTerminal} from './escape-terminal';
import type {RenderOptions} from './render-options';

/** Style of a stretch of text. */
export type Style = 'strong' | 'faint' | 'added' | 'removed' | 'changed' | 'error' | 'warning' | 'mark';

/** Raw text, possibly untrusted, with or without a style. */
export type Span = string | {readonly text: string; readonly style: Style};

/**
 * One line of output, not yet escaped. Renderers build these from raw text; only {@link printText} makes terminal
 * text of them, so none of them can forget to escape.
 */
export interface Line {
  /** Spaces before the text. */
  readonly indent: number;
  readonly spans: readonly Span[];
  /** Prose is wrapped to the width, its further lines indented by `hang` more; data and commands are not. */
  readonly wrap: boolean;
  readonly hang: number;
}

/** A line of data or a command: never wrapped. */
export function dataLine(indent: number, ...spans: readonly Span[]): Line {
  return {indent, spans, wrap: false, hang: 0};
}

/** A line of prose: wrapped at spaces. */
export function proseLine(indent: number, ...spans: readonly Span[]): Line {
  return {indent, spans, wrap: true, hang: 0};
}

/** A line of prose whose further lines stand `hang` columns further right. */
export function hangingLine(indent: number, hang: number, ...spans: readonly Span[]): Line {
  return {indent, spans, wrap: true, hang};
}

/** A line that programs read whole and people read as prose: wrapped on a terminal only. */
export function parsedLine(options: Pick<RenderOptions, 'onTerminal'>, indent: number, hang: number, ...spans: readonly Span[]): Line {
  return options.onTerminal === true ? hangingLine(indent, hang, ...spans) : dataLine(indent, ...spans);
}

/** An empty line. */
export const BLANK: Line = dataLine(0);

/** Gives a text a style. */
export function styled(style: Style, text: string): Span {
  return {style, text};
}

/** Finished text: every span escaped, prose wrapped, styles as colours where wanted, inert to CI runners. */
export function printText(lines: readonly Line[], options: Pick<RenderOptions, 'color' | 'width'>): string {
  const printed = lines.map(line => printLine(line, options));
  return lines.length === 0 ? '' : disarmCommands(`${printed.join('\n')}\n`);
}

function printLine(line: Line, options: Pick<RenderOptions, 'color' | 'width'>): string {
  const spans = line.spans.map(span =>
    typeof span === 'string' ? {text: escapeTerminal(span)} : {...span, text: escapeTerminal(span.text)},
  );
  const rows = line.wrap ? wrapSpans(spans, options.width - line.indent, line.hang) : [spans];
  return rows
    .map((row, index) => {
      const text = row.map(span => (options.color ? colorSpan(span) : span.text)).join('');
      return text === '' ? '' : ' '.repeat(line.indent + (index === 0 ? 0 : line.hang)) + text;
    })
    .join('\n');
}

interface EscapedSpan {
  readonly text: string;
  readonly style?: Style;
}

const NARROWEST = 20;

/** Breaks at spaces; a word that is longer than the width stays whole, so that paths and links can be copied. */
function wrapSpans(spans: readonly EscapedSpan[], width: number, hang: number): EscapedSpan[][] {
  const rows: EscapedSpan[][] = [[]];
  let used = 0;
  for (const {gap, pieces} of splitWords(spans)) {
    const available = Math.max(NARROWEST, rows.length === 1 ? width : width - hang);
    const size = pieces.reduce((sum, piece) => sum + displayWidth(piece.text), 0);
    if (used > 0 && used + gap + size > available) {
      rows.push([...pieces]);
      used = size;
    } else {
      rows[rows.length - 1]?.push({text: ' '.repeat(gap)}, ...pieces);
      used += gap + size;
    }
  }
  return rows;
}

/** Stands for a space at which no line is broken; text that was escaped holds none. */
const GLUE = '\0';

/** A command stays in one piece, so that it can be copied. */
function glueCommands(text: string): string {
  let glued = text;
  for (const {from, to} of findCommands(text)) glued = glued.slice(0, from) + glued.slice(from, to).replaceAll(' ', GLUE) + glued.slice(to);
  return glued;
}

/** A word with the spaces before it, as the pieces of the spans it is made of: `"name",` may be three spans and is one word. */
interface Word {
  readonly gap: number;
  readonly pieces: EscapedSpan[];
}

function splitWords(spans: readonly EscapedSpan[]): Word[] {
  const words: Word[] = [];
  let gap = 0;
  let open = false;
  for (const {text, style} of spans) {
    for (const part of glueCommands(text).match(/ +|[^ ]+/g) ?? []) {
      if (part.startsWith(' ')) {
        gap += part.length;
        open = false;
        continue;
      }
      const whole = part.replaceAll(GLUE, ' ');
      const piece = style === undefined ? {text: whole} : {text: whole, style};
      if (open) words[words.length - 1]?.pieces.push(piece);
      else words.push({gap, pieces: [piece]});
      gap = 0;
      open = true;
    }
  }
  return words;
}

/** Select Graphic Rendition codes: on and off. */
const COLORS: Readonly<Record<Style, readonly [number, number]>> = {
  strong: [1, 22],
  faint: [2, 22],
  added: [32, 39],
  removed: [31, 39],
  changed: [33, 39],
  error: [31, 39],
  warning: [33, 39],
  mark: [36, 39],
};

function colorSpan(span: EscapedSpan): string {
  if (span.style === undefined || span.text === '') return span.text;
  const [on, off] = COLORS[span.style];
  return `\x1b[${on}m${span.text}\x1b[${off}m`;
}

const PLAIN = /^[\x20-\x7e]*$/;

/** East Asian wide and full-width characters and emoji: two columns on a terminal. */
function isWide(character: string): boolean {
  // Unicode properties take milliseconds to set up, so that no such expression stands where a start would meet it.
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u.test(
    character,
  );
}

/** Accents and the like, drawn onto the character before them. */
function isCombining(character: string): boolean {
  return /\p{M}/u.test(character);
}

/** Columns that an escaped text takes on a terminal. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (isCombining(character)) return 0;
  return isWide(character) ? 2 : 1;
}

/** The longest beginning of a text that takes at most `columns`; never half a character or a base without its accents. */
export function takeColumns(text: string, columns: number): string {
  let width = 0;
  let length = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) return text.slice(0, length);
    length += character.length;
  }
  return text;
}

/** The longest end of a text that takes at most `columns`. */
export function takeLastColumns(text: string, columns: number): string {
  const characters = [...text];
  let width = 0;
  let first = characters.length;
  while (first > 0) {
    width += characterWidth(characters[first - 1] ?? '');
    if (width > columns) break;
    first--;
  }
  while (first < characters.length && isCombining(characters[first] ?? '')) first++;
  return characters.slice(first).join('');
}
