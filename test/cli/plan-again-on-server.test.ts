import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {useS3} from '../world/s3-server';
import {startUserWorld} from '../world/service';

/** A plan after one that found nothing to do: what this machine kept of the state saves time, and hides nothing. */
const postgres = usePostgres();
const s3 = useS3();

const engines = [
  ...(postgres.isHere ? [{engine: 'PostgreSQL', begin: beginPostgres}] : []),
  ...(s3.isHere ? [{engine: 'S3', begin: beginS3}] : []),
];

/** Config and environment of a state on a server, and what changes it by hand so that its length stays the same. */
interface Place {
  readonly config: string;
  readonly env: Readonly<Record<string, string>>;
  change(from: string, to: string): Promise<unknown>;
}

async function beginPostgres(): Promise<Place> {
  const sql = 'UPDATE again_monitors SET outline = replace(outline, $1, $2)';
  return {
    config: '{backend: postgres, table: again}',
    env: {MONITORS_STATE_POSTGRES_URL: postgres.server().url()},
    change: (from, to) => postgres.server().query(sql, [from, to], 'app'),
  };
}

async function beginS3(): Promise<Place> {
  const server = s3.server();
  const bucket = await server.makeBucket();
  return {
    config: `{backend: s3, bucket: ${bucket}}`,
    env: server.env(),
    change: async (from, to) => {
      const key = 'monitors/acme/default/states';
      const [newest = ''] = readdirSync(join(server.directoryOf(bucket), key))
        .sort()
        .reverse();
      const body = readFileSync(join(server.directoryOf(bucket), key, newest), 'utf8').replace(from, to);
      await server.fill(bucket, new Map([[`${key}/${newest}`, Buffer.from(body)]]));
    },
  };
}

test.each(engines)('$engine: a state that was changed by hand is refused, changed back it is not', async ({begin}) => {
  const {config, env, change} = await begin();
  const files = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
  const world = await startUserWorld({...files, 'monitors.config.yaml': `project: acme\nstate: ${config}\n`});
  const cache = world.workspace.path('.cache');
  const run = (line: string) => world.run(line.split(' '), {env: {...env, XDG_CACHE_HOME: cache}});
  const plan = async (flags = '') => {
    const {exitCode, stdout, stderr} = await run(`plan${flags}`);
    return [exitCode, /No changes|state\/checksum/.exec(stdout + stderr)?.[0]];
  };
  try {
    await run('state init');
    expect(await run('apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
    for (let round = 0; round < 3; round++) expect(await plan()).toEqual([0, 'No changes']);
    const kept = readdirSync(join(cache, 'monitors')).filter(name => name.startsWith('state-'));
    expect(kept).toHaveLength(1);
    const path = join(cache, 'monitors', kept[0] ?? '');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).not.toMatch(/"applied"|"observed"/);
    await change('"protect":false', '"protect":true ');
    expect(await plan()).toEqual([3, 'state/checksum']);
    expect(await plan(' --no-cache')).toEqual([3, 'state/checksum']);
    await change('"protect":true ', '"protect":false');
    for (const flags of ['', '', ' --no-cache', ' --only a']) expect(await plan(flags)).toEqual([0, 'No changes']);
  } finally {
    await world.close();
  }
});
