import type {JsonValue} from '../../json/value';
import {DEEPEST_NESTING} from './findings';
import {isOrdinaryText} from './text';

/** One document of a text: its data, and where its first node stands. */
export interface ComposedDocument {
  /** Position among the documents of the text, from 0, empty ones included. */
  readonly index: number;
  readonly data: JsonValue;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a text as nearly all specs are written: one document in blocks, values in one line or as text after `|` and `>`, brackets
 * within a line. Null for all else, faults included: the strict reader decides there, which takes four times as long. It must
 * never read anything otherwise than that one does; a test compares both.
 */
export function readOrdinary(text: string): ComposedDocument | null {
  return isOrdinaryText(text) ? new OrdinaryReader(text).read() : null;
}

/** A name that is text in every reading, up to its colon. */
const NAME = /[A-Za-z_$][\w$./-]*:(?=[ \n]|$)/y;
const NOT_NAMES = new Set(['true', 'True', 'TRUE', 'false', 'False', 'FALSE', 'null', 'Null', 'NULL', '__proto__']);
const LONGEST_NAME = 200;
const DOUBLE_QUOTED = /"[^"\\\n]*"/y;
const SINGLE_QUOTED = /'[^'\n]*'(?!')/y;
/** Unquoted text in a line: words with spaces, or a colon or `#` that begins nothing, between them. */
const PLAIN = /(?:-(?=[\w.])|[\w/.$+(^\\<=~;\u00a1-\uffff])[^ :#\n]*(?:(?: +|[:#])[^ :#\n]+)*/y;
/** The same within brackets. */
const PLAIN_IN_FLOW = /(?:-(?=\d)|[\w/.$+(^\\<=~;\u00a1-\uffff])[^ :#\n,[\]{}]*(?:(?: +|:)[^ :#\n,[\]{}]+)*/y;

const NEWLINE = 0x0a;
const SPACE = 0x20;
const HASH = 0x23;
const COMMA = 0x2c;
const DASH = 0x2d;
const GREATER = 0x3e;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_MAPPING = 0x7b;
const BAR = 0x7c;
const CLOSE_MAPPING = 0x7d;

/** Reads one text. A method returns undefined for what is not ordinary. */
class OrdinaryReader {
  /** Start of the next node; within brackets, the next character. */
  private at = 0;
  /** Column of the next node in blocks, from 0; -1 at the end of the text. */
  private column = 0;
  /** End of the last node. */
  private end = 0;

  constructor(private readonly text: string) {}

  read(): ComposedDocument | null {
    this.goToNode(0);
    if (this.column === 0 && this.text.startsWith('---\n', this.at)) this.goToNode(this.at + 4);
    const start = this.at;
    const data = this.column === 0 ? this.readBlock(1) : undefined;
    return data === undefined || this.column >= 0 ? null : {index: 0, data, start, end: this.end};
  }

  /** Goes to the first node in the lines from an offset on, which begins a line. */
  private goToNode(from: number): void {
    const {text} = this;
    let line = from;
    while (line < text.length) {
      const at = this.skipSpaces(line);
      const char = at < text.length ? text.charCodeAt(at) : NEWLINE;
      if (char !== NEWLINE && char !== HASH) {
        this.at = at;
        this.column = at - line;
        return;
      }
      line = this.findNextLine(at);
    }
    this.at = text.length;
    this.column = -1;
  }

  private findNextLine(from: number): number {
    const newline = this.text.indexOf('\n', from);
    return newline === -1 ? this.text.length : newline + 1;
  }

  private skipSpaces(from: number): number {
    let at = from;
    while (at < this.text.length && this.text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  private isItem(): boolean {
    if (this.text.charCodeAt(this.at) !== DASH) return false;
    const next = this.at + 1;
    return next >= this.text.length || this.text.charCodeAt(next) === SPACE || this.text.charCodeAt(next) === NEWLINE;
  }

  private readBlock(depth: number): JsonValue | undefined {
    return this.isItem() ? this.readList(this.column, depth) : this.readMapping(this.column, depth);
  }

  private readMapping(column: number, depth: number): JsonValue | undefined {
    if (depth === DEEPEST_NESTING) return undefined;
    const members: Record<string, JsonValue> = {};
    do {
      const name = this.readName(members);
      if (name === undefined) return undefined;
      this.end = this.at - 1;
      const value = this.readValue(column, depth, true);
      if (value === undefined) return undefined;
      members[name] = value;
    } while (this.column === column);
    return this.column < column ? members : undefined;
  }

  /** Reads the name of another member, and goes behind its colon. */
  private readName(members: Readonly<Record<string, JsonValue>>): string | undefined {
    NAME.lastIndex = this.at;
    if (!NAME.test(this.text)) return undefined;
    const name = this.text.slice(this.at, NAME.lastIndex - 1);
    if (name.length > LONGEST_NAME || NOT_NAMES.has(name) || Object.hasOwn(members, name)) return undefined;
    this.at = NAME.lastIndex;
    return name;
  }

  private readList(column: number, depth: number): JsonValue | undefined {
    if (depth === DEEPEST_NESTING) return undefined;
    const items: JsonValue[] = [];
    this.end = this.at;
    do {
      this.at++;
      const value = this.readValue(column, depth, false);
      if (value === undefined) return undefined;
      items.push(value);
    } while (this.column === column && this.isItem());
    return this.column <= column ? items : undefined;
  }

  /** Reads what follows the colon of a member, or the dash of an item, in a block at `column`; then goes to the next node. */
  private readValue(column: number, depth: number, isMember: boolean): JsonValue | undefined {
    const {text} = this;
    const at = this.skipSpaces(this.at);
    const char = at < text.length ? text.charCodeAt(at) : NEWLINE;
    if (char === NEWLINE || char === HASH) {
      this.goToNode(this.findNextLine(at));
      if (this.column > column) return this.readBlock(depth + 1);
      // A list may stand below its name without more indentation.
      return isMember && this.column === column && this.isItem() ? this.readList(column, depth + 1) : null;
    }
    if (char === BAR || char === GREATER) return this.readBlockText(at, column);
    if (!isMember) {
      NAME.lastIndex = at;
      if (NAME.test(text)) {
        const ownColumn = column + 1 + at - this.at;
        this.at = at;
        return this.readMapping(ownColumn, depth + 1);
      }
    }
    this.at = at;
    const value = this.readInLine(char, PLAIN, depth + 1);
    this.end = this.at;
    return value !== undefined && this.endLine() ? value : undefined;
  }

  /** Goes to the next node, if nothing but a comment follows in this line. */
  private endLine(): boolean {
    const at = this.skipSpaces(this.at);
    const char = at < this.text.length ? this.text.charCodeAt(at) : NEWLINE;
    if (char !== NEWLINE && (char !== HASH || at === this.at)) return false;
    this.goToNode(this.findNextLine(at));
    return true;
  }

  /** Reads a value that ends in its line, and goes behind it. */
  private readInLine(char: number, plain: RegExp, depth: number): JsonValue | undefined {
    const {text, at} = this;
    if (char === OPEN_LIST || char === OPEN_MAPPING) return this.readBrackets(char === OPEN_LIST, depth);
    const quoted = char === 0x22 ? DOUBLE_QUOTED : char === 0x27 ? SINGLE_QUOTED : null;
    const pattern = quoted ?? plain;
    pattern.lastIndex = at;
    if (!pattern.test(text)) return undefined;
    this.at = pattern.lastIndex;
    if (quoted !== null) return text.slice(at + 1, this.at - 1);
    const value = readPlainScalar(text.slice(at, this.at));
    return typeof value === 'object' && value !== null ? undefined : value;
  }

  private readBrackets(isList: boolean, depth: number): JsonValue | undefined {
    if (depth === DEEPEST_NESTING) return undefined;
    const {text} = this;
    const items: JsonValue[] = [];
    const members: Record<string, JsonValue> = {};
    const close = isList ? CLOSE_LIST : CLOSE_MAPPING;
    this.at = this.skipSpaces(this.at + 1);
    let char = text.charCodeAt(this.at);
    while (char !== close || items.length > 0) {
      const name = isList ? '' : this.readName(members);
      if (name === undefined) return undefined;
      this.at = this.skipSpaces(this.at);
      const value = this.readInLine(text.charCodeAt(this.at), PLAIN_IN_FLOW, depth + 1);
      if (value === undefined) return undefined;
      if (!isList) members[name] = value;
      items.push(value);
      this.at = this.skipSpaces(this.at);
      char = text.charCodeAt(this.at);
      if (char === close) break;
      if (char !== COMMA) return undefined;
      this.at = this.skipSpaces(this.at + 1);
    }
    this.at++;
    return isList ? items : members;
  }

  /** Reads text after `|` or `>`, which stands in lines of its own, none of them blank with spaces. */
  private readBlockText(from: number, column: number): string | undefined {
    const {text} = this;
    const isFolded = text.charCodeAt(from) === GREATER;
    const isStripped = text.charCodeAt(from + 1) === DASH;
    const header = from + (isStripped ? 2 : 1);
    if (text.charCodeAt(header) !== NEWLINE) return undefined;
    let line = header + 1;
    const indentation = this.skipSpaces(line) - line;
    if (indentation <= column) return undefined;
    let value = '';
    let breaks = 0;
    while (line < text.length) {
      const newline = text.indexOf('\n', line);
      if (newline === -1) return undefined;
      if (newline === line) breaks++;
      else {
        const content = this.skipSpaces(line);
        const isInside = content - line >= indentation;
        // Lines of spaces, those indented less than the text or more than folded text, and spaces at an end have rules of their own.
        if (content === newline || (!isInside && content - line > column)) return undefined;
        if (!isInside) break;
        if ((isFolded && content - line > indentation) || text.charCodeAt(newline - 1) === SPACE) return undefined;
        const before = breaks === 0 ? '' : isFolded ? (breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)) : '\n'.repeat(breaks);
        value += before + text.slice(line + indentation, newline);
        this.end = newline;
        breaks = 1;
      }
      line = newline + 1;
    }
    if (value === '') return undefined;
    this.goToNode(line);
    return isStripped ? value : `${value}\n`;
  }
}

/** Value of an unquoted scalar in YAML 1.2's core schema, or the reason why JSON cannot carry it. */
type PlainScalar = string | number | boolean | null | {readonly kind: 'not-finite' | 'unsafe-integer'};

const INTEGER = /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** Reads an unquoted scalar as YAML 1.2 core says (chapter 10.3.2 of its specification). */
export function readPlainScalar(source: string): PlainScalar {
  switch (source.charCodeAt(0)) {
    case 0x74: // t
    case 0x54: // T
      return source === 'true' || source === 'True' || source === 'TRUE' ? true : source;
    case 0x66: // f
    case 0x46: // F
      return source === 'false' || source === 'False' || source === 'FALSE' ? false : source;
    case 0x6e: // n
    case 0x4e: // N
      return source === 'null' || source === 'Null' || source === 'NULL' ? null : source;
    case 0x7e: // ~
      return source === '~' ? null : source;
    default:
      return mayBeNumber(source.charCodeAt(0)) ? readNumber(source) : source === '' ? null : source;
  }
}

/** Digits, sign and point. */
function mayBeNumber(first: number): boolean {
  return (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
}

function readNumber(source: string): PlainScalar {
  if (INTEGER.test(source)) return checkNumber(Number(source));
  if (FLOAT.test(source)) return checkNumber(Number(source));
  return NOT_FINITE.test(source) ? {kind: 'not-finite'} : source;
}

function checkNumber(value: number): PlainScalar {
  if (!Number.isFinite(value)) return {kind: 'not-finite'};
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return {kind: 'unsafe-integer'};
  return value === 0 ? 0 : value;
}
