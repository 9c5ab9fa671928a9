import {parseSource} from '../../src/core/specs/document';
import {bareSpecFor, type CliRun, makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {expectPromised} from '../world/json-schemas';

/** `monitors render`: what specs, layers and keys come to, as YAML that can be saved. */
const FILES = {
  'monitors.config.yaml': 'project: acme\nsecrets: {allow: [TOKEN]}\n',
  'monitors/shop/_defaults.yaml': [
    'goal: |-',
    '  Tell me when',
    '  a price changes',
    'schedule: {text: every 2 hours, timezone: Europe/Berlin}',
    'webhook: {url: "https://alerts.example", headers: {Authorization: "Bearer ${env:TOKEN}"}}',
    'targets: {scrape: {scrapeOptions: {onlyMainContent: true, excludeTags: [nav]}}}',
    'sync: {labels: {team: shop}}',
    '',
  ].join('\n'),
  'monitors/shop/a.yaml': 'name: "A: 1"\ntargets:\n  - type: scrape\n    urls: [https://a.example/]\n',
  'monitors/shop/b.yaml': 'name: "yes"\ngoal: null\ntargets:\n  - type: scrape\n    urls: [https://b.example/]\nsync: {protect: true}\n',
  'monitors/docs.yaml': specFor('docs'),
};

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace(FILES);
});
afterEach(() => workspace.remove());

const run = (...args: readonly string[]): Promise<CliRun> => runMonitorsHere(args, {cwd: workspace.directory});
const documentsOf = (text: string) =>
  parseSource({file: 'x.yaml', specPath: 'x.yaml', bytes: Buffer.from(text)}).documents.map(({data}) => data);

test('prints one document a monitor, sorted by key, each with its key, what it inherits, and references as written', async () => {
  const {stdout, stderr, exitCode} = await run('render');
  expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
  const documents = documentsOf(stdout);
  expect(documents.map(data => (data as {sync: {key: string}}).sync.key)).toEqual(['docs', 'shop/a', 'shop/b']);
  expect(documents[1]).toEqual({
    name: 'A: 1',
    goal: 'Tell me when\na price changes',
    schedule: {text: 'every 2 hours', timezone: 'Europe/Berlin'},
    webhook: {url: 'https://alerts.example', headers: {Authorization: 'Bearer ${env:TOKEN}'}},
    targets: [{type: 'scrape', urls: ['https://a.example/'], scrapeOptions: {onlyMainContent: true, excludeTags: ['nav']}}],
    sync: {key: 'shop/a', labels: {team: 'shop'}},
  });
});

test('prints where a spec lives', async () => {
  workspace.write({
    'monitors.config.yaml': `${FILES['monitors.config.yaml']}environments: {default: {}, staging: {}}\n`,
    'monitors/docs.yaml': `${bareSpecFor('docs')}sync: {alerts: none, environments: [default]}\n`,
  });
  const {stdout} = await run('render', 'docs');
  expect(documentsOf(stdout)).toMatchObject([{sync: {key: 'docs', environments: ['default']}}]);
});

test('saved where no layer applies, it gives the same plan', async () => {
  const before = await run('plan', '--format', 'json');
  const {stdout} = await run('render');
  workspace.write({'saved/all.yaml': stdout});
  const after = await run('plan', '--format', 'json', '--specs', 'saved');
  const of = ({stdout: text}: CliRun) => JSON.parse(text);
  expect([before.exitCode, after.exitCode]).toEqual([0, 0]);
  expect(of(after).digest).toBe(of(before).digest);
  expect(of(after).estimate).toEqual(of(before).estimate);
  expect((await run('render', '--specs', 'saved')).stdout).toBe(stdout);
});

test('--origins says behind each value in which file and line it was written', async () => {
  const {stdout} = await run('render', 'shop/a', '--origins');
  expect(stdout.split('\n').slice(0, 6)).toEqual([
    'name: "A: 1"  # monitors/shop/a.yaml:1',
    'schedule:',
    '  text: every 2 hours  # monitors/shop/_defaults.yaml:4',
    '  timezone: Europe/Berlin  # monitors/shop/_defaults.yaml:4',
    'goal: |-  # monitors/shop/_defaults.yaml:2',
    '  Tell me when',
  ]);
  expect(stdout).toContain('      - https://a.example/  # monitors/shop/a.yaml:4\n');
  expect(documentsOf(stdout)).toEqual(documentsOf((await run('render', 'shop/a')).stdout));
});

test('--origins names the overlay, the cell, and the text that takes a variable', async () => {
  workspace.write({
    'monitors.config.yaml':
      'project: acme\nenvironments: {staging: {vars: {HOST: "https://h.example"}}, production: {vars: {HOST: "https://p.example"}}}\n',
    'monitors/shop/_defaults.yaml': 'schedule: {text: daily}\nretentionDays: 7\nwebhook:\n  url: ${var:HOST}/x\n',
    'monitors/shop/_overlay.staging.yaml': '# less\nretentionDays: 3\n',
    'monitors/shop/list.yaml':
      'name: Site ${each:name}\ntargets:\n  - type: scrape\n    urls: [https://s.example/]\n    scrapeOptions: {maxAge: "${each:age}"}\nsync: {each: {file: _rows.csv}}\n',
    'monitors/shop/_rows.csv': 'key,name,age\na,Acme,0\nb,Brio,\n',
  });
  const originsOf = async (environment: string) => {
    const args = ['render', 'shop/list/b', 'shop/list/a', '--origins', '--format', 'json', '--environment', environment];
    const {monitors} = JSON.parse((await run(...args)).stdout) as {monitors: {origins: Record<string, {file: string; line: number}>}[]};
    return monitors.map(({origins}) =>
      ['/name', '/retentionDays', '/webhook/url', '/targets/0/scrapeOptions/maxAge'].map(pointer => {
        const place = origins[pointer];
        return place === undefined ? null : `${place.file.replace('monitors/shop/', '')}:${place.line}`;
      }),
    );
  };
  const layer = '_defaults.yaml';
  expect(await originsOf('staging')).toEqual([
    ['_rows.csv:2', '_overlay.staging.yaml:2', `${layer}:4`, '_rows.csv:2'],
    ['_rows.csv:3', '_overlay.staging.yaml:2', `${layer}:4`, null],
  ]);
  expect(await originsOf('production')).toEqual([
    ['_rows.csv:2', `${layer}:2`, `${layer}:4`, '_rows.csv:2'],
    ['_rows.csv:3', `${layer}:2`, `${layer}:4`, null],
  ]);
  const {stdout} = await run('render', 'shop/list/a', '--origins', '--environment', 'staging');
  expect(stdout).toContain('retentionDays: 3  # monitors/shop/_overlay.staging.yaml:2\n');
  expect(stdout).toContain('name: Site Acme  # monitors/shop/_rows.csv:2\n');
});

test('a value of a line of its own says its own line', async () => {
  workspace.write({
    'monitors/shop/a.yaml': 'name: A\ntargets:\n  - type: scrape\n    urls:\n      - https://a.example/\n      - https://b.example/\n',
  });
  const {stdout} = await run('render', 'shop/a', '--origins');
  expect(stdout).toContain('- https://b.example/  # monitors/shop/a.yaml:6\n');
});

test.each([
  {args: ['shop/*'], keys: ['shop/a', 'shop/b']},
  {args: ['docs', 'shop/b'], keys: ['docs', 'shop/b']},
  {args: ['--label', 'team=shop', '--exclude', '*/b'], keys: ['shop/a']},
])('$args chooses $keys', async ({args, keys}) => {
  const {stdout} = await run('render', ...args, '--format', 'json');
  expectPromised('render', stdout);
  expect(JSON.parse(stdout).monitors.map(({key}: {key: string}) => key)).toEqual(keys);
});

test('JSON has the spec of each monitor, and with --origins the place of each value by its pointer', async () => {
  const {stdout} = await run('render', 'shop/b', '--format', 'json', '--origins');
  expectPromised('render', stdout);
  expect(JSON.parse(stdout).monitors).toMatchObject([
    {
      key: 'shop/b',
      file: 'monitors/shop/b.yaml',
      line: 1,
      spec: {name: 'yes', sync: {key: 'shop/b', protect: true}},
      origins: {'/name': {file: 'monitors/shop/b.yaml', line: 1}, '/schedule/text': {file: 'monitors/shop/_defaults.yaml', line: 4}},
    },
  ]);
});

test('a literal secret is printed nowhere, and a note says that it is hidden', async () => {
  workspace.write({
    'monitors/docs.yaml': `${bareSpecFor('docs')}webhook: {url: "https://hooks.example/t0ps3cret", headers: {X-Key: "t0ps3cret-2"}}\n`,
  });
  for (const format of ['yaml', 'json']) {
    const {stdout, stderr, exitCode} = await run('render', '--origins', '--format', format);
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toContain('t0ps3cret');
    expect(stdout).toContain('https://hooks.example/(secret)');
    expect(stderr).toContain('secrets in the text of 1 monitor are printed as (secret)');
  }
});

test('a key that no monitor has is refused with the nearest one, specs with errors with their findings', async () => {
  const unknown = await run('render', 'shop/c');
  expect(unknown).toMatchObject({exitCode: 3, stdout: ''});
  expect(unknown.stderr.replaceAll(/\s+/g, ' ')).toContain('monitors render names "shop/c", but no spec or recorded monitor has that key');
  workspace.write({'monitors/docs.yaml': 'name: 1\n'});
  const invalid = await run('render', '--format', 'json');
  expect(invalid.exitCode).toBe(1);
  expect(JSON.parse(invalid.stdout)).toMatchObject({
    command: 'render',
    error: {code: 'spec/invalid', message: expect.stringContaining('printed')},
  });
});

test('a path with a line break stays a comment, and text that CI takes for a command stays text', async () => {
  workspace.write({
    'monitors/x\n::set-env name=PATH::y.yaml': bareSpecFor('x').replace(
      'name: x',
      'name: x\nsync: {key: x}\ngoal: "go\\n::error::no command\\n"',
    ),
  });
  const {stdout, exitCode} = await run('render', '--origins');
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').filter(line => line.trim().startsWith('::'))).toEqual([]);
});
