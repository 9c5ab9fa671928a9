import {shellWord} from '../../../core/base/command-line';
import {listDoubted} from '../../../core/base/words';
import {UserError} from '../../../core/diagnostics/user-error';
import {pathBelow} from '../../../core/files/paths';
import {commitsOf, type LostRecord, nameRecord} from '../../../core/state/earlier';
import {stateBranchOf} from '../git-state';
import type {OtherTip} from './other-tips';
import type {Merging, Worktree} from './tip-worktree';

/** The place of a recording that the state at hand does not know. */
interface Elsewhere {
  /** The tip that leads to it; undefined: the branch of the state does. */
  readonly tip: OtherTip | undefined;
  /** A branch that holds a state of its own, not that of a person's work. */
  readonly isStateBranch: boolean;
  /** There is no state yet. */
  readonly isFirst?: boolean;
}

/** The refusal of creates that a recording elsewhere knows: on another branch, or on one that was deleted or set back. */
export function recordedElsewhere(
  lost: readonly LostRecord[],
  {tip, isStateBranch, isFirst = false}: Elsewhere,
  {place, request}: Pick<Merging, 'place' | 'request'>,
): UserError {
  const own = stateBranchOf(request);
  const named = listDoubted(lost.map(nameRecord));
  const [commit = 'FETCH_HEAD'] = lost.slice(0, 1).flatMap(({version}) => commitsOf(version));
  const restore = `take the records in, commit and push: "git fetch origin ${shellWord(tip?.ref ?? own)}", "monitors state restore ${commit.slice(0, 12)}"`;
  const isOther = isStateBranch && tip?.branch !== own && tip?.branch !== request.event.branch;
  const name = isOther ? `set "state-branch: ${tip?.branch}" in this step; or ${restore}` : restore;
  const again = sayAgain(place, isFirst);
  return new UserError(
    'git/stale-state',
    `${sayWhere(named, tip, own, pathBelow(place.root, place.placed.stateFile), commit)}: ${lost.length === 1 ? 'it' : 'they'} would be created and paid for again`,
    `${name}. To create them again, ${again}`,
  );
}

/** Advises how to create monitors that may be recorded. */
export function sayAgain({placed: {project, environment}}: Pick<Worktree, 'placed'>, isFirst: boolean): string {
  return isFirst
    ? `set "new-state: ${project}/${environment}" for one run`
    : `run the workflow by hand (workflow_dispatch) with "allow-state-change: ${project}/${environment}"`;
}

function sayWhere(named: string, tip: OtherTip | undefined, own: string, shown: string, commit: string): string {
  if (tip === undefined) return `commit ${commit.slice(0, 12)} of branch "${own}" records ${named}, and the state does not`;
  switch (tip.kind) {
    case 'pull-request':
      return `pull request #${tip.branch} recorded ${named}, and its merge left that out`;
    case 'replaced':
      return `a forced push replaced ${tip.commit.slice(0, 12)}, which recorded ${named}`;
    case 'branch':
    case 'kept':
      return tip.branch === own
        ? `an earlier run recorded ${named} on branch "${own}", which was deleted or set back since`
        : `${shown} of branch "${tip.branch}" records ${named}, and that of "${own}" does not`;
  }
}
