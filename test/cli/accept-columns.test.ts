import {readFileSync} from 'node:fs';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors accept --add-columns`: drift of one row in what all rows of its list share. */
let world: UserWorld;
afterEach(() => world.close());

const run = (...args: string[]) => world.runHere(args);
const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');
const edit = (name: string, changes: Parameters<UserWorld['emulator']['dashboard']['edit']>[1]) =>
  world.emulator.dashboard.edit(world.emulator.monitors().find(monitor => monitor.name === name)!.id, changes);

const SPEC = `name: \${each:name}
schedule: {text: hourly, timezone: Europe/Berlin}   # as the market
goal: Tell me when a price changes
targets: [{type: scrape, urls: ["\${each:site}/pricing"]}]
sync:
  alerts: none
  each: {file: _rows.csv}
`;
const CSV = 'key,name,site\nacme,Acme,https://acme.example\nbrio,"Brio, Inc.",https://brio.example\n';
const ROWS = ['{key: acme, name: Acme, site: "https://acme.example"}', '{key: brio, name: Brio, site: "https://brio.example"}'];

async function applied(files: Readonly<Record<string, string>>): Promise<void> {
  world = await startUserWorld(
    {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n', ...files},
    {},
    {operations: 'full'},
  );
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

async function expectNothingToDo(): Promise<void> {
  for (const flags of [[], ['--refresh']])
    expect(await run('plan', ...flags, '--detailed-exitcode')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
}

test('a CSV file gets columns, with the shared value in the other rows', async () => {
  await applied({'monitors/list.yaml': SPEC, 'monitors/_rows.csv': CSV});
  edit('Acme', {goal: 'Tell me, when "Pro" changes', schedule: {cron: '0 9 * * 1-5', timezone: 'Europe/Berlin'}});
  const ended = await run('accept', 'list/acme', '--add-columns');
  expect(ended).toMatchObject({exitCode: 0, stderr: ''});
  expect(ended.stdout).toContain('Written into monitors/_rows.csv and monitors/list.yaml.');
  const [header = '', ...rows] = read('monitors/_rows.csv').trim().split('\n');
  expect(header.split(',').slice(0, 3)).toEqual(['key', 'name', 'site']);
  expect(header.split(',').slice(3).sort()).toEqual(['cron', 'goal', 'text']);
  expect(rows[1]).toMatch(/^brio,"Brio, Inc\.",https:\/\/brio\.example,/);
  for (const text of ['hourly', 'Tell me when a price changes']) expect(rows[1]).toContain(text);
  for (const text of ['0 9 * * 1-5', '"Tell me, when ""Pro"" changes"']) expect(rows[0]).toContain(text);
  expect(rows[0]).not.toContain('hourly');
  expect(read('monitors/list.yaml')).toContain('# as the market');
  await expectNothingToDo();
  // From now on the cells decide.
  edit('Brio, Inc.', {goal: 'Another goal'});
  expect(await run('accept', 'list/brio')).toMatchObject({exitCode: 0});
  await expectNothingToDo();
});

test('what comes from a layer stays there for the other rows', async () => {
  const layer = {'monitors/_defaults.yaml': 'goal: Tell me when a price changes\n'};
  await applied({'monitors/list.yaml': SPEC.replace(/^goal:.*\n/m, ''), 'monitors/_rows.csv': CSV, ...layer});
  edit('Acme', {goal: 'Tell me more'});
  expect(await run('accept', 'list/acme', '--add-columns')).toMatchObject({exitCode: 0, stderr: ''});
  expect(read('monitors/_rows.csv')).toBe(
    'key,name,site,goal\nacme,Acme,https://acme.example,Tell me more\nbrio,"Brio, Inc.",https://brio.example,\n',
  );
  await expectNothingToDo();
});

test.each([
  ['in the spec', {}, ROWS.map(row => `\n    - ${row}`).join('')],
  ['in a file', {'monitors/_rows.yaml': `# rows\n${ROWS.map(row => `- ${row}\n`).join('')}`}, '{file: _rows.yaml}'],
])('rows in YAML %s get a member', async (_place, files, each) => {
  await applied({'monitors/list.yaml': SPEC.replace('{file: _rows.csv}', each), ...files});
  edit('Acme', {retentionDays: 9});
  edit('Brio', {goal: 'Tell me more'});
  expect(await run('accept', 'list/acme', 'list/brio', '--add-columns')).toMatchObject({exitCode: 0, stderr: ''});
  expect(read('monitors/list.yaml')).toContain('retentionDays: ${each:retentionDays}');
  expect(read('monitors/list.yaml')).toMatch(/^goal: "?\$\{each:goal\}"?$/m);
  await expectNothingToDo();
});

test('a pause gets its column in CSV', async () => {
  await applied({'monitors/list.yaml': SPEC, 'monitors/_rows.csv': CSV});
  edit('Brio, Inc.', {status: 'paused'});
  expect(await run('accept', 'list/brio', '--add-columns')).toMatchObject({exitCode: 0, stderr: ''});
  expect(read('monitors/_rows.csv')).toBe(
    'key,name,site,paused\nacme,Acme,https://acme.example,\nbrio,"Brio, Inc.",https://brio.example,true\n',
  );
  await expectNothingToDo();
});

test('a page and a recipient that were added get a column, empty in the other rows', async () => {
  const mail = 'notification: {email: {enabled: true, recipients: [ann@shop.example]}}\n';
  await applied({
    'monitors/list.yaml': SPEC.replace('  alerts: none\n', '').replace('sync:\n', `${mail}sync:\n`),
    'monitors/_rows.csv': CSV,
  });
  const acme = world.emulator.monitors().find(({name}) => name === 'Acme')!;
  const targets = acme.targets as {urls: string[]}[];
  edit('Acme', {targets: targets.map(target => ({...target, urls: [...target.urls, 'https://acme.example/more']})) as never});
  edit('Brio, Inc.', {notification: {email: {enabled: true, recipients: ['ann@shop.example', 'bob@shop.example']}} as never});
  const offered = await run('accept', 'list/acme');
  expect(offered).toMatchObject({exitCode: 3, stderr: expect.stringContaining('use --add-columns')});
  expect(await run('accept', 'list/acme', 'list/brio', '--add-columns')).toMatchObject({exitCode: 0, stderr: ''});
  expect(read('monitors/_rows.csv')).toBe(
    [
      'key,name,site,urls,recipients',
      'acme,Acme,https://acme.example,https://acme.example/more,',
      'brio,"Brio, Inc.",https://brio.example,,bob@shop.example',
      '',
    ].join('\n'),
  );
  await expectNothingToDo();
  // From now on there is a place for the page of each row: it is filled, and emptied.
  const [target] = world.emulator.monitors().find(({name}) => name === 'Brio, Inc.')!.targets as object[];
  edit('Brio, Inc.', {targets: [{...target, urls: ['https://brio.example/pricing', 'https://brio.example/more']}] as never});
  edit('Acme', {targets: targets as never});
  expect(await run('accept', 'list/acme', 'list/brio')).toMatchObject({exitCode: 0, stderr: ''});
  expect(read('monitors/_rows.csv')).toMatch(
    /^acme,Acme,https:\/\/acme\.example,,\nbrio,.*,https:\/\/brio\.example\/more,bob@shop\.example$/m,
  );
  await expectNothingToDo();
});

test('a page that all rows have and one loses; a new target is refused', async () => {
  await applied({'monitors/list.yaml': SPEC.replace('/pricing"]', '/pricing", https://news.example/]'), 'monitors/_rows.csv': CSV});
  const withUrls = (name: string, change: (urls: string[]) => string[]) => {
    const targets = world.emulator.monitors().find(monitor => monitor.name === name)!.targets as {urls: string[]}[];
    edit(name, {targets: targets.map(target => ({...target, urls: change(target.urls)})) as never});
  };
  withUrls('Acme', ([first = '']) => [first]);
  expect(await run('accept', 'list/acme', '--add-columns')).toMatchObject({exitCode: 0, stderr: ''});
  expect(read('monitors/_rows.csv')).toContain('brio,"Brio, Inc.",https://brio.example,https://news.example/\n');
  await expectNothingToDo();
  // Their order has no meaning.
  withUrls('Acme', urls => ['https://acme.example/first', ...urls]);
  expect(await run('accept', 'list/acme')).toMatchObject({exitCode: 0, stderr: ''});
  expect(read('monitors/_rows.csv')).toContain('acme,Acme,https://acme.example,https://acme.example/first\n');
  await expectNothingToDo();
  const before = [read('monitors/list.yaml'), read('monitors/_rows.csv')];
  const {targets} = world.emulator.monitors().find(({name}) => name === 'Acme')!;
  edit('Acme', {targets: [...(targets as object[]), {type: 'scrape', urls: ['https://acme.example/second']}] as never});
  const refused = await run('accept', 'list/acme', '--add-columns');
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('same for all rows')});
  expect([read('monitors/list.yaml'), read('monitors/_rows.csv')]).toEqual(before);
});

test('a value that spreadsheets would run is refused, and nothing is written', async () => {
  await applied({'monitors/list.yaml': SPEC, 'monitors/_rows.csv': CSV});
  edit('Acme', {goal: '=cmd'});
  expect(await run('accept', 'list/acme', '--add-columns')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('formula')});
  expect([read('monitors/list.yaml'), read('monitors/_rows.csv')]).toEqual([SPEC, CSV]);
});
