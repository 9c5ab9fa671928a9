import {apply, importMonitors, loadSpecs, MonitorsError, plan, pull, readState, type SpecInMemory, validate} from '../../src/index';
import {findFence} from '../docs/pages';
import {specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** The functions, from source and in this process; test/cli/package.test.ts runs them as a program installs them. */
let world: UserWorld;
afterEach(() => world.close());

const FULL = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};

async function start(files: Readonly<Record<string, string>> = {}, operations: 'create' | 'full' = 'create') {
  world = await startUserWorld(files, {}, {operations});
  const {workspace, emulator} = world;
  return {
    directory: workspace.directory,
    env: {MONITORS_RETRY_BASE_MS: '1', HOME: workspace.path('.home')},
    apiKey: API_KEY,
    baseUrl: emulator.url,
  };
}

function specOf(key: string, more: Partial<SpecInMemory> = {}): SpecInMemory {
  const targets: SpecInMemory['targets'] = [{type: 'scrape', urls: [`https://${key}.example/`]}];
  return {key, name: `The shop ${key}`, schedule: {text: 'hourly'}, targets, ...more};
}

async function refusal(promise: Promise<unknown>): Promise<MonitorsError> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (error instanceof MonitorsError) return error;
  throw new Error(`this is not a refusal: ${error}`);
}

describe('specs made in memory', () => {
  test('are planned, applied and recorded like files, once', async () => {
    const options = {...(await start()), monitors: [specOf('b'), specOf('a')]};
    const planned = await plan({...options, out: 'plan.json'});
    expect(planned.changes).toMatchObject([
      {action: 'create', key: 'a', file: 'monitors[1]', line: null},
      {action: 'create', key: 'b', file: 'monitors[0]', line: null},
    ]);
    const applied = await apply({...options, planFile: 'plan.json'});
    expect(applied).toMatchObject({exitCode: 0, summary: {created: 2}});
    expect((await plan(options)).changes).toEqual([]);
    expect(await apply(options)).toMatchObject({exitCode: 0, results: []});
    expect(world.emulator.monitors()).toHaveLength(2);
    const state = await readState(options);
    expect(state.monitors.map(({key, id}) => [key, id])).toEqual(applied.results.map(({key, id}) => [key, id]));
    expect(state.monitors[0]?.targetIds).toHaveLength(1);
    expect(JSON.stringify(state)).not.toContain(API_KEY);
  });

  test('are the same as a file that says the same, whatever the order of members', async () => {
    const options = await start({'monitors/a.yaml': specFor('a')});
    await apply(options);
    const {monitors} = await loadSpecs(options);
    const {body} = monitors[0] ?? {};
    const same = {key: 'a', ...Object.fromEntries(Object.entries(body ?? {}).reverse())} as unknown as SpecInMemory;
    expect((await plan({...options, monitors: [same]})).changes).toEqual([]);
  });

  test('whose key is gone count as removed', async () => {
    const options = await start(FULL, 'full');
    await apply({...options, monitors: [specOf('a'), specOf('b')], lookupTimeout: 0});
    const planned = await plan({...options, monitors: [specOf('b')]});
    expect(planned.changes).toMatchObject([{action: 'delete', key: 'a'}]);
  });

  test('with errors are named by their place in the program, and nothing is planned', async () => {
    const options = await start();
    const wrong = {...specOf('b'), targets: [{type: 'scrape', urls: ['not an address']}]} as SpecInMemory;
    const monitors = [specOf('a'), wrong, specOf('a'), {...specOf('c'), key: '/c'}];
    const {valid, diagnostics} = await validate({...options, monitors});
    expect(valid).toBe(false);
    const places = diagnostics.map(({file}) => file);
    expect(places).toContain('monitors[1].targets[0].urls[0]');
    expect(places).toContain('monitors[3].key');
    expect(places).toContain('monitors[2].key');
    expect(diagnostics.every(({range}) => range === undefined)).toBe(true);
    expect(diagnostics.map(({message}) => message).join('\n')).not.toMatch(/monitors\[\d+\]:\d/);
    const error = await refusal(plan({...options, monitors}));
    // Who is notified in spite of a spec, a plan knows from the state.
    const inPlan = diagnostics.filter(({code}) => code !== 'risk/no-alert');
    expect(error).toMatchObject({code: 'spec/invalid', exitCode: 1, diagnostics: inPlan});
    expect(await refusal(apply({...options, monitors}))).toMatchObject({code: 'spec/invalid'});
  });

  test('without a key, or of no JSON, are refused by name', async () => {
    const options = await start();
    const {key: _key, ...keyless} = specOf('a');
    const refused = await refusal(validate({...options, monitors: [specOf('b'), keyless as SpecInMemory]}));
    expect(refused).toMatchObject({code: 'config/usage', message: 'monitors[1] has no key'});
    const circular = specOf('a') as SpecInMemory & {self?: unknown};
    circular.self = circular;
    expect(await refusal(validate({...options, monitors: [circular]}))).toMatchObject({code: 'config/usage'});
    expect(await refusal(validate({...options, monitors: [], paths: ['a.yaml']}))).toMatchObject({code: 'config/usage'});
  });

  test('a misspelt member does not compile', () => {
    // @ts-expect-error `schedul` is not a member of a spec.
    const misspelt: SpecInMemory = {key: 'a', name: 'A', schedul: {text: 'hourly'}, targets: []};
    // @ts-expect-error the key of a spec in memory stands beside its name.
    const keyless: SpecInMemory = {name: 'A', schedule: {text: 'hourly'}, targets: []};
    expect([misspelt, keyless]).toHaveLength(2);
    expect(findFence('docs/api.md', 'import {apply')).toContain('SpecInMemory');
    return start();
  });
});

describe('guards are those of the command line', () => {
  test('a stale plan, both a plan and keys, a wrong word, a wrong number', async () => {
    const options = {...(await start()), monitors: [specOf('a')]};
    await plan({...options, out: 'plan.json'});
    const changed = apply({...options, monitors: [specOf('a', {name: 'Other'})], planFile: 'plan.json'});
    expect(await refusal(changed)).toMatchObject({code: 'plan/stale', exitCode: 3});
    expect(await refusal(apply({...options, planFile: 'plan.json', only: ['a']}))).toMatchObject({code: 'config/usage'});
    expect(await refusal(apply({...options, onError: 'ignore' as 'stop'}))).toMatchObject({code: 'config/usage'});
    expect(await refusal(apply({...options, concurrency: 65}))).toMatchObject({code: 'config/usage'});
    expect(await refusal(plan({...options, refresh: true}))).toMatchObject({code: 'live/needs-full', message: /^refresh needs/});
    expect(world.emulator.monitors()).toEqual([]);
  });

  test('a deletion above the limit is blocked unless it is allowed', async () => {
    const options = {
      ...(await start({'monitors.config.yaml': 'service: {operations: full}\nsafety: {maxDeletes: 0}\n'}, 'full')),
      lookupTimeout: 0,
    };
    await apply({...options, monitors: [specOf('a')]});
    expect(await apply({...options, monitors: []})).toMatchObject({exitCode: 1});
    expect(await apply({...options, monitors: [], allowDeletes: true})).toMatchObject({exitCode: 0, summary: {deleted: 1}});
    expect(world.emulator.monitors()).toEqual([]);
  });

  test('a locked state is refused, and waited for with lockTimeout until the signal', async () => {
    const options = {...(await start()), monitors: [specOf('a')]};
    await apply(options);
    world.workspace.write({'monitors.state.json.lock': '{}'});
    expect(await refusal(apply(options))).toMatchObject({exitCode: 3});
  });

  test('a run that fails to save its state elsewhere sends nothing', async () => {
    const options = {...(await start()), monitors: [specOf('a')]};
    const persist = () => Promise.reject(new Error('no room'));
    expect(await apply({...options, persist})).toMatchObject({exitCode: 1, stopped: {reason: 'persist-failed'}});
    expect(world.emulator.monitors()).toEqual([]);
  });
});

test('drift shows with refresh, pull and import write specs of what exists', async () => {
  const options = {...(await start(FULL, 'full')), lookupTimeout: 0};
  const [one, two] = ['one', 'two'].map(name =>
    world.emulator.dashboard.create({
      name,
      schedule: {cron: '0 9 * * *'},
      targets: [{type: 'scrape', urls: [`https://${name}.example/`]}],
    }),
  );
  const imported = await importMonitors({...options, ids: {'shops/one': String(one?.id)}});
  expect(imported).toMatchObject([{command: 'import', outcome: 'written', key: 'shops/one', file: 'monitors/shops/one.yaml'}]);
  const pulled = await pull(options);
  expect(pulled.pulled).toMatchObject([{id: two?.id}]);
  expect((await plan({...options, refresh: true})).changes).toEqual([]);
  expect(await refusal(importMonitors({...options, ids: {again: String(one?.id)}}))).toMatchObject({exitCode: 3});
});
