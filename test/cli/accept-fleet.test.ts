import {readFileSync} from 'node:fs';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors accept` where specs share text: an override goes into the spec itself, an edit of a row into that row alone. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\nsecrets: {allow: [HOOK_TOKEN]}\n';
const env = {HOOK_TOKEN: 'hook-token-value'};
const run = (...args: string[]) => world.runHere(args, {env});
const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');
const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const edit = (name: string, changes: Parameters<UserWorld['emulator']['dashboard']['edit']>[1]) =>
  world.emulator.dashboard.edit(find(name).id, changes);

async function applied(files: Readonly<Record<string, string>>): Promise<void> {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, ...files}, {}, {operations: 'full'});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

async function expectNothingToDo(): Promise<void> {
  for (const flags of [[], ['--refresh']]) {
    expect(await run('plan', ...flags, '--detailed-exitcode')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  }
}

/** Runs accept where it has to refuse, and sees that it changed no file. */
async function expectRefused(keys: readonly string[], files: readonly string[], words: RegExp): Promise<void> {
  const before = [...files, 'monitors.state.json'].map(read);
  const ended = await run('accept', ...keys);
  expect(ended).toMatchObject({exitCode: 3, stdout: ''});
  expect(ended.stderr.replaceAll(/\s+/g, ' ')).toMatch(words);
  expect([...files, 'monitors.state.json'].map(read)).toEqual(before);
}

describe('with layers', () => {
  const LAYER = `schedule: {text: every 2 hours, timezone: Europe/Berlin}
goal: Tell me when a price changes
webhook: {url: "https://hooks.example/x", headers: {Authorization: "Bearer \${env:HOOK_TOKEN}"}, metadata: {team: shop}}
targets:
  scrape: {scrapeOptions: {onlyMainContent: true, excludeTags: [nav]}}
`;
  const A = '# The shop\nname: a\ntargets:\n  # the start page\n  - type: scrape\n    urls: [https://a.example/]\n';
  const B = 'name: b\nretentionDays: 7 # a week\ntargets:\n  - type: scrape\n    urls: [https://b.example/]\n';
  const FILES = {'monitors/_defaults.yaml': LAYER, 'monitors/a.yaml': A, 'monitors/b.yaml': B};

  test('an override is written into the spec, member by member, and the layer stays as it is', async () => {
    await applied(FILES);
    const [target] = find('a').targets;
    edit('a', {
      schedule: {cron: '0 */4 * * *', timezone: 'Europe/Berlin'},
      targets: [{...target, scrapeOptions: {onlyMainContent: true, excludeTags: ['nav', 'footer']}}],
    });
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('accepted into monitors/a.yaml')});
    expect(read('monitors/_defaults.yaml')).toBe(LAYER);
    expect(read('monitors/b.yaml')).toBe(B);
    expect(read('monitors/a.yaml')).toBe(
      `${A}    scrapeOptions:\n      excludeTags:\n        - nav\n        - footer\nschedule:\n  text: every 4 hours\n`,
    );
    await expectNothingToDo();
  });

  test('a value that was removed in the service and that a layer gives is null in the spec', async () => {
    await applied(FILES);
    const [{scrapeOptions: _none, ...target}] = find('a').targets as unknown as [Record<string, never>];
    edit('a', {goal: null, judgeEnabled: false, targets: [target]});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0, stderr: ''});
    expect(read('monitors/a.yaml')).toBe(`${A}    scrapeOptions:\n      onlyMainContent: null\n      excludeTags: null\ngoal: null\n`);
    await expectNothingToDo();
  });

  test('a value that is that of the layer again leaves the spec', async () => {
    await applied({...FILES, 'monitors/_defaults.yaml': `${LAYER}retentionDays: 30\n`});
    edit('b', {retentionDays: 30});
    expect(await run('accept', 'b')).toMatchObject({exitCode: 0});
    expect(read('monitors/b.yaml')).toContain('retentionDays: 30 # a week');
    await expectNothingToDo();
  });

  test('a pause that a layer gives is lifted in the spec', async () => {
    await applied({...FILES, 'monitors/_defaults.yaml': `${LAYER}sync: {paused: true}\n`});
    expect(find('a').status).toBe('paused');
    edit('a', {status: 'active'});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    expect(read('monitors/a.yaml')).toBe(`${A}sync:\n  paused: false\n`);
    await expectNothingToDo();
  });

  test('what an overlay gives is refused, and named', async () => {
    await applied({...FILES, 'monitors/_overlay.default.yaml': 'retentionDays: 9\n'});
    edit('a', {retentionDays: 5});
    await expectRefused(['a'], ['monitors/a.yaml'], /an overlay has the last word \(monitors\/_overlay\.default\.yaml\).*change it there/);
  });

  test('beside an overlay, what it does not give is accepted', async () => {
    await applied({...FILES, 'monitors/_overlay.default.yaml': 'retentionDays: 9\n'});
    edit('b', {goal: 'Tell me more'});
    expect(await run('accept', 'b')).toMatchObject({exitCode: 0});
    expect(read('monitors/b.yaml')).toBe(`${B}goal: Tell me more\n`);
    await expectNothingToDo();
  });
});

describe('in a list', () => {
  const spec = (each: string) => `name: \${each:name} pricing
schedule: {text: hourly}
goal: Tell me when a price changes
retentionDays: \${each:days}
targets: [{type: scrape, urls: ["\${each:site}/pricing"]}]
sync:
  each: ${each}
`;
  const INLINE = `
    - {key: acme, name: Acme, site: "https://acme.example", days: 7}   # the first
    - key: brio
      name: Brio
      site: https://brio.example`;
  const ROWS =
    '# rows\n- {key: acme, name: Acme, site: "https://acme.example", days: 7}\n- {key: brio, name: Brio, site: "https://brio.example"}\n';
  const CSV = 'key,name,site,days\nacme,Acme,https://acme.example,7\nbrio,Brio,https://brio.example,\n';

  test('the row in the spec changes where its cells decide the value', async () => {
    await applied({'monitors/list.yaml': spec(INLINE)});
    edit('Acme pricing', {retentionDays: 9});
    edit('Brio pricing', {name: 'Brio AG pricing', retentionDays: 3});
    expect(await run('accept', 'list/acme', 'list/brio')).toMatchObject({exitCode: 0});
    expect(read('monitors/list.yaml')).toBe(
      spec(INLINE.replace('days: 7', 'days: 9').replace('name: Brio\n', 'name: Brio AG\n').concat('\n      days: 3')),
    );
    await expectNothingToDo();
  });

  test('the row in a YAML file changes, and the report names that file', async () => {
    await applied({'monitors/list.yaml': spec('{file: _rows.yaml}'), 'monitors/_rows.yaml': ROWS});
    edit('Acme pricing', {retentionDays: 30, status: 'paused'});
    const ended = await run('accept', 'list/acme');
    expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('accepted into monitors/_rows.yaml')});
    expect(read('monitors/list.yaml')).toBe(spec('{file: _rows.yaml}'));
    expect(read('monitors/_rows.yaml')).toMatch(
      /^# rows\n- \{key: acme, name: Acme, site: "https:\/\/acme\.example", .*paused: true\}\n- \{key: brio, name: Brio/,
    );
    await expectNothingToDo();
  });

  test('what all rows share is refused, with what to write', async () => {
    await applied({'monitors/list.yaml': spec(INLINE)});
    edit('Acme pricing', {goal: 'Tell me more'});
    await expectRefused(
      ['list/acme'],
      ['monitors/list.yaml'],
      /\/goal would be the same for all rows of the list.*use --add-columns, or give it a column by hand: write "\$\{each:COLUMN\}" there, and the value of each row into the data; row 1 gets \/goal = "Tell me more", and an empty cell leaves a member out/,
    );
  });

  test('a goal that no row has is named alone, without the switch that follows it', async () => {
    await applied({'monitors/list.yaml': spec(INLINE).replace(/^goal: .*\n/m, '')});
    edit('Acme pricing', {goal: 'Tell me more'});
    await expectRefused(['list/acme'], ['monitors/list.yaml'], / \/goal would be the same for all rows of the list/);
  });

  test('a cell that decides more than the drifted member is refused', async () => {
    await applied({'monitors/list.yaml': spec(INLINE).replace('Tell me when a price changes', '${each:name}')});
    edit('Acme pricing', {goal: 'Tell me more'});
    await expectRefused(['list/acme'], ['monitors/list.yaml'], /its spec would come to something else/);
  });

  test('two monitors of which the one changes with the row of the other stay as they are', async () => {
    const second = (key: string) => spec('{file: _rows.yaml}').replace('sync:', `sync:\n  key: ${key}`).replace('pricing"]', 'plans"]');
    await applied({'monitors/list.yaml': spec('{file: _rows.yaml}'), 'monitors/more.yaml': second('more'), 'monitors/_rows.yaml': ROWS});
    const first = world.emulator
      .monitors()
      .find(({name, targets}) => name === 'Acme pricing' && JSON.stringify(targets).includes('/pricing'))!;
    world.emulator.dashboard.edit(first.id, {retentionDays: 9});
    await expectRefused(['list/acme'], ['monitors/_rows.yaml'], /what is written for it is written for "more\/acme" too/);
  });

  test('only the cells of its row change in CSV, quoted where they must be', async () => {
    await applied({'monitors/list.yaml': spec('{file: _rows.csv}'), 'monitors/_rows.csv': CSV});
    edit('Brio pricing', {retentionDays: 5, name: 'Brio "AG", Bern pricing'});
    edit('Acme pricing', {retentionDays: 9});
    const ended = await run('accept', 'list/brio', 'list/acme');
    expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('accepted into monitors/_rows.csv')});
    expect(read('monitors/_rows.csv')).toBe(
      'key,name,site,days\nacme,Acme,https://acme.example,9\nbrio,"Brio ""AG"", Bern",https://brio.example,5\n',
    );
    await expectNothingToDo();
  });

  test('CSV of a spreadsheet keeps its form: byte order mark, line ends, separator, names and quotes', async () => {
    const each = '{file: _rows.csv, delimiter: ";", columns: {name: Firma, days: Tage}}';
    const before = '\uFEFFkey;Firma;site;Tage\r\n\r\nacme;"Acmé; Söhne";https://acme.example;7\r\nbrio;Brio;https://brio.example;3\r\n';
    await applied({'monitors/list.yaml': spec(each), 'monitors/_rows.csv': before});
    edit('Brio pricing', {retentionDays: 9});
    edit('Acmé; Söhne pricing', {name: 'Acmé; Töchter pricing'});
    expect(await run('accept', 'list/acme', 'list/brio')).toMatchObject({exitCode: 0, stderr: ''});
    expect(read('monitors/_rows.csv')).toBe(before.replace('Söhne', 'Töchter').replace(';3\r', ';9\r'));
    await expectNothingToDo();
  });

  test.each([
    ['0 */4 * * *', 'every 4 hours'],
    ['30 9 * * *', 'daily at 9:30'],
    ['0 * * * *', 'hourly'],
  ])('a cell with a schedule in words keeps words: %s', async (cron, words) => {
    const text = spec('{file: _rows.csv}').replace('text: hourly', 'text: "${each:when}", timezone: UTC');
    const rows = 'key,name,site,days,when\nacme,Acme,https://acme.example,7,daily\nbrio,Brio,https://brio.example,,every 2 hours\n';
    await applied({'monitors/list.yaml': text, 'monitors/_rows.csv': rows});
    edit('Brio pricing', {schedule: {cron, timezone: 'UTC'}});
    expect(await run('accept', 'list/brio')).toMatchObject({exitCode: 0, stderr: ''});
    expect(read('monitors/_rows.csv')).toBe(rows.replace('every 2 hours', words));
    await expectNothingToDo();
  });

  test('a schedule that words can not say is refused in a cell for words', async () => {
    const text = spec('{file: _rows.csv}').replace('text: hourly', 'text: "${each:when}", timezone: UTC');
    await applied({'monitors/list.yaml': text, 'monitors/_rows.csv': 'key,name,site,days,when\nacme,Acme,https://acme.example,7,daily\n'});
    edit('Acme pricing', {schedule: {cron: '0 9 * * 1-5', timezone: 'UTC'}});
    await expectRefused(['list/acme'], ['monitors/_rows.csv'], /\/schedule\/cron would be the same for all rows/);
  });

  test('a pause goes into a column of CSV, and is refused with what to write where there is none', async () => {
    await applied({'monitors/list.yaml': spec('{file: _rows.csv}'), 'monitors/_rows.csv': CSV});
    edit('Brio pricing', {status: 'paused'});
    const words = /it has no column "paused".*add the column to the header, with true in row 2 below it and empty cells elsewhere/;
    await expectRefused(['list/brio'], ['monitors/_rows.csv'], words);
    const column = CSV.replace('days\n', 'days,paused\n').replace(',7\n', ',7,\n').replace(/,\n$/, ',,\n');
    world.workspace.write({'monitors/_rows.csv': column});
    expect(await run('accept', 'list/brio')).toMatchObject({exitCode: 0});
    expect(read('monitors/_rows.csv')).toBe(column.replace(/,\n$/, ',true\n'));
    await expectNothingToDo();
  });

  test('a cell that the key is made of is refused in CSV', async () => {
    const each = '{file: _rows.csv, key: "${each:name}"}';
    await applied({'monitors/list.yaml': spec(each), 'monitors/_rows.csv': CSV.replaceAll(/^\w+,/gm, '')});
    edit('Acme pricing', {name: 'Acne pricing'});
    await expectRefused(['list/Acme'], ['monitors/_rows.csv'], /can't be accepted/);
  });

  test.each(['=cmd', '+1', '-1', '@x'])('a value that begins as %p is never for CSV', async value => {
    await applied({'monitors/list.yaml': spec('{file: _rows.csv}').replace(' pricing\n', '\n'), 'monitors/_rows.csv': CSV});
    edit('Acme', {name: value});
    await expectRefused(['list/acme'], ['monitors/_rows.csv'], /spreadsheets run that as a formula/);
  });

  test('text with a variable is refused', async () => {
    await applied({
      'monitors.config.yaml': `${CONFIG}vars: {WHAT: price}\n`,
      'monitors/a.yaml':
        'name: a\ngoal: Tell me when a ${var:WHAT} changes\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://a.example/"]}]\n',
    });
    edit('a', {goal: 'Tell me more'});
    await expectRefused(['a'], ['monitors/a.yaml'], /\/goal has a reference/);
    edit('a', {goal: 'Tell me when a price changes', retentionDays: 7});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    expect(read('monitors/a.yaml')).toContain('goal: Tell me when a ${var:WHAT} changes\n');
    await expectNothingToDo();
  });

  test('a text of the service that looks like a reference does not become one', async () => {
    await applied({
      'monitors.config.yaml': `${CONFIG}vars: {WHAT: price}\n`,
      'monitors/list.yaml': spec(INLINE),
      'monitors/a.yaml': 'name: a\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://a.example/"]}]\n',
    });
    edit('a', {name: 'a ${var:WHAT}'});
    edit('Acme pricing', {name: '${each:site} pricing'});
    await expectRefused(['a'], ['monitors/a.yaml'], /can't be accepted/);
    expect(await run('accept', 'list/acme')).toMatchObject({exitCode: 0});
    expect(await run('plan', '--refresh', '--only', 'list/*', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  });
});
