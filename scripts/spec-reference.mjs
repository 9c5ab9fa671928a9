/** Renders docs/spec-reference.md from the checked-in schema: every field with its type, limits, default and meaning. */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The sections in order, by definition; null for a definition without fields of its own, described where it is used. */
const SECTION_TITLES = {
  MonitorSchedule: 'schedule',
  MonitorTarget: 'targets',
  ScrapeTarget: 'Scrape target',
  CrawlTarget: 'Crawl target',
  SearchTarget: 'Search target',
  CrawlOptions: 'crawlOptions',
  ScrapeOptions: 'scrapeOptions',
  Location: 'location',
  Profile: 'profile',
  Parser: 'parsers',
  ParserObject: null,
  PdfParser: 'Parser pdf',
  ImageParser: null,
  RedactPIIOptions: 'redactPII',
  ThreatProtectionOverride: 'threatProtection',
  AuditMetadata: 'auditMetadata',
  Format: 'formats',
  FormatObject: null,
  PlainFormat: null,
  ScreenshotFormat: 'Format screenshot',
  JsonFormat: 'Format json',
  ChangeTrackingFormat: 'Format changeTracking',
  AudioFormat: null,
  VideoFormat: null,
  QuestionFormat: 'Format question',
  HighlightsFormat: 'Format highlights',
  AttributesFormat: 'Format attributes',
  AttributeSelector: 'selectors',
  UndocumentedFormat: null,
  Viewport: 'viewport',
  Action: 'actions',
  WaitAction: 'Action wait',
  ScreenshotAction: 'Action screenshot',
  ClickAction: 'Action click',
  WriteAction: 'Action write',
  PressAction: 'Action press',
  ScrollAction: 'Action scroll',
  ScrapeAction: null,
  ExecuteJavascriptAction: 'Action executeJavascript',
  PdfAction: 'Action pdf',
  MonitorWebhook: 'webhook',
  MonitorNotification: 'notification',
  EmailNotification: 'email',
  SlackNotification: 'slack',
  SpecSync: 'sync',
  Expectation: 'expect',
  RowsFile: 'each',
  ListRow: null,
  ListRows: null,
};

/** The text that docs/spec-reference.md must have. */
export function renderSpecReference() {
  const schema = JSON.parse(readFileSync(join(root, 'schemas/strict/spec.json'), 'utf8'));
  const plain = Object.keys(schema.definitions).filter(name => isPlain(schema.definitions[name]));
  const unknown = Object.keys(schema.definitions).filter(name => !(name in SECTION_TITLES) && !plain.includes(name));
  if (unknown.length > 0) throw new Error(`scripts/spec-reference.mjs has no section for ${unknown.join(', ')}`);
  const sections = Object.entries(SECTION_TITLES)
    .filter(([, title]) => title !== null)
    .map(([name, title]) => renderSection(title, schema.definitions[name], schema));
  return `${sayOnce([INTRODUCTION, renderTable(schema, schema), ...sections].join('\n\n'))}\n`;
}

const INTRODUCTION = `# Spec reference

<!-- Generated from src/core/specs/types.ts by \`npm run docs\`; edit the comments there. -->

The body of Firecrawl's create-monitor request as YAML, and [\`sync\`](#sync), which is never sent. Defaults are the service's.

Unknown fields are errors. In \`scrapeOptions\` they are warnings, except in \`parsers\`, \`redactPII\` and
\`auditMetadata\`; in \`crawlOptions\` they are sent.

## A spec`;

/** Without the first sentence of a section that the row which leads to it has already. */
function sayOnce(page) {
  return page.replace(/^(## .*\n)\n([^|\n]+)\n(?=\n\|)/gm, (whole, heading, sentence) =>
    page.includes(`|${sentence}|\n`) ? heading : whole,
  );
}

function renderSection(title, definition, schema) {
  const isChoice = definition.oneOf !== undefined || definition.if !== undefined;
  const body = isChoice ? renderChoice(definition, schema) : renderTable(definition, schema);
  return `## ${title}\n\n${definition.description}\n\n${body}`;
}

/** The members of a union by their \`type\`; a name alone will do for those that the union also takes as text. */
function renderChoice({then, else: otherwise, oneOf}, schema) {
  const names = then === undefined ? [] : resolve(then, schema).enum;
  const branches = oneOf ?? resolve(otherwise, schema).oneOf;
  const rows = branches.map(branch => {
    const {properties, description} = resolve(branch, schema);
    const types = (properties.type.enum ?? [properties.type.const]).map(code).join(', ');
    return renderRow([sectionOf(branch) === null ? types : `[${types}](${anchorOf(branch)})`, description]);
  });
  const objectsOnly = branches.flatMap(branch => resolve(branch, schema).properties.type.const ?? []).filter(name => !names.includes(name));
  const exceptions = objectsOnly.length === 0 ? '' : `, except ${list(objectsOnly.map(code))}`;
  const note = names.length === 0 ? [] : [`Each may be its bare name${exceptions}.`, ''];
  return [...note, '|`type`|Meaning|', '|---|---|', ...rows].join('\n');
}

function renderTable(object, schema) {
  const fields = Object.entries(object.properties ?? {}).filter(([name, {const: only}]) => name !== 'type' || only === undefined);
  const rows = fields.map(([name, property]) => {
    const mark = (object.required ?? []).includes(name) ? ' (required)' : '';
    const type = property.unit === undefined ? nameType(property, schema) : `${nameType(property, schema)}, ${property.unit}`;
    return renderRow([
      code(name) + mark,
      type,
      listLimits(property, schema).join('; '),
      showDefault(property.default),
      describe(property, schema),
    ]);
  });
  return ['|Field|Type|Limits|Default|Meaning|', '|---|---|---|---|---|', ...rows].join('\n');
}

function renderRow(cells) {
  return `|${cells.map(escapeCell).join('|')}|`;
}

function nameType(property, schema) {
  if (property.if !== undefined) return `${property.if.type} or ${nameType(property.else, schema)}`;
  if (property.$ref !== undefined) {
    const definition = resolve(property, schema);
    return isPlain(definition) ? nameType(definition, schema) : `[${sectionOf(property)}](${anchorOf(property)})`;
  }
  if (property.type === 'array') return `list of ${nameType(property.items, schema)}`;
  if (property.type === undefined) return 'any value';
  if (property.type === 'object') return property.additionalProperties?.type === 'string' ? 'object of strings' : 'object';
  return [property.type].flat().join(' or ');
}

function listLimits(property, schema) {
  const definition = property.$ref !== undefined && isPlain(resolve(property, schema)) ? resolve(property, schema) : property;
  const {minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format, items} = definition;
  const limits = [];
  if (definition.enum !== undefined) limits.push(definition.enum.map(code).join(', '));
  if (definition.const !== undefined) limits.push(code(definition.const));
  if (minimum !== undefined || maximum !== undefined) limits.push(span(minimum, maximum, ''));
  if (minLength !== undefined || maxLength !== undefined) limits.push(span(minLength, maxLength, ' characters'));
  if (minItems !== undefined || maxItems !== undefined) limits.push(span(minItems, maxItems, ' items'));
  if (pattern !== undefined) limits.push(code(pattern));
  if (format !== undefined) limits.push(format);
  const ofItems = items === undefined ? [] : listLimits(items, schema);
  return ofItems.length === 0 ? limits : [...limits, `each: ${ofItems.join(', ')}`];
}

function span(least, most, what) {
  const [from, to] = [least, most].map(limit => limit?.toLocaleString('en'));
  if (from === undefined) return `at most ${to}${what}`;
  return to === undefined ? `at least ${from}${from === '1' ? what.replace(/s$/, '') : what}` : `${from}-${to}${what}`;
}

function describe(property, schema) {
  return property.description ?? (property.$ref === undefined ? '' : (resolve(property, schema).description ?? ''));
}

function showDefault(value) {
  if (value === undefined) return '';
  return typeof value === 'number' ? value.toLocaleString('en') : code(JSON.stringify(value));
}

function isPlain(definition) {
  return definition.type === 'string';
}

function resolve(schema, {definitions}) {
  return schema.$ref === undefined ? schema : definitions[nameOf(schema)];
}

function nameOf({$ref}) {
  return $ref.replace('#/definitions/', '');
}

/** The title of a definition's section; null if it has none. */
function sectionOf(branch) {
  return SECTION_TITLES[nameOf(branch)];
}

function anchorOf(branch) {
  return `#${sectionOf(branch).toLowerCase().replaceAll(' ', '-')}`;
}

function list(items) {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`;
}

function code(text) {
  return `\`${text}\``;
}

function escapeCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
