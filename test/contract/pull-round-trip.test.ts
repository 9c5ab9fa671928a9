import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {canonicalJson} from '../../src/core/json/canonical';
import {isObject, type JsonObject, type JsonValue} from '../../src/core/json/value';
import {resolveReferences} from '../../src/core/secrets/references';
import {member} from '../../src/core/service/member';
import {parseSource} from '../../src/core/specs/document';
import {fillDocument} from '../../src/core/specs/fleet/fill';
import {readTemplate} from '../../src/core/specs/fleet/template';
import {normalizeBody} from '../../src/core/specs/normalize';
import {DashboardError} from '../../src/emulator/dashboard';
import type {StoredMonitor} from '../../src/emulator/ports';
import {hostileStrings} from '../world/hostile-strings';
import {startUserWorld, type UserWorld} from '../world/service';

/**
 * What the service holds, whatever it is, is pulled into specs that mean the same: sent with their secrets they would make the
 * same monitors, and no plan has a change. What no spec can say is named, and nothing is written for it.
 */
let world: UserWorld;

beforeEach(async () => {
  world = await startUserWorld({'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'}, {}, {operations: 'full'});
});
afterEach(() => world.close());

interface Pulled {
  readonly pulled: readonly {readonly key: string; readonly file: string; readonly id: string}[];
  readonly secrets: readonly {
    readonly name: string;
    readonly uses: readonly {readonly key: string; readonly place: string; readonly after: string}[];
  }[];
  readonly refused: readonly {readonly id: string; readonly diagnostics: readonly {readonly code: string; readonly message: string}[]}[];
}

/** Makes monitors of those bodies that the service takes. */
function createAll(bodies: readonly JsonObject[]): StoredMonitor[] {
  return bodies.flatMap((body, index) => {
    try {
      return [world.emulator.dashboard.create(body, {createdAt: 1_700_000_000_000 + index * 1000})];
    } catch (error) {
      if (error instanceof DashboardError) return [];
      throw error;
    }
  });
}

async function pull(): Promise<Pulled> {
  const run = await world.runHere(['pull', '--format', 'json']);
  expect({stderr: run.stderr, exitCode: run.exitCode}).toEqual({stderr: '', exitCode: expect.any(Number)});
  const report = JSON.parse(run.stdout) as Pulled;
  expect(run.exitCode).toBe(report.refused.length > 0 ? 1 : 0);
  return report;
}

async function expectNoChanges(): Promise<void> {
  for (const flags of [[], ['--refresh']]) {
    const run = await world.runHere(['plan', ...flags, '--format', 'json', '--detailed-exitcode']);
    expect({changes: JSON.parse(run.stdout).changes, exitCode: run.exitCode}).toEqual({changes: [], exitCode: 0});
  }
}

/** The body that a spec means, with its secrets as the service has them. */
function readSpec(file: string, key: string, secrets: Pulled['secrets'], held: StoredMonitor): JsonObject {
  const {documents, findings} = parseSource({file, specPath: file, bytes: readFileSync(world.workspace.path(file))});
  expect(findings.filter(({code}) => code.startsWith('yaml/'))).toEqual([]);
  const [document] = documents;
  const filled = document && fillDocument(document, readTemplate(document.data), {row: null, vars: {}});
  const {sync: _ours, ...body} = (filled?.data ?? {}) as JsonObject;
  const lookUp = (name: string) => {
    const use = secrets.find(secret => secret.name === name)?.uses.find(one => one.key === key);
    if (use === undefined) throw new Error(`${name} is not listed for ${key}`);
    return findText(held as unknown as JsonObject, use.place).slice(use.after.length);
  };
  return resolveReferences(body, lookUp);
}

/** The text at a place as reports write it; a member name may hold points. */
function findText(value: JsonValue, place: string): string {
  if (place === '') return value as string;
  const entries: [string, JsonValue][] = Array.isArray(value)
    ? value.map((item: JsonValue, index) => [String(index), item])
    : Object.entries(isObject(value) ? value : {});
  for (const [name, item] of entries) {
    if (place === name && typeof item === 'string') return item;
    if (place.startsWith(`${name}.`)) {
      const found = findText(item, place.slice(name.length + 1));
      if (found !== '') return found;
    }
  }
  return '';
}

/** Content of a monitor, but for what each one has of its own. */
function meaningOf({name, schedule, targets, webhook, notification, retentionDays, goal, judgeEnabled}: StoredMonitor): string {
  const body = {name, schedule, targets, notification: sayable(notification), retentionDays, goal, judgeEnabled};
  return canonicalJson(normalizeBody({...body, ...(webhook === null ? {} : {webhook})} as JsonObject));
}

/** A spec can say e-mail; what else was set up stays in the service. E-mail that is off is none. */
function sayable(notification: JsonObject): JsonObject {
  const email = member(notification, 'email');
  const isSilent = canonicalJson(email ?? null) === canonicalJson({enabled: false, includeDiffs: false, recipients: []});
  return email === undefined || isSilent ? {} : {email};
}

/** Pulls everything and compares what the specs would make with what is there; returns what was refused. */
async function expectSame(held: readonly StoredMonitor[]): Promise<Pulled['refused']> {
  const {pulled, secrets, refused} = await pull();
  expect(pulled.length + refused.length).toBe(held.length);
  await expectNoChanges();
  const byId = new Map(held.map(monitor => [monitor.id, monitor]));
  for (const {file, key, id} of pulled) {
    const monitor = byId.get(id) as StoredMonitor;
    const again = world.emulator.dashboard.create(readSpec(file, key, secrets, monitor));
    expect(meaningOf(again)).toBe(meaningOf(monitor));
  }
  const files = readdirSync(world.workspace.path('monitors'), {recursive: true, encoding: 'utf8'});
  expect(files.sort()).toEqual(pulled.map(({file}) => file.replace('monitors/', '')).sort());
  expect(files.filter(name => !/^[\p{L}\p{N}-]+\.yaml$/u.test(name) || Buffer.byteLength(name) > 255)).toEqual([]);
  return refused;
}

const PLAIN: JsonObject = {
  name: 'Plain',
  schedule: {cron: '0 * * * *'},
  targets: [{type: 'scrape', urls: ['https://acme.example/']}],
};

const cases = join(__dirname, '../../../shared/service/cases/cases.jsonl');
const observed = existsSync(cases)
  ? readFileSync(cases, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as {readonly id: string; readonly body: JsonObject; readonly accepted: boolean})
  : [];
if (observed.length === 0) console.log(`no observed cases at ${cases}: pulling them is not tried`);

/** Target ids that several bodies share would make them doubles. */
function withoutIds(body: JsonObject): JsonObject {
  const {targets} = body;
  if (!Array.isArray(targets)) return body;
  return {
    ...body,
    targets: targets.map((target: JsonValue) =>
      isObject(target) ? Object.fromEntries(Object.entries(target).filter(([name]) => name !== 'id')) : target,
    ),
  };
}

test('every monitor that an observed service took, but those that validation finds fault with', async () => {
  if (observed.length === 0) return;
  const held = createAll(observed.filter(({accepted}) => accepted).map(({body}) => withoutIds(body)));
  const refused = await expectSame(held);
  const reasons = refused.flatMap(({diagnostics}) => diagnostics.map(({code}) => code.split('/', 1)[0]));
  expect(reasons.filter(family => !['schedule', 'schema', 'spec', 'yaml'].includes(family ?? ''))).toEqual([]);
  expect(refused.length).toBeLessThan(held.length / 4 + 1);
}, 60_000);

test('texts made to attack, in every place that takes one', async () => {
  const held = createAll(hostileStrings.flatMap(({text}) => bodiesWith(text)));
  const refused = await expectSame(held);
  expect(held.length).toBeGreaterThan(200);
  // Values that YAML can't hold, or that would have to be a member's name and are a reference or not allowed as one.
  const codes = new Set(refused.flatMap(({diagnostics}) => diagnostics.map(({code}) => code)));
  expect([...codes].sort()).toEqual(['secret/misplaced-reference', 'yaml/control-character', 'yaml/forbidden-name', 'yaml/member-name']);
}, 60_000);

function bodiesWith(text: string): JsonObject[] {
  const webhook = {url: 'https://hooks.example.com/x', headers: {[`X-${text}`]: text, 'User-Agent': text}, metadata: {[text]: text}};
  const formats = [{type: 'json', prompt: text, schema: {[text]: [text, [text, {[text]: null}]]}}];
  return [
    {...PLAIN, name: text},
    {...PLAIN, goal: text},
    {...PLAIN, goal: `first\n${text}\n\n  last`},
    {...PLAIN, webhook},
    {
      ...PLAIN,
      targets: [{type: 'scrape', urls: ['https://acme.example/'], scrapeOptions: {headers: {Accept: text, Cookie: text}, formats}}],
    },
  ];
}

/** Texts that YAML, or an older YAML, could take for something else, in lines, and put together at random. */
const text = fc.oneof(
  fc.constantFrom(
    '1.10',
    '1e3',
    '0x1F',
    '0o17',
    '1_000',
    '12:30',
    '.5',
    '.inf',
    '~',
    'null',
    'Null',
    'yes',
    'No',
    'on',
    'OFF',
    'y',
    '2026-11-21',
    '=',
    '<<',
  ),
  fc.constantFrom('${env:HOME}', '$${env:HOME}', '$${', '$$${', '${', '${env:', '${x}', 'a ${env:A} b', '${each:a}', '$${var:B} c'),
  fc.constantFrom(
    '- a',
    '? a',
    ': a',
    'a: b',
    'a #b',
    '#',
    '%x',
    '@x',
    '`x',
    '&a',
    '*a',
    '!a',
    '|',
    '>',
    '|-',
    '{a',
    '[a',
    ']',
    ',',
    "'",
    '"',
    '\\',
    ' a',
    'a ',
  ),
  fc.constantFrom(
    'a\n b',
    'a\n\nb',
    '\na',
    'a\n',
    'a\n\n',
    'a \nb',
    'a\tb',
    '\ta',
    'a\r\nb',
    '---\na',
    'a\n---\nb',
    'a\n...',
    '# a\nb',
    '- a\n- b',
    'a\n\n  b\n c',
  ),
  fc.string({unit: 'grapheme', maxLength: 12}),
  fc
    .array(fc.constantFrom('a', ' ', '\n', ':', '#', '-', '"', "'", '$', '{', '}', '\\', '\t', 'é', '\u200d', '👩'), {maxLength: 12})
    .map(parts => parts.join('')),
);
const name = text.filter(value => value !== '' && value.length < 200);
const headers = fc.dictionary(fc.constantFrom('Authorization', 'Accept', 'X-Token', 'User-Agent', 'Proxy', 'on'), text, {maxKeys: 3});
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, {nil: undefined, freq: 2});
const anyJson = fc.letrec<{json: JsonValue}>(tie => ({
  json: fc.oneof(
    {maxDepth: 3},
    text,
    fc.integer(),
    fc.double({noNaN: true, noDefaultInfinity: true}),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), {maxLength: 3}),
    fc.dictionary(text, tie('json'), {maxKeys: 3}),
  ) as fc.Arbitrary<JsonValue>,
})).json;
const scrapeOptions = fc.record(
  {
    headers,
    onlyMainContent: fc.boolean(),
    waitFor: fc.nat(1000),
    formats: fc.array(
      fc.oneof(
        fc.constant('markdown'),
        fc.record({type: fc.constant('json'), prompt: text, schema: fc.dictionary(text, anyJson, {maxKeys: 3})}),
      ),
      {maxLength: 2},
    ),
    actions: fc.array(fc.record({type: fc.constant('write'), text}), {maxLength: 1}),
  },
  {requiredKeys: []},
);
const target = fc.oneof(
  fc.record(
    {type: fc.constant('scrape'), urls: fc.constant(['https://acme.example/?q=1']), scrapeOptions},
    {requiredKeys: ['type', 'urls']},
  ),
  fc.record(
    {
      type: fc.constant('crawl'),
      url: fc.constant('https://acme.example/'),
      scrapeOptions,
      crawlOptions: fc.record(
        {
          limit: fc.integer({min: 1, max: 20_000}),
          sitemap: fc.constantFrom('skip', 'include'),
          includePaths: fc.array(text, {maxLength: 2}),
          allowSubdomains: fc.boolean(),
        },
        {requiredKeys: []},
      ),
    },
    {requiredKeys: ['type', 'url']},
  ),
  fc.record(
    {
      type: fc.constant('search'),
      queries: fc.array(name, {minLength: 1, maxLength: 3}),
      maxResults: fc.integer({min: 1, max: 50}),
      searchWindow: fc.constantFrom('24h', '7d'),
      includeDomains: fc.constantFrom([], ['Acme.example']),
    },
    {requiredKeys: ['type', 'queries']},
  ),
);
const webhook = fc.record(
  {
    url: fc.constantFrom(
      'https://hooks.example.com',
      'https://hooks.example.com/',
      'https://hooks.example.com/a?b=c#d',
      'https://hooks.example.com?x',
      'https://user:word@hooks.example.com/x',
    ),
    headers,
    metadata: fc.dictionary(text, text, {maxKeys: 2}),
    events: fc.constantFrom(['monitor.page'], ['monitor.check.completed', 'monitor.page']),
  },
  {requiredKeys: ['url']},
);
const email = fc.record(
  {enabled: fc.boolean(), recipients: fc.constantFrom([], ['a@acme.example']), includeDiffs: fc.boolean()},
  {requiredKeys: []},
);
const body = fc.record(
  {
    name,
    schedule: fc.constantFrom<JsonObject>(
      {cron: '*/15 * * * *'},
      {text: 'daily at 5:30 PM', timezone: 'America/New_York'},
      {cron: '0 9 * * 1-5', timezone: 'UTC'},
    ),
    targets: fc.array(target, {minLength: 1, maxLength: 3}),
    goal: optional(text),
    judgeEnabled: optional(fc.boolean()),
    webhook: optional(webhook),
    notification: optional(fc.record({email}, {requiredKeys: []})),
    retentionDays: optional(fc.integer({min: 1, max: 365})),
  },
  {requiredKeys: ['name', 'schedule', 'targets']},
);

test('monitors put together at random', async () => {
  const seed = Number(process.env['PULL_SEED'] ?? Date.now() % 1_000_000);
  console.log(`PULL_SEED=${seed}`);
  const bodies = fc.sample(body, {seed, numRuns: 400}).map(made => JSON.parse(JSON.stringify(made)) as JsonObject);
  const held = createAll(bodies);
  expect(held.length).toBeGreaterThan(100);
  const refused = await expectSame(held);
  const codes = new Set(refused.flatMap(({diagnostics}) => diagnostics.map(({code}) => code)));
  expect([...codes].filter(code => !SAYABLE_NOT.includes(code))).toEqual([]);
  expect(refused.length).toBeLessThan(held.length / 3);
}, 120_000);

/** Values that validation forbids and the service takes: control characters, references as names, actions and formats that fail at every check. */
const SAYABLE_NOT = [
  'yaml/control-character',
  'yaml/forbidden-name',
  'yaml/number',
  'secret/misplaced-reference',
  'fleet/misplaced-reference',
  'secret/malformed-reference',
];
