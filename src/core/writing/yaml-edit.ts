import {isEqualJson, isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {type ParsedDocument, parseSource} from '../specs/document';
import {writeYamlScalar} from './yaml-text';

/**
 * Adds texts to the list at `path` (two member names) of a YAML file, where they are not in it yet; every byte of what is there
 * stays. Null where that can't be done without touching more: the text is read again, and must say just that.
 */
export function addToList(text: string, path: readonly [string, string], values: readonly string[]): string | null {
  const document = read(text);
  if (document === null) return null;
  const data = document === 'empty' ? {} : document.data;
  const list = listAt(data, path);
  if (!isObject(data) || list === null) return null;
  const missing = [...new Set(values)].filter(value => !list.includes(value));
  if (missing.length === 0) return text;
  const wanted = {...data, [path[0]]: {...(property(data, path[0]) as JsonObject | undefined), [path[1]]: [...list, ...missing]}};
  for (const edited of proposeEdits(text, document, path, missing)) {
    const again = read(edited);
    if (again !== null && again !== 'empty' && isEqualJson(again.data, wanted)) return edited;
  }
  return null;
}

function read(text: string): ParsedDocument | 'empty' | null {
  const {documents, findings} = parseSource({file: '', specPath: '', bytes: Buffer.from(text)});
  const errors = findings.filter(({severity}) => severity === 'error');
  const [document, ...others] = documents;
  if (document === undefined) return errors.every(({code}) => code === 'yaml/empty') ? 'empty' : null;
  return errors.length > 0 || others.length > 0 ? null : document;
}

/** The list as it is, empty where there is none; null where something else stands there. */
function listAt(data: JsonValue, [outer, inner]: readonly [string, string]): readonly JsonValue[] | null {
  const holder = property(data, outer);
  if (holder === undefined) return [];
  if (!isObject(holder)) return null;
  const list = property(holder, inner) ?? [];
  return Array.isArray(list) ? list : null;
}

/** Texts that may be the wanted one, the most likely first. */
function* proposeEdits(
  text: string,
  document: ParsedDocument | 'empty',
  [outer, inner]: readonly [string, string],
  values: readonly string[],
): Generator<string> {
  const break_ = text.includes('\r\n') ? '\r\n' : '\n';
  const items = values.map(writeYamlScalar);
  const whole = `${outer}:${break_}  ${inner}: [${items.join(', ')}]${break_}`;
  if (document === 'empty') {
    yield endLine(text, break_) + whole;
    return;
  }
  const list = property(property(document.data, outer), inner);
  const insert = (offset: number, addition: string) => text.slice(0, offset) + addition + text.slice(offset);
  if (Array.isArray(list) && list.length > 0) {
    const {start, end} = document.rangeOf(`/${outer}/${inner}/${list.length - 1}`);
    // In brackets, then as items of a block in the column of the last one.
    yield insert(end.offset, items.map(item => `, ${item}`).join(''));
    const line = text.slice(text.lastIndexOf('\n', start.offset) + 1, start.offset);
    const lead = /^\s*- +$/.exec(line)?.[0] ?? '  - ';
    yield insertLines(
      text,
      end.offset,
      items.map(item => lead + item),
      break_,
    );
    return;
  }
  if (Array.isArray(list)) {
    const {start, end} = document.rangeOf(`/${outer}/${inner}`);
    yield `${text.slice(0, start.offset)}[${items.join(', ')}]${text.slice(end.offset)}`;
    return;
  }
  const holder = property(document.data, outer);
  if (isObject(holder)) {
    const {start} = document.rangeOf(`/${outer}`);
    yield insert(start.offset + 1, `${inner}: [${items.join(', ')}]${Object.keys(holder).length > 0 ? ', ' : ''}`);
    yield insert(start.offset, `${inner}: [${items.join(', ')}]${break_}${' '.repeat(start.column - 1)}`);
    return;
  }
  const {start, end} = document.rangeOf('');
  yield endLine(text, break_) + whole;
  yield insertLines(text, end.offset, whole.trimEnd().split(break_), break_);
  yield insert(
    start.offset + 1,
    `${outer}: {${inner}: [${items.join(', ')}]}${Object.keys(document.data as JsonObject).length > 0 ? ', ' : ''}`,
  );
}

/** Puts lines after the line in which `offset` lies. */
function insertLines(text: string, offset: number, lines: readonly string[], break_: string): string {
  const next = text.indexOf('\n', offset);
  const before = next === -1 ? endLine(text, break_) : text.slice(0, next + 1);
  return before + lines.map(line => line + break_).join('') + (next === -1 ? '' : text.slice(next + 1));
}

function endLine(text: string, break_: string): string {
  return text === '' || text.endsWith('\n') ? text : text + break_;
}
