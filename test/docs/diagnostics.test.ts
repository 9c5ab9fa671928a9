import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseAllDocuments} from 'yaml';
import {type DiagnosticCode, diagnosticCodes} from '../../src/core/diagnostics/codes';
import type {Diagnostic} from '../../src/core/diagnostics/diagnostic';
import {isObject, type JsonObject, type JsonValue} from '../../src/core/json/value';
import {examineFile} from '../../src/core/specs/examine';
import {checkAcrossSpecs} from '../../src/core/specs/keys';
import {PAGES, ROOT, readPage, readSources} from './pages';

/** Codes, the places that raise them and their pages belong together, and what a page shows does cause its code. */
const codes = Object.keys(diagnosticCodes).sort() as DiagnosticCode[];
const CODES = join(ROOT, 'src/core/diagnostics/codes');
const families = new Set(codes.map(code => code.split('/')[0] ?? ''));

describe('codes and sources', () => {
  const sources = readSources();
  /** Raised before anything of the bundle is read, by bin/monitors.cjs. */
  const RAISED_ELSEWHERE: readonly string[] = ['config/node-version'];

  test('every code is raised somewhere', () => {
    const dead = codes.filter(code => !sources.includes(`'${code}'`) && !RAISED_ELSEWHERE.includes(code));
    expect(dead).toEqual([]);
  });

  test('every code that is raised has a page', () => {
    const raised = [...sources.matchAll(/['"`]([a-z]+\/[a-z0-9-]+)['"`]/g)].map(([, word = '']) => word);
    const strangers = raised.filter(word => families.has(word.split('/')[0] ?? '') && !Object.hasOwn(diagnosticCodes, word));
    expect(strangers).toEqual([]);
  });
});

test('each family of codes has one file, and each file one family', () => {
  const files = readdirSync(CODES).filter(name => name.endsWith('.json'));
  const misplaced = files.flatMap(name => {
    const listed = Object.keys(JSON.parse(readFileSync(join(CODES, name), 'utf8')));
    return listed.filter(code => !(code in diagnosticCodes) || `${code.split('/')[0]}.json` !== name);
  });
  expect(misplaced).toEqual([]);
  expect(files).toHaveLength(families.size);
});

describe('pages', () => {
  const page = readPage('docs/diagnostics.md');

  test('docs/diagnostics.md has one heading for each code and no other', () => {
    const headings = [...page.matchAll(/^### (\S+)$/gm)].map(([, code = '']) => code);
    expect([...headings].sort()).toEqual(codes);
    expect(new Set(headings).size).toBe(headings.length);
  });

  test.each(codes)('%s is explained in whole sentences, with a way out', code => {
    const {meaning, example, fix, since} = diagnosticCodes[code];
    expect(since ?? '0.1').toMatch(/^\d+\.\d+$/);
    for (const text of [meaning, fix]) expect(text).toMatch(/^[A-Z`"].*[.!?`)]$/s);
    expect(example?.trim()).not.toBe('');
    expect(fix).not.toBe(meaning);
  });

  test('a code that a page speaks of exists', () => {
    const spoken = [...PAGES].flatMap(([name, text]) =>
      [...text.matchAll(/`(?:monitors explain )?([a-z]+\/[a-z0-9-]+)`/g)].map(([, code = '']) => ({name, code})),
    );
    expect(spoken.length).toBeGreaterThan(30);
    const unknown = spoken.filter(({code}) => families.has(code.split('/')[0] ?? '') && !Object.hasOwn(diagnosticCodes, code));
    expect(unknown.filter(({code}) => !NO_CODES.includes(code))).toEqual([]);
  });

  /** Paths and keys of examples whose first folder is called as a family is. */
  const NO_CODES: readonly string[] = ['service/cases'];
});

/** Families about what stands in a spec; the examples of the others are commands and situations. */
const SPEC_FAMILIES = ['yaml', 'schema', 'spec', 'schedule', 'service', 'risk', 'secret'];

/** Codes without an example: it would be too large to print, or need more than one file, a command or an environment. */
const WITHOUT_EXAMPLE: readonly string[] = [
  'risk/no-alert',
  'risk/same-minute',
  'risk/shared-url',
  'schema/allowed-field',
  'schema/more-findings',
  'schema/too-long',
  'schema/too-many',
  'secret/value-is-api-key',
  'secret/value-missing',
  'service/estimate',
  'service/path-pattern',
  'service/schedule-length',
  'service/selector-waits',
  'service/text-length',
  'service/too-many-paths',
  'spec/duplicate-key',
  'spec/duplicate-name',
  'spec/duplicate-target-id',
  'spec/estimate-too-high',
  'spec/invalid',
  'spec/none-here',
  'spec/unknown-environment',
  'yaml/encoding',
  'yaml/more-findings',
  'yaml/too-deep',
  'yaml/too-many-parts',
];

const aboutSpecs = codes.filter(code => SPEC_FAMILIES.includes(code.split('/')[0] ?? ''));
const shown = aboutSpecs.filter(code => diagnosticCodes[code].example !== undefined);

test('every code about specs has an example, but for those that need more than a fragment', () => {
  expect(aboutSpecs.filter(code => !shown.includes(code))).toEqual(WITHOUT_EXAMPLE);
});

/** An otherwise valid spec, without the members that the example brings. */
const SOUND = {
  name: 'Shop',
  schedule: {text: 'hourly'},
  targets: [{type: 'scrape', urls: ['https://shop.example/']}],
};

/** Where in a spec a fragment belongs, by its first member. */
const HOMES: readonly {readonly members: readonly string[]; readonly place: (fragment: JsonObject, spec: JsonObject) => JsonObject}[] = [
  {
    members: ['cron', 'text', 'timezone'],
    place: fragment => ({schedule: 'timezone' in fragment && !('cron' in fragment) ? {text: 'hourly', ...fragment} : fragment}),
  },
  {members: ['headers', 'metadata'], place: fragment => ({webhook: {url: 'https://hooks.shop.example/x', ...fragment}})},
  {members: ['email'], place: fragment => ({notification: fragment})},
  {members: ['recipients'], place: fragment => ({notification: {email: {enabled: true, ...fragment}}})},
  {members: ['urls', 'id'], place: fragment => ({targets: [{type: 'scrape', urls: ['https://shop.example/'], ...fragment}]})},
  {members: ['scrapeOptions'], place: fragment => ({targets: [{type: 'scrape', urls: ['https://shop.example/'], ...fragment}]})},
  {members: ['crawlOptions'], place: fragment => ({targets: [{type: 'crawl', url: 'https://shop.example/', ...limited(fragment)}]})},
  {
    members: ['includePaths', 'limit'],
    place: fragment => ({targets: [{type: 'crawl', url: 'https://shop.example/', crawlOptions: fragment}]}),
  },
  {
    members: ['queries', 'searchWindow', 'includeDomains', 'excludeDomains'],
    place: fragment => ({goal: 'x', targets: [{type: 'search', queries: ['x'], ...fragment}]}),
  },
  {members: ['blacklist', 'blockedTlds'], place: fragment => scraping({threatProtection: fragment})},
  {
    members: ['formats', 'maxAge', 'waitFor', 'timeout', 'lockdown', 'onlyCleanContent', 'storeInCache', 'actions', 'location'],
    place: fragment => scraping(fragment),
  },
];

function scraping(scrapeOptions: JsonObject): JsonObject {
  return {targets: [{type: 'scrape', urls: ['https://shop.example/'], scrapeOptions}]};
}

function limited(fragment: JsonObject): JsonObject {
  const options = fragment['crawlOptions'];
  return {...fragment, crawlOptions: isObject(options) ? {limit: 5, ...options} : {limit: 5}};
}

/** Puts an example into a spec as its reader would. */
function completeSpec(example: string): string {
  const document = parseAllDocuments(example)[0];
  const data = document?.errors.length === 0 ? document.toJS() : null;
  if (Array.isArray(data)) {
    const [item] = data;
    const home = ['click', 'write', 'wait'].includes(item?.type)
      ? scraping({actions: data})
      : ['changeTracking', 'json'].includes(item?.type)
        ? scraping({formats: data})
        : {targets: data};
    return JSON.stringify({...SOUND, ...home});
  }
  const topLevel = ['name', 'schedule', 'schedul', 'goal', 'targets', 'webhook', 'notification', 'sync', 'judgeEnabled', 'retentionDays'];
  if (isObject(data)) {
    const spec: Record<string, JsonValue> = {...SOUND};
    const fragment: Record<string, JsonValue> = {};
    for (const [name, value] of Object.entries(data)) (topLevel.includes(name) ? spec : fragment)[name] = value ?? null;
    const first = Object.keys(fragment)[0];
    const home = HOMES.find(({members}) => first !== undefined && members.includes(first));
    const placed = home === undefined ? fragment : home.place(fragment, spec);
    return JSON.stringify({...spec, ...placed});
  }
  return example;
}

function findingsOf(text: string): Diagnostic[] {
  const source = {file: 'shop.yaml', specPath: 'shop.yaml', bytes: Buffer.from(text)};
  const {findings, documents} = examineFile(source, {allowed: ['COOKIE']});
  const range = {start: {line: 1, column: 1, offset: 0}, end: {line: 1, column: 1, offset: 0}};
  const across = checkAcrossSpecs(
    documents.map(facts => ({source, facts, place: pointer => ({file: 'shop.yaml', pointer, range})})),
    'create',
  );
  return [...findings, ...across.findings];
}

/** Examples whose YAML is what they are about: taken as they stand, in front of a spec's other members. */
function isAboutYaml(code: string): boolean {
  return code.startsWith('yaml/') || code === 'spec/key-missing';
}

test.each(shown)('the example of %s causes it, with a hint', code => {
  const {example = ''} = diagnosticCodes[code];
  const finding = findingsOf(isAboutYaml(code) ? example : completeSpec(example)).find(one => one.code === code);
  expect(finding).toBeDefined();
  // The page leaves the way out to it.
  expect(finding?.hint ?? '').not.toBe('');
});

test('the spec that examples are put into has no findings', () => {
  expect(findingsOf(completeSpec('name: Shop 2'))).toEqual([]);
});
