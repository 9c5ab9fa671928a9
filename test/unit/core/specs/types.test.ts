import {readFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(__dirname, '../../../..');

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}

const spec = readSchema('spec');
const config = readSchema('config');

/** Every member of every type of the service document's request; `!` marks the required ones. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  MonitorSchedule: 'cron text timezone',
  MonitorWebhook: 'url! headers metadata events',
  MonitorNotification: 'email slack',
  EmailNotification: 'enabled recipients includeDiffs',
  ScrapeTarget: 'type! urls! scrapeOptions id',
  CrawlTarget: 'type! url! crawlOptions scrapeOptions id',
  SearchTarget: 'type! queries! searchWindow maxResults includeDomains excludeDomains id',
  CrawlOptions: 'limit maxDepth includePaths excludePaths',
  ScrapeOptions:
    'formats onlyMainContent onlyCleanContent includeTags excludeTags maxAge minAge headers waitFor mobile skipTlsVerification timeout parsers actions location removeBase64Images blockAds proxy storeInCache lockdown redactPII fastMode domainTools profile threatProtection auditMetadata',
  Location: 'country languages',
  Profile: 'name! saveChanges',
  PdfParser: 'type! mode maxPages pages blocks pageMarkers pageMarkdown',
  RedactPIIOptions: 'mode entities replaceStyle',
  ThreatProtectionOverride: 'mode riskScoreThreshold blacklist whitelist blockedTlds failurePolicy',
  AuditMetadata: 'username!',
  PlainFormat: 'type!',
  ScreenshotFormat: 'type! fullPage quality viewport',
  Viewport: 'width! height!',
  JsonFormat: 'type! schema prompt checkPromptInjection',
  ChangeTrackingFormat: 'type! modes schema prompt tag',
  AudioFormat: 'type!',
  VideoFormat: 'type!',
  QuestionFormat: 'type! question!',
  HighlightsFormat: 'type! query!',
  WaitAction: 'type! milliseconds selector',
  ScreenshotAction: 'type! fullPage quality viewport',
  ClickAction: 'type! selector! all',
  WriteAction: 'type! text!',
  PressAction: 'type! key!',
  ScrollAction: 'type! direction selector',
  ScrapeAction: 'type!',
  ExecuteJavascriptAction: 'type! script!',
  PdfAction: 'type! format landscape scale',
  SpecSync: 'key renamedFrom distinctFrom protect ignore paused labels each environments alerts expect',
};

test('the body has every member of MonitorCreateRequest, and sync', () =>
  expect(listMembers(spec)).toBe('name! schedule! goal judgeEnabled targets! webhook notification retentionDays sync'));

test.each(Object.entries(DOCUMENTED))('%s has every member of the service document', (name, members) =>
  expect(listMembers(spec.definitions?.[name] ?? {})).toBe(members),
);

test('formats and actions have every type of the service document', () => {
  expect(listTypes(/[a-z]Format$/)).toEqual(
    'attributes audio branding changeTracking deterministicJson highlights html images json links markdown menu product query question rawBase64 rawHtml screenshot summary video'.split(
      ' ',
    ),
  );
  expect(listTypes(/[a-z]Action$/)).toEqual('click executeJavascript pdf press scrape screenshot scroll wait write'.split(' '));
});

test('every member of every object is described, and has an example unless its type or kind says all', () => {
  const bare = [spec, config].flatMap(schema =>
    Object.entries({root: schema, ...schema.definitions}).flatMap(([name, object]) =>
      Object.entries(object.properties ?? {}).flatMap(([member, property]) => {
        if (property.$ref !== undefined || property.const !== undefined || ['type', 'backend'].includes(member)) return [];
        return property.description !== undefined && property.examples !== undefined ? [] : [`${name}.${member}`];
      }),
    ),
  );
  expect(bare).toEqual(['root.specs', 'root.state', 'PostgresStateConfig.table', 'S3StateConfig.prefix']);
});

function listMembers({properties = {}, required = []}: Schema): string {
  return Object.keys(properties)
    .map(name => (required.includes(name) ? `${name}!` : name))
    .join(' ');
}

function listTypes(family: RegExp): string[] {
  return Object.entries(spec.definitions ?? {})
    .filter(([name]) => family.test(name))
    .flatMap(([, {properties}]) => properties?.['type']?.enum ?? [properties?.['type']?.const ?? ''])
    .sort();
}

function readSchema(name: string): Schema {
  return JSON.parse(readFileSync(join(root, `schemas/strict/${name}.json`), 'utf8'));
}
