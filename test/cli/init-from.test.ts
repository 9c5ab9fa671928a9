import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {expectPromised} from '../world/json-schemas';

/** `monitors init --from`: a list made of another tool's CSV file. */
let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace({});
});
afterEach(() => workspace.remove());

const run = (...args: string[]) => runMonitorsHere(args, {cwd: workspace.directory});
const at = (path: string) => workspace.path(path);
const rowsOf = () => readFileSync(at('monitors/_pages.csv'), 'utf8').split('\n');
const flat = (text: string) => text.replace(/\s+/g, ' ');

async function init(csv: string | Buffer, ...args: string[]) {
  writeFileSync(at('export.csv'), csv);
  return run('init', '--project', 'shop', '--from', 'export.csv', ...args);
}

test('keys, names and addresses are taken from columns with usual names, and the whole project validates', async () => {
  const said = await init(
    '\ufeffID;Friendly Name;URL;Interval\r\na1;"Acme; prices";https://acme.example/p;60\r\n;;https://b.example/;60\r\n',
  );
  expect(said).toMatchObject({exitCode: 0, stderr: ''});
  expect(rowsOf()).toEqual([
    'key,name,url',
    'a1,"Acme; prices",https://acme.example/p',
    'b-example,https://b.example/,https://b.example/',
    '',
  ]);
  expect(flat(said.stdout)).toContain('export.csv: 2 rows taken. Not in the list: the columns "Interval".');
  expect(await run('validate', '--strict', 'all')).toMatchObject({exitCode: 0, stdout: '2 monitors in 1 file: no problems found.\n'});
  expect((await run('plan')).stdout).toContain('pages/a1');
});

test('--fleet gives the list defaults and environments', async () => {
  expect((await init('url\nhttps://a.example/\n', '--fleet')).exitCode).toBe(0);
  expect(existsSync(at('monitors/_defaults.yaml'))).toBe(true);
  expect(await run('validate', '--strict', 'all')).toMatchObject({exitCode: 0});
});

test.each([[[]], [['--fleet']]])('a schedule of each row, in words or minutes: %j', async flags => {
  const cells = ['every 2 hours', '180.5', '7', '', '1441', 'sometimes', '10081', '0', '10080'];
  const said = await init(`url,schedule\n${cells.map((cell, index) => `https://p${index}.example/,${cell}\n`).join('')}`, ...flags);
  expect(flat(said.stdout)).toContain('export.csv:7: its schedule "sometimes" is not one such as "every 2 hours" or "daily at 9:00"');
  expect(flat(said.stdout)).toContain('export.csv:8: its interval is longer than a week');
  expect(flat(said.stdout)).toContain('export.csv:9: its interval is 0 minutes');
  const schedules = rowsOf()
    .slice(1, -1)
    .map(row => row.split(',').at(-1));
  expect(schedules).toEqual(['every 2 hours', 'every 4 hours', 'every 10 minutes', 'daily', 'weekly', 'weekly']);
  expect(await run('validate', '--strict', 'all')).toMatchObject({exitCode: 0});
  expect((await run('render', 'pages/p2-example')).stdout).toContain('every 10 minutes');
});

test.each([[[]], [['--fleet']]])('many rows do not all run at one minute: %j', async flags => {
  const rows = Array.from({length: 60}, (_, index) => `https://p${index}.example/\n`).join('');
  expect((await init(`url\n${rows}`, ...flags)).exitCode).toBe(0);
  const {exitCode, stdout} = await run('validate', '--strict', 'all');
  expect(stdout).not.toContain('risk/same-minute');
  expect(exitCode).toBe(0);
});

test('--column names a column, also one that the list gets besides', async () => {
  const said = await init(
    'What\tWhere\tTeam\nPrices\thttps://a.example/\tblue\n',
    '--column',
    'url=Where',
    '--column',
    'name=What',
    '--column',
    'team=Team',
  );
  expect(said.exitCode).toBe(0);
  expect(rowsOf()).toEqual(['key,name,url,team', 'prices,Prices,https://a.example/,blue', '']);
});

const UUIDS = ['c0ffee00-7c1d-4e3a-9a53-5d2f6f0e8b11', 'C0FFEE01-7C1D-4E3A-9A53-5D2F6F0E8B12'];

test('ids that no one can read are not keys, unless --column asks for them', async () => {
  const csv = `uuid,title,url\n${UUIDS[0]},Acme prices,https://acme.example/p\n${UUIDS[1]},,https://www.b.example/list/1\n`;
  await init(csv);
  const keys = () =>
    rowsOf()
      .slice(1, -1)
      .map(row => row.split(',')[0]);
  expect(keys()).toEqual(['acme-prices', 'b-example-list-1']);
  workspace.remove();
  workspace = makeWorkspace({});
  await init(csv, '--column', 'key=uuid');
  expect(keys()).toEqual(UUIDS);
});

test('pages with equal titles get names and keys that tell them apart, and validate has no warning', async () => {
  await init(
    'name,url\nPrices,https://www.a.example/p/?cur=EUR\nprices,https://b.example/\nOther,https://c.example/\nPrices,https://a.example/p?cur=USD\n',
  );
  expect(rowsOf().slice(1, -1)).toEqual([
    'prices-a-example-p,Prices (a.example/p),https://www.a.example/p/?cur=EUR',
    'prices-b-example,prices (b.example),https://b.example/',
    'other,Other,https://c.example/',
    'prices-a-example-p-2,Prices (a.example/p) 2,https://a.example/p?cur=USD',
  ]);
  expect(await run('validate', '--strict', 'all')).toMatchObject({exitCode: 0});
});

test('rows that can be no monitor are listed with line and reason, and no address is shown', async () => {
  const lines = [
    'name,url',
    'a,https://a.example/',
    'none,',
    'mail,mailto:x@a.example',
    'user,https://me:hunter2secret@a.example/',
    'word,example',
    'again,https://a.example/',
    '"${env:API_KEY}",https://c.example/',
    'b,https://b.example/',
    '"two\nlines",https://d.example/',
    '=cmd|x,https://e.example/',
    'space,https://f g.example/',
  ];
  const said = await init(`${lines.join('\n')}\n`, '--format', 'json');
  expectPromised('init', said.stdout);
  const {from} = JSON.parse(said.stdout) as {from: {rows: number; leftOut: {line: number; reason: string}[]}};
  expect(from.rows).toBe(3);
  expect(from.leftOut).toEqual([
    {line: 3, reason: 'it has no address'},
    {line: 4, reason: 'its address begins with "mailto:", not with "https://"'},
    {line: 5, reason: 'its address holds a name or a password'},
    {line: 6, reason: 'its address does not begin with "https://"'},
    {line: 7, reason: 'line 2 has the same address'},
    {line: 8, reason: 'it contains "${", which is a reference in a list'},
    {line: 10, reason: 'it contains a line end or another control character'},
    {line: 13, reason: 'its address is not valid'},
  ]);
  expect(said.stdout + said.stderr + rowsOf().join('\n')).not.toContain('hunter2');
  expect(await run('validate')).toMatchObject({exitCode: 0});
});

test('addresses are encoded as a spec needs them, and templates of other tools are left out', async () => {
  const long = 'a b'.repeat(120);
  const lines = [
    'name,url',
    'space,https://a.example/?q=a b',
    'letters,https://müller.example/straße?x=ü',
    'percent,https://a.example/100%|x',
    `long,https://a.example/${long}`,
    'again,https://a.example/?q=a%20b',
    "date,https://a.example/?d={% now 'UTC' %}",
    'value,https://a.example/{{ year }}',
  ];
  const said = await init(`${lines.join('\n')}\n`, '--format', 'json');
  const {from} = JSON.parse(said.stdout) as {from: {rows: number; leftOut: {line: number; reason: string}[]}};
  expect(from.leftOut).toEqual([
    {line: 6, reason: 'line 2 has the same address'},
    {line: 7, reason: 'its address has a template, which only its own tool fills in'},
    {line: 8, reason: 'its address has a template, which only its own tool fills in'},
  ]);
  expect(rowsOf().slice(1, -1)).toEqual([
    'space,space,https://a.example/?q=a%20b',
    'letters,letters,https://xn--mller-kva.example/stra%C3%9Fe?x=%C3%BC',
    'percent,percent,https://a.example/100%25%7Cx',
    `long,long,https://a.example/${long.replaceAll(' ', '%20')}`,
  ]);
  expect(await run('validate')).toMatchObject({exitCode: 0});
});

test('keys are unique, whatever the case, and fit for files', async () => {
  const names = ['Con', 'con', 'Ä b', 'prototype', '../x', 'x'.repeat(300), ''];
  await init(`key,url\n${names.map((name, index) => `"${name}",https://a.example/${index}\n`).join('')}`);
  const keys = rowsOf()
    .slice(1, -1)
    .map(row => row.split(',')[0] ?? '');
  expect(new Set(keys.map(key => key.toLowerCase())).size).toBe(names.length);
  expect(keys.slice(0, 5)).toEqual(['Con', 'con-monitor', 'a-b', 'prototype-monitor', 'x']);
  expect(await run('validate')).toMatchObject({exitCode: 0});
});

test.each<[string, string | Buffer, readonly string[], string]>([
  ['no column of addresses', 'a,b\n1,2\n', [], 'has no column for the addresses of pages'],
  ['an unknown column', 'url\nhttps://a.example/\n', ['--column', 'name=Titel'], 'has no column "Titel"'],
  ['a column without a name', 'url\nhttps://a.example/\n', ['--column', 'x'], 'is not NAME=COLUMN'],
  ['no row', 'url\n', [], 'has no row that can be a monitor'],
  ['no fit row', 'url\nx\n', [], 'export.csv:2'],
  ['bytes that are no text', Buffer.from([0x75, 0x72, 0x6c, 0x0a, 0xff, 0xfe, 0x00]), [], 'export.csv'],
  ['an open quote', 'url\n"https://a.example/\n', [], 'the quote that opens here is not closed'],
  [
    'too many rows',
    `url\n${Array.from({length: 10_001}, (_, index) => `https://a.example/${index}\n`).join('')}`,
    [],
    'more than 10,000 rows',
  ],
])('%s: it is refused, and nothing is written', async (_name, csv, args, says) => {
  const said = await init(csv, ...args);
  expect(said.exitCode).toBe(3);
  expect(flat(said.stderr)).toContain(says);
  expect(existsSync(at('monitors'))).toBe(false);
  expect(existsSync(at('monitors.config.yaml'))).toBe(false);
});

test('a file that is not there, and flags that do not fit, are refused', async () => {
  expect(await run('init', '--from', 'gone.csv')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('gone.csv')});
  expect(await run('init', '--column', 'url=x')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('--column needs --from')});
  writeFileSync(at('export.csv'), 'url\nhttps://a.example/\n');
  expect(await run('init', '--from', 'export.csv', '--upgrade')).toMatchObject({exitCode: 3});
  expect(existsSync(at('monitors'))).toBe(false);
});

test('nothing is written over: a list beside other specs, but not twice, and no defaults for them', async () => {
  workspace.write({'monitors/shop.yaml': specFor('shop')});
  const late = await init('url\nhttps://a.example/\n', '--fleet');
  expect(late).toMatchObject({exitCode: 3, stderr: expect.stringContaining('leave --fleet out')});
  expect((await init('url\nhttps://a.example/\n')).exitCode).toBe(0);
  const again = await init('url\nhttps://a.example/\n');
  expect(again).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors/_pages.csv has these rows already')});
  expect((await run('validate')).stdout).toContain('2 monitors in 2 files');
});

test('a second list is named after its file, beside the first; the first stays as it is', async () => {
  expect((await init('url\nhttps://a.example/\n')).exitCode).toBe(0);
  const before = rowsOf();
  workspace.write({'Team B.csv': 'url\nhttps://b.example/\n'});
  const {exitCode, stdout} = await run('init', '--from', 'Team B.csv');
  expect({exitCode, stdout: flat(stdout)}).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining('Look at monitors/_team-b.csv and monitors/team-b.yaml'),
  });
  expect(rowsOf()).toEqual(before);
  expect((await run('render', 'team-b/b-example')).stdout).toContain('https://b.example/');
  const third = await run('init', '--from', 'Team B.csv');
  expect(third).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors/_team-b.csv exists already')});
  expect(flat(third.stderr)).toContain('give a file of another name');
  expect(await run('validate')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('2 monitors in 2 files')});
});
