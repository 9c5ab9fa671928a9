import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {bareSpecFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors status --format prometheus`, for a scraper or the textfile collector of a node. */
let world: UserWorld;
beforeEach(async () => {
  const spec = (name: string) => `${bareSpecFor(name)}sync: {alerts: none, labels: {team: pricing}}\n`;
  const files = {
    'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n',
    'monitors/a.yaml': spec('a'),
    'monitors/b.yaml': spec('b'),
  };
  world = await startUserWorld(files, {}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
});
afterEach(() => world.close());

const run = (...words: string[]) => world.runHere(['status', ...words]);

test('prints one text that ends', async () => {
  const {exitCode, stdout} = await run('--format', 'prometheus', 'a');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('monitors_credits_estimated{key="a",environment="default",label_team="pricing"} 720\n');
  expect(stdout).not.toContain('key="b"');
  expect(stdout.endsWith('# EOF\n')).toBe(true);
});

test('--out replaces an earlier text, leaves nothing beside it, and no other file', async () => {
  const out = world.workspace.path('monitors.prom');
  for (const key of ['a', 'b']) {
    expect(await run('--format', 'prometheus', '--out', 'monitors.prom', key)).toMatchObject({exitCode: 0, stdout: ''});
    expect(readFileSync(out, 'utf8')).toContain(`key="${key}"`);
  }
  expect(readdirSync(world.workspace.directory).filter(name => name.startsWith('monitors.prom'))).toEqual(['monitors.prom']);
  writeFileSync(out, 'my own\n');
  expect(await run('--format', 'prometheus', '--out', 'monitors.prom')).toMatchObject({exitCode: 3});
  expect(readFileSync(out, 'utf8')).toBe('my own\n');
  expect(await run('--out', 'monitors.prom')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('--out needs --format prometheus'),
  });
});

test('above 10,000 series a comment of the text and standard error say what was dropped', async () => {
  const path = world.workspace.path('monitors.state.json');
  const many = editState(readFileSync(path, 'utf8'), monitors => {
    const [record] = monitors.values();
    if (record === undefined) throw new Error('no record');
    // The service has none of these: a series each says that they are not up.
    for (let index = 0; index <= 10_000; index++) monitors.set(`k${index}` as never, {...record, id: `gone-${index}` as never});
    return {};
  });
  writeFileSync(path, many);
  const said = 'more than 10,000 series: only monitors_failing and monitors_last_run_timestamp_seconds are here';
  const {exitCode, stdout, stderr} = await run('--format', 'prometheus');
  expect({exitCode, first: stdout.split('\n')[0]}).toEqual({exitCode: 0, first: `# ${said}`});
  expect(stdout).not.toContain('monitors_up');
  expect(stderr.split('\n')).toContain(said);
});
