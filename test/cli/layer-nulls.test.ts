import {symlinkSync} from 'node:fs';
import {validate} from '../../src/index';
import {startUserWorld, type UserWorld} from '../world/service';

/** Members that a layer takes away, what can't be read of it, and what render prints of a text that is no reference. */
let world: UserWorld;
afterEach(() => world.close());

const page = (name: string) => `name: ${name}\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://${name}.example/"]}]\n`;
const CONFIG = 'project: acme\nenvironments: {staging: {vars: {V: x}}}\nenvironment: staging\n';
const run = (...args: string[]) => world.runHere(args);
const start = async (files: Readonly<Record<string, string>>) => {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, 'monitors/shop/a.yaml': page('a'), 'monitors/b.yaml': page('b'), ...files});
};
const render = async () =>
  JSON.parse((await run('render', '--format', 'json')).stdout).monitors as {key: string; spec: {targets: object[]}}[];

describe('I83: a layer that cannot be read', () => {
  const spoil: readonly {readonly name: string; readonly code: string; readonly spoil: () => void}[] = [
    {
      name: 'is a link',
      code: 'file/symlink',
      spoil: () => symlinkSync('/etc/hostname', world.workspace.path('monitors/shop/_defaults.yaml')),
    },
    {
      name: 'has a name that is nearly one of a layer',
      code: 'fleet/layer-name',
      spoil: () => world.workspace.write({'monitors/shop/_defaults.yml': 'retentionDays: 7\n'}),
    },
    {
      name: 'is too large',
      code: 'file/too-large',
      spoil: () => world.workspace.write({'monitors/shop/_defaults.yaml': `# ${'x'.repeat(1024 * 1024)}\n`}),
    },
    ...[
      {name: 'is no YAML', code: 'yaml/syntax', file: '_defaults.yaml', text: 'retentionDays: [\n'},
      {name: 'is a list', code: 'fleet/layer-form', file: '_defaults.yaml', text: '- retentionDays: 7\n'},
      {name: 'has what each spec has itself', code: 'fleet/not-in-layer', file: '_defaults.yaml', text: 'name: all\n'},
      {name: 'is an overlay without form', code: 'fleet/layer-form', file: '_overlay.staging.yaml', text: 'targets: []\n'},
      {name: 'is of no environment', code: 'fleet/unknown-environment', file: '_overlay.stagging.yaml', text: 'goal: x\n'},
    ].map(({name, code, file, text}) => ({name, code, spoil: () => world.workspace.write({[`monitors/shop/${file}`]: text})})),
  ];
  test.each(spoil)('that $name is an error of each spec below it, also where only that is validated', async ({code, spoil}) => {
    await start({});
    spoil();
    const {directory} = world.workspace;
    for (const path of ['monitors/shop/a.yaml', 'monitors/shop', 'shop/a']) {
      expect(await run('validate', path)).toMatchObject({exitCode: 1, stdout: expect.stringContaining(code)});
      const {diagnostics} = await validate({directory, paths: [path], env: {HOME: world.workspace.path('.home')}});
      expect(diagnostics.map(finding => finding.code)).toEqual([code]);
    }
    expect(await run('validate', 'monitors/b.yaml')).toMatchObject({exitCode: 0});
  });
});

test('I84: null in an inner layer takes away what all targets inherit', async () => {
  await start({
    'monitors/_defaults.yaml': 'targets: {scrape: {scrapeOptions: {timeout: 60000}}}\n',
    'monitors/shop/_defaults.yaml': 'targets: null\n',
  });
  const [a, b] = (await render()).sort((one, other) => (one.key < other.key ? 1 : -1));
  expect(a).toMatchObject({key: 'shop/a', spec: {targets: [expect.not.objectContaining({scrapeOptions: expect.anything()})]}});
  expect(b).toMatchObject({key: 'b', spec: {targets: [{scrapeOptions: {timeout: 60000}}]}});
});

test.each(['targets: null', 'targets: {scrape: null}', 'targets: {crawl: null}'])('I84: %s of an overlay is refused', async text => {
  await start({'monitors/_overlay.staging.yaml': `${text}\n`});
  const ended = await run('validate');
  expect(ended).toMatchObject({exitCode: 1, stdout: expect.stringContaining('fleet/layer-form')});
  expect(ended.stdout).toContain('_overlay.staging.yaml:1:');
});

test('I85: what render prints of text that is no reference is read as that text again', async () => {
  await start({'monitors/b.yaml': `${page('b')}goal: See $\${var:V} and $\${each:x} of \${var:V}, $\${env:V} too\n`});
  const first = await run('render', 'b');
  expect(first.stdout).toContain('See $${var:V} and $${each:x} of x, $${env:V} too');
  world.workspace.write({'monitors/b.yaml': first.stdout});
  expect((await run('render', 'b')).stdout).toBe(first.stdout);
});
