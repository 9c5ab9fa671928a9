import {readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {fingerprintAllowed} from '../../src/core/secrets/fingerprint';
import {computeChecksum} from '../../src/core/state/format/signed-text';
import {bareSpecFor, makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {type LenientService, startLenientService} from '../world/lenient-service';

const config = (service = '') => `project: acme\nservice:\n  operations: full\n${service}`;

let service: LenientService;
let workspace: Workspace;

beforeEach(async () => {
  service = await startLenientService();
  workspace = makeWorkspace({'monitors.config.yaml': config()});
});

afterEach(() => {
  service.close();
  workspace.remove();
});

const write = (text: string, settings?: string) =>
  workspace.write({'monitors/a.yaml': text, ...(settings === undefined ? {} : {'monitors.config.yaml': config(settings)})});
const run = (...args: string[]) =>
  runMonitorsHere(args, {cwd: workspace.directory, env: {MONITORS_BASE_URL: service.url, MONITORS_API_KEY: 'some-key', NAME: 'x'}});
const validate = async () => {
  const {exitCode, stdout} = await run('validate', '--format', 'json');
  return {exitCode, found: JSON.parse(stdout).diagnostics as {code: string; message: string; hint?: string}[]};
};
const options = (text: string) => `${bareSpecFor('a').trimEnd()}\n    scrapeOptions: ${text}\nsync: {alerts: none}\n`;
const SLACK = 'notification: {slack: {enabled: true, channelId: C1}}\n';

test.each([
  'parsers: [image]',
  'parsers: [pdf, {type: image}]',
  'parsers: [{type: pdf, pageMarkdown: true}]',
  'proxy: stealth',
  'fastMode: true',
  'domainTools: true',
  'threatProtection: {mode: manual-only}',
  'threatProtection: {mode: zscaler}',
  'formats: [{type: attributes, selectors: [{selector: a, attribute: href}]}]',
  'location: {country: XK}',
])('%s is taken', async text => {
  write(options(`{${text}}`));
  expect(await validate()).toEqual({exitCode: 0, found: []});
});

test('Slack is sent, shown, warned about, and left to the service by a spec without it', async () => {
  write(`${bareSpecFor('a')}${SLACK}`);
  expect(await validate()).toMatchObject({exitCode: 0, found: [{code: 'schema/undocumented-field'}]});
  expect((await run('plan')).stdout).toContain('C1');
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(service.sent[0]?.body).toMatchObject({notification: {slack: {enabled: true, channelId: 'C1'}}});
  for (const flags of [[], ['--refresh']]) expect((await run('plan', ...flags)).stdout).toContain('No changes.');
  write(specFor('a'));
  expect((await run('apply', '--auto-approve')).exitCode).toBe(0);
  for (const flags of [[], ['--refresh']]) expect((await run('plan', ...flags)).stdout).toContain('No changes.');
});

/** Makes the state as an earlier version wrote it, which kept fingerprints of what the config allowed: of Slack's members with these values. */
function keepSlackAsPrints(members: Readonly<Record<string, string | boolean>>): void {
  const file = 'monitors.state.json';
  const {checksum: _old, ...root} = JSON.parse(readFileSync(join(workspace.directory, file), 'utf8'));
  for (const {applied, observed} of Object.values<{applied: object; observed: object}>(root.monitors)) {
    for (const body of [applied, observed] as {notification?: {slack?: Record<string, unknown>}}[]) {
      const slack = body.notification?.slack ?? {};
      for (const [name, value] of Object.entries(members)) {
        if (name in slack) slack[name] = fingerprintAllowed(value, ['notification', 'slack', name], root.lineage);
      }
    }
  }
  workspace.write({[file]: `${JSON.stringify({...root, checksum: computeChecksum(root, null as never)})}\n`});
}

describe('a state in which Slack was only allowed, and kept as fingerprints', () => {
  const PRINTS = {enabled: true, channelId: 'C1', channelName: 'prices'};

  beforeEach(async () => {
    write(`${bareSpecFor('a')}${SLACK}`);
    await run('apply', '--auto-approve');
    keepSlackAsPrints(PRINTS);
    expect(readFileSync(join(workspace.directory, 'monitors.state.json'), 'utf8')).not.toContain('"C1"');
    write(`${bareSpecFor('a')}${SLACK}`, '  allowFields: [notification.slack]\n');
  });

  test('I81: plans no change', async () => {
    expect(await validate()).toMatchObject({exitCode: 0, found: [{code: 'config/known-field'}, {code: 'schema/undocumented-field'}]});
    for (const flags of [[], ['--refresh']]) expect((await run('plan', ...flags)).stdout).toContain('No changes.');
    // An edit of something else is that edit alone.
    write(`${bareSpecFor('a').replace('hourly', 'daily')}${SLACK}`);
    const {changes} = JSON.parse((await run('plan', '--format', 'json')).stdout);
    expect(changes[0].fields.map(({path}: {path: string}) => path)).toEqual(['/schedule/text']);
  });

  test('I81: an edit of Slack itself is that edit alone, and no drift', async () => {
    write(`${bareSpecFor('a')}${SLACK.replace('C1', 'C2')}`);
    const {changes} = JSON.parse((await run('plan', '--refresh', '--format', 'json')).stdout);
    expect(changes).toMatchObject([{fields: [{path: '/notification/slack/channelId', before: 'C1', after: 'C2'}], drift: []}]);
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
    for (const flags of [[], ['--refresh']]) expect((await run('plan', ...flags)).stdout).toContain('No changes.');
  });

  test.each([[[]], [['--refresh']]])('I81: a delete shows no drift and is done, with %j', async flags => {
    workspace.write({'monitors/b.yaml': specFor('b')});
    await run('apply', '--auto-approve');
    keepSlackAsPrints(PRINTS);
    rmSync(workspace.path('monitors/a.yaml'));
    const {changes} = JSON.parse((await run('plan', '--format', 'json', ...flags)).stdout);
    expect(changes).toMatchObject([{action: 'delete', key: 'a'}]);
    expect(changes[0].drift ?? []).toEqual([]);
    expect(await run('apply', '--auto-approve', '--allow-deletes', ...flags)).toMatchObject({exitCode: 0});
    expect(service.held.map(({name}) => name)).toEqual(['b']);
  });

  test('I81: a plan that was saved when it showed none of it is applied, and one that hides something else is not', async () => {
    write(`${bareSpecFor('a').replace('hourly', 'daily')}${SLACK.replace('C1', 'C2')}`);
    const path = workspace.path('plan.json');
    expect(await run('plan', '--out', 'plan.json')).toMatchObject({exitCode: 0});
    const saved = JSON.parse(readFileSync(path, 'utf8'));
    const hide = (place: string) => ({
      ...saved,
      changes: saved.changes.map((change: {fields: {path: string}[]}) => ({
        ...change,
        fields: change.fields.map(field =>
          field.path.startsWith(place) ? {...field, before: '(secret)', after: '(secret)', sensitive: true} : field,
        ),
      })),
    });
    workspace.write({'plan.json': JSON.stringify(hide('/schedule'))});
    expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('plan/stale')});
    workspace.write({'plan.json': JSON.stringify(hide('/notification/slack'))});
    expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
  });

  test('I81: accept has nothing to take, and then takes drift of Slack alone', async () => {
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('nothing to accept')});
    Object.assign(service.held[0]!, {notification: {slack: {enabled: true, channelId: 'C9'}}});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    expect(readFileSync(workspace.path('monitors/a.yaml'), 'utf8')).toContain('channelId: C9');
    for (const flags of [[], ['--refresh']]) expect((await run('plan', ...flags)).stdout).toContain('No changes.');
  });
});

test('I86: what the config allowed below Slack is still taken, with references filled in, and is nothing to do', async () => {
  const slack =
    'notification: {slack: {enabled: "yes", channelId: "${env:NAME}", channel: "#prices", hook: "https://slack.example/${env:NAME}"}}\n';
  write(`${bareSpecFor('a')}${slack}`, '  allowFields: [notification.slack]\nsecrets: {allow: [NAME]}\n');
  expect(await validate()).toMatchObject({exitCode: 0});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(service.sent[0]?.body).toMatchObject({
    notification: {slack: {enabled: 'yes', channelId: 'x', channel: '#prices', hook: 'https://slack.example/x'}},
  });
  expect(readFileSync(workspace.path('monitors.state.json'), 'utf8')).not.toContain('"x"');
  for (const flags of [[], ['--refresh']]) expect((await run('plan', ...flags)).stdout).toContain('No changes.');
  write(`${bareSpecFor('a')}${slack}`, '');
  expect((await validate()).exitCode).toBe(1);
});

test('an unknown value is an error that names allowValues, and the config lets it through', async () => {
  write(options('{proxy: premium}'));
  expect(await validate()).toMatchObject({
    exitCode: 1,
    found: [{code: 'schema/enum', hint: expect.stringContaining('service.allowValues')}],
  });
  write(options('{proxy: premium}'), '  allowValues: [targets.*.scrapeOptions.proxy=premium]\n');
  expect(await validate()).toMatchObject({exitCode: 0, found: [{code: 'schema/allowed-field', message: expect.stringContaining('value')}]});
  expect((await run('plan', '--format', 'json')).stdout).toContain('unknown price');
  write(
    options('{parsers: [{type: docx}], formats: [{type: poem}, haiku]}'),
    `  allowValues:
    - targets.*.scrapeOptions.parsers.*.type=docx
    - targets.*.scrapeOptions.formats.*.type=poem
    - targets.*.scrapeOptions.formats.*=haiku
`,
  );
  expect(await validate()).toMatchObject({exitCode: 0});
});

test('allowed options are shown, hold no reference, and have no price', async () => {
  write(options('{newOption: "plain text"}'), '  allowFields: [targets.*.scrapeOptions.newOption]\nsecrets: {allow: [NAME]}\n');
  expect(await validate()).toMatchObject({exitCode: 0, found: [{code: 'schema/allowed-field'}]});
  const shown = await run('plan', '--verbose');
  expect(shown.stdout).toContain('plain text');
  write(options('{newOption: "${env:NAME}"}'));
  expect(await validate()).toMatchObject({
    exitCode: 1,
    found: expect.arrayContaining([expect.objectContaining({code: 'secret/misplaced-reference'})]),
  });
});

test('an allowed crawl option is no finding of its own', async () => {
  const text =
    'name: a\nschedule: {text: daily}\ntargets:\n  - {type: crawl, url: "https://a.example/", crawlOptions: {limit: 5, newThing: 1}}\nsync: {alerts: none}\n';
  write(text);
  expect(await validate()).toMatchObject({found: [{code: 'service/crawl-option'}]});
  write(text, '  allowFields: [targets.*.crawlOptions.newThing]\n');
  expect(await validate()).toMatchObject({found: [{code: 'schema/allowed-field'}]});
});
