import {join} from 'node:path';
import {type CompletionItem, type Cursor, LanguageServer} from './language-server';

/** The language server with our schemas, for the files that each is meant for; faster where nothing is to be underlined. */
export function openEditor({diagnoses}: {readonly diagnoses: boolean}): Promise<LanguageServer> {
  const schema = (name: string) => join(__dirname, `../../schemas/${name}.schema.json`);
  const schemas = {
    [schema('spec')]: ['monitors/**/*.yaml', '!monitors/**/_*'],
    [schema('layer')]: ['monitors/**/_defaults.yaml', 'monitors/**/_overlay.*.yaml'],
    [schema('data')]: ['monitors/**/_rows.yaml'],
    [schema('config')]: ['monitors.config.yaml'],
  };
  return LanguageServer.start(schemas, diagnoses);
}

/**
 * Each text that an editor makes by accepting an item, and a value behind it where the item leaves one open. `labels` choose among
 * the items; without them all are accepted.
 */
export async function acceptAll(
  server: LanguageServer,
  file: string,
  cursor: Cursor,
  labels?: string | readonly string[],
): Promise<string[]> {
  const items = await server.complete(file, cursor);
  const chosen = items.filter(({label}) => labels === undefined || [labels].flat().includes(label));
  const texts = chosen.map(async item => {
    const {text, next} = accept(cursor, item);
    return next === null ? [text] : await acceptAll(server, file, next);
  });
  return (await Promise.all(texts)).flat();
}

/** A text after an item was accepted, and where the cursor then waits for a value; null where none is missing. */
interface Accepted {
  readonly text: string;
  readonly next: Cursor | null;
}

/** Accepts an item as an editor does: its placeholders keep what they say, and further lines get the indentation of the first. */
function accept({text, position}: Cursor, item: CompletionItem): Accepted {
  const lines = text.split('\n');
  const line = lines[position.line] ?? '';
  const {start, end} = item.textEdit?.range ?? {start: position, end: position};
  const indentation = /^ */.exec(line)?.[0] ?? '';
  const inserted = expand(item.textEdit?.newText ?? item.insertText ?? item.label).replaceAll('\n', `\n${indentation}`);
  const changed = line.slice(0, start.character) + inserted + line.slice(end.character);
  const whole = [...lines.slice(0, position.line), changed, ...lines.slice(position.line + 1)].join('\n');
  const first = changed.split('\n')[0] ?? '';
  const waits = /: *$/.test(inserted) && !inserted.includes('\n');
  return {text: whole, next: waits ? {text: whole, position: {line: position.line, character: first.length}} : null};
}

/** A snippet as text: `${1:word}` is `word`, `$1` nothing, `\$` a dollar. */
function expand(snippet: string): string {
  return snippet
    .replace(/(?<!\\)\$\{\d+:((?:\\.|[^}\\])*)\}/g, '$1')
    .replace(/(?<!\\)\$\d+/g, '')
    .replace(/\\([\\$}])/g, '$1');
}

/** A place to ask for completion, and the member that stood there. */
export interface Place {
  readonly cursor: Cursor;
  readonly member: string;
}

/** Every place of a text in block style at which a member could be added, after what each member holds. */
export function listGaps(text: string): Cursor[] {
  const lines = text.split('\n');
  const seen = new Set<string>();
  return listMembers(lines).flatMap(({column, end}) => {
    if (seen.has(`${end}:${column}`)) return [];
    seen.add(`${end}:${column}`);
    return [insertLine(lines, end, end, column)];
  });
}

/** Every place at which a member stands, without it. */
export function listHoles(text: string): Place[] {
  const lines = text.split('\n');
  return listMembers(lines)
    .filter(({isFirst}) => !isFirst)
    .map(({name, line, end, column}) => ({member: name, cursor: insertLine(lines, line, end, column)}));
}

/** Every place at which a value stands behind a name, without it. */
export function listValuePlaces(text: string): Place[] {
  const lines = text.split('\n');
  return listMembers(lines)
    .filter(({line, end, name}) => end === line + 1 && name !== 'type')
    .map(({line, name}) => {
      const before = `${(lines[line] ?? '').split(`${name}:`)[0]}${name}: `;
      const changed = [...lines.slice(0, line), before, ...lines.slice(line + 1)].join('\n');
      return {member: name, cursor: {text: changed, position: {line, character: before.length}}};
    });
}

/** Every place at which an item of a list of plain values stands, without it: behind its dash, or in brackets. */
export function listItemPlaces(text: string): Place[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const above = lines.slice(0, index).findLast(other => /^ *(?:- +)*\w+:$/.test(other));
    const [, dash] = /^( *- )[^:{[]+$/.exec(line) ?? [];
    if (dash !== undefined) return [emptied(lines, index, dash, '', above?.match(/\w+/)?.[0] ?? '')];
    const [, before, name = '', item] = /^( *(?:- +)*(\w+): \[)([^\]{[]*)\]$/.exec(line) ?? [];
    return before === undefined || item === undefined ? [] : [emptied(lines, index, before, ']', name)];
  });
}

function emptied(lines: readonly string[], index: number, before: string, after: string, member: string): Place {
  const text = [...lines.slice(0, index), before + after, ...lines.slice(index + 1)].join('\n');
  return {member, cursor: {text, position: {line: index, character: before.length}}};
}

interface Member {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  /** The line after all that it holds. */
  readonly end: number;
  /** The first of its list item: without it there is no item. */
  readonly isFirst: boolean;
}

function listMembers(lines: readonly string[]): Member[] {
  return lines.flatMap((line, index) => {
    const [, before = '', name] = /^( *(?:- +)*)(\w+):(?: |$)/.exec(line) ?? [];
    if (name === undefined) return [];
    const column = before.length;
    const after = lines.findIndex((other, at) => at > index && indentationOf(other) <= column);
    return [{name, line: index, column, end: after === -1 ? lines.length : after, isFirst: before.includes('-')}];
  });
}

/** Of a list item without a member too: "- markdown" belongs to the member above it. */
function indentationOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** The text with its lines from `start` to `end` replaced by white space, behind which the cursor stands. */
function insertLine(lines: readonly string[], start: number, end: number, column: number): Cursor {
  const text = [...lines.slice(0, start), ' '.repeat(column), ...lines.slice(end)].join('\n');
  return {text, position: {line: start, character: column}};
}
