import {existsSync, mkdirSync, readFileSync, rmSync} from 'node:fs';
import {join, relative, sep} from 'node:path';
import {UserError} from '../../diagnostics/user-error';
import {isInside} from '../../files/inner-path';
import {parseJson} from '../../json/parse';
import {member} from '../../json/value';
import type {Change, Plan} from '../../plan/change';
import type {ActionPorts, ActionRequest, BranchEvent, GitRunner} from '../ports';
import {makeTemporaryDirectory, pathInRepository} from '../workspace';
import {Accounts} from './review';
import {isOwnCommit} from './state-record';
import type {Workplace} from './tip-worktree';

/** So far back a change of the state is looked for. One that is older has been applied from already. */
const COMMITS_BACK = 50;

/** So many versions of the state are compared, the newest first: where it was changed by others than the action, which is rare. */
const MOST_VERSIONS = 10;

/**
 * Throws {@link UserError} where the plan creates something from a state that somebody put in the place of a later one: by
 * reverting a commit that recorded it, say. What the later one lists would be created again. That it was reviewed counts only
 * where it was since then: what was reviewed before is what the later state recorded. With full operations the service
 * itself is asked what it holds.
 */
export async function refuseEarlierState(
  plan: Plan,
  place: Workplace,
  request: ActionRequest<BranchEvent>,
  ports: ActionPorts,
): Promise<void> {
  const {root, placed, settings} = place;
  const creates = plan.changes.filter(({action}) => action === 'create');
  if (creates.length === 0 || plan.operations !== 'create' || !place.hasState || !isInside(root, placed.stateFile)) return;
  const ours = readVersion(readFileSync(settings.stateFile, 'utf8'));
  const later = ours === null ? null : await findLater(ours, place, request, ports);
  if (later === null || (await isReviewedSince(later.commit, creates, plan, {place, request, ports}))) return;
  const shown = pathInRepository(root, placed.stateFile);
  throw new UserError(
    'git/stale-state',
    `${shown} was put back by ${later.commit.slice(0, 12)} to an earlier or another state: what was recorded before would be created again`,
    `put the last one back with "git checkout ${later.commit.slice(0, 12)}~1 -- ${shown}", commit and push`,
  );
}

/** Whether pull requests that were merged after a commit showed these creates. What another branch holds, none of them can show. */
async function isReviewedSince(
  commit: string,
  creates: readonly Change[],
  plan: Plan,
  about: {readonly place: Workplace; readonly request: ActionRequest<BranchEvent>; readonly ports: ActionPorts},
): Promise<boolean> {
  const {place, request, ports} = about;
  const {comment, stateBranch} = request.inputs;
  if (comment === 'never' || ports.github === null || (stateBranch ?? request.event.branch) !== request.event.branch) return false;
  const accounts = new Accounts(place, request, ports);
  let left = creates;
  for (const newer of await accounts.listCommits()) {
    if (newer === commit || left.length === 0) break;
    left = await accounts.takeOffReviewed(left, newer, plan);
  }
  return left.length === 0;
}

/** The commit of the branch's own line that put the state in the place of a later one; null where none did, or it is long ago. */
async function findLater(
  ours: Version,
  {root, placed}: Workplace,
  {inputs, event, run}: ActionRequest<BranchEvent>,
  ports: ActionPorts,
): Promise<{readonly commit: string} | null> {
  const branch = inputs.stateBranch ?? event.branch;
  const statePath = pathInRepository(root, placed.stateFile);
  const bare = join(makeTemporaryDirectory(run, 'monitors-history-'), 'recent');
  mkdirSync(bare, {recursive: true});
  const git: GitRunner = (args, options) => ports.git(args, {...options, bare});
  try {
    const ref = `refs/heads/${branch}`;
    await git(['init', '--quiet', '--bare', '--template=']);
    const from = ['--filter=blob:none', `--depth=${COMMITS_BACK}`, 'origin', `+${ref}:${ref}`];
    if ((await git(['fetch', '--quiet', '--no-tags', ...from])).exitCode !== 0) return null;
    // Along the branch's own line: dates, and the order of what was merged, are for whoever writes commits to choose.
    const [last] = await listCommits(git, ['--first-parent', ref], statePath);
    // Where the fetched history begins, every file looks new.
    if (last?.parent === undefined) return null;
    const replaced = await readVersionOf(git, last.parent, statePath);
    if ((await isOwnCommit(git, last.commit, branch)) && isContinuedBy(replaced, ours)) return null;
    const [before, all] = [await listVersions(git, last.parent, statePath), await listVersions(git, ref, statePath)];
    return goesBack(ours, {replaced, before, all}) ? {commit: last.commit} : null;
  } finally {
    rmSync(bare, {recursive: true, force: true});
  }
}

async function listVersions(git: GitRunner, from: string, statePath: string): Promise<readonly Version[]> {
  const commits = (await listCommits(git, ['--full-history', from], statePath)).slice(0, MOST_VERSIONS);
  const versions = await Promise.all(commits.map(({commit}) => readVersionOf(git, commit, statePath)));
  return versions.flatMap(version => (version === null ? [] : [version]));
}

/** The commits that change the state, the newest first. */
async function listCommits(
  git: GitRunner,
  which: readonly string[],
  statePath: string,
): Promise<readonly {readonly commit: string; readonly parent: string | undefined}[]> {
  const listed = await git(['log', ...which, '--format=%H %P', '--', `:(literal)${statePath}`]);
  const lines = listed.stdout.toString('utf8').split('\n');
  return lines.flatMap(line => {
    const [commit = '', parent] = line.trim().split(' ');
    return commit === '' ? [] : [{commit, parent}];
  });
}

/** Which state a file holds, and how often it was written. */
interface Version {
  readonly lineage: string;
  readonly serial: number;
}

/** The version of the state that a commit holds; null where it holds none. */
async function readVersionOf(git: GitRunner, commit: string, statePath: string): Promise<Version | null> {
  const blob = await git(['cat-file', 'blob', `${commit}:${statePath}`]);
  return blob.exitCode === 0 ? readVersion(blob.stdout.toString('utf8')) : null;
}

/** The version that the text of a state names; null where it names none. */
function readVersion(text: string): Version | null {
  const root = parseJson(text);
  const [lineage, serial] = [member(root, 'lineage'), member(root, 'serial')];
  return typeof lineage === 'string' && typeof serial === 'number' ? {lineage, serial} : null;
}

/** Whether a state goes on from the one before it: what an apply writes always does, whatever the words of a commit say. */
function isContinuedBy(before: Version | null, after: Version): boolean {
  return before !== null && before.lineage === after.lineage && before.serial <= after.serial;
}

/** What is known of the other versions of a state. */
interface OtherVersions {
  /** The one in whose place it stands. */
  readonly replaced: Version | null;
  /** Those that its branch held before. */
  readonly before: readonly Version[];
  /** All that there are, also on lines that were merged. */
  readonly all: readonly Version[];
}

/** Whether a state stands in the place of a later one, or of another one: what these others record would be created again. */
function goesBack(ours: Version, {replaced, before, all}: OtherVersions): boolean {
  if (all.some(({lineage, serial}) => lineage === ours.lineage && serial > ours.serial)) return true;
  return replaced !== null && replaced.lineage !== ours.lineage && !before.some(({lineage}) => lineage === ours.lineage);
}

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
