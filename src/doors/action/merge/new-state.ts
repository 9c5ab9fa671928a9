import {gitPath, shellWord} from '../../../core/base/command-line';
import {countOf} from '../../../core/base/words';
import {UserError} from '../../../core/diagnostics/user-error';
import {isInside, pathBelow} from '../../../core/files/paths';
import type {Plan} from '../../../core/plan/change';
import {journalPathOf, stateBranchOf, USUAL_STATE_BRANCH} from '../git-state';
import {refuseOuterState} from '../other-place';
import type {ActionRequest, BranchEvent} from '../ports';
import {type FormerState, findFormerStates, listOtherStates} from '../state-history';
import {makeTemporaryDirectory} from '../workspace';
import {Accounts, showsNewState} from './accounts';
import type {AttemptPorts} from './merge-log';
import type {Merging} from './tip-worktree';

/**
 * Throws {@link UserError} if the plan creates monitors without a state, but the branch holds or held one: it was removed, or the config
 * names another path, and the same monitors would be created and paid for twice. A reviewed pull request that showed the warning, or
 * the input `new-state`, allows it. Not needed with full operations, where the service is asked.
 */
export async function refuseLostState(plan: Plan, merging: Merging & {readonly ports: AttemptPorts}): Promise<void> {
  const {place, request, ports} = merging;
  const {inputs} = request;
  const created = plan.changes.filter(({action}) => action === 'create').length;
  const name = `${plan.project}/${plan.environment}`;
  if (place.hasState) {
    if (inputs.newState === name) ports.display.note(`The state of ${name} exists: remove "new-state" from the workflow.`);
    return;
  }
  if (plan.operations !== 'create' || created === 0 || inputs.newState === name) return;
  const {root, placed} = place;
  if (!isInside(root, placed.stateFile)) return;
  const states = await findStates(merging);
  await refuseOuterState(
    states.map(({path}) => path),
    {root, settings: placed, env: ports.env},
  );
  if (states.length === 0 || (await isAgreed(states, merging))) return;
  const shown = pathBelow(root, placed.stateFile);
  throw new UserError(
    'git/new-state',
    `${shown} is missing, but ${sayStates(states)}: ${countOf(created, 'monitor')} would be created and paid for again`,
    `${sayWayBack(states, request)}, or undo the change of the config. To start a new state, set "new-state: ${name}" for one run`,
  );
}

/** Lists existing and former states. */
function sayStates(states: readonly FormerState[]): string {
  const some = states.slice(0, 3).map(({path, branch, commit}) => `${path} ("${branch}", last changed by ${commit.slice(0, 12)})`);
  const rest = states.length - some.length;
  return `the history holds ${some.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Advises how to continue from the newest of them. */
function sayWayBack([newest]: readonly FormerState[], request: ActionRequest<BranchEvent>): string {
  if (newest?.kept !== undefined) return sayKept(newest.kept, newest, request.event.branch);
  if (newest !== undefined && newest.branch !== stateBranchOf(request)) return `set "state-branch: ${newest.branch}" in this step`;
  return `restore the state (git checkout COMMIT~1 -- ${newest === undefined ? '' : gitPath(newest.path)})`;
}

/** Advises how to put back what is kept of a recording: on the branch of the specs, or as the branch that the state had of its own. */
function sayKept(ref: string, {path, branch: former}: FormerState, branch: string): string {
  const back =
    former === branch
      ? `git checkout FETCH_HEAD -- ${gitPath(path)}", commit and push`
      : `git push origin ${shellWord(`FETCH_HEAD:refs/heads/${former}`)}"`;
  return `put it back: "git fetch origin ${shellWord(ref)}", "${back}`;
}

async function findStates({place, request: {inputs, event, run}, ports: {git}}: Merging): Promise<readonly FormerState[]> {
  const {root, placed, hasJournal, histories} = place;
  // With `commit-state: false` there may be no repository, and so no history.
  if ((await git.read('HEAD')) === null) return [];
  const statePath = pathBelow(root, placed.stateFile);
  const states = await findFormerStates(git, {
    branches: [event.branch, inputs.stateBranch ?? USUAL_STATE_BRANCH],
    statePath,
    others: listOtherStates(placed, statePath),
    configPath: placed.configFile === null ? null : pathBelow(root, placed.configFile),
    directory: makeTemporaryDirectory(run, 'monitors-history-'),
    project: placed.project,
    environment: placed.environment,
    listTips: () => histories.listRemoteTips(),
  });
  // A first run that crashed leaves a journal without a state: then only a former state counts.
  return hasJournal ? states.filter(({path}) => !path.endsWith('.journal')) : states;
}

/**
 * Whether a merged pull request showed the warning about a new state. The approval ends with the first commit that changes that
 * state.
 */
async function isAgreed(states: readonly FormerState[], merging: Merging): Promise<boolean> {
  const {place, ports} = merging;
  const {inputs, event} = merging.request;
  if (inputs.comment === 'never' || ports.github === null) return false;
  const statePath = pathBelow(place.root, place.placed.stateFile);
  // A pull request of this branch cannot change another branch, so it shows no end of the approval.
  if (states.some(({path, branch}) => branch !== event.branch && path === statePath)) return false;
  const accounts = new Accounts(merging);
  for (const {commit, parent, changes} of await accounts.listCommits()) {
    if (showsNewState(await accounts.of(commit))) return true;
    // Where the fetched history ends, every file looks new.
    if (parent !== 'unknown' && (changes.has(statePath) || changes.has(journalPathOf(statePath)))) return false;
  }
  return false;
}
