import {cpSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {usePostgres} from '../world/postgres-server';
import {describeServers} from '../world/programs';
import {useS3} from '../world/s3-server';

/**
 * A state with a create in doubt, as the build before 0.1.0 left it in PostgreSQL, in S3 and in a file with its journal. The files never
 * change: each later build reads them, finds nothing to do, and sends nothing again.
 */
const WRITTEN = join(__dirname, 'written-before/servers');

const postgres = usePostgres();
const s3 = useS3();
let workspace: Workspace;
afterEach(() => workspace.remove());

/** The files below a directory, by their paths with "/". */
function readAll(directory: string, prefix = ''): [path: string, bytes: Buffer][] {
  return readdirSync(join(directory, prefix)).flatMap(name => {
    const path = prefix === '' ? name : `${prefix}/${name}`;
    return statSync(join(directory, path)).isDirectory()
      ? readAll(directory, path)
      : [[path, readFileSync(join(directory, path))] as const];
  }) as [string, Buffer][];
}

const ENGINES = [
  {
    kind: 'PostgreSQL',
    isHere: postgres.isHere,
    restore: async () => {
      await postgres.server().query(readFileSync(join(WRITTEN, 'postgres.sql'), 'utf8'), [], 'app');
      return '{backend: postgres, table: written_before}';
    },
    env: (): Record<string, string> => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()}),
  },
  {
    kind: 'S3',
    isHere: s3.isHere,
    restore: async () => {
      const bucket = await s3.server().makeBucket();
      await s3.server().fill(bucket, new Map(readAll(join(WRITTEN, 'bucket'))));
      return `{backend: s3, bucket: ${bucket}}`;
    },
    env: (): Record<string, string> => s3.server().env(),
  },
  {
    kind: 'a file',
    isHere: true,
    restore: async () => {
      cpSync(join(WRITTEN, 'file'), workspace.directory, {recursive: true});
      return null;
    },
    env: (): Record<string, string> => ({}),
  },
];

describeServers('a state of an earlier build in', ENGINES, ({restore, env}) => {
  test('is read: nothing changes, what was in doubt is still in doubt, and it can be settled', async () => {
    workspace = makeWorkspace({});
    cpSync(join(WRITTEN, 'monitors'), workspace.path('monitors'), {recursive: true});
    const config = readFileSync(join(WRITTEN, 'monitors.config.yaml'), 'utf8');
    const place = await restore();
    workspace.write({'monitors.config.yaml': place === null ? config : `${config}state: ${place}\n`});
    const run = (line: string) =>
      runMonitorsHere(line.split(' '), {cwd: workspace.directory, env: {ALERTS_TOKEN: 'token-0123456789', ...env()}});
    const plan = async () => JSON.parse((await run('plan --format json')).stdout);
    expect(await plan()).toMatchObject({summary: {create: 0, update: 0, unchanged: 6, unresolved: 1}, requests: 0});
    const {monitors} = JSON.parse((await run('state list --format json')).stdout) as {monitors: readonly {id: string}[]};
    expect(monitors.filter(({id}) => /^[0-9a-f-]{36}$/.test(id))).toHaveLength(6);
    expect(await run('resolve doubt --not-created')).toMatchObject({exitCode: 0});
    // The rows stand in another cluster than the one that they were written in, which is named.
    expect(await run('state verify --fix')).toMatchObject({exitCode: 0});
    expect(await plan()).toMatchObject({summary: {create: 1, unchanged: 6, unresolved: 0}, requests: 1});
  });
});
