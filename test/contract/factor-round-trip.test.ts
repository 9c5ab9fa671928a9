import {readdirSync, readFileSync} from 'node:fs';
import fc from 'fast-check';
import type {JsonObject} from '../../src/core/json/value';
import {startUserWorld, type UserWorld} from '../world/service';

/**
 * Moving values between specs, layers and lists, and back into plain specs, changes no monitor: whatever a small repository says,
 * rendered specs, plan and target ids stay equal.
 */
let world: UserWorld;

async function inNewWorld(files: Readonly<Record<string, string>>, act: () => Promise<void>): Promise<void> {
  const config = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};
  world = await startUserWorld({...config, ...files}, {}, {operations: 'full'});
  await act().finally(() => world.close());
}

const run = (...args: string[]) => world.runHere(args);

/** Texts that could be taken for something else by YAML, CSV, or a list. */
const text = fc.constantFrom('a', 'Acme "AG", Berlin', '=1+1', 'yes', '7', ' x', 'two words', 'ends with $', '1.10', "it's", 'ä, ö');
const options = fc.record(
  {onlyMainContent: fc.boolean(), excludeTags: fc.constantFrom(['nav'], ['nav', 'footer'], []), maxAge: fc.constantFrom(0, 600000)},
  {requiredKeys: []},
);
const target = fc.oneof(
  fc.record({type: fc.constant('scrape'), pages: fc.integer({min: 1, max: 2}), scrapeOptions: options}, {requiredKeys: ['type', 'pages']}),
  fc.record(
    {type: fc.constant('search'), queries: fc.uniqueArray(text, {minLength: 1, maxLength: 2}), maxResults: fc.constantFrom(5, 10)},
    {requiredKeys: ['type', 'queries']},
  ),
);
const spec = fc.record(
  {
    name: text,
    goal: fc.constantFrom('Tell me when', 'Other: this'),
    schedule: fc.constantFrom<JsonObject>(
      {text: 'hourly'},
      {text: 'hourly', timezone: 'Europe/Berlin'},
      {cron: '0 9 * * 1', timezone: 'Europe/Berlin'},
    ),
    retentionDays: fc.constantFrom(7, 90),
    targets: fc.array(target, {minLength: 1, maxLength: 2}),
    sync: fc.record(
      {labels: fc.constantFrom<JsonObject>({team: 'shop'}, {team: 'shop', x: 'y'}), protect: fc.boolean(), paused: fc.boolean()},
      {requiredKeys: []},
    ),
  },
  {requiredKeys: ['name', 'goal', 'schedule', 'targets']},
);
const layer = fc.option(fc.record({retentionDays: fc.constantFrom(7, 14), goal: fc.constant('Layer')}, {requiredKeys: []}), {
  nil: undefined,
});
const repository = fc.record({
  specs: fc.array(fc.record({folder: fc.constantFrom('shop', 'shop', 'shop/deep'), spec}), {minLength: 2, maxLength: 5}),
  outer: layer,
  deep: layer,
});

function toFiles({specs, outer, deep}: typeof repository extends fc.Arbitrary<infer Value> ? Value : never): Record<string, string> {
  const files = specs.map(({folder, spec: {targets, ...rest}}, index): [string, string] => {
    const written = targets.map((one, at) => {
      if (!('pages' in one)) return one;
      const {pages, ...members} = one;
      return {...members, urls: Array.from({length: pages as number}, (_, page) => `https://s${index}.example/${at}/${page}`)};
    });
    return [`monitors/${folder}/s${index}.yaml`, JSON.stringify({...rest, targets: written})];
  });
  const layers = [
    ['shop', outer],
    ['shop/deep', deep],
  ].flatMap(([folder, data]) =>
    data === undefined || Object.keys(data as object).length === 0 ? [] : [[`monitors/${folder}/_defaults.yaml`, JSON.stringify(data)]],
  );
  const used = new Set(specs.map(({folder}) => folder));
  return Object.fromEntries([...files, ...layers.filter(([path = '']) => !path.includes('deep') || used.has('shop/deep'))]);
}

async function rendered(...flags: string[]): Promise<unknown> {
  const {stdout, exitCode, stderr} = await run('render', '--format', 'json', ...flags);
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  return JSON.parse(stdout).monitors.map(({spec: one}: {spec: JsonObject}) => one);
}

const idsOf = () => world.emulator.monitors().map(({id, targets}) => [id, targets.map(one => one.id)]);

test('factor, factor --list and rendering into plain specs change no monitor', async () => {
  const seed = Number(process.env['FACTOR_SEED'] ?? Date.now() % 1_000_000);
  await fc.assert(
    fc.asyncProperty(repository, async given => {
      await inNewWorld(toFiles(given), async () => {
        const before = await rendered();
        expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
        const ids = idsOf();
        for (const args of [['shop'], ['shop', '--list', 'rows'], ['shop']]) {
          expect(await run('factor', ...args)).toMatchObject({exitCode: 0, stderr: ''});
          expect(await rendered()).toEqual(before);
          expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
        }
        const {stdout} = await run('render');
        world.workspace.write({'plain/all.yaml': stdout});
        expect(await rendered('--specs', 'plain')).toEqual(before);
        expect(await run('plan', '--refresh', '--detailed-exitcode', '--specs', 'plain')).toMatchObject({exitCode: 0});
        expect(idsOf()).toEqual(ids);
        const csv = readdirSync(world.workspace.path('monitors/shop')).filter(name => name.endsWith('.csv'));
        for (const name of csv) expect(readFileSync(world.workspace.path(`monitors/shop/${name}`), 'utf8')).not.toMatch(/(?:^|,)"?[=+@-]/m);
      });
    }),
    {numRuns: 15, seed},
  );
}, 120_000);
