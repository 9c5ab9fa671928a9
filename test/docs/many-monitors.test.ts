import {rmSync} from 'node:fs';
import {startUserWorld, type UserWorld} from '../world/service';
import {findFence, listFences} from './pages';

/** docs/many-monitors.md, followed step by step: each sample is written where it says, and does what the page says. */
const PAGE = 'docs/many-monitors.md';
const LIST = 'monitors/pricing/companies.yaml';
const ROWS = findFence(PAGE, 'key,name,site');

let world: UserWorld;

beforeEach(async () => {
  world = await startUserWorld({'monitors.config.yaml': 'project: acme-web\n'});
});
afterEach(() => world.close());

/** Pages that go on from this one, with samples of the same project. */
const FURTHER = ['docs/environments.md', 'docs/teams.md'];

/** The samples of a file, in the order of the pages; the first line may say more of it. */
function samplesOf(path: string): string[] {
  return [PAGE, ...FURTHER].flatMap(page => listFences(page)).flatMap(({text}) => (/^# ([^:\n]+)/.exec(text)?.[1] === path ? [text] : []));
}

function sampleOf(path: string, index = 0): string {
  const sample = samplesOf(path)[index];
  if (sample === undefined) throw new Error(`${PAGE} has no block of ${path}`);
  return sample;
}

function write(...paths: string[]): void {
  world.workspace.write(Object.fromEntries(paths.map(path => [path, sampleOf(path)])));
}

const plan = async (...args: string[]) => (await world.runHere(['plan', ...args])).stdout;

async function applyCopies(): Promise<void> {
  write('monitors/pricing/acme.yaml', 'monitors/pricing/bluefin.yaml');
  const applied = await world.runHere(['apply', '--auto-approve']);
  expect(applied).toMatchObject({exitCode: 0, stdout: expect.stringContaining('2 created')});
}

function becomeList(folder = 'pricing', key = folder): void {
  rmSync(world.workspace.path('monitors/pricing'), {recursive: true, force: true});
  world.workspace.write({
    [`monitors/${folder}/_defaults.yaml`]: sampleOf('monitors/pricing/_defaults.yaml'),
    [`monitors/${folder}/companies.yaml`]: sampleOf(LIST).replace('key: pricing ', `key: ${key} `),
    [`monitors/${folder}/_companies.csv`]: ROWS,
  });
}

/** Appends to the config what the page's block with these words says. */
function configure(words: string): void {
  const block = samplesOf('monitors.config.yaml').find(text => text.includes(words));
  if (block === undefined) throw new Error(`${PAGE} has no config with ${words}`);
  world.workspace.write({'monitors.config.yaml': `project: acme-web\n${block.replace(/^project: .*\n/m, '')}`});
}

test('copies become a layer and two short specs, and then a list: no monitor changes', async () => {
  await applyCopies();
  write('monitors/pricing/_defaults.yaml');
  const short = sampleOf('monitors/pricing/acme.yaml', 1);
  world.workspace.write({
    'monitors/pricing/acme.yaml': short,
    'monitors/pricing/bluefin.yaml': short.replaceAll('Acme', 'Bluefin').replaceAll('acme', 'bluefin'),
  });
  expect(await plan()).toContain('No changes.');
  becomeList();
  expect(await plan()).toContain('No changes.');
  world.workspace.write({'monitors/pricing/_companies.csv': `${ROWS}cobalt,Cobalt,https://cobalt.example\n`});
  expect(await plan()).toMatch(/^\+ pricing\/cobalt {2}create[\s\S]*Plan: 1 to create, .* 2 unchanged/m);
  world.workspace.write({'monitors/pricing/_companies.csv': ROWS.replace(/^bluefin.*\n/m, '')});
  expect(await plan()).toMatch(/pricing\/bluefin {2}delete blocked/);
});

test('render shows where each value was written', async () => {
  becomeList();
  const {stdout} = await world.runHere(['render', 'pricing/acme', '--origins']);
  const [shown = ''] = findFence(PAGE, 'name: Acme pricing  #').split('...');
  expect(stdout.slice(0, shown.length)).toBe(shown);
});

test('environments: what exists keeps its ids, and the overlay has the last word in its own', async () => {
  await applyCopies();
  becomeList();
  configure('environments:');
  write('monitors/_overlay.staging.yaml');
  expect(await world.runHere(['state', 'migrate', '--environment', 'default', '--to-environment', 'production'])).toMatchObject({
    exitCode: 0,
  });
  expect(await plan('--environment', 'production')).toContain('No changes.');
  const staging = await plan('--environment', 'staging', '--quiet');
  expect(staging).toContain('Plan: 2 to create');
  const {stdout} = await world.runHere(['render', 'pricing/acme', '--environment', 'staging', '--origins']);
  expect(stdout).toContain('text: daily  # monitors/_overlay.staging.yaml:2\n');
});

test('a folder moves by the config, or by hand', async () => {
  await applyCopies();
  becomeList('competitors/pricing');
  configure('moves:');
  expect(await plan()).toContain('0 to delete, 2 to rename, 0 unchanged.');
  world.workspace.write({'monitors.config.yaml': 'project: acme-web\n'});
  expect(await world.runHere(['state', 'mv', 'pricing/*', 'competitors/pricing/*'])).toMatchObject({exitCode: 0});
  expect(await plan()).toContain('No changes.');
});

test('the rule asks for what a layer can give to all', async () => {
  becomeList();
  configure('rules:');
  const refused = await world.runHere(['validate']);
  expect(refused).toMatchObject({exitCode: 1, stdout: expect.stringContaining('rule/required')});
  const labels = 'sync: {labels: {team: pricing}}\n';
  world.workspace.write({'monitors/pricing/_defaults.yaml': `${sampleOf('monitors/pricing/_defaults.yaml')}${labels}`});
  expect(await world.runHere(['validate'])).toMatchObject({exitCode: 0});
  expect(await plan('--label', 'team=pricing')).toContain('Plan: 2 to create');
  expect(await plan('--only', 'pricing/**', '--exclude', 'pricing/acme')).toContain('Plan: 1 to create');
});
