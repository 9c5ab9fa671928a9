import {symlinkSync} from 'node:fs';
import {startUserWorld, type UserWorld} from '../world/service';

/** Lists of rows in the real tool, against the emulator. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\nsecrets: {allow: [TOKEN]}\n';
const SPEC = [
  'name: ${each:name} pricing',
  'schedule: {text: hourly}',
  'goal: ${each:goal}',
  'retentionDays: "${each:days}"',
  'targets: [{type: scrape, urls: ["${each:site}/pricing"]}]',
  'sync: {alerts: none, each: {file: _shops.csv}}',
  '',
].join('\n');

interface Shop {
  readonly key: string;
  readonly cells?: string;
}
const csvOf = (shops: readonly Shop[]) =>
  `key,name,site,days,goal,renamedFrom\n${shops.map(({key, cells = ',,'}) => `${key},Shop ${key},https://${key}.example,${cells}`).join('\n')}\n`;
const SHOPS = Array.from({length: 30}, (_, index): Shop => ({key: `s${index + 1}`}));

const run = (...args: string[]) => world.runHere(args);
const write = (files: Record<string, string>) => world.workspace.write(files);
const writeShops = (shops: readonly Shop[]) => write({'monitors/shops/_shops.csv': csvOf(shops)});
const plan = async (...flags: string[]) => JSON.parse((await run('plan', '--format', 'json', ...flags)).stdout);
const findings = async (): Promise<string[]> => {
  const {diagnostics} = JSON.parse((await run('validate', '--format', 'json')).stdout);
  return diagnostics.map(
    ({code, file, range}: {code: string; file: string; range: {start: {line: number; column: number}}}) =>
      `${file}:${range.start.line}:${range.start.column} ${code}`,
  );
};
const errors = async (): Promise<{severity: string}[]> =>
  JSON.parse((await run('validate', '--format', 'json')).stdout).diagnostics.filter(
    ({severity}: {severity: string}) => severity === 'error',
  );
const names = () =>
  world.emulator
    .monitors()
    .map(({name}) => name)
    .sort();

async function start(shops: readonly Shop[], spec = SPEC): Promise<void> {
  const files = {'monitors.config.yaml': CONFIG, 'monitors/shops/list.yaml': spec, 'monitors/shops/_shops.csv': csvOf(shops)};
  world = await startUserWorld(files, {}, {operations: 'full'});
}

async function startApplied(shops: readonly Shop[]): Promise<void> {
  await start(shops);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

test('30 rows are 30 monitors, and a second run has nothing to do', async () => {
  await startApplied(SHOPS);
  expect(world.emulator.monitors()).toHaveLength(30);
  expect(world.emulator.monitors()[0]).toMatchObject({
    name: 'Shop s1 pricing',
    targets: [{urls: ['https://s1.example/pricing']}],
    retentionDays: 30,
  });
  for (const flags of [[], ['--refresh']]) expect(await run('plan', '--detailed-exitcode', ...flags)).toMatchObject({exitCode: 0});
  const {stdout} = await run('state', 'list');
  expect(stdout).toContain('shops/list/s1');
});

test('the order of the rows changes nothing, and a cell changes the one monitor of its row', async () => {
  await startApplied(SHOPS);
  writeShops([...SHOPS].reverse());
  expect(await run('plan', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  writeShops(SHOPS.map(shop => (shop.key === 's7' ? {...shop, cells: '90,Tell me,'} : shop)));
  expect(await plan()).toMatchObject({
    changes: [
      {
        action: 'update',
        key: 'shops/list/s7',
        fields: expect.arrayContaining([
          expect.objectContaining({path: '/retentionDays', before: 30, after: 90, origin: {file: 'monitors/shops/_shops.csv', line: 8}}),
        ]),
      },
    ],
  });
});

test('an added item of a list of values is where its cell is, in JSON and in the heading of a comment', async () => {
  await startApplied(SHOPS);
  write({'monitors/shops/_shops.csv': csvOf(SHOPS).replace('https://s7.example', 'https://s7.example/new')});
  const {changes} = await plan();
  expect(changes[0].fields.find(({op}: {op: string}) => op === 'add')).toMatchObject({
    path: '/targets/0/urls',
    after: 'https://s7.example/new/pricing',
    origin: {file: 'monitors/shops/_shops.csv', line: 8},
  });
  for (const format of ['markdown', 'text'])
    expect((await run('plan', '--format', format)).stdout).toContain('~ shops/list/s7  update  monitors/shops/_shops.csv:8');
});

test('a row keeps its monitor under another key by renamedFrom', async () => {
  await startApplied(SHOPS);
  const ids = world.emulator.monitors().map(({id}) => id);
  writeShops(
    SHOPS.map(shop => (shop.key === 's7' ? {key: 's7', cells: ',,shops/list/s7'} : shop)).map(shop =>
      shop.key === 's7' ? {...shop, key: 's70'} : shop,
    ),
  );
  expect(await plan()).toMatchObject({
    changes: expect.arrayContaining([expect.objectContaining({key: 'shops/list/s70', id: expect.any(String)})]),
    summary: {create: 0, delete: 0},
  });
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors().map(({id}) => id)).toEqual(ids);
  expect(names()).toContain('Shop s70 pricing');
});

test('a removed row removes its monitor; more of a list than the limit are blocked', async () => {
  await startApplied(SHOPS);
  writeShops(SHOPS.slice(1));
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(29);
  writeShops(SHOPS.slice(20));
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1});
  expect(world.emulator.monitors()).toHaveLength(29);
  expect(await run('apply', '--auto-approve', '--allow-deletes')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toHaveLength(10);
});

test('a row with a new key is told of the column, which is what works', async () => {
  await startApplied(SHOPS.slice(0, 9));
  const renamed = [{key: 's10'}, ...SHOPS.slice(1, 9)];
  const cells = csvOf(renamed).replace('https://s10.example', 'https://s1.example').replace('Shop s10', 'Shop s1');
  write({'monitors/shops/_shops.csv': cells});
  const {stdout} = await run('plan');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'if it was: write shops/list/s1 into the column renamedFrom of its row, or run: monitors state mv',
  );
  expect(stdout).not.toContain('under sync');
  write({'monitors/shops/_shops.csv': cells.replace(/^(s10,.*,)$/m, '$1shops/list/s1')});
  expect(await plan()).toMatchObject({changes: [{action: 'rename', key: 'shops/list/s10', from: 'shops/list/s1'}]});
});

test('renamedFrom under sync of a list is one error, which names the column', async () => {
  await start(SHOPS.slice(0, 9), SPEC.replace('sync: {', 'sync: {renamedFrom: shops/list/s0, '));
  expect(await errors()).toMatchObject([
    {code: 'spec/renamed-from', file: 'monitors/shops/list.yaml', hint: expect.stringContaining('add a column "renamedFrom"')},
  ]);
});

test('a list that lost all its rows, or its file, deletes nothing', async () => {
  await startApplied(SHOPS.slice(0, 3));
  writeShops([]);
  expect(await run('apply', '--auto-approve', '--allow-deletes')).toMatchObject({exitCode: 1});
  write({'monitors/shops/list.yaml': SPEC.replace('_shops.csv', '_gone.csv')});
  expect(await run('apply', '--auto-approve', '--allow-deletes')).toMatchObject({exitCode: 1});
  expect(world.emulator.monitors()).toHaveLength(3);
});

test('a monitor whose key became a list waits, and so do the new rows, until one of them claims it', async () => {
  const single = 'name: All shops\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://all.example/"]}]\n';
  await start(SHOPS.slice(0, 3), single);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  const [before] = world.emulator.monitors();
  write({'monitors/shops/list.yaml': SPEC});
  const {changes, diagnostics} = await plan();
  expect(changes).toEqual(
    [
      ['delete', 'shops/list'],
      ['create', 'shops/list/s1'],
      ['create', 'shops/list/s2'],
      ['create', 'shops/list/s3'],
    ].map(([wanted, key]) => expect.objectContaining({action: 'blocked', wanted, key})),
  );
  expect(JSON.stringify([changes, diagnostics])).toContain('plan/became-list');
  for (const flags of [[], ['--allow-deletes'], ['--only', 'shops/list/s2']]) {
    expect(await run('apply', '--auto-approve', ...flags)).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('write renamedFrom: shops/list into it'),
    });
    expect(world.emulator.monitors()).toEqual([before]);
  }
  writeShops([{key: 's1', cells: ',,shops/list'}, ...SHOPS.slice(1, 3)]);
  expect(await plan()).toMatchObject({
    changes: [{action: 'rename', key: 'shops/list/s1', from: 'shops/list'}, {action: 'update'}, {action: 'create'}, {action: 'create'}],
    summary: {create: 2, delete: 0, blocked: 0},
  });
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors().map(({id}) => id)).toContain(before?.id);
  expect(names()).toEqual(['Shop s1 pricing', 'Shop s2 pricing', 'Shop s3 pricing']);
});

test('"sync.key" is what the keys begin with, and an empty one leaves it away', async () => {
  await start(SHOPS.slice(0, 1), SPEC.replace('sync: {', 'sync: {key: pricing, '));
  expect(await plan()).toMatchObject({changes: [{key: 'pricing/s1'}]});
  write({'monitors/shops/list.yaml': SPEC.replace('sync: {', "sync: {key: '', ")});
  expect(await plan()).toMatchObject({changes: [{key: 's1'}]});
  write({
    'monitors/shops/list.yaml':
      "name: x\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ['https://x.example/']}]\nsync: {key: '', alerts: none}\n",
  });
  expect(await findings()).toEqual(['monitors/shops/list.yaml:4:13 spec/key-form']);
});

test('a fault in a cell is found at the cell, and one in the spec once for all rows', async () => {
  await start([{key: 's1', cells: 'many,,'}, ...SHOPS.slice(1)]);
  expect(await findings()).toEqual(['monitors/shops/_shops.csv:2:31 schema/type']);
  writeShops(SHOPS);
  write({'monitors/shops/list.yaml': SPEC.replace('hourly', 'sometimes')});
  expect(await findings()).toEqual([expect.stringMatching(/^monitors\/shops\/list\.yaml:2:18 schedule\/\S+$/)]);
  write({'monitors/shops/list.yaml': SPEC.replace('each:site', 'each:sit')});
  expect(await findings()).toEqual(['monitors/shops/list.yaml:5:33 list/unknown-column']);
});

test('a hint for a cell says what to write in the cell, not a line of YAML', async () => {
  await start([{key: 's1'}]);
  for (const [column, cell, hint] of [
    ['protect', 'TRUE', 'write true in the cell'],
    ['paused', 'yes', 'write true in the cell'],
    ['paused', 'maybe', 'write true or false in the cell'],
    ['days', '1_000', 'write 1000 in the cell'],
  ] as const) {
    const days = column === 'days' ? '' : ',days';
    write({
      'monitors/shops/_shops.csv': `key,name,site,goal${days},${column}\ns1,Shop,https://s1.example,${days === '' ? '' : ','},${cell}\n`,
    });
    const {diagnostics} = JSON.parse((await run('validate', '--format', 'json')).stdout);
    expect([cell, diagnostics]).toMatchObject([cell, [{code: 'schema/type', hint}]]);
  }
});

test('a required member whose cell is empty is missing at the cell, with and without a layer', async () => {
  const spec = SPEC.replace('${each:name} pricing', '${each:name}').replace('alerts: none, ', '');
  await start([{key: 's1'}], spec);
  write({'monitors/shops/_shops.csv': 'key,name,site,days,goal\ns1,,https://s1.example,,\n'});
  const missing = {code: 'schema/missing-field', message: expect.stringContaining('its cell is empty'), hint: 'fill the cell'};
  for (const layer of ['retentionDays: 7\n', 'notification: {email: {enabled: false}}\n']) {
    const {diagnostics} = JSON.parse((await run('validate', '--format', 'json')).stdout);
    expect(diagnostics).toMatchObject([{...missing, file: 'monitors/shops/_shops.csv', range: {start: {line: 2, column: 4}}}]);
    write({'monitors/_defaults.yaml': layer});
  }
  write({'monitors/shops/list.yaml': spec.replace(/^schedule.*\n/m, '')});
  expect(await findings()).toEqual(['monitors/shops/_shops.csv:2:4 schema/missing-field', expect.stringContaining('list.yaml')]);
});

test('a rule that misses a member names its empty cell, with and without a layer, in CSV and YAML', async () => {
  const spec = SPEC.replace(/^schedule.*$/m, 'schedule: {cron: "${each:cron}", timezone: UTC}').replace(
    /^targets:[\s\S]*?(?=^sync)/m,
    'targets: [{type: search, queries: ["${each:name}"]}]\n',
  );
  await start([{key: 's1'}], spec);
  write({'monitors/shops/_shops.csv': 'key,name,cron,goal,days\ns1,a,0 * * * *,g,7\ns2,b,,g,7\ns3,c,0 * * * *,,7\n'});
  const empty = (code: string, line: number) => ({
    code,
    message: expect.stringMatching(/: its cell is empty$/),
    hint: 'fill the cell',
    file: 'monitors/shops/_shops.csv',
    range: {start: {line}},
  });
  for (const layer of ['retentionDays: 7\n', 'schedule: {timezone: UTC}\n']) {
    expect(await errors()).toMatchObject([empty('schedule/neither', 3), empty('spec/goal-required', 4)]);
    write({'monitors/_defaults.yaml': layer});
  }
  write({'monitors/shops/list.yaml': spec.replace('{file: _shops.csv}', '\n    [{key: s2, name: b, goal: g, days: 7, cron: ""}]')});
  expect(await errors()).toMatchObject([{code: 'schedule/neither', hint: 'fill the cell', file: 'monitors/shops/list.yaml'}]);
});

test('a list whose only item is an empty cell names the row, in CSV and YAML, with and without a layer', async () => {
  const spec = SPEC.replace('"${each:site}/pricing"', '"${each:site}"');
  await start([{key: 's1'}], spec);
  write({'monitors/shops/_shops.csv': 'key,name,site,days,goal\ns1,a,https://s1.example,,\ns2,b,,,\ns3,c,,,\n'});
  const empty = {code: 'schema/too-few', message: expect.stringContaining('must not be empty: its cell is empty'), hint: 'fill the cell'};
  const at = (line: number) => ({...empty, file: 'monitors/shops/_shops.csv', range: {start: {line}}});
  for (const layer of ['retentionDays: 7\n', 'retentionDays: "${each:days}"\n', 'notification: {email: {enabled: false}}\n']) {
    expect(await errors()).toMatchObject([at(3), at(4)]);
    write({'monitors/_defaults.yaml': layer});
  }
  const rows = '[{key: s1, name: a, site: "https://s1.example", days: 7, goal: x}, {key: s2, name: b, site: ""}]';
  write({'monitors/shops/list.yaml': spec.replace('{file: _shops.csv}', `\n    ${rows}`)});
  expect(await errors()).toMatchObject([{...empty, file: 'monitors/shops/list.yaml', range: {start: {line: 7}}}]);
});

test('neither a cell nor a refused file is shown in a frame, and no cell is ever a reference', async () => {
  await start([{key: 's1', cells: ',"${env:TOKEN}",'}]);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()[0]?.goal).toBe('${env:TOKEN}');
  write({'.env.csv': 'hunter2', 'monitors/shops/_shops.csv': 'name;hunter2\n'});
  for (const file of [
    '../../.env.csv',
    '_shops.csv',
    '/etc/passwd',
    'link.csv',
    '../../monitors.config.yaml',
    '../../monitors.state.json',
  ]) {
    if (file === 'link.csv') symlinkSync('/etc/passwd', world.workspace.path('monitors/shops/link.csv'));
    write({'monitors/shops/list.yaml': SPEC.replace('_shops.csv', file)});
    for (const format of ['text', 'json', 'github', 'sarif']) {
      const {exitCode, stdout, stderr} = await run('validate', '--format', format);
      expect(exitCode).toBe(1);
      expect(stdout + stderr).not.toMatch(/hunter2|root:|lineage/);
    }
  }
});

test('a reference in a spec that is no list, and one to a host, are errors', async () => {
  await start(SHOPS, SPEC.replace(', each: {file: _shops.csv}', ''));
  expect(await findings()).toEqual(expect.arrayContaining(['monitors/shops/list.yaml:1:7 list/each-without-list']));
  write({
    'monitors/shops/list.yaml': `${SPEC.replace('alerts: none, ', '')}webhook: {url: "\${each:site}/hook", headers: {Authorization: "Bearer \${env:TOKEN}"}}\n`,
  });
  expect(await findings()).toEqual([expect.stringMatching(/^monitors\/shops\/list\.yaml:7:16 fleet\/open-origin/)]);
});
