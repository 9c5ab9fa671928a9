import {cpSync, existsSync, readdirSync, readFileSync} from 'node:fs';
import {basename, join, relative} from 'node:path';
import Ajv, {type ValidateFunction} from 'ajv';
import {parse as parseCsv} from 'csv-parse/sync';
import {parseAllDocuments} from 'yaml';
import {isObject, type JsonObject, type JsonValue} from '../../src/core/json/value';
import {compareWithGolden} from '../world/golden-folder';
import {startUserWorld, type UserWorld} from '../world/service';

/** The repositories in examples/ are what newcomers copy from: each is checked, planned and applied as it stands. */
const EXAMPLES = join(__dirname, '../../examples');
const RENEW = process.env['UPDATE_GOLDENS'] === '1';

/** Codes of the warnings that an example gives on purpose; others give none. */
const EXPECTED_WARNINGS: Readonly<Record<string, readonly string[]>> = {
  'every-field': ['risk/cache-only', 'risk/cache-only', 'schema/undocumented-field', 'service/crawl-option', 'service/formats'],
};
const MONITORS: Readonly<Record<string, number>> = {'every-field': 8, fleet: 300, quickstart: 3, team: 40};
/** A value for every variable that an example refers to. */
const REFERENCED = {
  ALERTS_TOKEN: 'alerts-token-value',
  HOOKS_TOKEN: 'hooks-token-value',
  HOOK_PATH: 'hook-path-value',
  HOOK_TOKEN: 'hook-token-value',
  SITE_PASSWORD: 'site-password-value',
  SITE_SESSION: 'site-session-value',
  TEAM_TAG: 'team-tag-value',
};

const names = readdirSync(EXAMPLES)
  .filter(name => existsSync(join(EXAMPLES, name, 'monitors')))
  .sort();
let world: UserWorld;

beforeEach(async () => {
  world = await startUserWorld({}, {}, {operations: 'full'});
});

afterEach(() => world.close());

function copyExample(name: string): void {
  cpSync(join(EXAMPLES, name), world.workspace.directory, {recursive: true});
}

function readSpecs(directory: string): JsonObject[] {
  return readdirSync(directory, {recursive: true, encoding: 'utf8'})
    .filter(path => path.endsWith('.yaml'))
    .flatMap(path => parseAllDocuments(readFileSync(join(directory, path), 'utf8')).map(document => document.toJS() as JsonObject));
}

/** The names of an example's monitors: of its specs, and of each row of its lists. */
function listNames(example: string): string[] {
  return readSpecs(join(EXAMPLES, example, 'monitors')).flatMap(spec => {
    const {name, sync} = spec as {name?: string; sync?: {each?: {file: string; delimiter?: string} | Record<string, string>[]}};
    // A layer has no name.
    if (name === undefined) return [];
    if (sync?.each === undefined) return [name];
    const {each} = sync;
    const rows = Array.isArray(each) ? each : readRows(join(EXAMPLES, example, 'monitors', basename(each.file)), each.delimiter ?? ',');
    return rows.map(row => name.replace('${each:name}', row['name'] ?? ''));
  });
}

function readRows(file: string, delimiter: string): Record<string, string>[] {
  return parseCsv(readFileSync(file), {columns: true, delimiter});
}

test('the examples of repositories are these', () => {
  expect(names).toEqual(Object.keys(MONITORS));
});

describe.each(names)('%s', name => {
  test('its specs are valid, and warn only where that is what they show', async () => {
    copyExample(name);
    const run = await world.runHere(['validate', '--format', 'json']);
    expect(run).toMatchObject({exitCode: 0, stderr: ''});
    const {errorCount, monitors, diagnostics} = JSON.parse(run.stdout);
    expect({errorCount, monitors}).toEqual({errorCount: 0, monitors: MONITORS[name]});
    expect(diagnostics.map(({code}: {code: string}) => code).sort()).toEqual(EXPECTED_WARNINGS[name] ?? []);
  });

  test('its plan is the golden one', async () => {
    copyExample(name);
    const text = await world.runHere(['plan'], {env: {MONITORS_BASE_URL: ''}});
    const json = await world.runHere(['plan', '--format', 'json']);
    const validated = await world.runHere(['validate']);
    expect([text.exitCode, json.exitCode, validated.exitCode]).toEqual([0, 0, 0]);
    const outputs = {
      'validate.golden.txt': validated.stdout,
      'plan.golden.txt': withoutApproval(text.stdout),
      'plan-notes.golden.txt': text.stderr,
      // Of hundreds of monitors, nobody would read it.
      ...(name === 'fleet' ? {} : {'plan.golden.json': withoutApproval(json.stdout)}),
    };
    expect(compareWithGolden(join(__dirname, `../golden/example-${name}`), outputs, RENEW)).toEqual([]);
  });

  test('applied, the service holds its monitors, and nothing is left to do', async () => {
    copyExample(name);
    const applied = await world.runHere(['apply', '--auto-approve'], {env: REFERENCED});
    expect(applied).toMatchObject({exitCode: 0, stdout: expect.stringContaining(`Apply complete: ${MONITORS[name]} created`)});
    expect(
      world.emulator
        .monitors()
        .map(monitor => monitor.name)
        .sort(),
    ).toEqual(listNames(name).sort());
    const again = await world.runHere(['plan', '--detailed-exitcode']);
    expect(again).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  });

  test('its files name the schemas that editors complete them from, and are valid by them', () => {
    const validators = {config: compileEditorSchema('config'), layer: compileEditorSchema('layer'), spec: compileEditorSchema('spec')};
    for (const path of readdirSync(join(EXAMPLES, name), {recursive: true, encoding: 'utf8'}).filter(file => file.endsWith('.yaml'))) {
      const text = readFileSync(join(EXAMPLES, name, path), 'utf8');
      const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1] ?? '';
      const kind = kindOf(basename(path));
      expect([path, relative(join(EXAMPLES, '..'), join(EXAMPLES, name, path, '..', schema))]).toEqual([
        path,
        `schemas/${kind}.schema.json`,
      ]);
      for (const document of parseAllDocuments(text)) {
        const validate = validators[kind];
        expect({path, valid: validate(document.toJS()), errors: validate.errors}).toEqual({path, valid: true, errors: null});
      }
    }
  });
});

function kindOf(file: string): 'config' | 'layer' | 'spec' {
  if (file.startsWith('monitors.config')) return 'config';
  return file.startsWith('_') ? 'layer' : 'spec';
}

/** Keywords of editors beside JSON Schema. */
const EDITOR_WORDS = ['markdownDescription', 'markdownEnumDescriptions', 'defaultSnippets', 'doNotSuggest', 'errorMessage'];

function compileEditorSchema(kind: string): ValidateFunction {
  const ajv = new Ajv({allowUnionTypes: true, strictRequired: false});
  ajv.addVocabulary(EDITOR_WORDS);
  return ajv.compile(readSchema(`${kind}.schema.json`));
}

test('references are sent resolved, and what is written twice is sent once', async () => {
  copyExample('every-field');
  await world.runHere(['apply', '--auto-approve'], {env: REFERENCED});
  const sent = world.emulator
    .requests()
    .map(request => JSON.parse(request.body))
    .find(body => body.name === 'Every field, scrape');
  expect(sent.webhook).toMatchObject({
    url: 'https://hooks.shop.example/hook-path-value',
    headers: {Authorization: 'Bearer hook-token-value'},
    metadata: {team: 'team-tag-value', price: `costs $\{amount}`},
  });
  expect(sent).not.toHaveProperty('sync');
});

describe('fleet', () => {
  beforeEach(() => copyExample('fleet'));

  test('each monitor is one row: what a cell leaves empty, and what layers add', async () => {
    const keys = ['pricing/maple-cloud', 'releases/amber-cloud', 'terms/amber-cloud'];
    const {stdout} = await world.runHere(['render', ...keys, '--origins', '--environment', 'production']);
    expect(compareWithGolden(join(__dirname, '../golden/example-fleet-render'), {'render.golden.yaml': stdout}, RENEW)).toEqual([]);
  });

  test('it takes less than a tenth of the lines of its monitors written one by one', async () => {
    const {stdout} = await world.runHere(['render']);
    const files = readdirSync(join(EXAMPLES, 'fleet'), {recursive: true, encoding: 'utf8'}).filter(file => /\.(?:yaml|csv)$/.test(file));
    const lines = files.map(file => readFileSync(join(EXAMPLES, 'fleet', file), 'utf8').split('\n').length);
    expect(lines.reduce((all, some) => all + some, 0) * 10).toBeLessThan(stdout.split('\n').length);
  });

  test('production stays within its own budget', async () => {
    const {stdout} = await world.runHere(['plan', '--environment', 'production']);
    expect(stdout).toContain('Plan: 300 to create');
    expect(stdout).toMatch(/of a budget of 50,000\.$/m);
  });

  test('one edited default is one change of all its monitors, with the place', async () => {
    await world.runHere(['apply', '--auto-approve'], {env: REFERENCED});
    const layer = 'monitors/terms/_defaults.yaml';
    world.workspace.write({[layer]: readFileSync(join(EXAMPLES, 'fleet', layer), 'utf8').replace('[]', '[aside]')});
    const {stdout} = await world.runHere(['plan']);
    expect(stdout).toMatch(/^~ 100 monitors {2}update\n.*: "aside" {2}monitors\/terms\/_defaults\.yaml:\d+$/m);
  });
});

describe('every-field', () => {
  /** Members that the example cannot show, and why. */
  const NOT_SHOWN: Readonly<Record<string, string>> = {
    'SpecSync.paused': 'an error with service.operations: create, which this example is for',
    'UndocumentedFormat.type': 'two formats that Firecrawl has and the service document has not',
  };

  test('every member of the schema of specs stands somewhere in it', () => {
    const schema = readSchema('strict/spec.json');
    const shown = new Set<string>();
    for (const spec of readSpecs(join(EXAMPLES, 'every-field/monitors'))) noteMembers(spec, schema, 'spec', schema, shown);
    const missing = listMembers(schema, 'spec').filter(member => !shown.has(member) && !Object.hasOwn(NOT_SHOWN, member));
    expect(missing).toEqual([]);
    expect(Object.keys(NOT_SHOWN).filter(member => shown.has(member))).toEqual([]);
  });

  test('every format, action and target type stands in it', () => {
    const text = readFileSync(join(EXAMPLES, 'every-field/monitors/scrape.yaml'), 'utf8');
    const rare = readFileSync(join(EXAMPLES, 'every-field/monitors/rarely-wanted.yaml'), 'utf8');
    const words = new Set(`${text}\n${rare}`.match(/\w+/g));
    const schema = readSchema('strict/spec.json');
    const types = Object.entries(definitionsOf(schema))
      .filter(([name]) => /(?:Format|Action)$/.test(name) && name !== 'UndocumentedFormat')
      .flatMap(([, definition]) => typesOf(definition));
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter(type => !words.has(type))).toEqual([]);
  });

  test('every member of the schema of the config file stands in its config', () => {
    const schema = readSchema('strict/config.json');
    const shown = new Set<string>();
    const [config] = parseAllDocuments(readFileSync(join(EXAMPLES, 'every-field/monitors.config.yaml'), 'utf8'));
    noteMembers(config?.toJS() as JsonValue, schema, 'config', schema, shown);
    // The example runs without a server for its state.
    const missing = listMembers(schema, 'config').filter(member => !shown.has(member) && !/^(?:Postgres|S3)StateConfig\./.test(member));
    expect(missing).toEqual([]);
  });

  test('the walk that these tests rely on finds a member that is not shown', () => {
    const schema = readSchema('strict/spec.json');
    const shown = new Set<string>();
    noteMembers({targets: [{type: 'crawl', url: 'x'}]}, schema, 'spec', schema, shown);
    expect([...shown].sort()).toEqual(['CrawlTarget.type', 'CrawlTarget.url', 'spec.targets']);
  });
});

function readSchema(file: string): JsonObject {
  return JSON.parse(readFileSync(join(__dirname, '../../schemas', file), 'utf8'));
}

function definitionsOf(schema: JsonObject): Record<string, JsonObject> {
  return schema['definitions'] as Record<string, JsonObject>;
}

function propertiesOf(definition: JsonObject): Record<string, JsonObject> {
  // Beside a choice they only name its types once more.
  if (definition['oneOf'] !== undefined) return {};
  return (definition['properties'] ?? {}) as Record<string, JsonObject>;
}

function typesOf(definition: JsonObject): string[] {
  const type = propertiesOf(definition)['type'];
  const values = type?.['enum'] ?? (type?.['const'] === undefined ? [] : [type['const']]);
  return (values as string[]) ?? [];
}

/** `Definition.member` of everything that the schema names. */
function listMembers(schema: JsonObject, root: string): string[] {
  const own = Object.keys(propertiesOf(schema)).map(member => `${root}.${member}`);
  const others = Object.entries(definitionsOf(schema)).flatMap(([name, definition]) =>
    Object.keys(propertiesOf(definition)).map(member => `${name}.${member}`),
  );
  return [...own, ...others];
}

/** Walks a value along its schema and notes each member it has as `Definition.member`. */
function noteMembers(value: JsonValue, place: JsonObject, name: string, schema: JsonObject, shown: Set<string>): void {
  const reference = place['$ref'];
  if (typeof reference === 'string') {
    const target = reference.slice(reference.lastIndexOf('/') + 1);
    noteMembers(value, definitionsOf(schema)[target] ?? {}, target, schema, shown);
    return;
  }
  for (const branch of ['then', 'else'] as const) {
    if (isObject(place[branch]) && (branch === 'else') === isObject(value)) noteMembers(value, place[branch], name, schema, shown);
  }
  if (Array.isArray(place['oneOf'])) {
    for (const option of place['oneOf'] as JsonObject[]) {
      const target = String(option['$ref']).split('/').at(-1) ?? '';
      const definition = definitionsOf(schema)[target] ?? {};
      if (isObject(value) && typesOf(definition).includes(String(value['type']))) noteMembers(value, definition, target, schema, shown);
    }
  }
  if (Array.isArray(value) && isObject(place['items'])) {
    for (const item of value) noteMembers(item, place['items'], name, schema, shown);
  }
  if (!isObject(value)) return;
  const any = place['additionalProperties'];
  if (isObject(any)) for (const item of Object.values(value)) noteMembers(item, any, name, schema, shown);
  for (const [member, definition] of Object.entries(propertiesOf(place))) {
    if (!Object.hasOwn(value, member)) continue;
    shown.add(`${name}.${member}`);
    noteMembers(value[member] ?? null, definition, name, schema, shown);
  }
}

/** An approval is of the address, whose port is another one in each run. */
function withoutApproval(plan: string): string {
  return plan.replace(/^(Approval: | {2}"approval": ")[0-9a-f]{64}/m, `$1${'0'.repeat(64)}`);
}
