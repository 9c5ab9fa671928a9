import {toPointer} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';

/** Writes the comment behind a value, by its JSON pointer; empty for none. One line without control characters. */
type WriteComment = (pointer: string) => string;

const NO_COMMENT: WriteComment = () => '';

/**
 * Writes JSON data as YAML that people like to read and that every parser reads alike: block style, texts of several lines as
 * blocks, nothing quoted without need. What our own reader has to refuse (control characters, unsafe integers) is written all
 * the same: reading it back is the judge.
 */
export function writeYaml(data: JsonObject, comment: WriteComment = NO_COMMENT): string {
  return `${writeMembers(data, {indent: 0, pointer: '', comment}).join('\n')}\n`;
}

/** Place of a value: its depth, and the pointer that it is below. */
interface YamlPlace {
  readonly indent: number;
  readonly pointer: string;
  readonly comment: WriteComment;
}

/** The place of a part of a value. */
function partOf({indent, pointer, comment}: YamlPlace, step: string | number): YamlPlace {
  return {indent: indent + STEP, pointer: comment === NO_COMMENT ? '' : pointer + toPointer([step]), comment};
}

/** One scalar as it stands after `- ` in a block or between commas in brackets. */
export function writeYamlScalar(value: string): string {
  return isPlain(value) && !/[,[\]{}]/.test(value) ? value : quote(value);
}

function writeMembers(object: JsonObject, place: YamlPlace): string[] {
  return Object.entries(object).flatMap(([name, value]) => {
    const [first = '', ...rest] = writeValue(value, partOf(place, name));
    const label = `${' '.repeat(place.indent)}${isPlainName(name) ? name : quote(name)}:`;
    return [first === '' ? label : `${label} ${first}`, ...rest];
  });
}

const STEP = 2;

/** Writes the text in the line of the member's name, then the lines below it, which are indented. */
function writeValue(value: JsonValue, place: YamlPlace): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return ['', ...value.flatMap((item: JsonValue, index) => writeItem(item, index, place))];
  }
  if (isObject(value) && Object.keys(value).length > 0) return ['', ...writeMembers(value, place)];
  const [first = '', ...rest] = typeof value === 'string' ? writeText(value, place.indent) : [JSON.stringify(value)];
  return [withComment(first, place), ...rest];
}

function writeItem(item: JsonValue, index: number, place: YamlPlace): string[] {
  const dash = `${' '.repeat(place.indent)}- `;
  const part = partOf(place, index);
  // Lists in lists are rare, and what people know of them is JSON.
  if (Array.isArray(item)) return [withComment(dash + writeFlow(item), part)];
  const lines = isObject(item) && Object.keys(item).length > 0 ? writeMembers(item, part) : writeValue(item, part);
  const [first = '', ...rest] = lines;
  return [dash + first.trimStart(), ...rest];
}

function withComment(line: string, {pointer, comment}: YamlPlace): string {
  const words = comment(pointer);
  return words === '' ? line : `${line}  # ${words}`;
}

function writeFlow(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, item]) => `${quote(name)}: ${writeFlow(item)}`)
      .join(', ')}}`;
  return typeof value === 'string' ? quote(value) : JSON.stringify(value);
}

function writeText(text: string, indent: number): string[] {
  if (isPlain(text)) return [text];
  if (!isBlock(text)) return [quote(text)];
  const lines = text.replace(/\n$/, '').split('\n');
  return [text.endsWith('\n') ? '|' : '|-', ...lines.map(line => (line === '' ? '' : ' '.repeat(indent) + line))];
}

/** Texts of several lines that mean the same to every parser as a block, show all that is in them, and are no command to a CI runner. */
function isBlock(text: string): boolean {
  if (/^[ ]*::/m.test(text) || text.search(HASH_COMMAND) >= 0) return false;
  return /^\S.*\n/.test(text) && !/[^\S\n ]|[ ]$|[ ]\n|\n\n$/.test(text) && !text.split('\n').some(hasHidden);
}

/** One line that is text in every reading of YAML, 1.1 included, also to those who take `no`, `1:30` or a date for something else. */
function isPlain(text: string): boolean {
  if (!/^[\p{L}\p{N}$/(_]/u.test(text) || /[^\S ]|: |:$| #|[ ]$/.test(text)) return false;
  return !isAmbiguous(text) && !hasHidden(text) && text.search(HASH_COMMAND) < 0;
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(name) && !isAmbiguous(name);
}

function isAmbiguous(text: string): boolean {
  return (
    /^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text) ||
    /^\d[\d_.,:eE+-]*$|^0[xXoObB][\da-fA-F_]*$/.test(text) ||
    /^\d{4}-\d{1,2}-\d{1,2}(?:$|[Tt ])/.test(text)
  );
}

/** Control characters and those that cannot be seen, also where Unicode only reserves them. Not the two that choose how an emoji looks. */
const UNSEEN = /(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The joiners U+200C and U+200D belong to words and emoji, but not beside ASCII, nor to the beginning or end of a line. */
const JOINED = /(?<=[^\x00-\x7f\u200c\u200d])[\u200c\u200d](?=[^\x00-\x7f\u200c\u200d])/gu;

function hasHidden(text: string): boolean {
  return text.search(UNSEEN) >= 0 && text.replaceAll(JOINED, '').search(UNSEEN) >= 0;
}

/** Text that CI runners read as a command anywhere in a line: `##[`, `##vso[`, `##teamcity[`. */
const HASH_COMMAND = /##(?=[A-Za-z]*\[)/g;

function quote(text: string): string {
  const quoted = JSON.stringify(text).replaceAll(HASH_COMMAND, '#\\u0023');
  // As it is written: beside a line end stands its escape, which is ASCII.
  return hasHidden(quoted) ? quoted.replaceAll(UNSEEN, escapeCharacter) : quoted;
}

function escapeCharacter(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
