import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseSource} from '../../src/core/specs/document';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors factor` moves what specs share to one place, and changes no monitor. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\nsecrets: {allow: [HOOK_TOKEN]}\n';
const env = {HOOK_TOKEN: 'hook-token-value', ALERTS_TOKEN: 'alerts-token-value'};
const run = (...args: string[]) => world.runHere(args, {env});
const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');
const write = (name: string, edit: (text: string) => string) => world.workspace.write({[name]: edit(read(name))});
const list = () =>
  readdirSync(world.workspace.path('monitors'), {recursive: true, encoding: 'utf8'})
    .filter(name => name.includes('.'))
    .sort();
const lines = () => list().reduce((sum, name) => sum + read(`monitors/${name}`).trimEnd().split('\n').length, 0);

async function start(files: Readonly<Record<string, string>>): Promise<void> {
  world = await startUserWorld(
    {'monitors.config.yaml': CONFIG, '.vscode/monitors-layer.schema.json': '{}', ...files},
    {},
    {operations: 'full'},
  );
}

/** Runs factor between two renderings, which have to be equal, in a repository that is applied. */
async function factor(...args: string[]): Promise<string> {
  const before = await run('render');
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  const ids = world.emulator.monitors().map(({id, targets}) => [id, targets]);
  const ended = await run('factor', ...args);
  expect(ended).toMatchObject({exitCode: 0, stderr: ''});
  expect(JSON.parse((await run('render', '--format', 'json')).stdout).monitors.map(({spec}: {spec: object}) => spec)).toEqual(
    parseDocuments(before.stdout.replaceAll(/^ +id: .*\n/gm, '')),
  );
  expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('No changes.'),
  });
  expect(world.emulator.monitors().map(({id, targets}) => [id, targets])).toEqual(ids);
  return ended.stdout;
}

function parseDocuments(text: string): unknown[] {
  return parseSource({file: 'x.yaml', specPath: 'x.yaml', bytes: Buffer.from(text)}).documents.map(({data}) => data);
}

const page = (name: string, more = '') => `# ${name}
name: ${name}
schedule: {text: every 2 hours, timezone: Europe/Berlin}
goal: Tell me when a price changes   # short
targets:
  - type: scrape
    urls: [https://${name}.example/]
    scrapeOptions: {onlyMainContent: true, excludeTags: [nav]}
webhook: {url: "https://hooks.example/x", headers: {Authorization: "Bearer \${env:HOOK_TOKEN}"}}
sync: {labels: {team: shop, page: ${name}}}
${more}`;

describe('common members', () => {
  test('go into the layer of the folder, comments of what stays are kept', async () => {
    await start({'monitors/shop/a.yaml': page('a'), 'monitors/shop/b.yaml': page('b', 'retentionDays: 7\n'), 'monitors/c.yaml': page('c')});
    await factor('monitors/shop');
    expect(read('monitors/shop/_defaults.yaml')).toBe(`# yaml-language-server: $schema=../../.vscode/monitors-layer.schema.json
schedule:
  text: every 2 hours
  timezone: Europe/Berlin
goal: Tell me when a price changes
webhook:
  url: https://hooks.example/x
  headers:
    Authorization: Bearer \${env:HOOK_TOKEN}
sync:
  labels:
    team: shop
targets:
  scrape:
    scrapeOptions:
      onlyMainContent: true
      excludeTags:
        - nav
`);
    expect(read('monitors/shop/b.yaml')).toBe(
      '# b\nname: b\ntargets:\n  - type: scrape\n    urls: [https://b.example/]\nsync: {labels: {page: b}}\nretentionDays: 7\n',
    );
    expect(read('monitors/c.yaml')).toBe(page('c'));
  });

  test('extend a layer that is there, and a folder within keeps its own layer', async () => {
    await start({
      'monitors/shop/_defaults.yaml': '# ours\ngoal: Other # replaced\nretentionDays: 9\n',
      'monitors/shop/a.yaml': page('a'),
      'monitors/shop/deep/_defaults.yaml': 'goal: Deep\nretentionDays: null\n',
      'monitors/shop/deep/b.yaml': page('b'),
    });
    await factor('shop');
    expect(read('monitors/shop/_defaults.yaml')).toMatch(
      /^# ours\ngoal: Tell me when a price changes # replaced\nretentionDays: 9\nschedule:/,
    );
    expect(read('monitors/shop/deep/b.yaml')).toContain('goal: Tell me when a price changes   # short\n');
    expect(read('monitors/shop/deep/_defaults.yaml')).toBe('goal: Deep\nretentionDays: null\n');
  });

  test('a secret stays with its address: without a common one it does not move', async () => {
    await start({
      'monitors/a.yaml': page('a'),
      'monitors/b.yaml': page('b').replace('hooks.example/x', 'other.example/x'),
    });
    await factor('monitors');
    expect(read('monitors/_defaults.yaml')).not.toContain('HOOK_TOKEN');
    expect(read('monitors/a.yaml')).toContain('${env:HOOK_TOKEN}');
  });

  test('the report shows no secret', async () => {
    const secret = page('a')
      .replace('Bearer ${env:HOOK_TOKEN}', 'Bearer very-hidden')
      .replace('hooks.example/x', 'hooks.example/hidden-path');
    await start({'monitors/a.yaml': secret, 'monitors/b.yaml': secret.replace('a.example', 'b.example')});
    for (const format of ['text', 'json']) {
      const {stdout, exitCode} = await run('factor', 'monitors', '--dry-run', '--format', format);
      expect({exitCode, isShown: /hidden/.test(stdout)}).toEqual({exitCode: 0, isShown: false});
      expect(stdout).toContain('(secret)');
    }
    expect(existsSync(world.workspace.path('monitors/_defaults.yaml'))).toBe(false);
  });

  test('nothing in common is said, and a folder without specs is refused', async () => {
    await start({'monitors/a.yaml': page('a')});
    expect(await run('factor', 'monitors')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('nothing in common')});
    expect(await run('factor', 'nowhere')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('not a folder with specs')});
    expect(await run('factor', '../..')).toMatchObject({exitCode: 3});
  });
});

describe('a list', () => {
  test('stands for specs that differ in single values, one row each, under their keys', async () => {
    await start({'monitors/shop/a.yaml': page('a', 'retentionDays: 7\n'), 'monitors/shop/b.yaml': page('b'), 'monitors/c.yaml': page('c')});
    const stdout = await factor('monitors/shop', '--list', 'pages');
    expect(list()).toEqual(['c.yaml', 'shop/_pages.csv', 'shop/pages.yaml']);
    expect(read('monitors/shop/_pages.csv')).toBe('key,url,retentionDays\na,https://a.example/,7\nb,https://b.example/,\n');
    expect(read('monitors/shop/pages.yaml')).toContain('name: ${each:key}\n');
    expect(read('monitors/shop/pages.yaml')).toContain('- ${each:url}\n');
    expect(stdout).toMatch(/Wrote 2 files and removed 2: \d+ lines -> \d+\. 2 monitors, none changes/);
  });

  test('takes schedules whole: no part of a cron expression becomes a cell', async () => {
    const daily = (name: string, hour: number) => page(name).replace(/^schedule:.*$/m, `schedule: {cron: "0 ${hour} * * *"}`);
    expect(daily('a', 6)).toContain('cron:');
    await start({'monitors/shop/a.yaml': daily('a', 6), 'monitors/shop/b.yaml': daily('b', 7)});
    await factor('monitors/shop', '--list', 'pages');
    expect(read('monitors/shop/_pages.csv')).toBe('key,cron,url\na,0 6 * * *,https://a.example/\nb,0 7 * * *,https://b.example/\n');
    expect(read('monitors/shop/pages.yaml')).toContain('cron: ${each:cron}\n');
  });

  test('keeps what no row may hold as specs of their own', async () => {
    const other = page('d').replace(
      'type: scrape\n    urls: [https://d.example/]\n    scrapeOptions: {onlyMainContent: true, excludeTags: [nav]}',
      'type: crawl\n    url: https://d.example/',
    );
    await start({'monitors/a.yaml': page('a'), 'monitors/b.yaml': page('b'), 'monitors/d.yaml': other});
    await factor('monitors', '--list', 'pages');
    expect(list()).toEqual(['_pages.csv', 'd.yaml', 'pages.yaml']);
    expect(read('monitors/pages.yaml')).toContain('key: ""');
  });

  test.each(['=SUM(A1)', '+1', '@x', '-1'])('a value that begins as %p goes to YAML, never to CSV', async value => {
    await start({'monitors/a.yaml': page('a'), 'monitors/b.yaml': page('b').replace('name: b', `name: "${value}"`)});
    await factor('monitors', '--list', 'pages');
    expect(list()).toEqual(['_pages.yaml', 'pages.yaml']);
  });

  test('lists of other lengths and texts of several lines go to YAML, one line a row', async () => {
    await start({
      'monitors/a.yaml': page('a').replace('[https://a.example/]', '[https://a.example/, https://a.example/b]'),
      'monitors/b.yaml': page('b').replace('goal: Tell me when a price changes   # short', 'goal: |\n  One\n  Two: "x"'),
    });
    await factor('monitors', '--list', 'pages');
    expect(read('monitors/_pages.yaml').trimEnd().split('\n')).toHaveLength(2);
  });

  describe('of specs with target ids', () => {
    const id = (end: string) => `0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b${end}`;
    const withId = (name: string, end: string) => page(name).replace('    urls:', `    id: ${id(end)}\n    urls:`);
    const targetIds = () => world.emulator.monitors().flatMap(({targets}) => targets.map(target => (target as {id?: string}).id));
    const watch = (name: string) => ({
      name,
      schedule: {cron: '0 6 * * *'},
      goal: 'Prices',
      targets: [{type: 'scrape', urls: [`https://${name.toLowerCase()}.example/`]}],
    });

    test('leaves out the ids that the state records, which stay', async () => {
      await start({'monitors/a.yaml': withId('a', '11'), 'monitors/b.yaml': withId('b', '12')});
      await factor('monitors', '--list', 'pages');
      expect(list()).toEqual(['_pages.csv', 'pages.yaml']);
      expect(read('monitors/pages.yaml')).not.toContain('id:');
      expect(targetIds()).toEqual([id('11'), id('12')]);
    });

    test('takes a pulled account, whose targets keep their history', async () => {
      await start({});
      const names = ['Acme', 'Bluefin', 'Cobalt'];
      for (const name of names) world.emulator.dashboard.create(watch(name));
      const before = targetIds();
      expect(await run('pull')).toMatchObject({exitCode: 0});
      expect(await run('factor', 'monitors', '--list', 'pages')).toMatchObject({exitCode: 0, stderr: ''});
      expect(list()).toEqual(['_pages.csv', 'pages.yaml']);
      expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
      write('monitors/_pages.csv', text => text.replace('https://cobalt.example/', 'https://cobalt.example/new'));
      write('monitors/pages.yaml', text => text.replace('Prices', 'Prices and plans'));
      expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
      expect(targetIds()).toEqual(before);
    });

    test('waits for an apply where the state does not record them, or records others', async () => {
      await start({'monitors/a.yaml': withId('a', '11'), 'monitors/b.yaml': withId('b', '12')});
      const held = async () => {
        const {stdout} = await run('factor', 'monitors', '--list', 'pages');
        expect(stdout.replace(/\s+/g, ' ')).toContain('have ids that the state does not record, and rows hold no ids. Apply the specs');
        expect(JSON.parse((await run('factor', 'monitors', '--list', 'pages', '--format', 'json')).stdout).obstacle).toBe('target-ids');
        expect(list()).toEqual(['a.yaml', 'b.yaml']);
      };
      await held();
      expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
      world.workspace.write({'monitors/a.yaml': withId('a', '13'), 'monitors/b.yaml': withId('b', '14')});
      await held();
    });

    test('leaves out no id that another environment records for another target', async () => {
      const config = `${CONFIG}environment: one\nenvironments: {one: {}, two: {}}\n`;
      const files = {'monitors/a.yaml': withId('a', '11'), 'monitors/b.yaml': withId('b', '12')};
      await start({...files, 'monitors.config.yaml': config});
      expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
      world.workspace.write({'monitors/a.yaml': withId('a', '13')});
      expect(await run('apply', '--auto-approve', '--environment', 'two')).toMatchObject({exitCode: 0});
      world.workspace.write({'monitors/a.yaml': withId('a', '11')});
      expect((await run('factor', 'monitors', '--list', 'pages')).stdout).toContain('have ids');
      world.workspace.write({'monitors/a.yaml': withId('a', '13')});
      expect((await run('factor', 'monitors', '--list', 'pages', '--environment', 'two')).stdout).toContain('have ids');
    });
  });

  test('a file in the way, a bad name, and specs that differ in secrets are refused or left', async () => {
    await start({
      'monitors/a.yaml': page('a'),
      'monitors/b.yaml': page('b').replace('hooks.example/x', 'hooks.example/y'),
      'monitors/_x.csv': 'key\n',
    });
    expect(await run('factor', 'monitors', '--list', 'x')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('already there')});
    expect(await run('factor', 'monitors', '--list', 'defaults')).toMatchObject({exitCode: 3});
    expect(await run('factor', 'monitors', '--list', '../x')).toMatchObject({exitCode: 3});
    expect(await run('factor', 'monitors', '--list', 'y')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('No two specs in monitors differ only in values that rows can hold'),
    });
    expect(list()).toEqual(['_x.csv', 'a.yaml', 'b.yaml']);
  });
});

/** Copies of the specs of examples/team in turn, each with addresses of its own. */
function copyTeam(count: number): Record<string, string> {
  const team = join(__dirname, '../../examples/team/monitors');
  const names = readdirSync(team, {recursive: true, encoding: 'utf8'}).filter(name => name.endsWith('.yaml'));
  const copies = Array.from({length: count}, (_, index): [string, string] => {
    const name = names[index % names.length] as string;
    const copy = Math.floor(index / names.length);
    const text = readFileSync(join(team, name), 'utf8');
    return [
      `monitors/${name.replace('.yaml', `-${copy}.yaml`)}`,
      text.replace(/^name: "?([^"\n]*)"?$/m, `name: "$1 ${copy}"`).replaceAll(/https:\/\/(?!alerts\.)/g, `https://w${copy}.`),
    ];
  });
  return Object.fromEntries(copies);
}

test('300 specs copied from examples/team become less than a tenth of their lines, with an empty plan', async () => {
  await start({...copyTeam(300), 'monitors.config.yaml': CONFIG.replace('HOOK_TOKEN', 'ALERTS_TOKEN')});
  const before = lines();
  expect(list()).toHaveLength(300);
  // Prices are watched in two ways, which are two lists.
  for (const folder of ['pricing', 'pricing', 'releases']) await factor(`competitors/${folder}`, '--list', `list${list().length}`);
  for (const folder of ['news', 'regulators', 'suppliers']) await factor(folder, '--list', 'all');
  await factor('competitors/pricing');
  expect(lines() * 10).toBeLessThan(before);
  expect(world.emulator.monitors()).toHaveLength(300);
});
