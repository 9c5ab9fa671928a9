import {existsSync} from 'node:fs';
import {apply, MonitorsError, plan} from '../../src/index';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A program may change what it gave to a call, while the call waits or loads. */
let world: UserWorld;
beforeEach(async () => {
  world = await startUserWorld({'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'}, {}, {operations: 'full'});
});
afterEach(() => world.close());

const specOf = (key: string) => ({
  key,
  name: key,
  schedule: {text: 'daily'},
  targets: [{type: 'scrape' as const, urls: [`https://${key}.example/`]}],
});
const common = () => ({
  directory: world.workspace.directory,
  env: {PATH: process.env['PATH'], HOME: world.workspace.path('.home')} as Record<string, string | undefined>,
  apiKey: API_KEY,
  baseUrl: world.emulator.url,
});
const names = () =>
  world.emulator
    .monitors()
    .map(({name}) => String(name))
    .sort();

test('I92: a list that is emptied after the call deletes nothing', async () => {
  const monitors = ['a', 'b', 'c'].map(specOf);
  const first = apply({...common(), monitors});
  monitors.length = 0;
  expect((await first).summary).toMatchObject({created: 3});
  expect(names()).toEqual(['a', 'b', 'c']);
});

test('I92: nor one that is changed while the call waits for another run', async () => {
  const three = ['a', 'b', 'c'].map(specOf);
  await apply({...common(), monitors: three});
  let goOn = () => {};
  const gate = new Promise<void>(resolve => {
    goOn = resolve;
  });
  const monitors = [...three, specOf('d'), specOf('e')];
  const waiting: {current: Promise<{exitCode: number}> | null} = {current: null};
  const persist = () => {
    const options = {...common(), monitors, only: ['e'], lockTimeout: '1m'} as {only?: string[]};
    waiting.current ??= apply(options);
    delete options.only;
    monitors.length = 1;
    goOn();
    return gate;
  };
  await apply({...common(), monitors: [...three, specOf('d')], persist});
  expect(await waiting.current).toMatchObject({exitCode: 0, summary: {created: 1, deleted: 0}});
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('I92: one object for several calls, changed between them', async () => {
  world.workspace.write({'monitors.config.yaml': 'project: acme\nenvironments: {dev: {}, prod: {}}\n'});
  const options = {...common(), monitors: [specOf('a')], environment: 'dev'};
  const first = apply(options);
  options.environment = 'prod';
  await Promise.all([first, apply(options)]);
  const isThere = (name: string) => existsSync(world.workspace.path(`monitors.state.${name}.json`));
  expect([isThere('dev'), isThere('prod')]).toEqual([true, true]);
});

test('I92: what an object inherits or works out counts, and is read once', async () => {
  let reads = 0;
  class Options {
    get monitors() {
      reads++;
      return reads === 1 ? [specOf('a'), specOf('b')] : [];
    }
  }
  const options = Object.assign(Object.create(Object.create(new Options(), {only: {value: ['b']}})), common());
  expect((await plan(options)).changes.map(({key}) => key)).toEqual(['b']);
  expect(reads).toBe(1);
});

test('a spec that contains itself is refused, and does not end the process', async () => {
  const spec = specOf('a') as ReturnType<typeof specOf> & Record<string, unknown>;
  spec['one'] = spec;
  spec['other'] = [spec, spec];
  const error: unknown = await plan({...common(), monitors: [spec]}).catch((met: unknown) => met);
  expect(error).toBeInstanceOf(MonitorsError);
  expect(error).toMatchObject({message: 'monitors[0] cannot be written as JSON'});
});
