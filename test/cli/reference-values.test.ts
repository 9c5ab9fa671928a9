import {readdirSync, readFileSync, rmSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** The value of a reference that texts of the monitor hold, too: compared in clear, hidden in what is kept or shown. */
let world: UserWorld;
afterEach(() => world.close());

const VALUE = 'production-europe-4711';
const CONFIG = 'project: acme\nservice: {operations: full}\nsecrets: {allow: [PLACE]}\n';
const SPEC = `name: Shop
schedule: {text: hourly}
goal: Prices of production-europe-4711 below 10
webhook: {url: "https://hooks.example/x", headers: {X-Place: "\${env:PLACE}"}, metadata: {shop: a}}
targets:
  - {type: scrape, urls: ["https://a.example/"]}
`;
const env = {PLACE: VALUE};
const run = (...args: string[]) => world.runHere(args, {env});
const live = () => world.emulator.monitors().find(({name}) => name !== 'b')!;
const edit = (changes: Parameters<UserWorld['emulator']['dashboard']['edit']>[1]) => world.emulator.dashboard.edit(live().id, changes);
const stateText = () => readFileSync(world.workspace.path('monitors.state.json'), 'utf8');

async function applied(spec = SPEC): Promise<void> {
  world = await startUserWorld(
    {'monitors.config.yaml': CONFIG, 'monitors/a.yaml': spec, 'monitors/b.yaml': specFor('b')},
    {},
    {operations: 'full'},
  );
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

async function expectNothingToDo(): Promise<void> {
  expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('No changes.'),
  });
}

test.each([
  {name: 'the goal', from: 'below 10', to: 'below 20'},
  {name: 'the name', from: 'name: Shop', to: `name: Shop of ${VALUE}`},
  {name: 'the part that is the value', from: VALUE, to: 'production-america-0815'},
  {name: 'another member', from: 'hourly', to: 'daily'},
])('S70: an edit of $name of a monitor whose texts hold the value is applied', async ({from, to}) => {
  await applied(SPEC.replace('name: Shop', `name: Shop ${VALUE}`));
  const spec = SPEC.replace('name: Shop', `name: Shop ${VALUE}`);
  world.workspace.write({'monitors/a.yaml': from === 'name: Shop' ? SPEC.replace(from, to) : spec.replace(from, to).replace(from, to)});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
  await expectNothingToDo();
});

test('S70: a change in the service beside the value is shown without it, undone, and deleted with its monitor', async () => {
  await applied();
  edit({goal: `Prices of ${VALUE} below 99`, webhook: {...(live().webhook as object), metadata: {shop: VALUE}}});
  const shown = await run('plan', '--refresh', '--out', 'plan.json', '--format', 'json');
  expect(JSON.parse(shown.stdout).changes[0].drift).toMatchObject([
    {path: '/goal', before: 'Prices of (secret) below 99', sensitive: true},
    {path: '/webhook/metadata/shop', before: '(secret)', after: 'a', sensitive: true},
  ]);
  for (const text of [shown.stdout, readFileSync(world.workspace.path('plan.json'), 'utf8'), (await run('plan', '--refresh')).stdout])
    expect(text).not.toContain(VALUE);
  expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
  await expectNothingToDo();
  rmSync(world.workspace.path('monitors/a.yaml'));
  expect(await run('apply', '--auto-approve', '--allow-deletes')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 deleted'),
  });
});

test('S70: a plan that was saved where the value was not known is applied where it is', async () => {
  await applied();
  edit({goal: `Prices of ${VALUE} below 99`});
  expect(await world.runHere(['plan', '--refresh', '--out', 'plan.json'])).toMatchObject({exitCode: 0});
  expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
});

test('S70: what an apply without a look would overwrite is named without the value', async () => {
  await applied();
  edit({goal: `Prices of ${VALUE} below 99`});
  world.workspace.write({'monitors/a.yaml': SPEC.replace('below 10', 'below 20')});
  const ended = await run('apply', '--auto-approve');
  expect(ended).toMatchObject({exitCode: 1});
  expect((ended.stdout + ended.stderr).replaceAll(/\s+/g, ' ')).toContain('goal is "Prices of (secret) below 99" in the service');
});

test('S70: what the service makes of a text is kept without the value, and is no drift', async () => {
  await applied(SPEC);
  for (const file of ['', '.bak', '.journal']) rmSync(world.workspace.path(`monitors.state.json${file}`), {force: true});
  edit({goal: `Other words of ${VALUE}`});
  expect(await run('import', 'a', live().id)).toMatchObject({exitCode: 0});
  expect(stateText()).toContain('Other words of (secret)');
  expect(stateText()).not.toContain(VALUE);
  const {changes} = JSON.parse((await run('plan', '--refresh', '--format', 'json')).stdout);
  expect(changes).toMatchObject([{key: 'a', fields: [{path: '/goal', before: 'Other words of (secret)'}], drift: []}, {key: 'b'}]);
  expect(await run('apply', '--auto-approve', '--refresh', '--only', 'a')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 updated'),
  });
});

describe('a value that the service holds in clear is not written into a spec', () => {
  const loseState = () => {
    for (const file of ['', '.bak', '.journal']) rmSync(world.workspace.path(`monitors.state.json${file}`), {force: true});
    rmSync(world.workspace.path('monitors/a.yaml'));
  };
  const everything = () =>
    ['.', 'monitors'].flatMap(folder =>
      readdirSync(world.workspace.path(folder), {withFileTypes: true}).flatMap(entry =>
        entry.isFile() ? [readFileSync(world.workspace.path(`${folder}/${entry.name}`), 'utf8')] : [],
      ),
    );

  test.each([
    {name: 'the goal', changes: {goal: `Prices of ${VALUE}`}},
    {name: 'metadata', changes: {webhook: {url: 'https://hooks.example/x', metadata: {shop: `in ${VALUE}`}}}},
    {name: 'the name of a member', changes: {webhook: {url: 'https://hooks.example/x', metadata: {[VALUE]: 'yes'}}}},
    {name: 'an address', changes: {targets: [{type: 'scrape' as const, urls: [`https://a.example/${VALUE}`]}]}},
  ])('S32: pull and import refuse a monitor that holds it in $name', async ({changes}) => {
    await applied(SPEC.replace(VALUE, 'all shops'));
    edit(changes as Parameters<typeof edit>[0]);
    const {id} = live();
    loseState();
    for (const args of [['pull'], ['import', 'a', id]]) {
      const ended = await run(...args, '--format', 'json');
      expect(ended.stdout + ended.stderr).toContain('${env:...}');
      expect(ended.stdout + ended.stderr).not.toContain(VALUE);
    }
    expect(everything().join()).not.toContain(VALUE);
  });

  test.each([
    {name: 'the goal', changes: {goal: `Prices of ${VALUE} below 99`}},
    {name: 'metadata', changes: {webhook: {url: 'https://hooks.example/x', headers: {'X-Place': VALUE}, metadata: {shop: VALUE}}}},
    {name: 'a new target', changes: {targets: [{type: 'scrape' as const, urls: ['https://a.example/', `https://b.example/${VALUE}`]}]}},
  ])('S32: accept refuses drift that brings it in $name', async ({changes}) => {
    await applied(SPEC.replace(VALUE, 'all shops'));
    edit(changes as Parameters<typeof edit>[0]);
    const ended = await run('accept', 'a');
    expect(ended.exitCode).not.toBe(0);
    expect(ended.stdout + ended.stderr).toContain('secrets are never written into a spec');
    expect(ended.stdout + ended.stderr).not.toContain(VALUE);
    expect(everything().join()).not.toContain(VALUE);
  });

  test('S32: accept takes drift beside it', async () => {
    await applied();
    edit({retentionDays: 90});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    expect(readFileSync(world.workspace.path('monitors/a.yaml'), 'utf8')).toContain('retentionDays: 90');
    await expectNothingToDo();
  });

  test('S32: the name of a member is hidden where drift is shown', async () => {
    await applied();
    edit({webhook: {...(live().webhook as object), metadata: {shop: 'a', [VALUE]: 'b'}}});
    for (const format of ['text', 'json']) {
      const {stdout} = await run('plan', '--refresh', '--format', format);
      expect(stdout).toContain('(secret)');
      expect(stdout).not.toContain(VALUE);
    }
  });
});
