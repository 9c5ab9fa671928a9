import {specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** An older state of a server is restored: what later runs created is not in it, and still costs. */
const postgres = usePostgres();
const about = postgres.isHere ? describe : describe.skip;
let world: UserWorld;
afterEach(() => world?.close());

const RUN = 'apply --auto-approve --allow-old-checkout';
const live = () => world.emulator.monitors().map(({name}) => String(name));
const run = (line: string) =>
  world.runHere(line.split(' '), {env: {PATH: process.env['PATH'], MONITORS_STATE_POSTGRES_URL: postgres.server().url()}});

about('a state in PostgreSQL', () => {
  test('C49bj: after "state restore SERIAL", what it lacks is named and held', async () => {
    const config = 'project: acme\nstate: {backend: postgres, table: cli_restored_serial}\n';
    world = await startUserWorld({'monitors.config.yaml': config, 'monitors/a.yaml': specFor('a')});
    expect(await run('state init')).toMatchObject({exitCode: 0});
    expect(await run(RUN)).toMatchObject({exitCode: 0});
    const [, serial = ''] = /serial (\d+)/.exec((await run('state list')).stdout) ?? [];
    for (const key of ['b', 'c']) {
      world.workspace.write({[`monitors/${key}.yaml`]: specFor(key)});
      expect(await run(RUN)).toMatchObject({exitCode: 0});
    }
    expect(await run(`state restore ${serial}`)).toMatchObject({exitCode: 0});
    const planned = await run('plan');
    expect((planned.stdout + planned.stderr).replace(/\s+/g, ' ')).toMatch(/1 blocked/);
    expect(live()).toEqual(['a', 'b', 'c']);
  });
});
