import {isNew} from '../../src/core/specs/strictness';
import {apply, plan} from '../../src/doors/library/commands';
import {makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {type LenientService, startLenientService} from '../world/lenient-service';

/** A crawl whose pattern is new to the findings: Firecrawl drops it. */
const crawl = (name: string, pattern = '*.pdf') => `name: ${name}
schedule: {text: daily}
targets:
  - type: crawl
    url: https://${name}.example/
    crawlOptions: {limit: 10, includePaths: ["${pattern}"]}
`;

let service: LenientService;
let workspace: Workspace;

beforeEach(async () => {
  service = await startLenientService();
  workspace = makeWorkspace({'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n', 'monitors/a.yaml': crawl('a')});
  // Recorded by a version that did not know the finding.
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
});

afterEach(() => {
  service.close();
  workspace.remove();
});

const env = () => ({MONITORS_BASE_URL: service.url, MONITORS_API_KEY: 'some-key'});
const run = (...args: string[]) => runMonitorsHere(args, {cwd: workspace.directory, env: env()});

test('I80: a new finding about a recorded monitor stays a warning', async () => {
  expect(await run('validate', '--strict', 'service')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('service/path-regex')});
  expect(await run('plan', '--strict', 'service')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  expect(await run('apply', '--strict', 'service', '--auto-approve')).toMatchObject({exitCode: 0});
  for (const command of ['validate', 'plan', 'apply']) expect(await run(command, '--strict', 'all')).toMatchObject({exitCode: 1});
});

test.each([
  {name: 'that is created', file: 'monitors/b.yaml', text: crawl('b')},
  {name: 'that is changed', file: 'monitors/a.yaml', text: crawl('a').replace('10', '20')},
])('I80: it is an error for a monitor $name, before anything is sent', async ({file, text}) => {
  workspace.write({[file]: text});
  const sent = service.sent.length;
  expect(await run('validate', '--strict', 'service')).toMatchObject({exitCode: 0});
  for (const command of ['plan', 'apply']) {
    const refused = await run(command, '--strict', 'service');
    expect(refused.exitCode).toBe(1);
    expect(`${refused.stdout}${refused.stderr}`).toMatch(new RegExp(`${file}:6:\\d+ +error +service/path-regex`));
    expect(`${refused.stdout}${refused.stderr}`).toContain('write .*\\.pdf');
  }
  const options = {directory: workspace.directory, env: env(), strict: 'service'} as const;
  for (const door of [plan, apply]) {
    await expect(door(options)).rejects.toMatchObject({exitCode: 1});
  }
  expect(service.sent).toHaveLength(sent);
});

test('a sound monitor beside a recorded one with the finding is applied', async () => {
  workspace.write({'monitors/b.yaml': crawl('b', '.*\\\\.pdf')});
  expect(await run('apply', '--strict', 'service', '--auto-approve')).toMatchObject({exitCode: 0});
});

test.each([
  {version: '0.1.0', expected: true},
  {version: '0.2.3', expected: true},
  {version: '0.3.0', expected: false},
  {version: '1.0.0', expected: false},
])('a finding of 0.1 is new in $version: $expected', ({version, expected}) => {
  expect(isNew({code: 'service/path-regex'}, version)).toBe(expected);
  expect(isNew({code: 'service/crawl-option'}, version)).toBe(false);
});
