import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {git} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';
import {usePostgres} from '../world/postgres-server';
import {describeServers} from '../world/programs';
import {useS3} from '../world/s3-server';
import {API_KEY} from '../world/service';

jest.setTimeout(60_000);

/** A branch recorded in the state file before the state moved to a server: a commit of it is taken into the state there. */
const postgres = usePostgres();
const s3 = useS3();
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const CONFIG = 'project: acme-web\nservice: {operations: create}\n';
let tables = 0;

const ENGINES = [
  {
    kind: 'PostgreSQL',
    isHere: postgres.isHere,
    makePlace: async () => `{backend: postgres, table: taken_in_${++tables}}`,
    env: (): Record<string, string> => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()}),
  },
  {
    kind: 'S3',
    isHere: s3.isHere,
    makePlace: async () => `{backend: s3, bucket: ${await s3.server().makeBucket()}}`,
    env: (): Record<string, string> => s3.server().env(),
  },
];

const g = (...words: string[]) => git(world.repository.clone, '-c', 'protocol.file.allow=always', ...words);

function write(path: string, text: string): void {
  const to = join(world.repository.clone, path);
  mkdirSync(dirname(to), {recursive: true});
  writeFileSync(to, text);
}

function commit(words: string): string {
  g('add', '-A');
  g('commit', '-q', '-m', words);
  return g('rev-parse', 'HEAD').trim();
}

describeServers('with the state in', ENGINES, ({kind, makePlace, env}) => {
  let withServer: Record<string, string>;
  const here = (line: string, home = 'home') => {
    const service = {MONITORS_API_KEY: API_KEY, MONITORS_BASE_URL: world.emulator.url, PATH: process.env['PATH']};
    const place = {HOME: join(world.repository.clone, '..', home), ...withServer};
    return runMonitorsHere(line.split(' '), {cwd: world.repository.clone, env: {...service, ...place}});
  };
  const run = async (line: string, home?: string) => expect(await here(line, home)).toMatchObject({exitCode: 0});
  const listed = async () =>
    (JSON.parse((await here('state list --format json')).stdout) as {monitors: {key: string}[]}).monitors.map(({key}) => key);

  /** A colleague applies `late` on a branch; main moves its state to the server, and merges the branch with its own state. */
  async function moveAndMerge(): Promise<string> {
    withServer = {};
    world = await startMergeWorld({
      'monitors.config.yaml': CONFIG,
      '.gitignore': '*.bak\n*.lock\n',
      '.gitattributes': 'monitors.state*.json -merge -text\n',
    });
    g('fetch', '-q', 'origin');
    g('checkout', '-q', '-B', 'main', 'origin/main');
    write('monitors/seed.yaml', specFor('seed'));
    await run('apply --auto-approve');
    commit('seed');
    g('push', '-q', '-u', 'origin', 'main');
    g('checkout', '-q', '-b', 'feature');
    write('monitors/late.yaml', specFor('late'));
    await run('apply --auto-approve', 'colleague');
    const late = commit('late');
    g('checkout', '-q', 'main');
    rmSync(join(world.repository.clone, `${STATE}.bak`), {force: true});
    withServer = env();
    const config = `${CONFIG}state: ${await makePlace()}\n`;
    write('monitors.config.yaml', config);
    const migrate = `state migrate --to ${kind === 'S3' ? 's3' : 'postgres'}`;
    expect((await here(migrate)).exitCode).toBe(1);
    commit('move');
    g('push', '-q', 'origin', 'main');
    g('fetch', '-q');
    await run(migrate);
    expect(() => g('merge', '-q', '--no-edit', 'feature')).toThrow();
    g('checkout', '-q', '--ours', STATE);
    g('add', '-A');
    g('commit', '-q', '--no-edit');
    return late;
  }

  test('the command that a refusal names takes the records in, and nothing is made again', async () => {
    const late = await moveAndMerge();
    const refused = await here('apply --auto-approve');
    expect(refused.exitCode).toBe(1);
    const [, named = ''] = /state restore ([0-9a-f]{12})/.exec((refused.stdout + refused.stderr).replace(/\s+/g, ' ')) ?? [];
    expect(late.startsWith(named)).toBe(true);
    const restored = await here(`state restore ${named}`);
    expect(restored).toMatchObject({exitCode: 0, stdout: expect.stringContaining('late')});
    expect(await listed()).toEqual(['late', 'seed']);
    expect(await here('apply --auto-approve')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
    expect(world.monitors()).toEqual(['late', 'seed']);
    expect((await here(`state restore ${named}`)).stdout).toContain('no new record');
  });

  test('what is no commit changes nothing', async () => {
    await moveAndMerge();
    expect(await here('state restore 0123456789abcdef')).toMatchObject({exitCode: 3});
    expect(await listed()).toEqual(['seed']);
  });
});
