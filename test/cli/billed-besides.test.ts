import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** Billed costs that no estimate of the service includes count for budgets and limits of credits. */
const X = 'name: acme\nschedule: {text: every 30 minutes}\ntargets:\n  - {type: scrape, urls: ["https://x.com/acme"]}\n';
const config = (budget: number) => `project: shop\nservice: {operations: full}\nbudget: {creditsPerMonth: ${budget}}\n`;

let world: UserWorld;
afterEach(() => world.close());

async function start(budget: number): Promise<void> {
  world = await startUserWorld({'monitors.config.yaml': config(budget), 'monitors/acme.yaml': X}, {}, {operations: 'full'});
}

const flat = (text: string) => text.replace(/\s+/g, ' ');

test("W21: the plan shows the service's figure and what it leaves out, and the budget counts both", async () => {
  await start(43_200);
  const {stdout} = await world.runHere(['plan', '--format', 'json']);
  expectPromised('plan', stdout);
  expect(JSON.parse(stdout)).toMatchObject({
    summary: {create: 1, blocked: 0},
    estimate: {creditsPerMonth: 1440, billedBesides: {creditsPerMonth: 41_760, of: ['X pages (29 credits each)']}},
  });
  const shown = flat((await world.runHere(['plan'])).stdout);
  expect(shown).toContain(
    "Estimate: 1,440 + 41,760 that the service's estimate leaves out: 43,200 credits a month after apply (now 0), of a budget of 43,200.",
  );
  expect(shown).toContain("The service's estimate leaves out: X pages (29 credits each).");
  world.workspace.write({'monitors.config.yaml': config(43_199)});
  const dear = await world.runHere(['plan']);
  expect(flat(dear.stdout + dear.stderr)).toContain(
    "43,200 credits a month (1,440 + 41,760 that the service's estimate leaves out), above the budget of 43,199",
  );
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1});
  expect(world.emulator.monitors()).toEqual([]);
});

test('W21: run and try cost the sum, and --max-credits counts it', async () => {
  await start(43_200);
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  const refused = await world.runHere(['run', 'acme', '--auto-approve', '--max-credits', '29']);
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('this costs about 30 credits')});
  expect(flat(refused.stderr)).toContain("acme about 30 credits (1 + 29 that the service's estimate leaves out)");
  const {stdout} = await world.runHere(['run', 'acme', '--auto-approve', '--max-credits', '30', '--format', 'json']);
  expectPromised('run', stdout);
  expect(JSON.parse(stdout).runs).toMatchObject([{estimatedCredits: 30, billedBesides: 29, outcome: 'started'}]);
  const tried = await world.runHere(['try', 'acme', '--auto-approve', '--max-credits', '29']);
  expect(tried).toMatchObject({exitCode: 3, stderr: expect.stringContaining('this costs about 30 credits')});
});

test('W22: that unchanged pages are free is said where the service says it', async () => {
  await start(43_200);
  await world.runHere(['apply', '--auto-approve']);
  const plan = JSON.parse((await world.runHere(['plan', '--refresh', '--format', 'json'])).stdout);
  expect(plan.estimate).toMatchObject({creditsPerMonth: 1440, unchangedPagesFree: true});
  expect(flat((await world.runHere(['plan', '--refresh'])).stdout)).toContain('Unchanged pages are free, as the service says');
  expect(JSON.parse((await world.runHere(['plan', '--format', 'json'])).stdout).estimate).not.toHaveProperty('unchangedPagesFree');
});
