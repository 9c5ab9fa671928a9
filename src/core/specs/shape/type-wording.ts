import {suggestName} from '../../diagnostics/suggest';
import {type Path, toPointer} from '../../json/pointer';
import type {JsonValue} from '../../json/value';
import {isDocumentedSecret} from '../../secrets/places';
import type {SpecDocument} from '../spec-document';
import {describeKind, describeValue, type SchemaComplaint, type ShapeFault, showPlace, showSource, type WordedFault} from './fault';
import {findShape, type Shapes} from './shapes';
import {listNames} from './unknown-field';

/** Says what a value is and what it should be, and how to write that in YAML. */
export function wordWrongType({path, params}: ShapeFault, value: JsonValue, place: string, complaint: SchemaComplaint): WordedFault {
  const expected = [params['type']].flat().map(String);
  const shape = findShape(complaint.shapes, complaint.document.data, path)?.name;
  // A text in place of a webhook or of headers may well be their secret.
  const isContainer = expected.includes('object') || expected.includes('array');
  const hint = expected.includes('object') ? hintForObject(value, path, shape, complaint) : hintForPlain(expected, value, path, complaint);
  return {
    code: 'schema/type',
    message: `${place} must be ${nameExpected(expected, shape)}, but is ${isContainer ? describeKind(value) : describeValue(complaint.document, path)}`,
    hint,
  };
}

/** Says the same of a member that is true, false or one of a few words. */
export function wordWrongSwitch(value: JsonValue, path: Path, words: readonly string[], {document}: SchemaComplaint): WordedFault {
  const near = typeof value === 'string' ? suggestName(value, words) : undefined;
  const hint = typeof value === 'string' ? hintForText(['boolean'], value, path, document) : undefined;
  return {
    code: 'schema/type',
    message: `"${showPlace(document, path)}" must be true, false or ${listNames(words, 'or')}, but is ${describeValue(document, path)}`,
    hint: near === undefined ? hint : `did you mean "${near}"?`,
  };
}

function nameExpected(expected: readonly string[], shape: string | undefined): string {
  if (shape === 'FormatObject') return 'the name of a format or an object with a "type"';
  if (shape === 'ParserObject') return 'the name of a parser or an object with a "type"';
  if (shape === 'RedactPIIOptions') return 'true, false or an object';
  return expected
    .filter(type => type !== 'null' || expected.length === 1)
    .map(type => WORDS[type] ?? type)
    .join(' or ');
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function hintForObject(value: JsonValue, path: Path, shape: string | undefined, {shapes}: SchemaComplaint): string {
  if (path.length === 0) return `write members such as ${listNames(membersOf(shapes).slice(0, 3))}, one to a line, without "- "`;
  const sample = shape === undefined ? undefined : SAMPLES[shape];
  if (sample !== undefined) return `write ${sample}`;
  if (value === null) return 'indent its members below it, or remove the line';
  return Array.isArray(value) ? 'write its members without "- "' : 'write its members below it, indented, one to a line';
}

/** The members of a document, those that it must have first. */
function membersOf({root}: Shapes): string[] {
  return root?.kind === 'object' ? [...new Set([...Object.keys(root.samples), ...Object.keys(root.members)])] : [];
}

/** Samples of objects that people take for plain values. */
const SAMPLES: Readonly<Record<string, string>> = {
  MonitorSchedule: 'schedule: {text: every 30 minutes} or schedule: {cron: "0 6 * * *"}',
  MonitorTarget: '{type: scrape, urls: [...]}, {type: crawl, url: ...} or {type: search, queries: [...]}',
  MonitorWebhook: 'webhook: {url: ...}',
  MonitorNotification: 'notification: {email: {enabled: true, recipients: [...]}}',
  EmailNotification: 'email: {enabled: true, recipients: [...]}',
  SpecSync: 'sync: {key: ...}',
  FormatObject: 'a name such as markdown, or an object such as {type: screenshot, fullPage: true}',
  Action: 'an action such as {type: click, selector: "#more"}',
  ParserObject: 'pdf, image or {type: pdf}',
  Location: 'location: {country: US}',
  Profile: 'profile: {name: ...}',
  Viewport: 'viewport: {width: 1280, height: 800}',
  AuditMetadata: 'auditMetadata: {username: ...}',
  ServiceConfig: 'service: {operations: full}',
  BudgetConfig: 'budget: {creditsPerMonth: 50000}',
  SafetyConfig: 'safety: {maxDeletes: 30%}',
  SecretsConfig: 'secrets: {allow: [NAME]}',
};

function hintForPlain(expected: readonly string[], value: JsonValue, path: Path, {document}: SchemaComplaint): string | undefined {
  if (value === null) return 'give it a value, or remove the line';
  const label = labelOf(path);
  if (expected.includes('array')) return typeof value === 'object' ? 'begin each item with "- "' : `write a list: ${label}[...]`;
  if (typeof value === 'object') return undefined;
  if (typeof value === 'number' && path.length === 2 && path[0] === 'schedule') return hintForTime(path[1], value);
  if (expected.includes('string'))
    return isDocumentedSecret(path) ? 'put it in quotes' : `put it in quotes: ${label}"${showSource(document, path)}"`;
  if (typeof value === 'string' && !isDocumentedSecret(path)) return hintForText(expected, value, path, document);
  return expected.includes('integer') && typeof value === 'number' ? 'write it without a fraction' : undefined;
}

/** A number in place of a schedule: in quotes it would be none either. */
function hintForTime(member: Path[number] | undefined, value: number): string {
  const isMinutes = Number.isInteger(value) && value >= 5 && 60 % value === 0;
  if (member === 'text') return `write it in words: text: every ${isMinutes ? value : 30} minutes`;
  if (member !== 'cron') return 'write a name such as Europe/Berlin or UTC';
  const hour = Number.isInteger(value) && value >= 0 && value < 24 ? value : 6;
  return `cron has five fields, in quotes: write cron: "*/${isMinutes ? value : 30} * * * *" for minutes, cron: "0 ${hour} * * *" for an hour of the day`;
}

/** The same in a CSV file, where a cell has no quotes and no name before it. */
function hintForCell(expected: readonly string[], text: string): string {
  if (expected.includes('boolean')) return `write ${TRUTHS[text.toLowerCase()] ?? 'true or false'} in the cell`;
  const digits = readDigits(text);
  return digits === null ? 'write digits only, without a unit' : `write ${digits} in the cell`;
}

/** Names what a text would be, if it were not text: YAML 1.2 takes `yes`, `1_000` and all that is in quotes for text. */
function hintForText(expected: readonly string[], text: string, path: Path, document: SpecDocument): string {
  if (document.placeOf(toPointer(path)).file.endsWith('.csv')) return hintForCell(expected, text);
  const label = labelOf(path);
  if (expected.includes('boolean')) {
    const word = text.toLowerCase();
    const truth = TRUTHS[word];
    if (truth === undefined) return 'write true or false, without quotes';
    return word === String(truth) ? `write ${label}${truth}, without quotes` : `write ${label}${truth}; in YAML 1.2, ${word} is text`;
  }
  const digits = readDigits(text);
  return digits === null ? 'write digits only, without a unit' : `write ${label}${digits}, without quotes`;
}

function labelOf(path: Path): string {
  const last = path[path.length - 1];
  return typeof last === 'string' ? `${last}: ` : '';
}

function readDigits(text: string): number | null {
  const digits = text.replaceAll('_', '').trim();
  return /^[+-]?\d+(\.\d+)?$/.test(digits) ? Number(digits) : null;
}

const TRUTHS: Readonly<Record<string, boolean>> = {
  yes: true,
  on: true,
  y: true,
  true: true,
  no: false,
  off: false,
  n: false,
  false: false,
};
