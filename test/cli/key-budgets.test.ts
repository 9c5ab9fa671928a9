import {plan} from '../../src/index';
import {specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/**
 * A budget by keys is held as the whole one is, at the doors of the command line and the library; test/action/plan and merge have the
 * Action's. A monitor that runs hourly is estimated at 720 credits a month.
 */
let world: UserWorld;
afterEach(() => world.close());

const config = (keys: string, whole = '') => `project: shop\nservice: {operations: full}\nbudget: {${whole}keys: ${keys}}\n`;
const SPECS = Object.fromEntries(['pricing/a', 'pricing/b', 'news/c'].map(key => [`monitors/${key}.yaml`, specFor(key.replace('/', '-'))]));
const flat = ({stdout, stderr}: {readonly stdout: string; readonly stderr: string}) => `${stdout}\n${stderr}`.replace(/\s+/g, ' ');
const run = (...args: string[]) => world.runHere(args);

async function start(text: string): Promise<void> {
  world = await startUserWorld({'monitors.config.yaml': text, ...SPECS}, {}, {operations: 'full'});
}

const blockedOf = (text: string) =>
  (JSON.parse(text) as {changes: {key: string; action: string}[]}).changes.filter(({action}) => action === 'blocked').map(({key}) => key);

test('what raises the keys above their budget is held, the rest is made, and the member to raise is named', async () => {
  await start(config('{"pricing/**": 1000, "news/*": 720}'));
  const {stdout} = await run('plan', '--format', 'json');
  expectPromised('plan', stdout);
  expect(blockedOf(stdout)).toEqual(['pricing/a', 'pricing/b']);
  expect(JSON.parse(stdout).estimate).toMatchObject({
    creditsPerMonth: 720,
    keyBudgets: [
      {keys: 'pricing/**', budget: 1000, monitors: 2, creditsPerMonth: 0, before: 0},
      {keys: 'news/*', budget: 720, monitors: 1, creditsPerMonth: 720, before: 0},
    ],
  });
  const shown = flat(await run('plan'));
  expect(shown).toContain('2 changes would raise the estimate of "pricing/**" to 1,440 credits a month, above their budget of 1,000');
  expect(shown).toContain('raise budget.keys["pricing/**"] in monitors.config.yaml');
  expect(shown).toContain('Budget of "news/*": 720 of 720 credits a month after apply (now 0).');
  expect(flat(await run('plan', '--only', 'pricing/a', '--only', 'pricing/b'))).toContain('above their budget');
  expect((await run('apply', '--auto-approve')).exitCode).toBe(1);
  expect(world.emulator.monitors().map(({name}) => name)).toEqual(['news-c']);
  // What costs no more passes, and nothing is said where nothing changes.
  expect((await run('plan', '--only', 'news/c')).stdout).not.toContain('Budget of');
  world.workspace.write({'monitors.config.yaml': config('{"news/*": 700}')});
  const exceeded = 'Budget of "news/*": 720 of 700 credits a month after apply: exceeded.';
  expect(flat(await run('plan', '--only', 'news/c'))).toContain(exceeded);
  expect((await run('plan', '--only', 'news/c', '--format', 'markdown')).stdout).toContain(exceeded.replaceAll('"', '`'));
});

test('of changes above the budget the most expensive are named, unless all cost the same', async () => {
  await start(config('{}', 'creditsPerMonth: 100, '));
  expect(flat(await run('plan'))).toContain('above the budget of 100 ->');
  world.workspace.write({'monitors/news/c.yaml': specFor('news-c').replace('hourly', 'every 10 minutes')});
  const named = 'above the budget of 100; most expensive: news/c (+4,320), pricing/a (+720), pricing/b (+720) ->';
  expect(flat(await run('plan'))).toContain(named);
  expect(flat(await run('plan', '--format', 'markdown'))).toContain(named);
});

test('a time to look is a number of seconds', async () => {
  await start(config('{}'));
  expect(await run('apply', '--auto-approve', '--lookup-timeout', '5s')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('--lookup-timeout takes a whole number of seconds from 0 to 3600, not "5s"'),
  });
});

test('the library holds it, too', async () => {
  await start(config('{"pricing/**": 1000}'));
  const env = {MONITORS_API_KEY: API_KEY, MONITORS_BASE_URL: world.emulator.url};
  const planned = await plan({directory: world.workspace.directory, env});
  expect(blockedOf(JSON.stringify(planned))).toEqual(['pricing/a', 'pricing/b']);
});

test('the whole budget comes first, then those by keys in their order; what one holds counts no more for the next', async () => {
  await start(config('{"**": 1440, "pricing/a": 700}', 'creditsPerMonth: 5000, '));
  const first = flat(await run('plan'));
  expect(first).toContain('raise budget.keys["**"]');
  expect(first).not.toContain('budget.keys["pricing/a"]');
  world.workspace.write({'monitors.config.yaml': config('{"pricing/a": 700, "**": 1440}', 'creditsPerMonth: 5000, ')});
  expect(blockedOf((await run('plan', '--format', 'json')).stdout)).toEqual(['pricing/a']);
  world.workspace.write({'monitors.config.yaml': config('{"pricing/a": 700}', 'creditsPerMonth: 1, ')});
  expect(flat(await run('plan'))).toContain('above the budget of 1');
});

test('an environment has its own, and a glob that no key matches is named', async () => {
  await start(
    'project: shop\nservice: {operations: full}\nbudget: {keys: {"**": 1}}\nenvironments: {staging: {budget: {keys: {"news/*": 700, "old/**": 5}}}}\n',
  );
  const shown = flat(await run('plan', '--environment', 'staging'));
  expect(shown).toContain('raise environments.staging.budget.keys["news/*"]');
  expect(shown).toContain('Budget of "old/**": no monitor has such a key.');
  expect(shown).toContain('2 to create');
});

test('a saved plan that is within its budgets is applied; a fleet that is known is planned again', async () => {
  await start(config('{"**": 2160}'));
  expect((await run('plan', '--out', 'plan.json')).exitCode).toBe(0);
  expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 0});
  const again = JSON.parse((await run('plan', '--format', 'json')).stdout);
  expect(again).toMatchObject({changes: [], estimate: {keyBudgets: [{monitors: 3, creditsPerMonth: 2160, before: 2160}]}});
});

test('the report has a table of them', async () => {
  await start(config('{"pricing/**": 9000}'));
  expect((await run('report', '--out', 'report.html')).exitCode).toBe(0);
  const {readFileSync} = await import('node:fs');
  expect(readFileSync(world.workspace.path('report.html'), 'utf8')).toMatch(
    /Budgets by keys[\s\S]*pricing\/\*\*[\s\S]*1,440[\s\S]*9,000[\s\S]*16%/,
  );
});

test.each([
  ['{"pricing/**": -1}', 'must be 0 or more'],
  ['{"": 5}', 'can match no key'],
  ['{"a": "many"}', 'number'],
  ['[a]', 'object'],
])('%s in the config is refused with its place, before anything is sent', async (keys, says) => {
  await start(config(keys));
  const {exitCode, stderr} = await run('plan');
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/monitors\.config\.yaml:3:\d+/);
  expect(stderr).toContain(says);
  expect(world.emulator.requests()).toHaveLength(0);
});
