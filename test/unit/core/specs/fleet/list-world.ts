import type {Diagnostic} from '../../../../../src/core/diagnostics/diagnostic';
import {sha256} from '../../../../../src/core/json/canonical';
import {type ParsedDocument, parseSource} from '../../../../../src/core/specs/document';
import {type FilledDocument, fillDocument} from '../../../../../src/core/specs/fleet/fill';
import {type ListedRows, readRows} from '../../../../../src/core/specs/fleet/rows';
import type {ReadData} from '../../../../../src/core/specs/fleet/sources';
import {readTemplate} from '../../../../../src/core/specs/fleet/template';

/** The one document of a text, which is strict YAML. */
export function documentOf(text: string, file = 'monitors/pricing.yaml'): ParsedDocument {
  const {documents, findings} = parseSource({file, specPath: 'pricing.yaml', bytes: Buffer.from(text)});
  const [document] = documents;
  if (document === undefined) throw new Error(JSON.stringify(findings));
  return document;
}

/** Data files that are there, by the path that a spec gives. */
export function filesOf(files: Readonly<Record<string, string | Uint8Array>>): ReadData {
  return (_spec, path) => {
    const content = files[path];
    if (content === undefined) return {code: 'list/data-file', message: `data file not found: ${path}`, hint: ''};
    const bytes = Buffer.from(content);
    return {source: {file: `monitors/${path}`, specPath: path, bytes}, hash: sha256(bytes)};
  };
}

/** The rows that a data file gives to a spec that uses these columns. */
export function rowsOf(name: string, content: string | Uint8Array, used: readonly string[] = []): ListedRows {
  return readRows(documentOf(`sync: {each: {file: ${name}}}\n`), filesOf({[name]: content}), new Set(used));
}

/** Findings as one line each. */
export function linesOf(findings: readonly Diagnostic[]): string[] {
  return findings.map(({code, message, where}) => {
    const start = where?.range.start;
    return `${where?.file}:${start?.line}:${start?.column} ${code} ${message}`;
  });
}

/** A spec that is a list, filled in for each of its rows. */
export function fillAll(
  spec: string,
  files: Readonly<Record<string, string>> = {},
  vars: Record<string, string | number | boolean> = {},
): FilledDocument[] {
  const document = documentOf(spec);
  const {rows, findings} = readRows(document, filesOf(files), new Set());
  if (rows.length === 0) throw new Error(JSON.stringify(findings));
  const template = readTemplate(document.data);
  return rows.map(row => fillDocument(document, template, {row, vars}));
}
