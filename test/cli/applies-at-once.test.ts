import {specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {describeServers} from '../world/programs';
import {useS3} from '../world/s3-server';
import {startUserWorld, type UserWorld} from '../world/service';

jest.setTimeout(60_000);

/** Real processes that apply at once with one state on a server. */
const postgres = usePostgres();
const s3 = useS3();
let world: UserWorld;
afterEach(() => world.close());

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const SPECS = Object.fromEntries(KEYS.map(key => [`monitors/${key}.yaml`, specFor(key)]));
const APPLY = ['apply', '--auto-approve', '--allow-old-checkout'];
let tables = 0;

/** Config of a new place, and the environment that finds it. */
const ENGINES = [
  {
    kind: 'PostgreSQL',
    isHere: postgres.isHere,
    makePlace: async () => `{backend: postgres, table: at_once_${++tables}}`,
    env: (): Record<string, string> => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()}),
  },
  {
    kind: 'S3',
    isHere: s3.isHere,
    makePlace: async () => `{backend: s3, bucket: ${await s3.server().makeBucket()}}`,
    env: (): Record<string, string> => s3.server().env(),
  },
];

describeServers('with the state in', ENGINES, ({makePlace, env}) => {
  const run = (args: readonly string[]) => world.run(args, {env: {HOME: world.workspace.directory, ...env()}});
  const runAtOnce = (count: number, args: readonly string[]) => Promise.all(Array.from({length: count}, () => run(args)));
  const start = async (delayMs: number) => {
    const config = `project: acme\nstate: ${await makePlace()}\n`;
    world = await startUserWorld({'monitors.config.yaml': config, ...SPECS}, {faults: [{delayMs}]});
    expect(await run(['state', 'init'])).toMatchObject({exitCode: 0});
  };
  const expectEachOnce = async () => {
    const names = world.emulator.monitors().map(({name}) => name);
    expect(names.sort()).toEqual(KEYS);
    expect(await run(['plan'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  };

  test.each([2, 8])('K21: %i applies that wait: each monitor is made once, and all end well', async count => {
    await start(20);
    const ended = await runAtOnce(count, [...APPLY, '--lock-timeout', '5m']);
    expect(ended.map(({exitCode, stderr}) => (exitCode === 0 ? '' : stderr))).toEqual(ended.map(() => ''));
    const said = ended.map(({stdout}) => (stdout.includes('6 created') ? 'created' : stdout.includes('No changes.') ? 'nothing' : stdout));
    expect(said.sort()).toEqual(['created', ...Array.from({length: count - 1}, () => 'nothing')]);
    await expectEachOnce();
  });

  test.each([2, 8])('K1: %i applies that do not wait: one works, the others are told who holds the lock', async count => {
    // Long enough for all to start on a busy machine.
    await start(1000);
    const ended = await runAtOnce(count, APPLY);
    const refused = ended.filter(({exitCode}) => exitCode !== 0);
    expect(refused).toHaveLength(count - 1);
    for (const {exitCode, stderr} of refused) {
      expect(exitCode).toBe(3);
      expect(stderr.replace(/\s+/g, ' ')).toMatch(/state\/locked .* is locked by \S+@\S+, pid \d+ \("apply"\), since .* --lock-timeout 5m/);
    }
    expect(ended.filter(({stdout}) => stdout.includes('6 created'))).toHaveLength(1);
    await expectEachOnce();
  });
});
