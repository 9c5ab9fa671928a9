import {readFileSync} from 'node:fs';
import type {JsonObject} from '../../src/core/json/value';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors pull` and `import` where specs inherit members or are rows of a list: the effective spec is the monitor. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\n';
const LAYER = `schedule: {text: every 2 hours, timezone: Europe/Berlin}
goal: Tell me when a price changes
retentionDays: 90
targets:
  scrape: {scrapeOptions: {onlyMainContent: true, excludeTags: [nav]}}
sync: {labels: {team: shop}}
`;
const run = (...args: string[]) => world.runHere(args);
const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');
const start = async (files: Readonly<Record<string, string>>) => {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, ...files}, {}, {operations: 'full'});
};
const create = (body: JsonObject) => world.emulator.dashboard.create(body);
const withoutComment = (text: string) => text.replace(/^#.*\n/, '').replaceAll(/^ +id: .*\n/gm, '');

async function expectNothingToDo(): Promise<void> {
  for (const flags of [[], ['--refresh']]) {
    expect(await run('plan', ...flags, '--detailed-exitcode')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  }
}

const schedule = (cron: string, timezone = 'Europe/Berlin') => ({cron, timezone});

test('pull leaves out what a layer gives, and removes what the monitor lacks', async () => {
  await start({'monitors/_defaults.yaml': LAYER});
  create({
    name: 'like the layer',
    schedule: schedule('0 */2 * * *'),
    goal: 'Tell me when a price changes',
    retentionDays: 90,
    targets: [{type: 'scrape', urls: ['https://a.example/'], scrapeOptions: {onlyMainContent: true, excludeTags: ['nav']}}],
  });
  create({name: 'unlike', schedule: schedule('0 9 * * 1'), targets: [{type: 'scrape', urls: ['https://b.example/']}]});
  expect(await run('pull')).toMatchObject({exitCode: 0, stderr: ''});
  expect(withoutComment(read('monitors/like-the-layer.yaml'))).toBe(
    'name: like the layer\nschedule:\n  cron: 0 */2 * * *\ntargets:\n  - type: scrape\n    urls:\n      - https://a.example/\n',
  );
  expect(withoutComment(read('monitors/unlike.yaml'))).toBe(
    `name: unlike
schedule:
  cron: 0 9 * * 1
targets:
  - type: scrape
    urls:
      - https://b.example/
    scrapeOptions: null
goal: null
retentionDays: null
`,
  );
  await expectNothingToDo();
  expect(JSON.parse(read('monitors.state.json')).monitors['unlike'].labels).toEqual({team: 'shop'});
});

test('pull lifts a pause that a layer gives, and refuses what an overlay changes', async () => {
  await start({'monitors/_defaults.yaml': 'sync: {paused: true}\n', 'monitors/_overlay.default.yaml': 'retentionDays: 9\n'});
  create({name: 'kept', schedule: schedule('0 9 * * 1'), retentionDays: 9, targets: [{type: 'scrape', urls: ['https://a.example/']}]});
  create({name: 'other', schedule: schedule('0 9 * * 1'), targets: [{type: 'scrape', urls: ['https://b.example/']}]});
  const ended = await run('pull');
  expect(ended).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/"other".*cannot be written as a spec/)});
  expect(read('monitors/kept.yaml')).toMatch(/sync:\n {2}paused: false\n/);
  await expectNothingToDo();
});

test('pull refuses what a layer sends to other environments', async () => {
  await start({
    'monitors.config.yaml': `${CONFIG}environments: {staging: {}, production: {}}\nenvironment: staging\n`,
    'monitors/_defaults.yaml': 'sync: {environments: [production]}\n',
  });
  create({name: 'a', schedule: schedule('0 9 * * 1'), targets: [{type: 'scrape', urls: ['https://a.example/']}]});
  expect(await run('pull')).toMatchObject({exitCode: 1, stdout: expect.stringContaining('lives in other environments')});
});

test('import writes a spec that fits the layers of its folder, and knows a monitor that is a row of a list', async () => {
  await start({
    'monitors/shop/_defaults.yaml': LAYER,
    'monitors/list.yaml':
      'name: ${each:key}\nschedule: {cron: "0 9 * * 1", timezone: Europe/Berlin}\ntargets: [{type: scrape, urls: ["https://${each:key}.example/"]}]\nsync: {each: [{key: acme}, {key: brio}]}\n',
  });
  const one = create({
    name: 'one',
    schedule: schedule('0 9 * * 1'),
    goal: 'Other',
    targets: [{type: 'scrape', urls: ['https://a.example/']}],
  });
  const row = create({name: 'acme', schedule: schedule('0 9 * * 1'), targets: [{type: 'scrape', urls: ['https://acme.example/']}]});
  expect(await run('import', 'shop/one', one.id)).toMatchObject({exitCode: 0});
  expect(read('monitors/shop/one.yaml')).toContain('goal: Other\n');
  expect(read('monitors/shop/one.yaml')).toContain('retentionDays: null\n');
  expect(await run('import', 'list/acme', row.id)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('The next plan shows no changes for it.'),
  });
  expect(
    JSON.parse((await run('plan', '--refresh', '--format', 'json')).stdout).changes.map(({key, action}: {key: string; action: string}) => [
      key,
      action,
    ]),
  ).toEqual([['list/brio', 'create']]);
});

test('pull --share moves what all specs have in common into defaults', async () => {
  await start({});
  for (const name of ['a', 'b', 'c']) {
    create({
      name,
      schedule: schedule('0 9 * * 1'),
      goal: 'Tell me more',
      targets: [{type: 'scrape', urls: [`https://${name}.example/`]}],
      webhook: {url: 'https://hooks.example/hidden-path', headers: {Authorization: 'Bearer very-hidden'}},
    });
  }
  const ended = await run('pull', '--share', '--format', 'json');
  expect(ended).toMatchObject({exitCode: 0, stderr: ''});
  expectPromised('pull', ended.stdout);
  expect(ended.stdout).not.toContain('very-hidden');
  expect(withoutComment(read('monitors/_defaults.yaml'))).toBe(`schedule:
  cron: 0 9 * * 1
  timezone: Europe/Berlin
goal: Tell me more
webhook:
  url: https://hooks.example/\${env:WEBHOOK_PATH}
  headers:
    Authorization: Bearer \${env:WEBHOOK_AUTHORIZATION}
`);
  expect(withoutComment(read('monitors/a.yaml'))).toBe('name: a\ntargets:\n  - type: scrape\n    urls:\n      - https://a.example/\n');
  await expectNothingToDo();
});
