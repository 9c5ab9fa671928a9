import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {CheckHistory, PlayedCheck, Receiver, RecipientStatus} from '../../src/emulator/ports';
import {bareSpecFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** Where alerts go and whether they arrive: `monitors alerts`, and what `status` says of it. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const hook = (url: string, more = '') => `webhook: {url: "${url}"${more}}\n`;
const mail = (...recipients: readonly string[]) => `notification: {email: {enabled: true, recipients: [${recipients.join(', ')}]}}\n`;
const FILES = {
  'monitors/a.yaml': bareSpecFor('a') + hook('https://one.example/in/s3cret-path?token=s3cret-query'),
  'monitors/b.yaml': bareSpecFor('b') + hook('https://one.example/in/s3cret-path?token=other', ', events: [monitor.page]'),
  'monitors/c.yaml': bareSpecFor('c') + hook('https://two.example/x') + mail('ann@x.example', 'bob@x.example'),
  'monitors/d.yaml': bareSpecFor('d') + mail('ann@x.example', 'cid@x.example'),
  'monitors/e.yaml': `${bareSpecFor('e')}notification: {slack: {enabled: true, channelName: "#pricing"}}\n`,
  'monitors/f.yaml': `${bareSpecFor('f')}sync: {alerts: none}\n`,
};
const CHANGED: CheckHistory = {checks: [{pages: [{url: 'https://site.example/', status: 'changed', statusCode: 200}]}]};
const played = (check: PlayedCheck): CheckHistory => ({checks: [{...CHANGED.checks?.[0], ...check}]});

let world: UserWorld;
afterEach(() => world.close());

interface Setting {
  readonly receivers?: Readonly<Record<string, Receiver>>;
  readonly recipients?: Readonly<Record<string, RecipientStatus>>;
  readonly histories?: Readonly<Record<string, CheckHistory>>;
}

async function start({receivers = {}, recipients = {}, histories = {}}: Setting): Promise<void> {
  world = await startUserWorld({...CONFIG, ...FILES}, {answers: {checks: 'asked'}}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  for (const [host, answers] of Object.entries(receivers)) world.emulator.dashboard.setReceiver(host, answers);
  for (const [email, status] of Object.entries(recipients)) world.emulator.dashboard.setRecipient(email, status);
  for (const [name, history] of Object.entries(histories)) world.emulator.dashboard.setChecks(idOf(name), history);
}

const idOf = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)?.id ?? '';

async function alertsJson(...args: string[]) {
  const {stdout, stderr, exitCode} = await world.runHere(['alerts', '--format', 'json', ...args]);
  expectPromised('alerts', stdout);
  return {exitCode, stderr, stdout, ...JSON.parse(stdout)};
}

test('each destination shows its monitors, events, last message and recipients, and no path or query', async () => {
  await start({
    receivers: {'one.example': 'refuses'},
    recipients: {'ann@x.example': 'confirmed', 'cid@x.example': 'unsubscribed'},
    histories: {a: CHANGED, b: CHANGED, c: CHANGED, d: CHANGED},
  });
  const shown = await alertsJson();
  expect(shown).toMatchObject({
    exitCode: 0,
    summary: {monitors: 6, destinations: 4, undelivered: 2, unconfirmed: 1, withoutAlerts: 1, missing: 0, notRead: 0},
    withoutAlerts: ['f'],
    destinations: [
      {
        ...{channel: 'webhook', address: 'https://one.example/(secret)', events: ['monitor.check.completed', 'monitor.page']},
        monitors: [
          {key: 'a', outcome: 'undelivered', statusCode: 500},
          {key: 'b', outcome: 'undelivered', statusCode: 500},
        ],
        ...{undelivered: 2, last: {outcome: 'undelivered', statusCode: 500, error: 'Webhook returned status 500'}, recipients: []},
      },
      {channel: 'webhook', address: 'https://two.example/(secret)', monitors: [{key: 'c', outcome: 'delivered', statusCode: 200}]},
      {
        channel: 'email',
        monitors: [{key: 'c'}, {key: 'd'}],
        recipients: [
          {email: 'ann@x.example', status: 'confirmed', monitors: 2},
          {email: 'bob@x.example', status: 'pending', monitors: 1},
          {email: 'cid@x.example', status: 'unsubscribed', monitors: 1},
        ],
      },
      {channel: 'slack', address: '#pricing', monitors: [{key: 'e', outcome: 'no-event'}], last: null},
    ],
  });
  const {stdout} = await world.runHere(['alerts', '--verbose']);
  for (const text of [stdout, shown.stdout]) expect(text).not.toMatch(/s3cret|token/);
  expect(stdout).toContain('webhook https://one.example/(secret)  2 monitors\n');
  expect(stdout).toMatch(/last message: not delivered, status 500, Webhook returned status 500 \([ab], /);
  expect(stdout).toMatch(/^ {2}bob@x\.example {2}pending: /m);
  expect(stdout).toMatch(/^ {2}cid@x\.example {2}unsubscribed: /m);
  expect(stdout).toContain('Slack #pricing  1 monitor\n  of e\n  no event yet\n');
  expect(stdout).toContain('Alerts: 6 monitors, 4 destinations, 2 undelivered, 1 unconfirmed.\nTelling no one: f.\n');
});

test('of many monitors five are named, and it is said how to see all', async () => {
  const names = Array.from({length: 7}, (_, index) => `m${index}`);
  world = await startUserWorld(
    {
      ...CONFIG,
      ...Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, bareSpecFor(name) + hook('https://one.example/h')])),
    },
    {answers: {checks: 'asked'}},
    {operations: 'full'},
  );
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  world.emulator.dashboard.setReceiver('one.example', 'refuses');
  for (const name of names) world.emulator.dashboard.setChecks(idOf(name), CHANGED);
  const {stdout} = await world.runHere(['alerts']);
  expect(stdout).toContain('not delivered (7): m0, m1, m2, m3, m4 and 2 more');
  expect(stdout).toContain('(--verbose names each).');
  const verbose = await world.runHere(['alerts', '--verbose']);
  expect(verbose.stdout.replace(/\s+/g, ' ')).toMatch(/not delivered \(7\): m0, m1, m2, m3, m4, m5,? (and )?m6/);
  expect(verbose.stdout).not.toContain('--verbose');
});

test('destinations with trouble come first, and those of one host without any are one block', async () => {
  const names = Array.from({length: 9}, (_, index) => `m${index}`);
  const hostOf = (index: number) => (index === 5 ? 'late.example' : 'all.example');
  world = await startUserWorld(
    {
      ...CONFIG,
      ...Object.fromEntries(
        names.map((name, index) => [`monitors/${name}.yaml`, bareSpecFor(name) + hook(`https://${hostOf(index)}/of/${name}`)]),
      ),
      'monitors/p.yaml': bareSpecFor('p') + mail('ann@x.example'),
      'monitors/q.yaml': bareSpecFor('q') + mail('ann@x.example'),
    },
    {answers: {checks: 'asked'}},
    {operations: 'full'},
  );
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  world.emulator.dashboard.setReceiver('late.example', 'refuses');
  for (const name of names) world.emulator.dashboard.setChecks(idOf(name), CHANGED);
  const {stdout} = await world.runHere(['alerts']);
  expect(stdout.match(/^\w.*/gm)).toEqual([
    'webhook https://late.example/(secret)  1 monitor',
    'mail  2 monitors',
    'webhook https://all.example/(secret)  8 paths of 8 monitors',
    'Alerts: 11 monitors, 10 destinations, 1 undelivered, 2 unconfirmed (--verbose names each).',
  ]);
  expect(stdout).toContain(
    '  of m0, m1, m2, m3, m4 and 3 more\n  events: monitor.check.completed, monitor.page\n  last message: delivered',
  );
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'ann@x.example pending: gets nothing until the link in the confirmation mail is clicked (2 monitors)',
  );
  const verbose = await world.runHere(['alerts', '--verbose']);
  expect(verbose.stdout.match(/^webhook https:\/\/all\.example/gm)).toHaveLength(8);
  expect((await alertsJson()).destinations).toHaveLength(10);
});

test('requests: the list, the checks of each that tells anyone, and each with explicit recipients', async () => {
  await start({histories: {a: CHANGED}});
  const before = world.emulator.requests().length;
  const {stderr} = await world.runHere(['alerts']);
  expect(stderr).toContain('reading alerts of 6 monitors: about 13 requests\n');
  const lines = world.emulator
    .requests()
    .slice(before)
    .map(({method, path}) => `${method} ${path.replace(/[0-9a-f]{8}-[-0-9a-f]{27}/g, 'ID')}`);
  expect(lines.filter(line => !line.startsWith('GET /v2/monitor?'))).toEqual([
    ...Array(5).fill('GET /v2/monitor/ID/checks?limit=25&offset=0'),
    'GET /v2/monitor/ID',
    'GET /v2/monitor/ID',
  ]);
  expect((await alertsJson('c')).destinations.map(({channel}: {channel: string}) => channel)).toEqual(['webhook', 'email']);
});

test('once the list was read, it is said how long the rest takes at its rate', async () => {
  await start({});
  world.emulator.setFaults({answers: {checks: 'asked'}, faults: [{when: {operation: 'list'}, delayMs: 1100}]});
  expect((await world.runHere(['alerts'])).stderr).toMatch(/^reading .* of 5 monitors: at most 7 requests, about \d+ s$/m);
});

test('a message that waits, one that is not noted yet, and one that is never noted are neither delivered nor undelivered', async () => {
  const before = {finishedAt: Date.now() - 11 * 60_000, startedAt: Date.now() - 12 * 60_000};
  await start({
    receivers: {'one.example': 'silent', 'two.example': 'waits'},
    histories: {a: played(before), b: played({finishedAt: Date.now() - 60_000, startedAt: Date.now() - 61_000}), c: played(before)},
  });
  const {destinations, summary} = await alertsJson();
  expect(destinations[0].monitors).toMatchObject([{outcome: 'unknown'}, {outcome: 'not-yet'}]);
  expect(destinations[1].monitors).toMatchObject([{outcome: 'queued'}]);
  expect(summary.undelivered).toBe(0);
});

test('--max-requests names what was not read, and exits with 1', async () => {
  await start({histories: {a: CHANGED}});
  const {exitCode, notRead, summary} = await alertsJson('--max-requests', '6');
  expect({exitCode, notRead, summary}).toMatchObject({
    exitCode: 1,
    notRead: [
      {key: 'd', reason: 'more requests than --max-requests'},
      {key: 'e', reason: 'more requests than --max-requests'},
    ],
    summary: {notRead: 2},
  });
});

test('--max-requests bounds the list of an account with many other monitors, and requests that are repeated', async () => {
  await start({histories: {a: CHANGED}});
  const targets = [{type: 'scrape', urls: ['https://other.example/']}];
  for (let index = 0; index < 400; index++) world.emulator.dashboard.create({name: `other ${index}`, schedule: {text: 'hourly'}, targets});
  const countSent = async (...args: string[]) => {
    const before = world.emulator.requests().length;
    const {exitCode, stdout, stderr} = await world.runHere(['alerts', ...args]);
    return {exitCode, stdout, stderr, sent: world.emulator.requests().length - before};
  };
  const list = await countSent('--max-requests', '3');
  expect(list).toMatchObject({exitCode: 3, sent: 3, stderr: expect.stringContaining('the list of monitors takes more than 3 requests')});
  const some = await countSent('--max-requests', '8');
  expect(some).toMatchObject({exitCode: 1, sent: 8, stdout: expect.stringContaining('more requests than --max-requests')});
  world.emulator.setFaults({faults: [{when: {operation: 'checks'}, skip: 1, times: 2, do: 'answer', status: 500}]});
  const repeated = await countSent('--max-requests', '11');
  expect(repeated).toMatchObject({exitCode: 1, sent: 11, stdout: expect.stringContaining('more requests than --max-requests')});
});

test('status --alerts and --fail-on say what does not arrive, without asking for it again', async () => {
  await start({receivers: {'one.example': 'refuses'}, recipients: {'cid@x.example': 'confirmed'}, histories: {a: CHANGED, c: CHANGED}});
  const json = async (...args: string[]) => {
    const {stdout, exitCode} = await world.runHere(['status', '--format', 'json', ...args]);
    expectPromised('status', stdout);
    return {exitCode, ...JSON.parse(stdout)};
  };
  expect((await json()).summary).not.toHaveProperty('undelivered');
  const before = world.emulator.requests().length;
  const shown = await json('--alerts');
  expect(
    world.emulator
      .requests()
      .slice(before)
      .filter(({path}) => !path.startsWith('/v2/monitor?')),
  ).toHaveLength(7);
  expect(shown).toMatchObject({
    exitCode: 0,
    summary: {undelivered: 1, unconfirmed: 2},
    monitors: [
      {
        key: 'a',
        alerts: {undelivered: true, unconfirmed: false, messages: [{channel: 'webhook', outcome: 'undelivered', statusCode: 500}]},
      },
      {key: 'b', alerts: {undelivered: false}},
      {key: 'c', alerts: {undelivered: false, unconfirmed: true, pending: ['ann@x.example', 'bob@x.example']}},
      {key: 'd', alerts: {unconfirmed: true, pending: ['ann@x.example']}},
      {key: 'e', alerts: {undelivered: false, messages: [{channel: 'slack', outcome: 'no-event'}]}},
      {key: 'f', alerts: {undelivered: false, unconfirmed: false, messages: []}},
    ],
  });
  const {stdout} = await world.runHere(['status', '--alerts']);
  expect(stdout).toMatch(/^a +ok, 1 changed, undelivered/m);
  expect(stdout).toContain('    webhook not delivered: status 500, Webhook returned status 500\n');
  expect(stdout).toContain('    not confirmed: ann@x.example, bob@x.example\n');
  expect(stdout).toContain('1 undelivered, 2 unconfirmed');
  for (const [state, keys, exitCode] of [
    ['undelivered', ['a'], 1],
    ['undelivered', ['c', 'd'], 0],
    ['unconfirmed', ['a'], 0],
    ['unconfirmed', ['d'], 1],
  ] as const) {
    expect(await world.runHere(['status', ...keys, '--fail-on', state])).toMatchObject({exitCode});
  }
});

test('a monitor that could not be read is named, the others are shown, and the exit code is 1', async () => {
  await start({histories: {a: CHANGED, b: CHANGED}});
  world.emulator.setFaults({answers: {checks: 'asked'}, faults: [{when: {operation: 'checks', name: 'b'}, do: 'answer', status: 400}]});
  const {exitCode, notRead, summary, destinations} = await alertsJson();
  expect({exitCode, notRead, summary}).toMatchObject({exitCode: 1, notRead: [{key: 'b'}], summary: {notRead: 1, undelivered: 0}});
  expect(destinations[0].monitors).toMatchObject([
    {key: 'a', outcome: 'delivered'},
    {key: 'b', outcome: 'not-read'},
  ]);
  expect((await world.runHere(['alerts'])).stdout).toMatch(/^not read: b: /m);
});

test('a service that offers no checks: destinations are shown, nothing is judged', async () => {
  await start({});
  world.emulator.setFaults({faults: [{when: {operation: 'checks'}, do: 'answer', status: 404, body: '<html>no</html>'}]});
  const {exitCode, summary, destinations, stderr} = await alertsJson();
  expect(exitCode).toBe(0);
  expect(summary).toMatchObject({destinations: 4, undelivered: 0, notRead: 0});
  expect(destinations[0].monitors).toMatchObject([{outcome: 'not-read'}, {outcome: 'not-read'}]);
  expect(stderr).toContain('live/no-checks');
});

test('apply names the recipients that have to confirm, once each, after creates and updates', async () => {
  world = await startUserWorld({...CONFIG, ...FILES}, {}, {operations: 'full'});
  world.emulator.dashboard.setRecipient('bob@x.example', 'confirmed');
  const apply = async () => {
    const {stdout, exitCode} = await world.runHere(['apply', '--auto-approve', '--format', 'json']);
    const {diagnostics} = JSON.parse(stdout) as {diagnostics: readonly {code: string; message: string}[]};
    return {exitCode, messages: diagnostics.filter(({code}) => code === 'alerts/unconfirmed').map(({message}) => message)};
  };
  expect(await apply()).toEqual({exitCode: 0, messages: ['2 recipients of mail have to confirm: ann@x.example, cid@x.example']});
  expect(await apply()).toEqual({exitCode: 0, messages: []});
  world.emulator.dashboard.setRecipient('cid@x.example', 'confirmed');
  world.workspace.write({'monitors/d.yaml': FILES['monitors/d.yaml'].replace('hourly', 'daily')});
  expect(await apply()).toEqual({exitCode: 0, messages: ['1 recipient of mail has to confirm: ann@x.example']});
});

test('checks, status --checks and the report name failed deliveries', async () => {
  await start({receivers: {'one.example': 'refuses'}, histories: {a: CHANGED}});
  const {stdout} = await world.runHere(['checks', 'a']);
  expect(stdout).toContain('    webhook not delivered: status 500, Webhook returned status 500\n');
  const json = await world.runHere(['checks', 'a', '--format', 'json']);
  expectPromised('checks', json.stdout);
  expect(JSON.parse(json.stdout).checks[0].undelivered).toEqual([
    {channel: 'webhook', statusCode: 500, error: 'Webhook returned status 500'},
  ]);
  expect((await world.runHere(['status', 'a', '--checks', '5'])).stdout).toContain('alerts of 1 not delivered');
  expect(await world.runHere(['report', '--out', 'report.html', '--refresh'])).toMatchObject({exitCode: 0});
  expect(readFileSync(join(world.workspace.directory, 'report.html'), 'utf8')).toContain(
    'Alerts of 1 of the newest 1 check did not arrive',
  );
});
