import {existsSync, mkdirSync, readFileSync, rmSync} from 'node:fs';
import {join, relative, sep} from 'node:path';
import {UserError} from '../../diagnostics/user-error';
import {isInside} from '../../files/inner-path';
import type {Plan} from '../../plan/change';
import type {ActionPorts, ActionRequest, BranchEvent, GitRunner} from '../ports';
import {makeTemporaryDirectory} from '../workspace';
import {goesBack, readVersion, readVersionOf} from './state-version';
import type {Workplace} from './tip-worktree';

/**
 * Throws {@link UserError} where a push took commits away from the branch (a forced push), the state that they held was a later one,
 * and the plan creates something: the history that is left does not tell what was recorded. With full operations the service itself
 * is asked what it holds.
 */
export async function refuseRewrittenHistory(
  plan: Plan,
  {root, placed, settings}: Workplace,
  {inputs, event, run}: ActionRequest<BranchEvent>,
  ports: ActionPorts,
): Promise<void> {
  const {replaced} = event;
  const creates = plan.changes.some(({action}) => action === 'create');
  if (replaced === undefined || !creates || plan.operations !== 'create' || !isInside(root, placed.stateFile)) return;
  if ((inputs.stateBranch ?? event.branch) !== event.branch || inputs.newState === `${plan.project}/${plan.environment}`) return;
  const statePath = relative(root, placed.stateFile).split(sep).join('/');
  const theirs = await readReplaced(replaced, statePath, makeTemporaryDirectory(run, 'monitors-history-'), ports.git);
  if (theirs === null) return;
  const ours = existsSync(settings.stateFile) ? readVersion(readFileSync(settings.stateFile, 'utf8')) : null;
  if (theirs !== 'unknown' && ours !== null && !goesBack(ours, {replaced: theirs, before: [], all: [theirs]})) return;
  const before = replaced.slice(0, 12);
  throw new UserError(
    'git/stale-state',
    theirs === 'unknown'
      ? `a forced push replaced ${before}, which can't be fetched: nobody can tell which monitors its state recorded`
      : `a forced push replaced ${before}, which held a later ${statePath}: what it recorded would be created again`,
    `put that state back: "git fetch origin ${replaced}", "git checkout ${replaced} -- ${statePath}", commit and push. To apply without it, start the workflow by hand (workflow_dispatch)`,
  );
}

/** The version of the state that a commit holds which is on the branch no more; null where it holds none. */
async function readReplaced(commit: string, statePath: string, directory: string, runner: GitRunner) {
  const bare = join(directory, 'replaced');
  mkdirSync(bare, {recursive: true});
  const git: GitRunner = (args, options) => runner(args, {...options, bare});
  try {
    await git(['init', '--quiet', '--bare', '--template=']);
    const fetched = await git(['fetch', '--quiet', '--no-tags', '--filter=blob:none', '--depth=1', 'origin', commit]);
    return fetched.exitCode === 0 ? await readVersionOf(git, commit, statePath) : 'unknown';
  } finally {
    rmSync(bare, {recursive: true, force: true});
  }
}
