import '../world/with-caches';
import {playGitHistory} from '../world/git-play';
import {type GitHistory, rollGitHistory} from '../world/git-steps';

/**
 * Random histories of commits, reverts, resets, rebases, merges, clones, worktrees, environments and forged states, with applies between
 * them; always the same few. `HISTORY_SEED=100 GIT_HISTORIES=2000 npx jest git-histories` plays others.
 */
const histories = Number(process.env['GIT_HISTORIES'] ?? 4);
const firstSeed = Number(process.env['HISTORY_SEED'] ?? 1);

test(
  `${histories} histories in git make no monitor twice, lose none without a word, and are not refused where nothing is lost`,
  async () => {
    console.info(`HISTORY_SEED=${firstSeed}`);
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      const history = rollGitHistory(seed);
      const problems = await playGitHistory(history);
      if (problems.length > 0) throw new Error(describeFailure(seed, history, problems));
    }
  },
  Math.max(300_000, histories * 5000),
);

test('a journal in doubt that is taken away is missed, also where a backup of the first state was put back', async () => {
  const steps = [
    {at: 0, does: 'stash', key: 'c'},
    {at: 0, does: 'backup'},
    {at: 0, does: 'taken journal', key: 'a'},
  ] as const;
  expect(await playGitHistory({operations: 'create', steps})).toEqual([]);
});

const applied = (door: 'command' | 'action') => ({at: 0, does: 'apply', environment: 'default', door, shared: true}) as const;

test('C49cs: what the Action deleted is not missed by the machine that made it, once its state was put back and went on', async () => {
  const steps = [
    {at: 0, does: 'write', key: 'a', retention: 7},
    applied('command'),
    {at: 0, does: 'remove', key: 'a'},
    applied('action'),
    {at: 0, does: 'backup'},
    {at: 0, does: 'write', key: 'b', retention: 7},
    {...applied('command'), shared: false},
    {at: 0, does: 'push', force: false},
    applied('command'),
    applied('command'),
  ] as const;
  expect(await playGitHistory({operations: 'full', steps})).toEqual([]);
});

function describeFailure(seed: number, {operations, steps}: GitHistory, problems: readonly string[]): string {
  const lines = steps.map((step, index) => `${index} ${JSON.stringify(step)}`);
  return [`HISTORY_SEED=${seed} GIT_HISTORIES=1, operations ${operations}`, ...lines, '', ...problems].join('\n');
}
