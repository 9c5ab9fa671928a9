import {isBranchName} from '../../core/base/names';
import {countOf} from '../../core/base/words';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {commitOnBranch, refuseBranch} from '../../core/git/branch-commit';
import {type StateView, viewState} from '../../core/state/fold-open';
import {wholeOf} from '../../core/state/state';
import {checkWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import type {ListProgress} from '../../project/refresh';
import {nothingStored} from '../../project/state-access';
import {readLive} from '../plan/plan-inputs';
import type {AcceptEnd, AcceptOptions} from './accept';
import {type AcceptedDrift, draftAcceptance, refuseUnknownKeys} from './accept-drift';

/** Whose drift is accepted, and the name of the new branch. */
interface BranchOptions extends AcceptOptions {
  readonly branch: string;
}

/**
 * Commits the edit of the specs that accepts drift on a new branch, for a pull request. The working tree, the index and the state stay
 * as they are: the merge's apply records the drift. Nothing is pushed. Throws `UserError` as `acceptDrift` does.
 */
export async function acceptOnBranch(
  project: Project,
  {keys, lookupMs, branch, addColumns = false}: BranchOptions,
  progress: ListProgress,
): Promise<AcceptEnd> {
  if (!isBranchName(branch)) {
    throw new UserError('config/usage', `--branch "${branch}" cannot be used`, 'use the name of a new branch, such as accept-drift');
  }
  project.watchInterruption();
  const place = {directory: project.settings.specsDirectory, branch, env: project.env};
  await refuseBranch(place);
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  refuseUnknownKeys(keys, workspace.checked.monitors);
  const opened = openView(await viewState(project.store));
  await project.checkCheckout(opened.before);
  const live = await readLive(project, lookupMs, opened, progress, keys);
  const {accepted, unchanged, files} = draftAcceptance(project, {keys, workspace, opened, live, addColumns});
  if (files.length === 0) return {kind: 'accepted', accepted, unchanged, files: []};
  const commit = await commitOnBranch(place, files, describe(accepted));
  return {kind: 'accepted', accepted, unchanged, files: files.map(({shown}) => shown), branch: {name: branch, commit}};
}

function openView({stored, ...view}: StateView) {
  if (stored === null) throw nothingStored();
  const {state, version} = stored;
  return {...view, stored: {state: wholeOf(state), version}, before: version};
}

/** The commit's message. A key is a path, and may hold anything. */
function describe(accepted: readonly AcceptedDrift[]): string {
  const keys = accepted.map(({key}) => key.replaceAll(/\p{C}/gu, '?'));
  const [first = ''] = keys;
  const what = keys.length === 1 && first.length <= 50 ? first : countOf(keys.length, 'monitor');
  return `Accept the drift of ${what}\n\n${keys.map(key => `- ${key}`).join('\n')}\n`;
}
