import {formatPatch, structuredPatch} from 'diff';
import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';

/** The unified diff of two Markdown texts, as the service shows it. */
export function diffMarkdown(before: string, after: string): JsonObject {
  const end = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
  const patch = structuredPatch('previous', 'current', end(before), end(after), undefined, undefined, {context: 3});
  const lines = patch.hunks.flatMap(hunk => hunk.lines);
  const count = (mark: string) => lines.filter(line => line.startsWith(mark)).length;
  const files = [{from: 'previous', to: 'current', additions: count('+'), deletions: count('-')}];
  return {text: formatPatch(patch).replace(/^=+\n/, ''), json: {files}};
}

/** The fields in which two extractions differ, by path, such as `plans[0].price`. */
export function diffFields(before: JsonValue, after: JsonValue, path = ''): JsonObject {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    const items = Array.from({length}, (_, index) => diffFields(before[index] ?? null, after[index] ?? null, `${path}[${index}]`));
    return Object.assign({}, ...items);
  }
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const members = names.map(name => diffFields(before[name] ?? null, after[name] ?? null, path === '' ? name : `${path}.${name}`));
    return Object.assign({}, ...members);
  }
  return JSON.stringify(before) === JSON.stringify(after) ? {} : {[path]: {previous: before, current: after}};
}

/** The lines that a diff adds or removes, without their marks. */
export function changedLines(text: string): readonly {readonly type: 'added' | 'removed'; readonly line: string}[] {
  return text.split('\n').flatMap(line => {
    const type = /^\+(?!\+\+)/.test(line) ? ('added' as const) : /^-(?!--)/.test(line) ? ('removed' as const) : undefined;
    return type === undefined ? [] : [{type, line: line.slice(1)}];
  });
}
