import {readFileSync} from 'node:fs';
import {type ChangesDocument, changes, MonitorsError} from '../../src/index';
import {specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** `changes` of the library: the document of the command, nothing printed, and the bookmark behind the caller's work. */
let world: UserWorld;
let options: {directory: string; baseUrl: string; apiKey: string; env: Record<string, string>};
afterEach(() => world.close());

beforeEach(async () => {
  const files = {
    'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n',
    'monitors/a.yaml': specFor('a'),
    'monitors/b.yaml': specFor('b'),
  };
  world = await startUserWorld(files, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const finishedAt = Date.now() - 300_000;
  const pages = [{url: 'https://site.example/', status: 'changed', statusCode: 200, diff: {text: '-a\n+b\n'}}];
  for (const {id} of world.emulator.monitors())
    world.emulator.dashboard.setChecks(id, {checks: [{startedAt: finishedAt - 1000, finishedAt, pages}]});
  options = {
    directory: world.workspace.directory,
    baseUrl: world.emulator.url,
    apiKey: API_KEY,
    env: {HOME: world.workspace.path('.home')},
  };
});

const keysOf = ({changes: found}: ChangesDocument) => found.map(({key}) => key);

test('it returns the document that the command prints', async () => {
  const document = await changes({
    ...options,
    since: '2h',
    by: 'day',
    timezone: 'Asia/Tokyo',
    limit: 1,
    maxRequests: 100,
    exclude: ['none-*', 'b'],
  }).catch(error => error);
  // A glob that matches nothing is refused, as by the command.
  expect(document).toBeInstanceOf(MonitorsError);
  const found = await changes({...options, since: '2h', by: 'day', timezone: 'Asia/Tokyo', exclude: ['b']});
  expectPromised('changes', JSON.stringify(found));
  expect(found).toMatchObject({
    changes: [{key: 'a', group: expect.stringMatching(/^\d{4}-\d\d-\d\d$/)}],
    timeZone: 'Asia/Tokyo',
    by: 'day',
  });
});

test('the bookmark moves once `deliver` has resolved', async () => {
  const bookmark = 'mark';
  let within: unknown;
  const deliver = async () => {
    within = JSON.parse(readFileSync(world.workspace.path(bookmark), 'utf8'));
  };
  expect(keysOf(await changes({...options, bookmark, deliver}))).toEqual(['a', 'b']);
  expect(within).toMatchObject({isOpen: true, calls: 0});
  expect(JSON.parse(readFileSync(world.workspace.path(bookmark), 'utf8'))).toMatchObject({isOpen: false, calls: 1});
  expect(keysOf(await changes({...options, bookmark}))).toEqual([]);
});

test('a limit of requests is not an exception; a wrong option, an unknown key and an aborted signal are', async () => {
  expect(await changes({...options, maxRequests: 3})).toMatchObject({complete: false, incomplete: ['max-requests']});
  await expect(changes({...options, show: 'all' as never})).rejects.toMatchObject({code: 'config/usage', exitCode: 3});
  await expect(changes({...options, since: 'yesterday'})).rejects.toMatchObject({
    code: 'config/usage',
    message: 'since: "yesterday" is not a moment',
  });
  await expect(changes({...options, limit: 0})).rejects.toMatchObject({code: 'config/usage'});
  await expect(changes({...options, only: ['c']})).rejects.toMatchObject({code: 'config/unknown-key'});
  await expect(changes({...options, signal: AbortSignal.abort()})).rejects.toMatchObject({exitCode: 143});
});
