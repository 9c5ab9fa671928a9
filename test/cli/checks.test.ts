import type {CheckHistory} from '../../src/emulator/ports';
import {specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\nsecrets: {allow: [TOKEN]}\n'};
const GOOD = {url: 'https://site.example/', status: 'same', statusCode: 200};
const DIFF = '--- before\n+++ after\n@@ -1,2 +1,2 @@\n Plans\n-Team: 20\n+Team: 25\n';
const CHANGED = {
  ...{url: 'https://user:pass@site.example/pricing?token=abcdef', status: 'changed', statusCode: 200},
  judgment: {meaningful: true, confidence: 'high', reason: 'The price of a plan rose.', meaningfulChanges: []},
  diff: {text: DIFF, json: {files: []}},
};
const FIELDS = {
  ...CHANGED,
  url: 'https://site.example/json',
  diff: {json: {'plans[0].price': {previous: 20, current: 25}}},
  judgment: null,
};
const FAILED = {
  url: 'https://site.example/gone',
  status: 'error',
  statusCode: 500,
  error: 'could not fetch https://u:p@site.example/?q=abc',
};

let world: UserWorld;
afterEach(() => world.close());

async function start(history: CheckHistory): Promise<void> {
  world = await startUserWorld({...CONFIG, 'monitors/shop.yaml': specFor('shop')}, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  world.emulator.dashboard.setChecks(world.emulator.monitors()[0]?.id ?? '', history);
}

const run = (...args: string[]) => world.runHere(args);

async function json(command: 'checks' | 'diff', ...args: string[]) {
  const {stdout} = await run(command, 'shop', ...args, '--format', 'json');
  expectPromised(command, stdout);
  return JSON.parse(stdout);
}

test('checks shows the newest checks with what they found and cost', async () => {
  await start({
    checks: [
      {status: 'running', startedAt: Date.UTC(2020, 0, 5)},
      {pages: [CHANGED, GOOD, FAILED], estimatedCredits: 12, actualCredits: 3, trigger: 'manual', startedAt: Date.UTC(2020, 0, 4)},
      {status: 'skipped_overlap', startedAt: Date.UTC(2020, 0, 3)},
      {status: 'failed', error: 'no credits', startedAt: Date.UTC(2020, 0, 2)},
    ],
  });
  const {checks} = await json('checks');
  expect(checks.map(({status}: {status: string}) => status)).toEqual(['running', 'completed', 'skipped_overlap', 'failed']);
  expect(checks[1]).toMatchObject({
    trigger: 'manual',
    actualCredits: 3,
    pages: {total: 3, changed: 1, error: 1},
    startedAt: '2020-01-04T00:00:00.000Z',
  });
  const {stdout} = await run('checks', 'shop');
  expect(stdout).toContain('completed, manual');
  expect(stdout).toContain('3 pages: 1 changed, 1 failed, 3 credits of 12 estimated');
  expect(stdout).toContain('skipped (overlap)');
  expect(stdout).toContain('no credits');
  expect((await json('checks', '--limit', '2')).checks).toHaveLength(2);
});

test('more checks than a request answers are read with several', async () => {
  await start({checks: Array.from({length: 250}, () => ({}))});
  expect((await json('checks', '--limit', '240')).checks).toHaveLength(240);
  expect((await json('checks', '--limit', '1000')).checks).toHaveLength(250);
});

test('diff shows the newest check with changes: diffs, fields, judgments and errors, secrets masked', async () => {
  await start({checks: [{pages: [GOOD]}, {pages: [GOOD, CHANGED, FIELDS, FAILED]}]});
  const document = await json('diff');
  expect(document).toMatchObject({complete: true, check: {pages: {changed: 2}}});
  expect(document.pages).toMatchObject([
    {url: 'https://(secret)@site.example/pricing?token=(secret)', status: 'changed', diff: DIFF, judgment: {meaningful: true}},
    {fields: [{path: 'plans[0].price', previous: 20, current: 25}], diff: null},
    {status: 'error', error: 'could not fetch https://(secret)@site.example/?q=(secret)'},
  ]);
  const {stdout} = await run('diff', 'shop', '--color', 'always');
  expect(stdout).toContain('\x1b[31m-Team: 20\x1b[39m');
  expect(stdout).toContain('\x1b[32m+Team: 25\x1b[39m');
  expect(stdout).toContain('meaningful (high): The price of a plan rose.');
  expect(stdout).toContain('plans[0].price: \x1b[31m20\x1b[39m -> \x1b[32m25\x1b[39m');
});

test('a check is named by its id or the beginning of it', async () => {
  await start({checks: [{pages: [CHANGED]}, {pages: [FIELDS]}]});
  const [, {id}] = (await json('checks')).checks;
  expect((await json('diff', id)).pages).toMatchObject([{url: 'https://site.example/json'}]);
  expect(await run('diff', 'shop', id.slice(0, 8))).toMatchObject({exitCode: 0});
  const newest = JSON.parse((await run('diff', 'shop', 'latest', '--format', 'json')).stdout);
  const {checks} = JSON.parse((await run('checks', 'shop', '--format', 'json')).stdout);
  expect(newest.check.id).toBe(checks[0].id);
  const none = await run('diff', 'shop', 'ffff');
  expect(none).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/no-such-check')});
  expect(none.stderr).toContain('run "monitors checks shop"');
  const unknown = `${id.slice(0, 24)}ffffffffffff`;
  expect(await run('diff', 'shop', unknown)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/no-such-check')});
});

test('a beginning that several ids have is refused with their count', async () => {
  await start({checks: Array.from({length: 17}, () => ({pages: [GOOD]}))});
  const {checks} = JSON.parse((await run('checks', 'shop', '--limit', '17', '--format', 'json')).stdout) as {checks: {id: string}[]};
  const starts = checks.map(({id}) => id.charAt(0));
  const shared = starts.find((one, index) => starts.indexOf(one) !== index)!;
  const count = starts.filter(one => one === shared).length;
  expect(await run('diff', 'shop', shared)).toMatchObject({exitCode: 3, stderr: expect.stringContaining(`the ids of ${count} checks`)});
});

test('without changes diff says so, and exits 0', async () => {
  await start({checks: [{pages: [GOOD]}]});
  expect(await run('diff', 'shop')).toMatchObject({exitCode: 0, stdout: 'No changes in the newest 1 check of "shop".\n'});
  expect(await json('diff')).toMatchObject({check: null, pages: []});
});

test('more pages than a request answers are read on from where the service says', async () => {
  const pages = Array.from({length: 250}, (_, index) => ({...FIELDS, url: `https://site.example/${index}`}));
  await start({checks: [{pages}]});
  expect((await json('diff')).pages).toHaveLength(250);
});

test('hostile pages stay text: no control character, no command to a CI runner', async () => {
  const text = '+\x1b[2J\u202egnp.exe\n::error::x\n+##vso[task.complete]\n';
  await start({checks: [{error: '\x1b]0;x\x07', pages: [{...CHANGED, diff: {text}, judgment: {...CHANGED.judgment, reason: '\x1b[2J'}}]}]});
  const {stdout} = await run('diff', 'shop');
  expect(stdout).toContain('+\\x1b[2J\\u202egnp.exe');
  expect(stdout).not.toMatch(/[\x1b\u202e\x07]|^\s*::|##vso/m);
});

test('the values of references that are set never show, whatever a page repeats', async () => {
  const secret = 'token-value-0123456789';
  await start({checks: [{pages: [{...CHANGED, diff: {text: `+${secret} ${API_KEY}\n`}}]}]});
  for (const format of ['text', 'json']) {
    const {stdout} = await world.runHere(['diff', 'shop', '--format', format], {env: {TOKEN: secret}});
    expect(stdout).toContain('+(secret) (secret)');
    expect(stdout).not.toContain(secret);
  }
});

test('a long diff is cut in text, and whole with --verbose', async () => {
  const text = Array.from({length: 300}, (_, index) => `+line ${index}\n`).join('');
  await start({checks: [{pages: [{...CHANGED, diff: {text}}]}]});
  const short = await run('diff', 'shop');
  expect(short.stdout).toContain('... 100 more lines (--verbose shows them)');
  expect(short.stdout).not.toContain('+line 250');
  expect((await run('diff', 'shop', '--verbose')).stdout).toContain('+line 299');
});

test.each(['checks', 'diff'])(
  '%s of a key that nothing is recorded for, of a glob, and without the operation are refused',
  async command => {
    await start({checks: []});
    expect(await run(command, 'shpo')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('did you mean "shop"?')});
    expect(await run(command, 'sh*')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('takes one key')});
    world.emulator.setFaults({faults: [{when: {operation: 'checks'}, do: 'answer', status: 501}]});
    expect(await run(command, 'shop')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/not-offered')});
  },
);
