import {existsSync, readFileSync} from 'node:fs';
import type {ChangesDocument} from '../../src/features/changes/document';
import {specFor} from '../world/cli';
import {startUserWorld} from '../world/service';
import {seededRandom} from './crash-loop-trials';

/** Processes of `changes --bookmark` that are killed at any moment, as a job that runs into its time limit. */
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};
const NAMES = ['a', 'b', 'c'];
const ROUNDS = 9;
const MINUTE = 60_000;

test('SIGKILL at any moment: each check is in a call that ended, and once more only where the call says so', async () => {
  const specs = Object.fromEntries(NAMES.map(name => [`monitors/${name}.yaml`, specFor(name)]));
  const world = await startUserWorld({...CONFIG, ...specs}, {answers: {checks: 'asked'}}, {operations: 'full'});
  try {
    expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
    const random = seededRandom(7);
    const begin = Date.now() - 10 * 60 * MINUTE;
    const told = new Map<string, number>();
    const printed = new Set<string>();
    const call = async (round: number, dies: boolean) => {
      for (const {id} of world.emulator.monitors()) {
        const checks = Array.from({length: round + 1}, (_, index) => ({
          startedAt: begin + index * 30 * MINUTE,
          finishedAt: begin + index * 30 * MINUTE + MINUTE,
          pages: [{url: `https://site.example/${index}`, status: 'changed', statusCode: 200, diff: {text: '-a\n+b\n'}}],
        }));
        world.emulator.dashboard.setChecks(id, {checks: checks.reverse()});
      }
      world.emulator.setFaults({answers: {checks: 'asked'}, faults: [{delayMs: 10}]});
      const calls = countCalls(world.workspace.path('mark'));
      const before = world.emulator.requests().length;
      const at = Math.floor(random() * 9);
      const later = random() * 40;
      let timer: NodeJS.Timeout | undefined;
      const ended = await world.run(['changes', '--bookmark', 'mark', '--format', 'json', '-q'], {
        onStart: child => {
          if (!dies) return;
          timer = setInterval(() => {
            if (world.emulator.requests().length - before < at) return;
            clearInterval(timer);
            setTimeout(() => child.kill('SIGKILL'), later);
          }, 2);
        },
      });
      clearInterval(timer);
      const document = read(ended.stdout);
      const ids = document?.changes.map(({checkId}) => checkId) ?? [];
      // It may have died after its bookmark, at its very end.
      const isDone = countCalls(world.workspace.path('mark')) > calls;
      if (isDone) expect(document).not.toBeNull();
      else for (const id of ids) printed.add(id);
      if (!dies) expect(ended).toMatchObject({exitCode: 0, stderr: ''});
      if (!isDone) return;
      for (const id of ids) told.set(id, (told.get(id) ?? 0) + 1);
      if (ids.some(id => printed.has(id))) expect(document?.bookmark?.mayRepeat).toBe(true);
    };
    for (let round = 0; round < ROUNDS; round++) await call(round, round % 3 !== 2);
    await call(ROUNDS, false);
    expect([...told.values()]).toEqual(Array.from({length: NAMES.length * (ROUNDS + 1)}, () => 1));
  } finally {
    await world.close();
  }
});

/** Calls that the bookmark counts as ended well. */
function countCalls(file: string): number {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).calls : 0;
}

/** The result, where it was printed whole. */
function read(text: string): ChangesDocument | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
