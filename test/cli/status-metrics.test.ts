import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {bareSpecFor} from '../world/cli';
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
