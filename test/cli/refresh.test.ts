import {readFileSync} from 'node:fs';
import type {JsonObject} from '../../src/core/json/value';
import {type Canary, findCanaries, readTree, type Searched} from '../faults/canary-search';
import {bareSpecFor, specFor} from '../world/cli';
import {hostileStrings} from '../world/hostile-strings';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld} from '../world/service';
import {applied, byHand, CONFIG, find, run, SPECS, start, unwrap, world} from '../world/three-applied';

/** `plan --refresh` asks the service what it holds: in every format, with every way in which it can end, and whatever the service says. */
afterEach(() => world.close());

const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');

describe('what the service holds besides', () => {
  test('is counted, and with --show-unmanaged listed with id, name, age and price, in text and Markdown; JSON always lists it', async () => {
    await applied();
    const {id} = byHand('made | by hand');
    for (const format of ['text', 'markdown']) {
      const counted = await run('plan', '--refresh', '--format', format);
      expect(counted).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 unmanaged monitor in the service')});
      expect(counted.stdout).not.toContain(id);
      const listed = await run('plan', '--refresh', '--show-unmanaged', '--format', format);
      expect(listed.stdout).toMatch(
        new RegExp(`${id} {2}"made \\| by hand" {2}since (?:today \\d\\d:\\d\\d|20\\S+) {2}30 credits a month`),
      );
    }
    const {stdout} = await run('plan', '--refresh', '--format', 'json');
    expectPromised('plan', stdout);
    expect(JSON.parse(stdout).service.unmanaged).toMatchObject([{id, name: 'made | by hand', creditsPerMonth: 30, project: null}]);
  });

  test('does not count as a change', async () => {
    await applied();
    byHand('made by hand');
    expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  });

  test('is more than a comment holds: what fits is listed, the rest is counted', async () => {
    await applied();
    for (let number = 0; number < 500; number++) byHand(`${'long name '.repeat(20)}${number}`);
    const {stdout} = await run('plan', '--refresh', '--show-unmanaged', '--format', 'markdown');
    expect(stdout.length).toBeLessThan(65_536);
    expect(stdout).toMatch(/\nand \d\d+ more\n```/);
  });
});

const PROTECTED = `${bareSpecFor('a')}webhook: {url: 'https://hook.example/'}\nsync: {protect: true}\n`;
const HELD: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['may not be replaced, since it is protected', {'monitors/a.yaml': PROTECTED.replace(/^webhook.*\n/m, '')}],
  [
    'may not be changed, since that exceeds the budget',
    {
      'monitors/a.yaml': PROTECTED.replace(/schedule:.*/, 'schedule: {text: every 5 minutes}'),
      'monitors.config.yaml': `${CONFIG['monitors.config.yaml']}budget: {creditsPerMonth: 1}\n`,
    },
  ],
];
describe.each(HELD)('drift of a monitor that %s', (_, edits) => {
  test('is counted, and shown apart from what the repository changed', async () => {
    await applied({...SPECS, 'monitors/a.yaml': PROTECTED});
    world.emulator.dashboard.edit(find('a').id, {retentionDays: 7});
    world.workspace.write(edits);
    const {stdout} = await run('plan', '--refresh', '--format', 'json');
    expectPromised('plan', stdout);
    const {summary, changes} = JSON.parse(stdout);
    expect(summary).toMatchObject({blocked: 1, drift: 1});
    const drift = {path: '/retentionDays', op: 'change', before: 7, after: 30, sensitive: false};
    expect(changes).toMatchObject([{action: 'blocked', key: 'a', drift: [drift]}]);
    expect(changes[0].fields).not.toContainEqual(drift);
    const text = await run('plan', '--refresh');
    expect(unwrap(text.stdout)).toContain('changed outside the repository; this stays as it is: ~ retentionDays: 7 -> 30');
    expect(text.stdout).toContain('Drift: 1 monitor was changed');
  });
});

test('a target that goes on under another id, and a monitor that is made anew, are said to lose what hangs on them', async () => {
  const withId = (id: string) => specFor('a').replace('type: scrape', `type: scrape\n    id: ${id}`);
  await applied({
    'monitors/a.yaml': withId('11111111-1111-4111-8111-111111111111'),
    'monitors/b.yaml': PROTECTED.replace(/^sync.*\n/m, ''),
  });
  world.workspace.write({'monitors/a.yaml': withId('22222222-2222-4222-8222-222222222222'), 'monitors/b.yaml': specFor('b')});
  const {stdout} = await run('plan');
  expect(unwrap(stdout)).toContain('page history by target id: under another id the history starts again');
  expect(unwrap(stdout)).toContain('is deleted, with its history and with settings that no spec can hold, such as a Slack channel');
});

test('a target that is removed is shown with what it watches, whatever the service fills in besides', async () => {
  const crawled = `${bareSpecFor('a')}  - type: crawl\n    url: https://crawled.example/\n    crawlOptions: {limit: 5}\n`;
  await applied({'monitors/a.yaml': crawled});
  world.workspace.write({'monitors/a.yaml': specFor('a')});
  expect(unwrap((await run('plan')).stdout)).toMatch(/- targets: \{ "type": "crawl", "id": "\S+", "url": "https:\/\/crawled\.example\/"/);
});

test('drift and pending changes end with 2, one key alone says so of that key alone', async () => {
  await applied();
  world.emulator.dashboard.edit(find('a').id, {retentionDays: 7});
  expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 2});
  expect(await run('plan', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  expect(await run('plan', '--refresh', '--only', 'a', '--detailed-exitcode')).toMatchObject({exitCode: 2});
  expect(await run('plan', '--refresh', '--only', 'b', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  expect(await run('plan', '--refresh', '--only', 'nobody')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('unknown-key')});
});

test('a monitor that the service holds twice ends with 1, whatever else there is, and is named with its way out', async () => {
  await applied();
  const {id, name, schedule, targets} = find('a');
  const double = byHand(name, {schedule, targets});
  for (const args of [[], ['--detailed-exitcode'], ['--format', 'json'], ['--format', 'markdown'], ['--out', 'plan.json']]) {
    const {exitCode, stdout, stderr} = await run('plan', '--refresh', ...args);
    expect({args, exitCode}).toEqual({args, exitCode: 1});
    for (const words of [id, double.id, 'monitors resolve a --prune-duplicates']) expect(unwrap(stdout + stderr)).toContain(words);
  }
  expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 1});
  expect(await run('resolve', '--prune-duplicates', 'a', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors().map(monitor => monitor.id)).toContain(id);
  expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
});

test('another address than that of the state is refused before anything is asked', async () => {
  await applied();
  const other = await startUserWorld({}, {}, {operations: 'full'});
  try {
    for (const args of [
      ['plan', '--refresh'],
      ['apply', '--refresh', '--auto-approve'],
      ['accept', 'a'],
      ['pull'],
      ['resolve', '--prune-duplicates', 'a'],
    ]) {
      const ended = await run(...args, '--base-url', other.emulator.url);
      expect(ended).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/wrong-origin')});
    }
    expect(other.emulator.requests()).toEqual([]);
  } finally {
    await other.close();
  }
});

describe('a saved plan that looked at the service', () => {
  const A = `${bareSpecFor('a')}retentionDays: 7\n`;

  async function saved(): Promise<void> {
    await applied();
    world.workspace.write({'monitors/a.yaml': A});
    expect(await run('plan', '--refresh', '--out', 'plan.json')).toMatchObject({exitCode: 0});
  }

  test('is applied as it is, and a second time is stale', async () => {
    await saved();
    byHand('not ours');
    expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
    expect(find('a').retentionDays).toBe(7);
    expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('plan/stale')});
  });

  const edit = (key: string, changes: JsonObject) => world.emulator.dashboard.edit(find(key).id, changes);
  const write = (files: Readonly<Record<string, string>>) => world.workspace.write(files);
  test.each<readonly [string, () => unknown, RegExp]>([
    ['somebody changed the monitor again', () => edit('a', {goal: 'mine'}), /planning again gives other changes/],
    ['somebody changed another monitor', () => edit('b', {goal: 'mine'}), /planning again gives other changes/],
    ['somebody deleted a monitor', () => world.emulator.dashboard.delete(find('c').id), /planning again gives other changes/],
    ['a spec was edited', () => write({'monitors/a.yaml': `${A}# again\n`}), /a\.yaml was edited/],
    ['a spec was added', () => write({'monitors/d.yaml': specFor('d')}), /d\.yaml was added/],
    ['the state went on', () => run('state', 'mv', 'c', 'z'), /the state has changed since: its serial is 3, the plan was made at 2/],
    ['the project is another', () => write({'monitors.config.yaml': CONFIG['monitors.config.yaml'].replace('acme', 'other')}), /project/],
    ['its text was edited', () => write({'plan.json': read('plan.json').replace('"after": 7', '"after": 8')}), /it was edited/],
    [
      'it hides that it looked',
      () => {
        edit('b', {goal: 'mine'});
        write({'plan.json': read('plan.json').replace('"refreshed": true', '"refreshed": false')});
      },
      /plan is stale for|nothing/,
    ],
  ])('is refused where %s', async (name, happen, says) => {
    await saved();
    await happen();
    const ended = await run('apply', 'plan.json', '--lookup-timeout', '0');
    if (name === 'it hides that it looked') {
      // Its changes are the same without the look: only what was reviewed is done.
      expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
      expect(find('b').goal).toBe('mine');
      return;
    }
    expect(ended.exitCode).toBe(3);
    expect(unwrap(ended.stderr)).toMatch(says);
    expect(find('a').retentionDays).toBe(30);
  });

  test('is refused with the command that makes it again, as it was made, and with what may have changed besides specs and state', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    await run('plan', '--refresh', '--only', 'a', '--allow-deletes', '--out', 'plan.json');
    edit('a', {retentionDays: 8, goal: 'mine'});
    const {stderr} = await run('apply', 'plan.json');
    expect(unwrap(stderr)).toContain('other changes than the saved plan: what the service holds or the config has changed since');
    expect(unwrap(stderr)).toContain('`monitors plan --only a --refresh --allow-deletes --out FILE`');
  });

  test('is refused with the operations of create, and where the service can not be read', async () => {
    await saved();
    world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status: 405}]});
    expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/not-offered')});
    world.workspace.write({'monitors.config.yaml': 'project: acme\n'});
    expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/needs-full')});
  });
});

test('on a terminal, how many were read goes away before anything else is written', async () => {
  await applied();
  world.workspace.write({'tty.cjs': "Object.defineProperty(require('node:stream').Writable.prototype, 'isTTY', {value: true});\n"});
  const env = {NODE_OPTIONS: `--require ${world.workspace.path('tty.cjs')}`, NO_COLOR: '1'};
  const planned = await world.run(['plan', '--refresh'], {env});
  expect(planned).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^No changes\./)});
  expect(planned.stderr).toBe('\r\x1b[2Kread 3 monitors\r\x1b[2K');
  world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status: 500}]});
  expect((await world.run(['plan', '--refresh'], {env})).stderr).toMatch(/^\r\x1b\[2Kerror/);
});

describe('whatever the service says of a monitor is only text', () => {
  /** Characters that no terminal, log or reader's eye may get: but for line ends, which are ours. */
  const ACTIVE = /.{0,40}(?!\n|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
  const COMMAND = /.{0,40}##[A-Za-z]*\[|^\s*::.*/m;
  const TEXTS = [...hostileStrings.map(({text}) => text).filter(text => text !== ''), 'n'.repeat(100_000)];

  /** A list with every text in every place that is not ours to choose: of strangers, of the monitor of `a`, and of a double of `b`. */
  function answer(): JsonObject[] {
    const each = Object.fromEntries(TEXTS.map(text => [text, text]));
    const [a, b] = [find('a'), find('b')];
    const double = (text: string) => ({...b, id: `double ${text.slice(0, 100)}`, name: text, createdAt: text});
    const changed = {
      ...{goal: TEXTS.join(' '), name: TEXTS.join(' '), schedule: {cron: TEXTS[0]!, timezone: TEXTS[1]!}},
      ...{notification: {email: {enabled: true, recipients: TEXTS}}, targets: [{...a.targets[0]!, urls: TEXTS}]},
      webhook: {url: TEXTS[2]!, headers: each, metadata: each, events: TEXTS},
    };
    const strangers = TEXTS.map((text, index) => ({
      ...{id: `stranger ${text.slice(0, 100)}`, name: text, status: text, createdAt: text, estimatedCreditsPerMonth: 1, goal: text},
      targets: [{type: text, urls: [text], id: `0190a1b2-0000-4000-8000-${String(index).padStart(12, '0')}`}],
    }));
    const known = [{...a, ...changed}, b, find('c')] as unknown as JsonObject[];
    return [...strangers, ...(TEXTS.slice(-20).map(double) as unknown as JsonObject[]), ...known];
  }

  test.each<readonly [command: string, exitCode: number]>([
    ['plan --refresh --show-unmanaged', 1],
    ['plan --refresh --show-unmanaged --verbose', 1],
    ['plan --refresh --show-unmanaged --format json', 1],
    ['plan --refresh --show-unmanaged --format markdown', 1],
    ['apply --refresh --format jsonl', 3],
    ['accept a', 3],
    ['resolve --prune-duplicates b', 3],
    ['resolve --prune-duplicates b --format json', 3],
    ['recover --state other.json', 1],
    ['recover --state other.json --verbose', 1],
    ['recover --state other.json --format json', 1],
    ['pull', 1],
    ['pull --format json', 1],
  ])('%s', async (command, expected) => {
    const args = command.split(' ');
    await applied();
    const page = (body: JsonObject) => ({do: 'answer', status: 200, body}) as const;
    const data = answer();
    const last = {when: {request: 2}, ...page({success: true, data: data.slice(-10)})};
    world.emulator.setFaults({faults: [last, {when: {operation: 'list'}, ...page({success: true, data})}]});
    const {exitCode, stdout, stderr} = await run(...args);
    expect(exitCode).toBe(expected);
    for (const text of [stdout, stderr]) {
      expect(ACTIVE.exec(text)?.[0]).toBeUndefined();
      expect(COMMAND.exec(text)?.[0]).toBeUndefined();
    }
    if (args.includes('json')) JSON.parse(stdout);
    else if (!args.includes('--verbose')) for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(10_000);
    if (args.includes('markdown')) expect(stdout.length).toBeLessThan(65_536);
  });
});

describe('what the service returns in clear stays in the service', () => {
  const CANARIES: readonly Canary[] = [
    {name: 'a header of a managed monitor, from the environment', value: 'canaryENVHEADER0123456789'},
    {name: 'a header that somebody gave a managed monitor', value: 'canaryMANAGEDheader0123456789'},
    {name: "the path of a managed monitor's webhook", value: 'canaryMANAGEDpath0123456789'},
    {name: 'a header of an unmanaged monitor', value: 'canarySTRANGERheader0123456789'},
    {name: "the path of an unmanaged monitor's webhook", value: 'canarySTRANGERpath0123456789'},
    {name: 'a cookie of an unmanaged monitor', value: 'canarySTRANGERcookie0123456789'},
  ];
  const [ENV, HEADER, PATH, STRANGER, STRANGER_PATH, COOKIE] = CANARIES.map(({value}) => value);
  const REFERRING = `${bareSpecFor('a')}webhook: {url: "https://hooks.example/x", headers: {Authorization: "Bearer \${env:HOOK_TOKEN}"}}\n`;

  test('in output, state, plan file, journal, cache and verbose log of every command that reads it', async () => {
    await start({...SPECS, 'monitors/a.yaml': REFERRING});
    const searched: Searched[] = [];
    const look = async (...args: readonly string[]) => {
      const ended = await world.runHere([...args, '--verbose'], {env: {HOOK_TOKEN: ENV, MONITORS_STATE_KEY: 'k'.repeat(64)}});
      const place = `monitors ${args.join(' ')}`;
      searched.push({place, bytes: Buffer.from(ended.stdout)}, {place, bytes: Buffer.from(ended.stderr)});
      searched.push(...readTree(world.workspace.directory, []));
      return ended.exitCode;
    };
    expect(await look('apply', '--auto-approve')).toBe(0);
    const secrets = {url: `https://hooks.example/${PATH}`, headers: {Authorization: `Bearer ${HEADER}`, 'X-New': `${HEADER}`}};
    world.emulator.dashboard.edit(find('a').id, {webhook: {...secrets, metadata: {team: 'ops'}}, goal: 'mine'});
    world.emulator.dashboard.edit(find('b').id, {webhook: secrets});
    const {name, schedule, targets} = find('c');
    byHand(name, {schedule, targets, webhook: secrets});
    const hook = {url: `https://hooks.example/${STRANGER_PATH}`, headers: {Authorization: `Bearer ${STRANGER}`}};
    const strange = {type: 'scrape', urls: ['https://s.example/'], scrapeOptions: {headers: {Cookie: `id=${COOKIE}`}}};
    const strangers = ['one', 'two'].map(word => byHand(word, {webhook: hook, targets: [strange]}));

    for (const format of ['text', 'json', 'markdown']) {
      expect(await look('plan', '--refresh', '--show-unmanaged', '--check-secrets', '--format', format, '--out', `${format}.json`)).toBe(1);
    }
    expect(await look('accept', 'a')).toBe(3);
    expect(await look('import', 'one', strangers[0]!.id)).toBe(0);
    expect(await look('pull', '--format', 'json')).toBe(0);
    expect(await look('resolve', '--prune-duplicates', 'c', '--auto-approve')).toBe(0);
    expect(await look('apply', '--refresh', '--only', 'a', '--auto-approve', '--format', 'jsonl')).toBe(0);

    // A create whose answer is lost, while the secrets of the others are in the list that is looked through.
    world.workspace.write({'monitors/d.yaml': REFERRING.replaceAll('a.example', 'd.example').replace('name: a', 'name: d')});
    world.emulator.setFaults({faults: [{when: {operation: 'create'}, times: 1, do: 'drop', work: 'done'}]});
    expect(await look('apply', '--only', 'd', '--auto-approve', '--on-ambiguous', 'stop')).toBe(4);
    expect(await look('resolve', '--all-unknown', '--probe', '--lookup-timeout', '0')).toBe(0);
    world.workspace.write({'monitors.state.json': ''});
    expect([0, 1]).toContain(await look('recover', '--auto-approve'));
    expect(await look('plan', '--refresh', '--format', 'json')).toBe(0);
    expect(findCanaries(searched, CANARIES)).toEqual([]);
    expect(world.emulator.requests().length).toBeGreaterThan(15);
  });
});
