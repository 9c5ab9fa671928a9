import {readdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {specFor} from '../world/cli';
import {useS3} from '../world/s3-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** Objects of a state in S3 that were damaged or removed, and the commands that messages and docs/state.md name. */
const s3 = useS3();
const about = s3.isHere ? describe : describe.skip;
let world: UserWorld;
let bucket: string;
afterEach(() => world.close());

const run = (line: string) => world.runHere(line.split(' '), {env: {HOME: world.workspace.directory, ...s3.server().env()}});
const home = (...names: string[]) => join(s3.server().directoryOf(bucket), 'monitors/acme/default', ...names);
const states = () => readdirSync(home('states')).map(name => home('states', name));

async function start(): Promise<void> {
  bucket = await s3.server().makeBucket();
  const config = `project: acme\nservice: {operations: full}\nstate: {backend: s3, bucket: ${bucket}}\n`;
  const files = {'monitors.config.yaml': config, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
  world = await startUserWorld(files, {}, {operations: 'full'});
  await run('state init');
  expect(await run('apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
}

async function expectRecovered(): Promise<void> {
  expect(await run('recover --auto-approve')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Recorded 2 monitors')});
  expect((await run('plan')).stdout).toContain('No changes.');
  expect(world.emulator.monitors()).toHaveLength(2);
}

about('a state in S3 is rebuilt from the service', () => {
  test.each([
    ['damaged', (path: string) => writeFileSync(path, '{')],
    ['removed', (path: string) => rmSync(path)],
  ])('where its objects were %s', async (_, damage) => {
    await start();
    for (const path of states()) damage(path);
    const refused = await run('apply --auto-approve --allow-old-checkout');
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/state\/(?:malformed|syntax)/)});
    expect(refused.stderr.replace(/\s+/g, ' ')).toContain('"monitors recover" to rebuild the state');
    expect(await run('state history')).toMatchObject({exitCode: 0});
    await expectRecovered();
  });

  test('where head.json was damaged, once it is removed', async () => {
    await start();
    writeFileSync(home('head.json'), 'x');
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('head.json')});
    rmSync(home('head.json'));
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/not-initialized')});
    expect(await run('state init')).toMatchObject({exitCode: 0});
    await expectRecovered();
  });
});
