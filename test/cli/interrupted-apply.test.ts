import {specFor, when} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** An apply that a signal ends: it says how to go on, and the next run does. */
let world: UserWorld;
afterEach(() => world.close());

const SPECS = {'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};

test.each([
  {signal: 'SIGINT', exitCode: 130},
  {signal: 'SIGTERM', exitCode: 143},
] as const)(
  'P11: $exitCode: an apply that $signal interrupts outweighs what failed before it, and the next run goes on',
  async ({signal, exitCode}) => {
    world = await startUserWorld(SPECS, {faults: [{when: {name: 'b'}, delayMs: 600}]});
    const interrupted = await world.run(['apply', '--auto-approve', '--format', 'jsonl'], {
      onStart: when('"finished"', child => child.kill(signal)),
    });
    expect(interrupted.exitCode).toBe(exitCode);
    expect(JSON.parse(interrupted.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'completed',
      stopped: {reason: 'interrupted', hint: expect.stringContaining('monitors apply')},
    });
    expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(2);
  },
);
