import {alerts, checks, diff, MonitorsError, run, status} from '../../src/index';
import {bareSpecFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** The documents of what monitors do, for programs: the same that the commands print. */
const PAGE = {url: 'https://site.example/', status: 'changed', statusCode: 200};
const FILES = {
  'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n',
  'monitors/a.yaml': `${bareSpecFor('a')}webhook: {url: "https://one.example/in"}\nsync: {labels: {tier: one}}\n`,
  'monitors/b.yaml': `${bareSpecFor('b')}sync: {alerts: none}\n`,
};

let world: UserWorld;
let options: {readonly directory: string; readonly baseUrl: string; readonly apiKey: string; readonly env: Record<string, string>};
beforeAll(async () => {
  world = await startUserWorld(FILES, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const [a] = world.emulator.monitors().filter(({name}) => name === 'a');
  world.emulator.dashboard.setReceiver('one.example', 'refuses');
  world.emulator.dashboard.setChecks(a?.id ?? '', {checks: [{pages: [PAGE]}]});
  const {directory} = world.workspace;
  options = {directory, baseUrl: world.emulator.url, apiKey: API_KEY, env: {HOME: world.workspace.path('.home')}};
});
afterAll(() => world.close());

async function printed(...args: string[]) {
  const {stdout} = await world.runHere([...args, '--format', 'json']);
  return JSON.parse(stdout);
}

/** Two reads are not of one moment. */
const timeless = (document: object) => ({...document, time: null});

test('status, checks, diff and alerts return what the commands print', async () => {
  const health = await status({...options, alerts: true});
  expect(timeless(health)).toEqual(timeless(await printed('status', '--alerts')));
  expect(health.summary).toMatchObject({undelivered: 1});
  expect(await checks({...options, key: 'a', limit: 3})).toEqual(await printed('checks', 'a'));
  expect(await diff({...options, key: 'a', check: 'latest'})).toEqual(await printed('diff', 'a', 'latest'));
  expect(timeless(await alerts(options))).toEqual(timeless(await printed('alerts')));
  expectPromised('alerts', JSON.stringify(await alerts({...options, labels: {tier: 'one'}})));
});

test('run starts what was chosen, up to a price', async () => {
  const refusal = (given: object) =>
    run(given as never).then(
      () => null,
      error => (error instanceof MonitorsError ? error.message : error),
    );
  expect(await refusal({...options, only: ['b']})).toBe('maxCredits is missing');
  expect(await refusal({...options, maxCredits: 5})).toBe('run needs only or labels');
  expect(await refusal({...options, only: ['**'], maxCredits: 1})).toMatch(/^this costs about \d+ credits; maxCredits is 1$/);
  const started = await run({...options, only: ['b'], maxCredits: 50});
  expect(started).toMatchObject({command: 'run', exitCode: 0, summary: {monitors: 1, started: 1}, runs: [{key: 'b', outcome: 'started'}]});
});
