import type {ChangesDocument} from '../../src/features/changes/document';
import {specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A short secret is a part of many ids, and may be a word of the service: what monitors found is found all the same. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\nsecrets: {allow: [PIN]}\n'};

let world: UserWorld;
let id: string;
let checkId: string;
beforeEach(async () => {
  world = await startUserWorld({...CONFIG, 'monitors/a.yaml': specFor('a')}, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  id = world.emulator.monitors()[0]?.id ?? '';
  const finishedAt = Date.now() - 300_000;
  const pages = [{url: 'https://site.example/', status: 'changed', statusCode: 200, diff: {text: '-a\n+b\n'}}] as const;
  world.emulator.dashboard.setChecks(id, {checks: [{startedAt: finishedAt - 1000, finishedAt, pages}]});
  const headers = {authorization: `Bearer ${API_KEY}`};
  const listed = (await (await fetch(`${world.emulator.url}/v2/monitor/${id}/checks`, {headers})).json()) as {data: {id: string}[]};
  checkId = listed.data[0]?.id ?? '';
});
afterEach(() => world.close());

async function find(pin: string): Promise<ChangesDocument> {
  return JSON.parse((await world.runHere(['changes', '--format', 'json', '-q'], {env: {PIN: pin}})).stdout);
}

test('W8: a short secret that is a part of an id of a check', async () => {
  for (const length of [4, 8, 11])
    expect(await find(checkId.slice(0, length))).toMatchObject({complete: true, changes: [{checkId, status: 'changed'}]});
  const tuned = await world.runHere(['tune', '--format', 'json', '-q'], {env: {PIN: checkId.slice(0, 4)}});
  expect(JSON.parse(tuned.stdout)).toMatchObject({complete: true, monitors: [{read: 'whole', changes: {notJudged: 1}}]});
});

test('W8: a long secret in an id is not shown', async () => {
  const {stdout} = await world.runHere(['changes', '--format', 'json'], {env: {PIN: checkId.slice(0, 20)}});
  expect(stdout).not.toContain(checkId.slice(0, 20));
});

test.each(['changed', 'completed'])('W8: a secret that is the word "%s" of the service', async pin => {
  expect(await find(pin)).toMatchObject({complete: true, changes: [{checkId, status: 'changed'}]});
});

test('W8: a secret that is an ordinary word hides no key or path in a refusal; others are hidden', async () => {
  const refused = async (pin: string) => (await world.runHere(['plan', '--only', `${pin}/acme`], {env: {PIN: pin}})).stderr;
  expect(await refused('pricing')).toContain('--only names "pricing/acme"');
  for (const pin of ['pr1cing', 'pricing-prices']) expect(await refused(pin)).toContain('--only names "(secret)/acme"');
});
