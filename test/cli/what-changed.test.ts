import {existsSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import type {PlayedCheck} from '../../src/emulator/ports';
import type {ChangesDocument} from '../../src/features/changes/document';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const MINUTE = 60_000;
const DIFF = '--- before\n+++ after\n@@ -1,2 +1,2 @@\n Plans\n-Team: $20 a month\n+Team: $25 a month\n';
const judged = (meaningful: boolean) => ({meaningful, confidence: 'high', reason: 'The price of a plan rose.', meaningfulChanges: []});
const CHANGED = {
  url: 'https://site.example/pricing',
  status: 'changed',
  statusCode: 200,
  judgment: judged(true),
  diff: {text: DIFF},
} as const;
const SAME = {url: 'https://site.example/', status: 'same', statusCode: 200} as const;
const FAILED = {url: 'https://site.example/gone', status: 'error', error: 'the page took longer than the timeout'} as const;

let world: UserWorld;
afterEach(() => world.close());

/** A check that ended so many minutes ago. */
function ago(minutes: number, check: PlayedCheck = {}): PlayedCheck {
  const finishedAt = Date.now() - minutes * MINUTE;
  return {startedAt: finishedAt - 1000, finishedAt, pages: [SAME], ...check};
}

async function start(histories: Readonly<Record<string, readonly PlayedCheck[]>>, options = {}): Promise<void> {
  const specs = Object.keys(histories).map(key => [`monitors/${key}.yaml`, specFor(key)]);
  world = await startUserWorld({...CONFIG, ...Object.fromEntries(specs)}, {}, {operations: 'full', ...options});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  for (const [key, checks] of Object.entries(histories)) play(key, checks);
}

/** Sets the checks of a monitor, newest first. */
function play(key: string, checks: readonly PlayedCheck[]): void {
  const {id} = world.emulator.monitors().find(({name}) => name === key)!;
  world.emulator.dashboard.setChecks(id, {checks});
}

const run = (...args: string[]) => world.runHere(['changes', ...args]);

async function json(...args: string[]): Promise<ChangesDocument> {
  const {stdout} = await run('--format', 'json', '-q', ...args);
  return JSON.parse(stdout);
}

test('looks', async () => {
  await start({
    a: [ago(5, {pages: [CHANGED, SAME]}), ago(3000)],
    b: [ago(10, {pages: [FAILED]}), ago(20, {pages: [FAILED]}), ago(30)],
    c: [
      {status: 'running', startedAt: Date.now() - 1000},
      ago(7, {
        pages: [
          {...CHANGED, judgment: judged(false)},
          {...CHANGED, url: 'https://x.example/', judgment: null, diff: {json: {'plans[0].price': {previous: 19, current: 24}}}},
        ],
      }),
    ],
    d: [ago(9000)],
  });
  const r = await run('--verbose');
  console.log(r.exitCode, r.stdout, r.stderr);
  console.log(JSON.stringify(await json(), null, 1));
});
