import {readFileSync} from 'node:fs';
import {bareSpecFor, makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {type LenientService, startLenientService} from '../world/lenient-service';

/** Members that the service has and this version does not know: `service.allowFields`. */
const CONFIG = `project: acme
service:
  operations: full
  allowFields: [notification.teams, targets.*.newThing, schedule.jitter, urgency, webhook.signing]
secrets: {allow: [SLACK]}
`;

let service: LenientService;
let workspace: Workspace;

beforeEach(async () => {
  service = await startLenientService();
  workspace = makeWorkspace({'monitors.config.yaml': CONFIG});
});

afterEach(() => {
  service.close();
  workspace.remove();
});

/** It says that no one is to hear of it, unless it has what tells someone. */
const spec = (extra: string, target = '', sync = '') =>
  `${bareSpecFor('a')}${target}${extra}${/webhook:|email:/.test(extra) ? '' : `sync: {alerts: none${sync}}\n`}`;
const TARGET = '    newThing: {mode: fast, level: 3}\n';
const SLACK = 'notification: {teams: {channel: "#prices", hook: "https://teams.example/T1/${env:SLACK}"}}\n';
const write = (text: string) => workspace.write({'monitors/a.yaml': text});
const run = (...args: string[]) =>
  runMonitorsHere(args, {
    cwd: workspace.directory,
    env: {MONITORS_BASE_URL: service.url, MONITORS_API_KEY: 'some-key', SLACK: 'the-teams-secret', SOCIAL: 'x'},
  });
const planned = async (...flags: string[]) => JSON.parse((await run('plan', '--format', 'json', ...flags)).stdout);

async function apply(text: string): Promise<void> {
  write(text);
  expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
}

async function expectNothingToDo(): Promise<void> {
  for (const flags of [[], ['--refresh']]) {
    expect(await run('plan', '--detailed-exitcode', ...flags)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  }
}

test('is sent as it stands, with references filled in, and is what it was on the next plan', async () => {
  await apply(spec(`${SLACK}urgency: 5\n`, TARGET).replace('{text: hourly}', '{text: hourly, jitter: 20}'));
  expect(service.sent[0]?.body).toMatchObject({
    urgency: 5,
    schedule: {jitter: 20},
    notification: {teams: {channel: '#prices', hook: 'https://teams.example/T1/the-teams-secret'}},
    targets: [{newThing: {mode: 'fast', level: 3}}],
  });
  await expectNothingToDo();
});

test('is nothing to do either where the service never answers it', async () => {
  service.hide = ['teams', 'newThing', 'jitter', 'urgency'];
  await apply(spec(`${SLACK}urgency: 5\n`, TARGET).replace('{text: hourly}', '{text: hourly, jitter: 20}'));
  await expectNothingToDo();
});

test('is compared as JSON: an edit is one change, another order of members is none', async () => {
  await apply(spec('', TARGET));
  write(spec('', TARGET.replace('mode: fast, level: 3', 'level: 3, mode: fast')));
  expect(await planned()).toMatchObject({changes: []});
  write(spec('', TARGET.replace('3', '4')));
  expect(await planned()).toMatchObject({
    changes: [{action: 'update', fields: [{path: '/targets/0/newThing/level', before: '(secret)', after: '(secret)', sensitive: true}]}],
  });
  await apply(spec('', TARGET.replace('3', '4')));
  expect(service.sent.at(-1)).toMatchObject({method: 'PATCH', body: {targets: [{newThing: {mode: 'fast', level: 4}}]}});
  await expectNothingToDo();
});

test('is warned about once for each path, however many specs have it', async () => {
  write(spec(SLACK));
  workspace.write({
    'monitors/b.yaml': `${bareSpecFor('b')}urgency: 1\nsync: {alerts: none}\n`,
    'monitors/c.yaml': `${specFor('c')}${SLACK}`,
  });
  const {diagnostics} = JSON.parse((await run('validate', '--format', 'json')).stdout);
  expect(diagnostics).toMatchObject([
    {
      code: 'schema/allowed-field',
      severity: 'warning',
      file: 'monitors/a.yaml',
      range: {start: {line: 6}},
      message: expect.stringContaining('"notification.teams"'),
    },
    {
      code: 'schema/allowed-field',
      severity: 'warning',
      file: 'monitors/b.yaml',
      range: {start: {line: 6}},
      message: expect.stringContaining('"urgency"'),
    },
  ]);
});

test('is an error everywhere else, and so is a reference that is not allowed', async () => {
  workspace.write({
    'monitors/a.yaml': spec('notification: {slak: {}}\n'),
    'monitors/b.yaml': `${bareSpecFor('b')}webhook: {url: "https://b.example/", teams: 1}\n`,
    'monitors/c.yaml': `${bareSpecFor('c')}urgency: "\${env:SOCIAL}"\n`,
    'monitors/d.yaml': `${bareSpecFor('d')}notification: {email: {teams: 1}}\n`,
  });
  const {diagnostics} = JSON.parse((await run('validate', '--format', 'json')).stdout);
  expect(diagnostics.filter(({severity}: {severity: string}) => severity === 'error')).toMatchObject([
    {file: 'monitors/a.yaml', code: 'schema/unknown-field'},
    {file: 'monitors/b.yaml', code: 'schema/unknown-field'},
    {file: 'monitors/c.yaml', code: 'secret/name-not-allowed'},
    {file: 'monitors/d.yaml', code: 'schema/unknown-field'},
  ]);
});

describe('drift', () => {
  beforeEach(() => apply(spec(`${SLACK.replace('${env:SLACK}', 'T2')}urgency: 5\n`, TARGET)));

  test('is seen and undone, with no value shown', async () => {
    Object.assign(service.held[0]!, {urgency: 9, notification: {teams: {channel: '#other'}}});
    const {changes} = await planned('--refresh');
    expect(changes[0].drift).toMatchObject([
      {path: '/notification/teams/channel', before: '(secret)', after: '(secret)'},
      {path: '/notification/teams/hook', after: '(secret)'},
      {path: '/urgency', before: '(secret)', after: '(secret)'},
    ]);
    expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(service.held[0]).toMatchObject({urgency: 5, notification: {teams: {channel: '#prices'}}});
    await expectNothingToDo();
  });

  test('is not accepted into a spec: it may be a secret; drift beside it is', async () => {
    Object.assign(service.held[0]!, {urgency: 9});
    const refused = await run('accept', 'a');
    expect(refused.exitCode).not.toBe(0);
    expect(refused.stderr).toContain('/urgency');
    Object.assign(service.held[0]!, {urgency: 5, goal: 'By hand'});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    const text = readFileSync(workspace.path('monitors/a.yaml'), 'utf8');
    expect(text).toContain('goal: By hand');
    expect(text).toContain('urgency: 5');
    expect(text).toContain('newThing: {mode: fast, level: 3}');
    await expectNothingToDo();
  });
});

describe('removing it', () => {
  test("leaves the service's value, says so once, and the next update takes it along", async () => {
    await apply(spec(`${SLACK}urgency: 5\n`, TARGET));
    write(spec(''));
    expect(await planned()).toMatchObject({
      changes: [],
      diagnostics: [
        {
          code: 'plan/left-field',
          severity: 'warning',
          message: expect.stringMatching(/"a" no longer has notification\.teams, urgency, targets\[0\]\.newThing/),
        },
      ],
    });
    expect((await run('plan')).stderr + (await run('plan')).stdout).toContain('the service keeps its value');
    const before = service.sent.length;
    await apply(spec(''));
    expect(service.sent).toHaveLength(before);
    expect(await planned('--refresh')).toMatchObject({changes: [], diagnostics: []});
    Object.assign(service.held[0]!, {urgency: 6});
    await expectNothingToDo();

    await apply(
      spec('notification: {email: {enabled: true, recipients: [a@b.example]}}\n', '    scrapeOptions: {onlyMainContent: false}\n'),
    );
    expect(service.held[0]).toMatchObject({
      urgency: 6,
      notification: {teams: {channel: '#prices'}, email: {enabled: true}},
      targets: [{newThing: {mode: 'fast', level: 3}, scrapeOptions: {onlyMainContent: false}}],
    });
    await expectNothingToDo();
  });

  test('says nothing of the config where the service has an undocumented member that it does not need', async () => {
    const slack = 'notification: {slack: {enabled: false, channelId: C1}}\n';
    await apply(spec(slack));
    write(spec(''));
    const [finding] = (await planned()).diagnostics;
    expect(finding).toMatchObject({code: 'plan/left-field', message: expect.stringContaining('no longer has notification.slack')});
    expect(finding.message).not.toContain('allowFields');
  });

  test('while another part of its object is edited keeps it too', async () => {
    const webhook = (extra: string) => `webhook: {url: "https://hooks.example/a"${extra}}\n`;
    await apply(spec(webhook(', signing: strict')));
    await apply(spec(webhook(', metadata: {team: a}')));
    expect(service.held[0]).toMatchObject({webhook: {signing: 'strict', metadata: {team: 'a'}}});
    await expectNothingToDo();
  });
});

test('a path that leaves the config makes the member an error again, and a saved plan stale', async () => {
  write(spec('urgency: 5\n'));
  expect(await run('plan', '--out', 'plan.json')).toMatchObject({exitCode: 0});
  expect(JSON.parse(readFileSync(workspace.path('plan.json'), 'utf8')).allowFields).toContain('urgency');
  workspace.write({'monitors.config.yaml': CONFIG.replace(', webhook.signing', '')});
  const stale = await run('apply', 'plan.json');
  expect(stale.exitCode).not.toBe(0);
  expect(stale.stderr).toContain('service.allowFields has changed');
  workspace.write({'monitors.config.yaml': CONFIG.replace('urgency, ', '')});
  expect(await run('validate')).toMatchObject({exitCode: 1, stdout: expect.stringContaining('schema/unknown-field')});
});

test('creating alone sends it, and says what an update would change', async () => {
  workspace.write({'monitors.config.yaml': CONFIG.replace('operations: full', 'operations: create')});
  write(spec('urgency: 5\n'));
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(service.held[0]).toMatchObject({urgency: 5});
  write(spec('urgency: 6\n'));
  expect(await planned()).toMatchObject({changes: [{action: 'blocked', wanted: 'update', fields: [{path: '/urgency'}]}]});
  write(spec(''));
  expect(await planned()).toMatchObject({changes: [], diagnostics: [{code: 'plan/left-field'}]});
});

test('a replacement sends it, and a spec that is written for a monitor leaves it to the service', async () => {
  await apply(spec('urgency: 5\nwebhook: {url: "https://hooks.example/a"}\n', TARGET));
  await apply(spec('urgency: 5\n', TARGET));
  const [made] = service.held;
  expect(made).toMatchObject({urgency: 5, targets: [{newThing: {mode: 'fast'}}]});
  expect(made).not.toHaveProperty('webhook');
  await expectNothingToDo();
  service.held.push({
    ...made!,
    id: '11111111-1111-4111-8111-111111111111',
    name: 'other',
    targets: [{type: 'scrape', urls: ['https://o.example/'], id: '22222222-2222-4222-8222-222222222222', newThing: 1}],
  });
  expect(await run('import', 'other', '11111111-1111-4111-8111-111111111111')).toMatchObject({exitCode: 0});
  expect(readFileSync(workspace.path('monitors/other.yaml'), 'utf8')).not.toMatch(/urgency|newThing/);
  await expectNothingToDo();
});

test('a reference in a channel of Slack is refused where it stands: nothing of it is secret', async () => {
  write(spec('notification: {slack: {enabled: false, channelId: "${env:SLACK}"}}\n'));
  const diagnostics: {severity: string}[] = JSON.parse((await run('validate', '--format', 'json')).stdout).diagnostics;
  expect(diagnostics.filter(({severity}) => severity === 'error')).toMatchObject([
    {code: 'secret/misplaced-reference', pointer: '/notification/slack/channelId', hint: expect.any(String)},
  ]);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1});
  expect(service.sent).toEqual([]);
});

test('an ignored object is left alone with what is allowed in it', async () => {
  await apply(spec(SLACK, '', ', ignore: [notification]'));
  write(spec(SLACK.replace('prices', 'others'), '', ', ignore: [notification]'));
  expect(await planned()).toMatchObject({changes: [], diagnostics: [{code: 'plan/ignored-edit'}, {code: 'schema/allowed-field'}]});
  Object.assign(service.held[0]!, {notification: {teams: {channel: '#by-hand'}}});
  expect(await planned('--refresh')).toMatchObject({changes: []});
});

test('a state that was lost is rebuilt with it', async () => {
  await apply(spec(`${SLACK}urgency: 5\n`, TARGET));
  workspace.write({'monitors.state.json': ''});
  expect(await run('recover', '--auto-approve')).toMatchObject({exitCode: 0});
  await expectNothingToDo();
});

describe('in a layer', () => {
  test('is inherited like any other member', async () => {
    workspace.write({'monitors/_defaults.yaml': 'urgency: 5\ntargets: {scrape: {newThing: {mode: fast}}}\n'});
    await apply(spec(''));
    expect(service.held[0]).toMatchObject({urgency: 5, targets: [{newThing: {mode: 'fast'}}]});
    await expectNothingToDo();
    workspace.write({'monitors/_defaults.yaml': 'retentionDays: 30\n'});
    expect(await planned()).toMatchObject({diagnostics: [{code: 'plan/left-field'}]});
  });

  test('holds no reference: a spec could change alone where the service sends it', async () => {
    workspace.write({'monitors/_defaults.yaml': SLACK});
    write(spec(''));
    const {stdout, exitCode} = await run('validate');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('fleet/secret-in-layer');
    expect(stdout).toContain('"notification.teams" of a layer');
  });

  test('shows none of its values, whatever is wrong beside them', async () => {
    for (const spoiled of ['goal: 5\n', 'goal: [\n', 'goal: !x y\n']) {
      workspace.write({
        'monitors/_defaults.yaml': `${spoiled}urgency: hidden-at-the-top\ntargets: {scrape: {newThing: hidden-in-a-target}}\n`,
      });
      write(spec(''));
      for (const format of ['text', 'json']) {
        const {stdout, stderr, exitCode} = await run('validate', '--verbose', '--format', format);
        expect(exitCode).toBe(1);
        expect(stdout + stderr).not.toContain('hidden');
      }
    }
  });
});
