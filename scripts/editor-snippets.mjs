/** Texts that editors insert: whole monitors, targets, and a sound value for each member. */
import {Document, stringify, visit} from 'yaml';

const PAGE = {type: 'scrape', urls: ['https://example.com/pricing']};
const SITE = {type: 'crawl', url: 'https://example.com/', crawlOptions: {limit: 100}};
const SEARCH = {type: 'search', queries: ['acme recall']};

/** Whole objects, offered until the member is there; by type. */
export const OBJECT_SNIPPETS = {
  Spec: {
    member: 'targets',
    snippets: [
      document('page monitor', 'Watches single pages.', {name: 'Acme pricing', schedule: {text: 'every 2 hours'}, targets: [PAGE]}),
      document('site monitor', 'Watches all pages found from a start URL.', {
        name: 'Acme docs',
        schedule: {text: 'daily'},
        targets: [SITE],
      }),
      document('search monitor', 'Reports new web search results that match the goal.', {
        name: 'Acme in the news',
        schedule: {text: 'daily at 9:00'},
        goal: 'Tell me about recalls of Acme products',
        targets: [SEARCH],
      }),
    ],
  },
  layer: {
    member: 'targets',
    snippets: [
      document('defaults', 'Schedule, target options and labels for all specs of a folder.', {
        schedule: {text: 'every 2 hours', timezone: 'Europe/Berlin'},
        targets: {scrape: {scrapeOptions: {onlyMainContent: true}}},
        sync: {labels: {team: 'pricing'}},
      }),
    ],
  },
  MonitorTarget: {
    member: 'type',
    snippets: [
      document('page', 'Watches single pages.', PAGE),
      document('site', 'Watches all pages found from a start URL.', SITE),
      document('search', 'Reports new web search results that match the goal.', SEARCH),
    ],
  },
};

const SCHEDULES = [
  {text: 'every 30 minutes'},
  {text: 'daily at 9:00', timezone: 'Europe/Berlin'},
  {cron: '0 6 * * 1-5', timezone: 'Europe/Berlin'},
];

/** Values of members, the one that is inserted with the name first; by object and member, or by member alone. */
export const MEMBER_SNIPPETS = {
  schedule: SCHEDULES,
  'Spec.targets': [[PAGE], [SITE], [SEARCH]],
  scrapeOptions: [{excludeTags: ['nav', 'footer']}],
  headers: [{'X-Team': 'pricing'}],
  'ScrapeOptions.headers': [{'User-Agent': 'acme-monitor'}],
  'WriteAction.text': ['search words'],
  'Spec.sync': [{labels: {team: 'pricing'}}],
  environments: [['production']],
  'BudgetConfig.keys': [{'pricing/**': 9000}],
  'config.environments': [{staging: {budget: {creditsPerMonth: 2000}}, production: {budget: {creditsPerMonth: 50_000}}}],
  vars: [{HOOKS: 'https://hooks.example'}],
  'SpecSync.each': [{file: '_rows.csv'}, [{key: 'acme', name: 'Acme'}]],
  'layer.sync': [{labels: {team: 'pricing'}}],
  'layer.targets': [{scrape: {scrapeOptions: {onlyMainContent: true}}}],
};

/** Whether values of an object's members are written below their names: at the root, where nothing stands before them. */
export function writesBlock(object) {
  return ['Spec', 'layer', 'config'].includes(object);
}

/** The values that completion offers for a member, the best one first. */
export function listOffers(
  {offer, enum: values, examples = [], default: standard, type, items, properties, if: condition, ...rest},
  definitions,
) {
  if (offer !== undefined) return offer;
  if (values !== undefined) return [...new Set([...examples, ...values])];
  const own = [
    ...examples,
    ...(standard === undefined || standard === null || (examples.length > 0 && typeof standard === 'object') ? [] : [standard]),
  ];
  if (type === 'boolean') return [...new Set([...own, true, false])];
  if (condition?.type === 'boolean') return [true, false, ...examples];
  if (own.length > 0) return dropSecrets(own);
  return properties === undefined ? [] : [makeExample({properties, ...rest}, definitions)];
}

/** A value of an object: what it must have, or else its first member. */
function makeExample({properties, required = []}, definitions) {
  const members = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(members.map(member => [member, exampleOf(properties[member], definitions)]));
}

function exampleOf(property, definitions) {
  const resolved = property.$ref === undefined ? property : {...definitions[property.$ref.replace('#/definitions/', '')], ...property};
  return resolved.const ?? listOffers(resolved, definitions)[0];
}

/** A reference to a variable that the project does not allow would be refused. */
function dropSecrets(values) {
  return values.filter(value => !JSON.stringify(value).includes('${env:'));
}

/**
 * A value as a snippet, plain values selected, so that typing replaces them. `object` is written as suits its place, `block` below
 * the name, `flow` in brackets; a value that is `chosen` is not selected.
 */
export function toSnippet(value, style, meanings = {}) {
  const markdownDescription = meanings[value];
  return {
    label: typeof value === 'object' ? flow(value) : String(value),
    body: !isPlain(value) ? toBody(value, style) : style === 'chosen' ? value : plainBody(value),
    ...(markdownDescription === undefined ? {} : {markdownDescription}),
  };
}

/** Whether a value is text, a number or a switch that YAML reads as it is. */
export function isPlain(value) {
  return typeof value !== 'object';
}

/** Whether a value is the same with and without quotes: editors write it as it is. */
export function isSafe(value) {
  return isPlain(value) && flow(value) === String(value) && !/[$}\\]/.test(value);
}

function plainBody(value) {
  return typeof value === 'string' ? `\${1:${escapeText(flow(value))}}` : value;
}

function toBody(value, style) {
  if (style === 'object' && !Array.isArray(value)) return mapTexts(value);
  return escapeText(style === 'block' ? `\n${stringify(value, {lineWidth: 0}).trimEnd().replace(/^/gm, '  ')}` : flow(value));
}

function document(label, markdownDescription, value) {
  return {label, markdownDescription, body: mapTexts(value)};
}

/** Texts as YAML, in objects and lists. */
function mapTexts(value) {
  if (Array.isArray(value)) return value.map(mapTexts);
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member)]));
  return typeof value === 'string' ? escapeText(flow(value)) : value;
}

/** A value as YAML in one line; texts that look like numbers or stars are quoted, as cron expressions should be. */
function flow(value) {
  const document = new Document(value);
  visit(document, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value === 'string' && /^[\d*]/.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return document.toString({collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0}).trimEnd();
}

/** Text in which nothing stands for a place to fill in. */
function escapeText(text) {
  return text.replace(/[\\$}]/g, '\\$&');
}
