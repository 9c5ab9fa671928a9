import {specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** Several applies at once on one state in PostgreSQL, each a process of its own. */
const postgres = usePostgres();
const onPostgres = postgres.isHere ? describe : describe.skip;

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];
const APPLY = ['apply', '--auto-approve', '--allow-old-checkout'];
let tables = 0;
let world: UserWorld;
afterEach(() => world.close());

/** A project of which nothing is created yet, and how to run commands in it. */
async function start() {
  const config = `project: acme\nstate: {backend: postgres, table: racers_${++tables}}\n`;
  const specs = Object.fromEntries(KEYS.map(key => [`monitors/${key}.yaml`, specFor(key)]));
  world = await startUserWorld({...specs, 'monitors.config.yaml': config}, {faults: [{delayMs: 20}]}, {operations: 'full'});
  const env = {MONITORS_STATE_POSTGRES_URL: postgres.server().url()};
  const run = (...args: string[]) => world.run(args, {env});
  await run('state', 'init');
  return run;
}

const names = () => world.emulator.monitors().map(({name}) => name);

onPostgres('real processes at once on one state in PostgreSQL', () => {
  test.each([2, 8])('%i applies that wait for the lock: each monitor is made once, and all end well', async count => {
    const run = await start();
    const ended = await Promise.all(Array.from({length: count}, () => run(...APPLY, '--lock-timeout', '5m')));
    expect(ended.map(({exitCode, stderr}) => [exitCode, exitCode === 0 ? '' : stderr])).toEqual(ended.map(() => [0, '']));
    expect(names().sort()).toEqual(KEYS);
    // Those that waited planned again from what the first one left.
    const made = ended.map(({stdout}) => Number(/(\d+) created/.exec(stdout)?.[1] ?? 0));
    expect(made.filter(count => count > 0)).toEqual([KEYS.length]);
    expect(
      (await run('state', 'list')).stdout
        .trim()
        .split('\n')
        .filter(line => /^\S/.test(line)).length,
    ).toBeGreaterThanOrEqual(KEYS.length);
  });

  test.each([2, 8])(
    '%i applies that do not wait: one goes on, and the others are refused with its name or find nothing to do',
    async count => {
      const run = await start();
      const ended = await Promise.all(Array.from({length: count}, () => run(...APPLY)));
      const refused = ended.filter(({exitCode}) => exitCode !== 0);
      for (const {exitCode, stderr} of refused) {
        expect(exitCode).toBe(3);
        expect(stderr.replace(/\s+/g, ' ')).toMatch(/state\/locked.*racers_\d+.* is locked by \S+@\S+, pid \d+ \("apply"\)/);
      }
      expect(names().sort()).toEqual(KEYS);
      expect(ended.length - refused.length).toBeGreaterThan(0);
    },
  );
});
