import {getEventListeners} from 'node:events';
import * as library from '../../src/index';
import {makeWorkspace} from '../world/cli';

/** Mistakes of a JavaScript program, which no compiler tells it. */
const {alerts, apply, changes, checks, diff, importMonitors, loadSpecs, MonitorsError, plan, pull, readState, run, status, tune, validate} =
  library;
const CALLS = [alerts, apply, changes, checks, diff, importMonitors, loadSpecs, plan, pull, readState, run, status, tune, validate];

const workspace = makeWorkspace({'monitors.config.yaml': 'project: acme\n'});
afterAll(() => workspace.remove());

const spec = {key: 'a', name: 'A', schedule: {text: 'hourly'}, targets: [{type: 'scrape', urls: ['https://a.example/']}]};
const env = {HOME: workspace.path('.home')};

/** The refusal of a call with these options. */
async function refuse(call: (options: never) => Promise<unknown>, options: unknown) {
  const error: unknown = await call(options as never).then(
    () => null,
    thrown => thrown,
  );
  expect(error).toBeInstanceOf(MonitorsError);
  expect(error).toMatchObject({code: 'config/usage', exitCode: 3});
  return (error as Error).message;
}

test('options that are not an object are refused by each function', async () => {
  for (const call of CALLS)
    for (const options of [null, 5, 'monitors', []]) expect(await refuse(call, options)).toBe('the options are not an object');
});

test.each([
  ['directory', 5],
  ['state', 'a\0b'],
  ['apiKey', {key: 'fc-SECRET'}],
  ['allowDeletes', 'no'],
  ['allowOldCheckout', 'no'],
  ['refresh', 0],
  ['only', 'a'],
  ['only', [5]],
  ['only', new Array(1)],
  ['exclude', 'ab'],
  ['exclude', {}],
  ['exclude', [null]],
  ['labels', ['tier=1']],
  ['labels', {tier: 1}],
  ['labels', 'tier=1'],
  ['checks', {}],
  ['concurrency', Symbol('8')],
  ['lookupTimeout', null],
  ['monitors', {}],
  ['env', null],
  ['env', {A: 5}],
  ['persist', 'cp'],
  ['signal', {}],
  ['onError', Symbol('stop')],
])('I87: %s of another type is refused by name, without its value', async (name, value) => {
  const message = await refuse(apply, {directory: workspace.directory, env, monitors: [spec], [name]: value});
  expect(message).toMatch(new RegExp(`^${name} takes `));
  expect(message).not.toContain('SECRET');
});

test.each([
  ['exlude', 'exclude'],
  ['Only', 'only'],
  ['allowDelete', 'allowDeletes'],
])('I87: the misspelt option %s is refused by each function, with the one that was meant', async (name, meant) => {
  for (const call of CALLS) {
    const options = {directory: workspace.directory, env, [name]: ['a']};
    expect(await refuse(call, options)).toBe(`unknown option "${name}"`);
    await expect((call as (given: object) => Promise<unknown>)(options)).rejects.toMatchObject({hint: `did you mean "${meant}"?`});
    expect(await refuse(call, Object.create(options))).toBe(`unknown option "${name}"`);
  }
  expect(await refuse(apply, Object.create({exclude: 'ab'}))).toBe('exclude takes a list of texts');
});

test('an option that only another function takes, or that is undefined, is accepted', async () => {
  const options = {directory: workspace.directory, env, monitors: [spec], exclude: ['b'], exlude: undefined};
  expect(await validate(options as never)).toMatchObject({command: 'validate'});
});

test('ids must be there, with an id for each key', async () => {
  expect(await refuse(importMonitors, {env})).toBe('ids is missing');
  expect(await refuse(importMonitors, {env, ids: {a: 5}})).toMatch(/^ids takes /);
});

test('a spec whose sync says nothing readable, or another key, is refused', async () => {
  const refuseSpec = (more: object) => refuse(validate, {directory: workspace.directory, env, monitors: [{...spec, ...more}]});
  for (const sync of [5, 'text', ['a'], null]) expect(await refuseSpec({sync})).toBe('monitors[0].sync is not an object');
  expect(await refuseSpec({sync: {key: 'b'}})).toBe('monitors[0].sync has a key');
  expect(await refuse(validate, {directory: workspace.directory, env, monitors: new Array(1)})).toMatch(/^monitors\[0\] /);
});

test('a signal that many runs follow is left without listeners', async () => {
  const {signal} = new AbortController();
  await validate({directory: workspace.directory, env, monitors: [spec] as never, signal});
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
