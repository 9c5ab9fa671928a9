import {Dice} from './history';

/** Steps that happen to a repository, its clones and its service. Plain data: it can be written down and played again. */
export interface GitHistory {
  readonly operations: 'create' | 'full';
  readonly steps: readonly GitStep[];
}

/** The environments that the config of a history declares; the first is the default one. */
export const ENVIRONMENTS = ['default', 'staging'] as const;
export type HistoryEnvironment = (typeof ENVIRONMENTS)[number];

/** The side that a merge or rebase takes where two commits changed one file. */
export type Side = 'ours' | 'theirs';

/** One step, in the checkout number `at` (of those that there are, counted round). `back` counts commits before the checked-out one. */
export type GitStep = {readonly at: number} & (
  | {readonly does: 'write'; readonly key: string; readonly retention: number}
  | {readonly does: 'remove'; readonly key: string}
  | {readonly does: 'commit'}
  | ApplyStep
  | {readonly does: 'pull'; readonly side: Side; readonly rebase: boolean}
  | {readonly does: 'push'; readonly force: boolean}
  | {readonly does: 'revert' | 'reset' | 'old state' | 'worktree'; readonly back: number}
  | {readonly does: 'branch'; readonly back: number; readonly key: string; readonly side: Side; readonly squash: boolean}
  | {readonly does: 'stash' | 'taken journal'; readonly key: string}
  | {readonly does: 'clone'; readonly shallow: boolean}
  | {readonly does: 'backup'}
  | {readonly does: 'forge'; readonly key: string; readonly line: boolean}
  | {readonly does: 'forget'; readonly key: string}
);

/** An apply through one of the doors, recorded in a commit. */
export interface ApplyStep {
  readonly does: 'apply';
  readonly environment: HistoryEnvironment;
  readonly door: 'command' | 'library' | 'action';
  /** Brings in what others pushed before, and pushes the record after. The Action applies what was pushed in any case. */
  readonly shared: boolean;
}

const KEYS = ['a', 'b', 'c', 'd'];

/** The history of a seed; always the same. */
export function rollGitHistory(seed: number): GitHistory {
  const dice = new Dice(seed);
  const begin: GitStep[] = [{at: 0, does: 'write', key: 'a', retention: 7}, rollApply(dice, 0)];
  const more = Array.from({length: 4 + dice.below(9)}, () => rollSteps(dice)).flat();
  const last = ENVIRONMENTS.map((environment): GitStep => ({...rollApply(dice, dice.below(3)), environment}));
  return {operations: dice.pick(['create', 'full'] as const), steps: [...begin, ...more, ...last]};
}

function rollApply(dice: Dice, at: number): GitStep & ApplyStep {
  return {
    at,
    does: 'apply',
    environment: dice.chance(0.8) ? 'default' : 'staging',
    door: dice.chance(0.7) ? 'command' : dice.pick(['library', 'action'] as const),
    shared: dice.chance(0.8),
  };
}

function rollSteps(dice: Dice): GitStep[] {
  const at = dice.chance(0.6) ? 0 : dice.below(3);
  const key = dice.pick(KEYS);
  const side = dice.pick(['ours', 'theirs'] as const);
  const back = 1 + dice.below(3);
  const edit: GitStep = dice.chance(0.7) ? {at, does: 'write', key, retention: dice.pick([7, 14, 30])} : {at, does: 'remove', key};
  if (dice.chance(0.45)) return [edit, rollApply(dice, at)];
  const step = dice.pick<GitStep>([
    edit,
    {at, does: 'commit'},
    rollApply(dice, at),
    {at, does: 'pull', side, rebase: dice.chance(0.4)},
    {at, does: 'push', force: dice.chance(0.3)},
    {at, does: 'revert', back: back - 1},
    {at, does: 'revert', back: back - 1},
    {at, does: 'reset', back},
    {at, does: 'old state', back},
    {at, does: 'worktree', back: back - 1},
    {at, does: 'branch', back, key, side, squash: dice.chance(0.5)},
    {at, does: 'stash', key},
    {at, does: 'taken journal', key},
    {at, does: 'clone', shallow: dice.chance(0.3)},
    {at, does: 'backup'},
    {at, does: 'forge', key, line: dice.chance(0.5)},
    {at, does: 'forget', key},
  ]);
  // Everything lost is written again, and applied.
  return dice.chance(0.6) ? [step, {at, does: 'write', key, retention: 7}, rollApply(dice, at)] : [step];
}
