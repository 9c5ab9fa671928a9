import {listFirst} from '../../../core/base/words';
import {UserError} from '../../../core/diagnostics/user-error';
import type {LostRecord} from '../../../core/state/earlier';
import type {ActionRequest, BranchEvent} from '../ports';
import {pathInRepository} from '../workspace';
import type {OtherTip} from './fetched-versions';
import type {Worktree} from './tip-worktree';

/** The refusal of creates that a recording elsewhere knows: on another branch, or on one that was deleted or set back. */
export function recordedElsewhere(
  lost: readonly LostRecord[],
  tip: OtherTip | undefined,
  {place, request}: {readonly place: Worktree; readonly request: ActionRequest<BranchEvent>},
): UserError {
  const {inputs, event} = request;
  const {project, environment} = place.placed;
  const shown = pathInRepository(place.root, place.placed.stateFile);
  const own = inputs.stateBranch ?? event.branch;
  const named = listFirst(lost.map(({key, id}) => `"${key}" (${id})`));
  const branch = tip?.branch ?? own;
  const isOwn = branch === own;
  const why = isOwn
    ? `an earlier run recorded ${named} on branch "${own}", which was deleted or set back since`
    : `${shown} of branch "${branch}" records ${named}, and that of "${own}" does not`;
  const restore = `take the records in, commit and push: "git fetch origin ${tip?.ref ?? own}", "monitors state restore ${tip?.commit.slice(0, 12) ?? 'FETCH_HEAD'}"`;
  const name = isOwn || branch === event.branch ? restore : `set "state-branch: ${branch}" in this step; or ${restore}`;
  return new UserError(
    'git/stale-state',
    `${why}: ${lost.length === 1 ? 'it' : 'they'} would be created and paid for again`,
    `${name}. To create them again, run the workflow by hand (workflow_dispatch) with "allow-state-change: ${project}/${environment}"`,
  );
}
