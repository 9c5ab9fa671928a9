import {cpSync} from 'node:fs';
import {makeWorkspace} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Scope of a saved plan where specs share text: all that decides what the monitors are, and nothing else. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = [
  'project: acme',
  'service: {operations: full}',
  'rules: [{keys: "**", require: [goal]}]',
  'environments: {staging: {vars: {HOOKS: "https://hooks.example"}}, production: {vars: {HOOKS: "https://p.example"}}}',
  'environment: staging',
  '',
].join('\n');
const FILES = {
  'monitors.config.yaml': CONFIG,
  'monitors/_defaults.yaml': 'goal: Prices\nwebhook: {url: "${var:HOOKS}/x"}\n',
  'monitors/_overlay.staging.yaml': 'schedule: {text: daily}\n',
  'monitors/list.yaml':
    'name: ${each:name}\ntargets: [{type: scrape, urls: ["https://${each:key}.example/"]}]\nsync: {each: {file: _rows.csv}}\n',
  'monitors/_rows.csv': 'key,name\na,A\nb,B\n',
};

/** Saves a plan, edits a file, and applies the plan. */
async function applyAfter(edit: Partial<typeof FILES>) {
  world = await startUserWorld(FILES, {}, {operations: 'full'});
  expect(await world.runHere(['plan', '--out', 'plan.json'])).toMatchObject({exitCode: 0});
  world.workspace.write(edit);
  return world.runHere(['apply', 'plan.json']);
}

test.each<{name: string; edit: Partial<typeof FILES>; why: string}>([
  {
    name: 'a layer',
    edit: {'monitors/_defaults.yaml': FILES['monitors/_defaults.yaml'].replace('Prices', 'Plans')},
    why: '_defaults.yaml was edited',
  },
  {name: 'an overlay', edit: {'monitors/_overlay.staging.yaml': 'schedule: {text: hourly}\n'}, why: '_overlay.staging.yaml was edited'},
  {name: 'a cell', edit: {'monitors/_rows.csv': 'key,name\na,A\nb,Other\n'}, why: '_rows.csv was edited'},
  {name: 'a row more', edit: {'monitors/_rows.csv': 'key,name\na,A\nb,B\nc,C\n'}, why: '_rows.csv was edited'},
  {name: 'a variable', edit: {'monitors.config.yaml': CONFIG.replace('hooks.example', 'other.example')}, why: 'the config has changed'},
])('$name that changed makes a saved plan stale, and nothing is sent', async ({edit, why}) => {
  const ended = await applyAfter(edit);
  expect(ended).toMatchObject({exitCode: 3, stderr: expect.stringContaining('plan/stale')});
  expect(ended.stderr.replace(/\s+/g, ' ')).toContain(why);
  expect(world.emulator.monitors()).toEqual([]);
});

test('a rule that changed holds for a saved plan', async () => {
  expect(await applyAfter({'monitors.config.yaml': CONFIG.replace('[goal]', '[retentionDays]')})).toMatchObject({exitCode: 1});
  expect(world.emulator.monitors()).toEqual([]);
});

test('a variable of another environment is no part of it', async () => {
  expect(await applyAfter({'monitors.config.yaml': CONFIG.replace('p.example', 'q.example')})).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors().map(({name}) => name)).toEqual(['A', 'B']);
});

test.each<{name: string; edit: Partial<typeof FILES>; pointer: string; moved: readonly string[]}>([
  {
    name: 'a comment line in a layer',
    edit: {'monitors/_defaults.yaml': `# ours\n\n${FILES['monitors/_defaults.yaml']}`},
    ...{pointer: '/goal', moved: ['monitors/_defaults.yaml:1', 'monitors/_defaults.yaml:3']},
  },
  {
    name: 'another order of the rows',
    edit: {'monitors/_rows.csv': 'key,name\nb,B\n\na,A\n'},
    ...{pointer: '/name', moved: ['monitors/_rows.csv:2', 'monitors/_rows.csv:4']},
  },
])('$name moves the places, and neither the digest of a plan nor a monitor changes', async ({edit, pointer, moved}) => {
  world = await startUserWorld(FILES, {}, {operations: 'full'});
  const look = async (): Promise<{place: string; digest: string}> => {
    const rendered = await world.runHere(['render', 'list/a', '--origins', '--format', 'json']);
    const {file, line} = JSON.parse(rendered.stdout).monitors[0].origins[pointer];
    const bare = makeWorkspace();
    cpSync(world.workspace.directory, bare.directory, {recursive: true, filter: path => !path.includes('.state.')});
    const planned = await world.runHere(['plan', '--format', 'json'], {cwd: bare.directory});
    bare.remove();
    return {place: `${file}:${line}`, digest: JSON.parse(planned.stdout).digest};
  };
  const before = await look();
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  world.workspace.write(edit);
  const after = await look();
  expect([before.place, after.place]).toEqual(moved);
  expect(after.digest).toBe(before.digest);
  expect(await world.runHere(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
});
