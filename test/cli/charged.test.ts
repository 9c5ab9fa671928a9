import {readFileSync} from 'node:fs';
import {specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** Charges of monitors, beside what they were estimated to cost, and a budget that goes by it. */
const config = (budget = '') => ({'monitors.config.yaml': `project: shop\nservice: {operations: full}\n${budget}`});
const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
const PAGE = {url: 'https://site.example/', status: 'same', statusCode: 200};
const CHARGED = {pages: [PAGE], estimatedCredits: 10, actualCredits: 2};

let world: UserWorld;
afterEach(() => world.close());

async function start(budget?: string): Promise<void> {
  world = await startUserWorld({...config(budget), ...SPECS}, {}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
}

const idOf = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)?.id ?? '';
const countChecks = () => world.emulator.requests().filter(({path}) => path.includes('/checks')).length;

async function planJson(...args: string[]) {
  const {stdout, exitCode} = await world.runHere(['plan', '--format', 'json', ...args]);
  expectPromised('plan', stdout);
  return {exitCode, ...JSON.parse(stdout)};
}

test('plan --checks shows what was charged beside the estimate, with size and age of the sample', async () => {
  await start();
  world.emulator.dashboard.setChecks(idOf('a'), {checks: [CHARGED, {status: 'running'}, CHARGED]});
  world.workspace.write({'monitors/c.yaml': specFor('c')});
  const {estimate} = await planJson('--checks', '5');
  const [each] = estimate.monitors;
  expect(estimate).toMatchObject({creditsPerMonth: 3 * each.creditsPerMonth});
  expect(estimate.actual).toMatchObject({
    newest: 5,
    creditsPerMonth: 2 * each.creditsPerMonth + each.creditsPerMonth / 5,
    estimated: 2,
    monitors: [{key: 'a', creditsPerMonth: each.creditsPerMonth / 5, estimate: each.creditsPerMonth, checks: 2}],
  });
  expect(countChecks()).toBe(2);
  const {stdout, stderr} = await world.runHere(['plan', '--checks', '5']);
  expect(stderr).toContain('reading the newest checks of 2 monitors: at most 2 requests\n');
  // Lines break elsewhere where the sample began yesterday.
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /Charged: about [\d,]+ credits a month, by 2 checks of 1 monitor since .+, with the estimate for 2 that are new, edited or unknown\./,
  );
  expect(stdout).toContain('Some plans do not charge unchanged pages.');
  const markdown = await world.runHere(['plan', '--checks', '5', '--format', 'markdown']);
  expect(markdown.stdout).toContain('Charged: about ');
});

test('an edited monitor counts by the estimate, and --only reads the chosen alone', async () => {
  await start();
  for (const name of ['a', 'b']) world.emulator.dashboard.setChecks(idOf(name), {checks: [CHARGED]});
  world.workspace.write({'monitors/a.yaml': specFor('a').replace('hourly', 'daily')});
  expect((await planJson('--checks', '1')).estimate.actual).toMatchObject({estimated: 1, monitors: [{key: 'b'}]});
  const before = countChecks();
  expect((await planJson('--checks', '1', '--only', 'a')).estimate.actual).toMatchObject({estimated: 2, monitors: []});
  expect(countChecks() - before).toBe(1);
});

test('a budget by actual counts what was charged, in that run only, and names the figures', async () => {
  await start();
  const {estimate} = await planJson();
  const one = estimate.creditsPerMonth / 2;
  const budget = (by: string) => `budget: {creditsPerMonth: ${2 * one}, by: ${by}}\n`;
  for (const name of ['a', 'b']) world.emulator.dashboard.setChecks(idOf(name), {checks: [CHARGED]});
  world.workspace.write({'monitors/c.yaml': specFor('c'), ...config(budget('actual'))});
  const summaryOf = async (...args: string[]) => (await planJson(...args)).summary;
  expect(await summaryOf('--checks', '3')).toMatchObject({create: 1, blocked: 0});
  expect(await summaryOf()).toMatchObject({create: 0, blocked: 1});
  const {stdout} = await world.runHere(['plan']);
  expect(stdout).toContain('The budget counts the estimate here: "--checks N" reads what was charged.');
  world.workspace.write(config(budget('estimate')));
  expect(await summaryOf('--checks', '3')).toMatchObject({create: 0, blocked: 1});
});

test('a cost above the budget by actual is said as such, and a saved plan is applied with the checks it was made with', async () => {
  await start();
  const {estimate} = await planJson();
  const one = estimate.creditsPerMonth / 2;
  for (const name of ['a', 'b']) world.emulator.dashboard.setChecks(idOf(name), {checks: [CHARGED]});
  world.workspace.write({'monitors/c.yaml': specFor('c'), ...config(`budget: {creditsPerMonth: ${one}, by: actual}\n`)});
  expect((await planJson('--checks', '1')).diagnostics).toMatchObject([
    {
      code: 'plan/over-budget',
      message: expect.stringContaining('would raise the cost, as charged where that is known and estimated else, to'),
    },
  ]);
  world.workspace.write(config(`budget: {creditsPerMonth: ${2 * one}, by: actual}\n`));
  expect(await world.runHere(['plan', '--checks', '1', '--out', 'plan.json'])).toMatchObject({exitCode: 0});
  world.emulator.dashboard.setChecks(idOf('a'), {checks: [{...CHARGED, actualCredits: 3}]});
  expect(await world.runHere(['apply', 'plan.json'])).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(3);
});

test('a service without checks: the estimate counts, and the plan says so', async () => {
  await start();
  world.emulator.setFaults({faults: [{when: {operation: 'checks'}, do: 'answer', status: 404, body: '<html>no</html>'}]});
  const plan = await planJson('--checks', '1');
  expect(plan.estimate.actual).toMatchObject({estimated: 2, monitors: []});
  expect(plan.diagnostics).toMatchObject([{code: 'live/no-checks'}]);
});

test('a refreshed report goes by what was charged everywhere: nothing is over a budget that it is below', async () => {
  await start();
  const {estimate} = await planJson();
  const one = estimate.creditsPerMonth / 2;
  for (const name of ['a', 'b']) world.emulator.dashboard.setChecks(idOf(name), {checks: [CHARGED]});
  world.workspace.write({'monitors/c.yaml': specFor('c'), ...config(`budget: {creditsPerMonth: ${2 * one}, by: actual}\n`)});
  expect(await world.runHere(['report', '--refresh', '--out', 'r.html'])).toMatchObject({exitCode: 0});
  const page = readFileSync(world.workspace.path('r.html'), 'utf8').replace(/<[^>]*>/g, ' ');
  expect(page.replace(/\s+/g, ' ')).toContain('70% of the budget');
  expect(page).not.toContain('over the budget');
});
