/** Renders docs/spec-reference.md from the checked-in schema: every member with its type, rules, default, unit and an example. */
import {readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Definitions that are plain values or mere choices: described where they are used, not in a section of their own. */
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
  RedactPIIOptions: 'redactPII',
  ThreatProtectionOverride: 'threatProtection',
  AuditMetadata: 'auditMetadata',
  Format: 'formats',
  FormatObject: null,
  PlainFormat: 'Formats without options',
  ScreenshotFormat: 'Format screenshot',
  JsonFormat: 'Format json',
  ChangeTrackingFormat: 'Format changeTracking',
  AudioFormat: 'Format audio',
  VideoFormat: 'Format video',
  QuestionFormat: 'Format question',
  HighlightsFormat: 'Format highlights',
  UndocumentedFormat: 'Formats deterministicJson and query',
  Viewport: 'viewport',
  Action: 'actions',
  WaitAction: 'Action wait',
  ScreenshotAction: 'Action screenshot',
  ClickAction: 'Action click',
  WriteAction: 'Action write',
  PressAction: 'Action press',
  ScrollAction: 'Action scroll',
  ScrapeAction: 'Action scrape',
  ExecuteJavascriptAction: 'Action executeJavascript',
  PdfAction: 'Action pdf',
  MonitorWebhook: 'webhook',
  MonitorNotification: 'notification',
  EmailNotification: 'email',
  SpecSync: 'sync',
};

/** The text that docs/spec-reference.md must have. */
export function renderSpecReference() {
  const schema = JSON.parse(readFileSync(join(root, 'schemas/spec.schema.json'), 'utf8'));
  const plain = Object.keys(schema.definitions).filter(name => isPlain(schema.definitions[name]));
  const unknown = Object.keys(schema.definitions).filter(name => !(name in SECTION_TITLES) && !plain.includes(name));
  if (unknown.length > 0) throw new Error(`scripts/spec-reference.mjs has no section for ${unknown.join(', ')}`);
  const sections = Object.entries(SECTION_TITLES)
    .filter(([, title]) => title !== null)
    .map(([name, title]) => renderSection(title, schema.definitions[name], schema));
  return `${[INTRODUCTION, renderTable(schema, schema), ...sections].join('\n\n')}\n`;
}

const INTRODUCTION = `# Spec reference

<!-- Generated from src/spec/types.ts by \`npm run docs\`; edit the comments there. -->

A spec is one YAML document below the specs directory: the body of the service's create-monitor request, member for
member, and one member of ours, [\`sync\`](#sync), which is never sent. What is sent is exactly what the spec says;
defaults are the service's and are only used to compare and to estimate.

An editor with a YAML language server completes and explains all of this when the first line of a spec is
\`# yaml-language-server: $schema=<path to>/schemas/spec.schema.json\`.

Unknown members are errors; in \`scrapeOptions\` and what is in it they are warnings, except in \`parsers\`, \`redactPII\`
and \`auditMetadata\`; in \`crawlOptions\` they are passed on.

## A spec`;

function renderSection(title, definition, schema) {
  const isChoice = definition.oneOf !== undefined || definition.if !== undefined;
  const body = isChoice ? renderChoice(definition, schema) : renderTable(definition, schema);
  return `## ${title}\n\n${definition.description}${body === '' ? '' : `\n\n${body}`}`;
}

/** What may stand in place of a union: names, and objects by their \`type\`. */
function renderChoice({then, else: otherwise, oneOf}, schema) {
  const names = then === undefined ? [] : [`One of the names ${list(resolve(then, schema).enum.map(code))}, or an object:`, ''];
  const branches = (oneOf ?? resolve(otherwise, schema).oneOf).map(branch => {
    const {type} = resolve(branch, schema).properties;
    return `- ${(type.enum ?? [type.const]).map(value => code(`type: ${value}`)).join(', ')}: [${titleOf(branch)}](${anchorOf(branch)})`;
  });
  return [...names, ...branches].join('\n');
}

function renderTable(object, schema) {
  const rows = Object.entries(object.properties ?? {}).map(([name, property]) => {
    const required = (object.required ?? []).includes(name) ? '**required**' : '';
    const rules = [required, ...listRules(property, schema)].filter(Boolean).join('; ');
    const cells = [
      code(name),
      nameType(property, schema),
      rules,
      showValue(property.default),
      property.unit ?? '',
      describe(property, schema),
      showExample(property, schema),
    ];
    return `| ${cells.map(escapeCell).join(' | ')} |`;
  });
  if (rows.length === 0) return '';
  return ['| Member | Type | Rules | Default | Unit | Meaning | Example |', '|---|---|---|---|---|---|---|', ...rows].join('\n');
}

function nameType(property, schema) {
  if (property.const !== undefined) return code(JSON.stringify(property.const));
  if (property.if !== undefined) return `${property.if.type} or ${nameType(property.else, schema)}`;
  if (property.$ref !== undefined) {
    const definition = resolve(property, schema);
    return isPlain(definition) ? nameType(definition, schema) : `[${titleOf(property)}](${anchorOf(property)})`;
  }
  if (property.type === 'array') return `list of ${nameType(property.items, schema)}`;
  if (property.type === undefined) return 'any value';
  if (property.type === 'object') return property.additionalProperties?.type === 'string' ? 'object of strings' : 'object';
  return [property.type].flat().join(' or ');
}

function listRules(property, schema) {
  const definition = property.$ref !== undefined && isPlain(resolve(property, schema)) ? resolve(property, schema) : property;
  const {minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format, items} = definition;
  const rules = [];
  if (definition.enum !== undefined) rules.push(`one of ${list(definition.enum.map(code))}`);
  if (minimum !== undefined || maximum !== undefined) rules.push(span(minimum, maximum, ''));
  if (minLength !== undefined || maxLength !== undefined) rules.push(span(minLength, maxLength, ' characters'));
  if (minItems !== undefined || maxItems !== undefined) rules.push(span(minItems, maxItems, ' items'));
  if (pattern !== undefined) rules.push(`matches ${code(pattern)}`);
  if (format !== undefined) rules.push(`format ${format}`);
  const ofItems = items === undefined ? [] : listRules(items, schema);
  return ofItems.length === 0 ? rules : [...rules, `each item: ${ofItems.join(', ')}`];
}

function span(least, most, what) {
  if (least === undefined) return `at most ${most}${what}`;
  return most === undefined ? `at least ${least}${least === 1 ? what.replace(/s$/, '') : what}` : `${least} to ${most}${what}`;
}

function describe(property, schema) {
  if (property.description !== undefined) return property.description;
  if (property.const !== undefined || property.enum !== undefined) return 'Tells which kind it is.';
  return property.$ref === undefined ? '' : (resolve(property, schema).description ?? '');
}

function showExample(property, schema) {
  const example = property.examples ?? (property.$ref === undefined ? undefined : resolve(property, schema).examples);
  return example === undefined ? '' : showValue(example[0]);
}

function showValue(value) {
  return value === undefined ? '' : code(JSON.stringify(value));
}

function isPlain(definition) {
  return definition.type === 'string';
}

function resolve(schema, {definitions}) {
  return schema.$ref === undefined ? schema : definitions[schema.$ref.replace('#/definitions/', '')];
}

function titleOf({$ref}) {
  const name = $ref.replace('#/definitions/', '');
  return SECTION_TITLES[name] ?? name;
}

function anchorOf(branch) {
  return `#${titleOf(branch).toLowerCase().replaceAll(' ', '-')}`;
}

function list(items) {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items[items.length - 1]}`;
}

function code(text) {
  return `\`${text}\``;
}

function escapeCell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
