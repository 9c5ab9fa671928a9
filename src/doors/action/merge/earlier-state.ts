import {existsSync, readFileSync} from 'node:fs';
import {gitPath} from '../../../core/base/command-line';
import {UserError} from '../../../core/diagnostics/user-error';
import {isInside, pathBelow} from '../../../core/files/paths';
import type {Change, Plan, Step} from '../../../core/plan/change';
import {readSerial} from '../../../core/state/file/git';
import type {Refusals} from '../../../core/state/format/refusals';
import {listHeldIds} from '../../../core/state/removed';
import type {StateVersion} from '../../../core/state/state';
import {type ObjectSource, readBlob} from '../../../project/history/recording-commit';
import {readStateBytes} from '../../../project/history/state-line';
import {makeBare} from '../bare-repository';
import {journalPathOf, stateBranchOf} from '../git-state';
import type {GitRunner} from '../ports';
import {makeTemporaryDirectory} from '../workspace';
import {Accounts} from './accounts';
import type {BranchHistory} from './branch-history';
import {ownCommitsOf, readOwnCommit} from './own-commit';
import {isStateAllowed, refusalsOf} from './state-guard';
import type {Merging, Worktree} from './tip-worktree';

/** The number of commits to search for a change of the state. An older change was already applied from. */
const COMMITS_BACK = 50;

/** The number of versions of the state to compare, newest first, if others than the Action changed it (rare). */
const MOST_VERSIONS = 10;

/**
 * Throws {@link UserError} if the plan creates something from a state that replaced a later one, for example by a revert of the commit
 * that recorded it: the monitors of the later state would be created again. Only a review since then counts, since earlier reviews
 * led to the later state. Not needed with full operations, where the service is asked.
 */
export async function refuseEarlierState(plan: Plan, merging: Merging): Promise<void> {
  const {root, placed, hasState} = merging.place;
  const creates = plan.changes.filter(({action}) => action === 'create');
  if (isStateAllowed(plan, merging.request) || creates.length === 0 || plan.operations !== 'create') return;
  const ours = hasState && isInside(root, placed.stateFile) ? readOurs(merging.place) : null;
  const later = ours === null ? null : await findLater(ours, merging);
  if (later === null || (await isReviewedSince(later, creates, plan, merging))) return;
  const [shown, commit] = [pathBelow(root, placed.stateFile), later.slice(0, 12)];
  throw new UserError(
    'git/stale-state',
    `${commit} replaced ${shown} by an earlier or another state: the monitors of the later one would be created again`,
    `restore it with "git checkout ${commit}~1 -- ${gitPath(shown)}", commit and push`,
  );
}

/** Whether pull requests that were merged after a commit showed these creates. They cannot show what another branch holds. */
async function isReviewedSince(commit: string, creates: readonly Change[], plan: Plan, merging: Merging): Promise<boolean> {
  const {request, ports} = merging;
  if (request.inputs.comment === 'never' || ports.github === null || stateBranchOf(request) !== request.event.branch) return false;
  const accounts = new Accounts(merging);
  let left: readonly Step[] = creates;
  for (const {commit: newer} of await accounts.listCommits()) {
    if (newer === commit || left.length === 0) break;
    left = await accounts.takeOffReviewed(left, newer, plan);
  }
  return left.length === 0;
}

/** Finds the first-parent commit that replaced a later state; null if there is none within {@link COMMITS_BACK}. */
async function findLater(ours: Version, merging: Merging): Promise<string | null> {
  const {place} = merging;
  const own = ownCommitsOf(merging);
  const {branch, statePath} = own;
  const ref = `refs/heads/${branch}`;
  const history = place.histories.of(branch);
  if (!(await isFetched(history))) return null;
  // First parents only: authors of commits choose the dates and the order of merged commits.
  const whole = await history.listLine(ref);
  const line = whole.slice(0, COMMITS_BACK);
  const beyond = whole[COMMITS_BACK]?.commit;
  const last = line.find(({changes}) => changes.has(statePath));
  // At the last commit that is looked at, every file looks new.
  if (last === undefined || last.parent === null || last.parent === 'unknown' || last === line[COMMITS_BACK - 1]) return null;
  const there: VersionPlace = {statePath, refusals: refusalsOf(place)};
  const replaced = await readVersionOf(history, last.parent, there);
  if ((await readOwnCommit(last.commit, history, own)) !== null && isContinuedBy(replaced, ours)) return null;
  const [before, all] = [await listVersions(history, last.parent, beyond, there), await listVersions(history, ref, beyond, there)];
  return goesBack(ours, {replaced, before, all}) ? last.commit : null;
}

/** Whether the branch was fetched; false where it can't be. */
async function isFetched(history: BranchHistory): Promise<boolean> {
  try {
    return await history.open();
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/** The versions of the state that the history of a commit holds, up to an older commit, newest first. */
async function listVersions(
  history: BranchHistory,
  from: string,
  beyond: string | undefined,
  there: VersionPlace,
): Promise<readonly Version[]> {
  const which = [from, ...(beyond === undefined ? [] : [`^${beyond}`])];
  const words = ['log', '--full-history', `-n${MOST_VERSIONS}`, ...which, '--format=%H', '--', `:(literal)${there.statePath}`];
  const listed = await history.ask(words);
  const commits = listed.stdout.toString('utf8').split('\n').filter(Boolean);
  const versions = await Promise.all(commits.map(commit => readVersionOf(history, commit, there)));
  return versions.flatMap(version => (version === null ? [] : [version]));
}

/** A version of the state, with the monitors that it holds. */
interface Version extends Pick<StateVersion, 'lineage' | 'serial'> {
  /** By their ids; null where the rest of it can't be read. */
  readonly held: ReadonlySet<string> | null;
}

/** The place of the state in commits. */
interface VersionPlace {
  /** In the repository, with `/`. */
  readonly statePath: string;
  readonly refusals: Refusals;
}

/** Reads the version of the state in a commit; null without one. */
async function readVersionOf(source: Pick<ObjectSource, 'read'>, commit: string, there: VersionPlace): Promise<Version | null> {
  const {statePath, refusals} = there;
  const blob = await readBlob(source, `${commit}:${statePath}`);
  return blob === null ? null : readVersion(blob, await readBlob(source, `${commit}:${journalPathOf(statePath)}`), refusals);
}

/** The version that is there; null without one. */
function readOurs(place: Pick<Worktree, 'settings' | 'placed'>): Version | null {
  const {stateFile} = place.settings;
  const journal = journalPathOf(stateFile);
  if (!existsSync(stateFile)) return null;
  return readVersion(readFileSync(stateFile), existsSync(journal) ? readFileSync(journal) : null, refusalsOf(place));
}

function readVersion(bytes: Buffer, journal: Buffer | null, refusals: Refusals): Version | null {
  const serial = readSerial(bytes.toString('utf8'));
  const state = serial === null ? null : readStateBytes(bytes, journal, refusals);
  return serial === null ? null : {...serial, held: state === null ? null : new Set(listHeldIds(state.monitors).keys())};
}

/** Whether a state continues the one before it, as every apply does. */
function isContinuedBy(before: Version | null, after: Version): boolean {
  return before !== null && before.lineage === after.lineage && before.serial <= after.serial;
}

/** The other known versions of a state. */
interface OtherVersions {
  /** The version that it replaced. */
  readonly replaced: Version | null;
  /** The earlier versions on its branch. */
  readonly before: readonly Version[];
  /** All versions, also of merged branches. */
  readonly all: readonly Version[];
}

/** Whether a state replaced a later or an unrelated one, whose monitors would be created again: those that it does not hold itself. */
function goesBack(ours: Version, {replaced, before, all}: OtherVersions): boolean {
  const isMissed = ({held}: Version) => held === null || ![...held].every(id => ours.held?.has(id) === true);
  if (all.some(one => one.lineage === ours.lineage && one.serial > ours.serial && isMissed(one))) return true;
  if (replaced === null || replaced.lineage === ours.lineage || before.some(({lineage}) => lineage === ours.lineage)) return false;
  return isMissed(replaced);
}

/**
 * Throws {@link UserError} if a forced push removed commits with a later state, and the plan creates something: the remaining history
 * does not show what was recorded. Not needed with full operations, where the service is asked.
 */
export async function refuseRewrittenHistory(plan: Plan, merging: Merging): Promise<void> {
  const {place, request} = merging;
  const {root, placed} = place;
  const {replaced, branch} = request.event;
  const creates = plan.changes.some(({action}) => action === 'create');
  if (replaced === undefined || !creates || plan.operations !== 'create' || !isInside(root, placed.stateFile)) return;
  if (stateBranchOf(request) !== branch || request.inputs.newState === `${plan.project}/${plan.environment}`) return;
  const statePath = pathBelow(root, placed.stateFile);
  const there = {statePath, refusals: refusalsOf(place)};
  const theirs = await fetchReplaced(replaced, merging, git => readVersionOf(git, replaced, there));
  if (theirs === null) return;
  const ours = readOurs(place);
  if (theirs !== 'unknown' && ours !== null && !goesBack(ours, {replaced: theirs, before: [], all: [theirs]})) return;
  const before = replaced.slice(0, 12);
  throw new UserError(
    'git/stale-state',
    theirs === 'unknown'
      ? `a forced push replaced ${before}, which cannot be fetched: the monitors that its state recorded are unknown`
      : `a forced push replaced ${before}, which held a later ${statePath}: its monitors would be created again`,
    `restore that state: "git fetch origin ${replaced}", "git checkout ${replaced} -- ${gitPath(statePath)}", commit and push. To apply without it, run the workflow by hand (workflow_dispatch)`,
  );
}

/** Reads in a commit that is no longer on the branch; `unknown` where the server does not give it. */
export async function fetchReplaced<Read>(
  commit: string,
  {request: {run}, ports}: Merging,
  read: (git: GitRunner) => Promise<Read>,
): Promise<Read | 'unknown'> {
  const bare = makeBare(ports.git, makeTemporaryDirectory(run, 'monitors-history-'));
  try {
    const fetched = await bare.git(['fetch', '--quiet', '--no-tags', '--filter=blob:none', '--depth=1', 'origin', commit]);
    return fetched.exitCode === 0 ? await read(bare.git) : 'unknown';
  } finally {
    await bare.remove();
  }
}
