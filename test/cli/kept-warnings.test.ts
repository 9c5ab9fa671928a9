import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Warnings about specs that a plan leaves alone are counted, not printed at each plan and apply. */
let world: UserWorld;
afterEach(() => world.close());

const run = (...args: string[]) => world.runHere(args);
const words = (text: string) => text.replace(/\s+/g, ' ');
const count = (text: string) => (text.match(/ warning +rule\/required/g)?.length ?? 0) + Number(/ (\d+) more alike/.exec(text)?.[1] ?? 0);
const CONFIG = 'project: acme\nservice: {operations: full}\nrules:\n  - {require: [sync.labels.team], severity: warning}\n';

async function start(...names: string[]): Promise<void> {
  const specs = Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));
  world = await startUserWorld({'monitors.config.yaml': CONFIG, ...specs}, {}, {operations: 'full'});
}

test('those of new and changed specs are shown, the others only counted', async () => {
  await start('a', 'b', 'c', 'd', 'e');
  expect(count((await run('plan')).stderr)).toBe(5);
  const applied = await run('apply', '--auto-approve');
  expect([applied.exitCode, count(applied.stderr)]).toEqual([0, 5]);
  const same = await run('plan');
  expect([same.exitCode, count(same.stderr)]).toEqual([0, 0]);
  expect(words(same.stderr)).toContain('5 warnings about specs that stay as they are: "monitors validate" shows them.');
  world.workspace.write({'monitors/b.yaml': specFor('b').replace('name: b', 'name: Bee')});
  for (const {stderr} of [await run('plan'), await run('apply', '--auto-approve')]) {
    expect(count(stderr)).toBe(1);
    expect(stderr).toContain('monitors/b.yaml');
    expect(stderr).toContain('4 warnings about specs that stay as they are');
  }
});

test('--verbose, validate and JSON have all, and a few are shown', async () => {
  await start('a', 'b', 'c', 'd', 'e');
  await run('apply', '--auto-approve');
  expect(count((await run('plan', '--verbose')).stderr)).toBe(5);
  expect(count((await run('validate')).stdout)).toBe(5);
  expect(JSON.parse((await run('plan', '--format', 'json')).stdout).diagnostics).toHaveLength(5);
  for (const name of ['d', 'e'])
    world.workspace.write({[`monitors/${name}.yaml`]: specFor(name).replace('name:', 'sync: {labels: {team: x}}\nname:')});
  const {stderr} = await run('plan');
  expect(count(stderr)).toBe(3);
  expect(stderr).not.toContain('stay as they are');
});

test('those of the config and of layers stay, as one edit there concerns many', async () => {
  await start('a', 'b', 'c', 'd', 'e');
  await run('apply', '--auto-approve');
  world.workspace.write({'monitors/_defaults.yaml': 'sync: {labels: {shop: x}}\n'});
  const {stderr} = await run('plan');
  expect(words(stderr)).toContain('plan/new-layer');
  expect(stderr).toContain('5 warnings about specs that stay as they are');
});
