import {readdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {CopyObjectCommand, ListObjectVersionsCommand, PutObjectCommand} from '@aws-sdk/client-s3';
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
const unwrap = (text: string) => text.replace(/\s+/g, ' ');
const states = () => readdirSync(home('states')).map(name => home('states', name));

async function start(options = {}): Promise<void> {
  bucket = await s3.server().makeBucket(options);
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
    expect(unwrap(refused.stderr)).toContain('"monitors recover" to rebuild the state');
    expect(await run('state history')).toMatchObject({exitCode: 0});
    await expectRecovered();
  });

  test.each([
    ['no JSON', 'x'],
    ['JSON of something else', '{"format":"other"}'],
    ['a head without its members', '{"format":"monitors-head","layout":1}'],
  ])('H12: where head.json holds %s: every command names the way out, and it works', async (_, content) => {
    await start();
    writeFileSync(home('head.json'), content);
    for (const line of ['plan', 'state history', 'state list', 'recover --auto-approve', 'state init']) {
      const refused = await run(line);
      expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/malformed')});
      expect(unwrap(refused.stderr)).toContain('acme/default/head.json');
      expect(unwrap(refused.stderr)).toContain(
        'hint: put back the newest good version of this object in the bucket; to begin again instead, remove all objects below acme/default/, then run "monitors state init" and "monitors recover"',
      );
    }
    rmSync(home('head.json'));
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/not-initialized')});
    expect(await run('state init')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/malformed')});
    rmSync(home(), {recursive: true});
    expect(await run('state init')).toMatchObject({exitCode: 0});
    await expectRecovered();
  });

  test('where an older version of head.json is restored, nothing is missing', async () => {
    await start({keepsVersions: true});
    const {keeper} = s3.server();
    const head = {Bucket: bucket, Key: 'monitors/acme/default/head.json'};
    await keeper.send(new PutObjectCommand({...head, Body: 'x'}));
    expect(await run('plan')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('put back')});
    const {Versions = []} = await keeper.send(new ListObjectVersionsCommand({Bucket: bucket, Prefix: head.Key}));
    const older = Versions.find(({IsLatest}) => IsLatest === false);
    await keeper.send(new CopyObjectCommand({...head, CopySource: `${bucket}/${head.Key}?versionId=${older?.VersionId}`}));
    expect(await run('plan')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  });

  test('where the service has no list, the hint names no recovery', async () => {
    await start();
    world.workspace.write({'monitors.config.yaml': `project: acme\nstate: {backend: s3, bucket: ${bucket}}\n`});
    writeFileSync(home('head.json'), 'x');
    const refused = await run('plan');
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('put back')});
    expect(unwrap(refused.stderr)).toContain('apply then creates every monitor again');
    expect(refused.stderr).not.toContain('recover');
  });
});
