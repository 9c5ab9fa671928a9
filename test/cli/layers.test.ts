import {rmSync} from 'node:fs';
import {startUserWorld, type UserWorld} from '../world/service';

/** Layers and lists through the commands, against the emulator. */
let world: UserWorld;
afterEach(() => world.close());

const page = (name: string) => `name: ${name}\ntargets: [{type: scrape, urls: ["https://${name}.example/"]}]\n`;
const HOOK = 'webhook: {url: "https://hooks.example/x"}\n';
const LAYERED = {
  'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n',
  'monitors/_defaults.yaml': `schedule: {text: daily}\n${HOOK}sync: {protect: true}\n`,
  'monitors/a.yaml': page('a'),
  'monitors/b.yaml': page('b'),
};
const run = (...args: string[]) => world.runHere(args);
const plan = async (...args: string[]) => JSON.parse((await run('plan', '--format', 'json', ...args)).stdout);
const codesOf = ({diagnostics}: {diagnostics: {code: string}[]}) => diagnostics.map(({code}) => code);
const start = async (files: Record<string, string>) => {
  world = await startUserWorld(files, {}, {operations: 'full'});
};
const write = (files: Record<string, string>) => world.workspace.write(files);
const remove = (...paths: string[]) => {
  for (const path of paths) rmSync(world.workspace.path(path));
};

test('a layer is applied, said of at its first use, and then nothing is to be done', async () => {
  await start(LAYERED);
  expect(codesOf(await plan())).toEqual(['plan/new-layer']);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors().map(({name, webhook}) => [name, webhook?.url])).toEqual([
    ['a', 'https://hooks.example/x'],
    ['b', 'https://hooks.example/x'],
  ]);
  expect(await plan()).toMatchObject({changes: [], diagnostics: []});
  write({'monitors/_defaults.yaml': `# a comment\n${LAYERED['monitors/_defaults.yaml']}retentionDays: 7\n`});
  expect((await plan()).changes).toMatchObject([{action: 'update', fields: [{path: '/retentionDays'}]}, {action: 'update'}]);
});

test('what a layer would replace waits, and what it protected is not replaced in the run that ends the protection', async () => {
  await start(LAYERED);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/_defaults.yaml': 'schedule: {text: daily}\n'});
  const first = await plan('--allow-deletes');
  expect(codesOf(first)).toContain('plan/protection-lost');
  expect(first.changes).toMatchObject([{action: 'blocked', wanted: 'replace', reason: 'plan/protected'}, {action: 'blocked'}]);
  await run('apply', '--auto-approve', '--allow-deletes');
  const second = await plan();
  expect(second.changes).toMatchObject([{action: 'blocked', wanted: 'replace', reason: 'plan/from-layer'}, {action: 'blocked'}]);
  expect((await plan('--allow-deletes')).changes).toMatchObject([{action: 'replace'}, {action: 'replace'}]);
});

test('what vanishes with the last layer waits too, and is listed', async () => {
  await start(LAYERED);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  const daily = 'schedule: {text: daily}\n';
  remove('monitors/_defaults.yaml');
  write({'monitors/a.yaml': page('a') + daily, 'monitors/b.yaml': page('b') + daily});
  const first = await plan('--allow-deletes');
  expect(first.diagnostics).toContainEqual(
    expect.objectContaining({code: 'plan/protection-lost', message: expect.stringContaining('2 monitors')}),
  );
  expect(first.changes).toMatchObject([{action: 'blocked', wanted: 'replace', reason: 'plan/protected'}, {action: 'blocked'}]);
  expect(await run('apply', '--auto-approve', '--allow-deletes')).toMatchObject({exitCode: 1});
  const second = await plan();
  expect(second.changes).toMatchObject([
    {action: 'blocked', reason: 'plan/from-layer'},
    {action: 'blocked', reason: 'plan/from-layer'},
  ]);
  expect(second.diagnostics[0].message).toContain('monitors/_defaults.yaml');
  expect((await plan('--allow-deletes')).changes).toMatchObject([{action: 'replace'}, {action: 'replace'}]);
});

test('the end of a protection needs a plan that shows it, or a person who approves it', async () => {
  await start(LAYERED);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/_defaults.yaml': `schedule: {text: hourly}\n${HOOK}sync: {protect: true}\n`});
  expect(await run('plan', '--out', 'saved.json')).toMatchObject({exitCode: 0});
  write({'monitors/_defaults.yaml': `schedule: {text: hourly}\n${HOOK}`});
  expect(await run('apply', 'saved.json')).toMatchObject({exitCode: 3});
  write({'monitors/_defaults.yaml': `schedule: {text: daily}\n${HOOK}`});
  expect(await run('apply')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('--auto-approve')});
  expect(codesOf(await plan())).toEqual(['plan/protection-lost']);
});

test('an overlay that takes a webhook away, and one that vanishes, are layers too', async () => {
  const config = 'project: acme\nservice: {operations: full}\nenvironments: {default: {}, other: {}}\n';
  const spec = (name: string, more = '') => `${page(name)}schedule: {text: daily}\n${more}`;
  await start({
    'monitors.config.yaml': config,
    'monitors/_overlay.default.yaml': HOOK,
    'monitors/a.yaml': spec('a'),
    'monitors/b.yaml': spec('b', HOOK),
  });
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  remove('monitors/_overlay.default.yaml');
  expect((await plan()).changes).toMatchObject([{key: 'a', action: 'blocked', reason: 'plan/from-layer'}]);
  write({'monitors/_overlay.default.yaml': 'webhook: null\n'});
  expect((await plan()).changes).toMatchObject([
    {key: 'a', action: 'blocked', reason: 'plan/from-layer'},
    {key: 'b', action: 'blocked', reason: 'plan/from-layer'},
  ]);
});

test('a webhook that the spec itself lost is the ordinary case, also beside layers', async () => {
  const layer = {'monitors/_defaults.yaml': 'schedule: {text: daily}\n', 'monitors/in/_defaults.yaml': HOOK};
  await start({
    'monitors.config.yaml': LAYERED['monitors.config.yaml'],
    ...layer,
    'monitors/a.yaml': page('a') + HOOK,
    'monitors/in/b.yaml': page('b'),
  });
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/a.yaml': page('a'), 'monitors/in/b.yaml': `${page('b')}webhook: null\n`});
  expect((await plan()).changes).toMatchObject([
    {key: 'a', action: 'replace'},
    {key: 'in/b', action: 'replace'},
  ]);
});

test('a spec that moves out of the folder of its layer keeps what protected it for one run, and the loss is listed', async () => {
  const {'monitors.config.yaml': config, 'monitors/_defaults.yaml': layer} = LAYERED;
  await start({'monitors.config.yaml': config, 'monitors/in/_defaults.yaml': layer, 'monitors/in/a.yaml': page('a')});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  remove('monitors/in/a.yaml');
  write({'monitors/a.yaml': `${page('a')}schedule: {text: daily}\nsync: {renamedFrom: in/a}\n`});
  const {changes, diagnostics} = await plan('--allow-deletes');
  expect(diagnostics.map(({code}: {code: string}) => code)).toContain('plan/protection-lost');
  expect(changes).toMatchObject([{action: 'rename'}, {action: 'blocked', wanted: 'replace', reason: 'plan/protected'}]);
});

test('a layer is new once: its first use is noted where it changes nothing, and an edit of all its values is no first use', async () => {
  const own = 'schedule: {text: daily}\n';
  const silent = (name: string) => `${page(name)}sync: {alerts: none}\n`;
  await start({'monitors.config.yaml': LAYERED['monitors.config.yaml'], 'monitors/a.yaml': silent('a') + own});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/_defaults.yaml': 'schedule: {text: hourly}\n'});
  expect(await plan()).toMatchObject({changes: [], diagnostics: [{code: 'plan/new-layer', message: expect.stringContaining('1 monitor')}]});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/a.yaml': silent('a'), 'monitors/b.yaml': silent('b')});
  expect(codesOf(await plan())).toEqual([]);
});

const LIST = {
  'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n',
  'monitors/p.yaml': `name: \${each:name}\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["\${each:site}"]}]\nsync: {each: {file: _rows.csv}}\n`,
};
const rows = (...names: string[]) => `key,name,site\n${names.map(name => `${name},${name},https://${name}.example/\n`).join('')}`;

test('a list creates its rows, deletes what is left out, and keeps a monitor whose key it took until a row claims it', async () => {
  await start({...LIST, 'monitors/p.yaml': `${page('a')}schedule: {text: daily}\n`});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({...LIST, 'monitors/_rows.csv': rows('x', 'y')});
  expect((await plan()).changes).toMatchObject([
    {key: 'p', action: 'blocked', reason: 'plan/became-list'},
    {key: 'p/x', action: 'blocked', wanted: 'create', reason: 'plan/became-list'},
    {key: 'p/y', action: 'blocked', wanted: 'create', reason: 'plan/became-list'},
  ]);
  write({'monitors/_rows.csv': 'key,name,site,renamedFrom\na,a,https://a.example/,p\nx,x,https://x.example/,\n'});
  expect((await plan()).changes).toMatchObject([
    {key: 'p/a', action: 'rename', from: 'p'},
    {key: 'p/x', action: 'create'},
  ]);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/_rows.csv': rows('a')});
  expect((await plan()).changes).toMatchObject([{key: 'p/x', action: 'delete'}]);
});

test('webhooks that a layer takes away are held for that reason, even if they are too many for one run', async () => {
  const names = Array.from({length: 12}, (_, index) => `m${index}`);
  const specs = Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, page(name)]));
  const layer = 'schedule: {text: daily}\n';
  await start({...specs, 'monitors.config.yaml': LAYERED['monitors.config.yaml'], 'monitors/_defaults.yaml': `${layer}${HOOK}`});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/_defaults.yaml': layer});
  const {changes} = await plan();
  expect(changes).toHaveLength(12);
  expect(changes[0]).toMatchObject({action: 'blocked', wanted: 'replace', reason: 'plan/from-layer'});
});

test('one list may not lose more of its rows than the limit, however many monitors there are beside it', async () => {
  const names = Array.from({length: 12}, (_, index) => `r${index}`);
  const others = Object.fromEntries(
    Array.from({length: 30}, (_, index) => [`monitors/o/o${index}.yaml`, `${page(`o${index}`)}schedule: {text: daily}\n`]),
  );
  await start({...LIST, ...others, 'monitors/_rows.csv': rows(...names)});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/_rows.csv': rows(...names.slice(0, 6))});
  const {changes} = await plan();
  expect(changes).toHaveLength(6);
  expect(changes[0]).toMatchObject({action: 'blocked', reason: 'plan/too-many-deletes'});
});

test('a variable that a layer takes and the environment lacks is one error, at the layer', async () => {
  await start({...LAYERED, 'monitors/_defaults.yaml': 'schedule: {text: daily}\nwebhook: {url: "${var:HOOKS}/x"}\n'});
  expect(JSON.parse((await run('validate', '--format', 'json')).stdout).diagnostics).toMatchObject([
    {code: 'fleet/unknown-variable', file: 'monitors/_defaults.yaml', range: {start: {line: 2}}},
  ]);
});

test('a layer in use is no new one when all that it gives values to is changed', async () => {
  await start(LAYERED);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write({'monitors/_defaults.yaml': `${LAYERED['monitors/_defaults.yaml']}retentionDays: 7\n`});
  expect(await plan()).toMatchObject({changes: [{action: 'update'}, {action: 'update'}], diagnostics: []});
  write({'monitors/_overlay.default.yaml': 'retentionDays: 9\n'});
  expect(codesOf(await plan())).toEqual(['plan/new-layer']);
});

test.each([[['state', 'mv', 'shop/**', 'store/**']], [null]])('a layer that was moved with its folder is not new (%j)', async move => {
  const {'monitors.config.yaml': config, 'monitors/_defaults.yaml': layer} = LAYERED;
  const files = (folder: string) => ({
    [`monitors/${folder}/_defaults.yaml`]: layer,
    [`monitors/${folder}/a.yaml`]: page('a'),
    [`monitors/${folder}/b.yaml`]: page('b'),
  });
  await start({'monitors.config.yaml': config, ...files('shop')});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  remove(...Object.keys(files('shop')));
  write({...files('store'), ...(move === null ? {'monitors.config.yaml': `${config}moves: [{from: "shop/**", to: "store/**"}]\n`} : {})});
  expect((await run('plan')).stderr).not.toContain('plan/new-layer');
  if (move !== null) expect(await run(...move)).toMatchObject({exitCode: 0});
  expect(codesOf(await plan())).toEqual([]);
  // One more is new, whatever it is like.
  write({'monitors/_defaults.yaml': layer});
  expect((await run('plan')).stderr).toContain('plan/new-layer');
});
