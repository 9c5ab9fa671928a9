import {UserError} from '../../diagnostics/user-error';
import {isInside} from '../../files/inner-path';
import type {Plan} from '../../plan/change';
import {countOf} from '../../report/sentences';
import {journalPathOf, USUAL_STATE_BRANCH} from '../git-state';
import type {ActionPorts, ActionRequest, BranchEvent} from '../ports';
import {type FormerState, findFormerStates} from '../state-history';
import {makeTemporaryDirectory, pathInRepository} from '../workspace';
import type {MergeLog} from './merge-log';
import {Accounts} from './review';
import type {Workplace} from './tip-worktree';

/**
 * Throws {@link UserError} where the plan creates monitors from no state at all, and the branch holds or ever held a state:
 * somebody removed it, or the config points elsewhere, and the same monitors would be paid for twice. Somebody who wants
 * that says so, in the pull request that was reviewed or with the input `new-state`. With full operations the service
 * itself is asked what it holds.
 */
export async function refuseLostState(
  plan: Plan,
  place: Workplace,
  request: ActionRequest<BranchEvent>,
  ports: ActionPorts & {readonly display: MergeLog},
): Promise<void> {
  const {inputs} = request;
  const created = plan.changes.filter(({action}) => action === 'create').length;
  const name = `${plan.project}/${plan.environment}`;
  if (place.hasState) {
    if (inputs.newState === name) ports.display.note(`The state of ${name} is there: take "new-state" out of the workflow.`);
    return;
  }
  if (plan.operations !== 'create' || created === 0 || inputs.newState === name) return;
  const {root, placed} = place;
  if (!isInside(root, placed.stateFile)) return;
  const states = await findStates(place, request, ports);
  if (states.length === 0 || (await isAgreed(states, place, request, ports))) return;
  const shown = pathInRepository(root, placed.stateFile);
  throw new UserError(
    'git/new-state',
    `there is no ${shown}, but ${sayStates(states)}: ${countOf(created, 'monitor')} would be created and paid for again`,
    `${sayWayBack(states, inputs.stateBranch ?? request.event.branch)}, or undo the change of the config. To start a new state all the same, set "new-state: ${name}" for one run`,
  );
}

/** Where other states are or were, in words. */
function sayStates(states: readonly FormerState[]): string {
  const some = states.slice(0, 3).map(({path, branch, commit}) => `${path} ("${branch}", last changed by ${commit.slice(0, 12)})`);
  const rest = states.length - some.length;
  return `the history holds ${some.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** How the newest of them is gone on from. */
function sayWayBack([newest]: readonly FormerState[], branch: string): string {
  if (newest !== undefined && newest.branch !== branch) return `give this step "state-branch: ${newest.branch}"`;
  return `put the state back (git checkout COMMIT~1 -- ${newest?.path})`;
}

async function findStates(
  {root, placed, hasJournal}: Workplace,
  {inputs, event, run}: ActionRequest<BranchEvent>,
  {git}: ActionPorts,
): Promise<readonly FormerState[]> {
  // With `commit-state: false` there may be no repository: then nobody can tell.
  if ((await git(['rev-parse', '--verify', '--quiet', 'HEAD'])).exitCode !== 0) return [];
  const states = await findFormerStates(git, {
    branches: [event.branch, inputs.stateBranch ?? USUAL_STATE_BRANCH],
    statePath: pathInRepository(root, placed.stateFile),
    configPath: placed.configFile === null ? null : pathInRepository(root, placed.configFile),
    directory: makeTemporaryDirectory(run, 'monitors-history-'),
  });
  // A first run that died leaves a journal and no state: then only a state says that there was more.
  return hasJournal ? states.filter(({path}) => !path.endsWith('.journal')) : states;
}

/**
 * Whether a merged pull request showed that a new state is started. What it agreed to is used up by the first commit that
 * changes that state.
 */
async function isAgreed(
  states: readonly FormerState[],
  place: Workplace,
  request: ActionRequest<BranchEvent>,
  ports: ActionPorts,
): Promise<boolean> {
  const {inputs, event} = request;
  if (inputs.comment === 'never' || ports.github === null) return false;
  const statePath = pathInRepository(place.root, place.placed.stateFile);
  // No pull request of this branch can change what another branch holds: nothing shows when it was agreed to.
  if (states.some(({path, branch}) => branch !== event.branch && path === statePath)) return false;
  const accounts = new Accounts(place, request, ports);
  for (const commit of await accounts.listCommits()) {
    const account = await accounts.of(commit);
    if (account.kind === 'reviewed' && account.plan.kind === 'complete' && account.plan.startsNewState) return true;
    const paths = await accounts.listPaths(commit);
    if (paths.has(statePath) || paths.has(journalPathOf(statePath))) return false;
  }
  return false;
}
