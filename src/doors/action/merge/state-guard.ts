import {existsSync, readFileSync} from 'node:fs';
import {onceEach} from '../../../core/base/once';
import {listDoubted} from '../../../core/base/words';
import type {Diagnostic} from '../../../core/diagnostics/diagnostic';
import {isInside} from '../../../core/files/paths';
import type {Plan, Step} from '../../../core/plan/change';
import {holdShifts} from '../../../core/plan/hold-shifts';
import type {Key} from '../../../core/specs/desired-monitor';
import {nameRecord} from '../../../core/state/earlier';
import {Refusals} from '../../../core/state/format/refusals';
import {listHeldIds} from '../../../core/state/removed';
import type {State} from '../../../core/state/state';
import {
  type DangerousShift,
  hasContent,
  hashShift,
  isDangerous,
  judgeStateChange,
  keysOf,
  type StateShift,
} from '../../../core/state/state-change';
import {nameDoubted} from '../../../features/plan/findings';
import {listSent, readJournals, type SentCreate} from '../../../project/history/committed-journals';
import {warnOfUnseen} from '../../../project/history/findings';
import {readOpenCreates, withOpenCreates} from '../../../project/history/open-creates';
import {readBlob, readCommit} from '../../../project/history/recording-commit';
import {
  countsApart,
  readStateBytes,
  readStateLine,
  refuseLastSerial,
  type StateLine,
  withoutReturned,
} from '../../../project/history/state-line';
import {journalPathOf, stateBranchOf} from '../git-state';
import type {ActionRequest, BranchEvent} from '../ports';
import {isMarked} from '../reviewed-plan';
import {type Account, Accounts} from './accounts';
import {isAsKept} from './as-kept';
import type {BranchHistory} from './branch-history';
import {holdBrought, listBringers, listWritten} from './brought-records';
import type {AttemptPorts} from './merge-log';
import {type ListPulls, type OwnCommits, ownCommitsOf, readOwnCommit, rememberPulls} from './own-commit';
import {addSides, findFormerPath, listFiles} from './side-commits';
import {fetchFormerPaths} from './tip-history';
import type {Merging, Worktree} from './tip-worktree';

/** Difference between the state of a branch and the newest one that a run recorded. */
interface StateChange {
  /** The state that was recorded last. */
  readonly baseline: State;
  /** The commit that recorded it. */
  readonly commit: string;
  /** Dangerous ones first. */
  readonly shifts: readonly StateShift[];
  /** Creates that the last run left open, and of which others took the account away. */
  readonly sent: readonly SentCreate[];
  /** Commits of merged pull requests that made it, newest first. */
  readonly changedBy: readonly string[];
  /** A fork brought records that only full operations would change: a later run may have these. */
  readonly isBrought: boolean;
}

/** A plan without what is held. */
export interface HeldPlan {
  readonly plan: Plan;
  /** Whether a review said that just this would be created again. */
  readonly isReviewed: (step: Step) => boolean;
  /** Keys whose records a person wanted to go. */
  readonly letThrough: ReadonlySet<Key>;
  /** The state that a run recorded last; null where it is the state at hand, or nothing tells. */
  readonly baseline: State | null;
  /** Commits of merged pull requests that changed the state since. */
  readonly changedBy: readonly string[];
}

/**
 * Holds the changes of a plan that follow from an unreviewed change of the state: a record taken away, an id exchanged. Only a
 * merged pull request whose comment shows it, or the input `allow-state-change`, lets them through. A recording of this run counts for
 * later ones only if nothing waits.
 */
export async function holdStateChanges(
  plan: Plan,
  hasSpec: (key: Key) => boolean,
  merging: Merging & {readonly ports: AttemptPorts},
): Promise<HeldPlan> {
  const {place, request, ports} = merging;
  const {record, settings, root, placed} = place;
  // Without records of our own, nothing tells the commits of runs from others.
  if (record === null || settings.sharedState !== undefined || !isInside(root, placed.stateFile)) return unheld(plan);
  if (request.inputs.allowStateChange !== undefined && request.event.name !== 'workflow_dispatch')
    ports.display.note('"allow-state-change" counts only for a workflow that is run by hand (workflow_dispatch).');
  if (isStateAllowed(plan, request)) {
    record.isJudged = true;
    return unheld(plan);
  }
  const change = place.hasState ? await readStateChange(hasSpec, merging) : null;
  const dangerous = change?.shifts.filter(isDangerous) ?? [];
  const left = change === null ? [] : await takeOffReviewed(dangerous, change.commit, merging);
  record.isJudged = left.length === 0 && change?.isBrought !== true;
  if (change === null) return unheld(plan);
  const unseen = warnOfUnseen(plan, {sent: change.sent, isSeen: 'whole'}, {settings, shownState: placed.stateFile});
  const held = holdShifts(plan, left, change.baseline);
  const named = [...unseen, ...warnOfLetGo(change.shifts), ...nameDoubted(left, held)];
  for (const {message, hint} of named) ports.display.note(`${message}; ${hint}`);
  // The comment does not show the monitors that an earlier state lacks: only a plan that was made from that state shows them.
  const isEarlier = dangerous.some(shift => 'keys' in shift);
  const again = new Set(dangerous.filter(shift => !left.includes(shift)).flatMap(shift => (shift.kind === 'gone' ? [shift.key] : [])));
  const isReviewed = (step: Step) => {
    if (isEarlier || step.action !== 'create' || !again.has(step.key)) return false;
    return change.baseline.monitors.get(step.key)?.bodyHash === step.after.bodyHash;
  };
  const letThrough = new Set(dangerous.filter(shift => !left.includes(shift)).flatMap(keysOf));
  return {
    plan: {...held, findings: [...named, ...held.findings]},
    isReviewed,
    letThrough,
    baseline: change.baseline,
    changedBy: change.changedBy,
  };
}

/** Names the monitors whose records a person let go, with their specs: a direct push has no comment that does, nor has a fork's merge. */
function warnOfLetGo(shifts: readonly StateShift[]): Diagnostic[] {
  const gone = shifts.flatMap(shift => (shift.kind === 'let-go' ? [shift] : []));
  if (gone.length === 0) return [];
  const message = `the state was changed by hand since a run recorded it: ${listDoubted(gone.map(nameRecord))} ${gone.length === 1 ? 'is' : 'are'} recorded no more, and may still run`;
  return [{code: 'plan/state-change', severity: 'warning', message, hint: "delete what is not wanted in the service's dashboard"}];
}

function unheld(plan: Plan): HeldPlan {
  return {plan, isReviewed: () => false, letThrough: new Set(), baseline: null, changedBy: []};
}

/** Whether a person has said for this run that the state is as it should be. */
export function isStateAllowed(
  {project, environment}: Pick<Plan, 'project' | 'environment'>,
  {inputs, event}: ActionRequest<BranchEvent>,
): boolean {
  return event.name === 'workflow_dispatch' && inputs.allowStateChange === `${project}/${environment}`;
}

/** Reads what others changed in the state since a run recorded it; null where nothing is known to be changed. */
async function readStateChange(hasSpec: (key: Key) => boolean, merging: Merging): Promise<StateChange | null> {
  const {place, request, ports} = merging;
  const refusals = refusalsOf(place);
  const {stateFile} = place.settings;
  const journal = journalPathOf(stateFile);
  const written = existsSync(journal) ? readFileSync(journal) : null;
  const now = readStateBytes(readFileSync(stateFile), written, refusals);
  const isFull = place.settings.operations === 'full';
  const own = ownCommitsOf(merging);
  const history = place.histories.of(own.branch);
  const listFormer = () => fetchFormerPaths(ports, request.event.branch, place.placed);
  const line = now === null ? null : await readBranchLine(history, {...own, listFormer, owner: now}, refusals);
  if (now === null || line === null) return null;
  if (line.others.length > 0 || line.last === null) refuseLastSerial(line.baseline, now, refusals);
  const open = readOpenCreates(written).filter(({intent}) => !line.announced.has(intent.opId));
  const found = withOpenCreates(now, open);
  if (line.commit === null || line.isApart) {
    const brought = await listBringing(line, merging, own);
    return judgeUnrecorded(found, {...brought, recorded: line.baseline, refusals, isFull}, hasSpec, own);
  }
  if (line.baseline === null) return null;
  const sent = await listTakenAway(history, line.last, own.statePath, now);
  const before = await withoutReturned(line.baseline, now, line.others, {history, statePath: own.statePath, refusals, hasSpec});
  const judged = judgeStateChange(before, found, hasSpec);
  const listPulls = rememberPulls(history, own);
  const {commits, statePaths} = await addSides(line.others, {history, statePath: own.statePath, lineage: now.lineage, refusals, listPulls});
  const asked = {commits, listPulls, isShown: testShown(merging)};
  const changedBy: string[] = [];
  for (const commit of commits.slice(0, MOST_ASKED)) if ((await listPulls(commit)).length > 0) changedBy.push(commit);
  const held = await holdBrought(judged, {...asked, history, statePaths, refusals});
  // Without updates and deletes, a record that was added does no harm.
  const shifts = isFull ? held : held.map((shift, index) => (shift.kind === 'rewritten' ? shift : (judged[index] ?? shift)));
  // After `git pull` on a branch with commits of its own, the recordings are on another line of the merge than the one that was read. What
  // is kept may be older than those of this line.
  const isLater = shifts.length > 0 && !shifts.some(shift => 'keys' in shift);
  const isRecorded = isLater && sent.length === 0 && (await isAsKept(place.histories, own));
  return isRecorded ? null : {baseline: line.baseline, commit: line.commit, shifts, sent, changedBy, isBrought: !isFull && held !== judged};
}

/** Commits that brought a state which no run recorded. A branch of its own takes its first one from that of the specs. */
async function listBringing(
  {others}: StateLine,
  {place: {histories}, request: {event}}: Merging,
  {branch, statePath}: OwnCommits,
): Promise<Omit<Bringing, 'recorded' | 'refusals' | 'isFull'>> {
  const here = {commits: others, history: histories.of(branch), branch};
  if (others.length > 0 || branch === event.branch) return here;
  const history = histories.of(event.branch);
  if (!(await history.open())) return here;
  return {history, branch: event.branch, commits: await history.listChanging(`refs/heads/${event.branch}`, listFiles(statePath))};
}

/** Commits of a branch, newest first, and the history that has them. */
interface Bringing extends Pick<OwnCommits, 'branch'> {
  readonly commits: readonly string[];
  readonly history: BranchHistory;
  /** The state that a run recorded in a file which the config named before; null without one. */
  readonly recorded: State | null;
  readonly refusals: Refusals;
  /** Apply may change what is recorded. */
  readonly isFull: boolean;
}

/** The number of commits of which one has to be a pull request's, newest first, besides those that brought a record. */
const MOST_ASKED = 10;

/**
 * Judges a state that no run recorded, such as one in a new place: what apply would delete by it counts where a pull request brought it. A
 * push without one may be that of a person who applies with the command line. What it lacks of the state before would be paid for twice.
 */
async function judgeUnrecorded(
  now: State,
  {commits, history, branch, recorded, refusals, isFull}: Bringing,
  hasSpec: (key: Key) => boolean,
  own: OwnCommits,
): Promise<StateChange | null> {
  const empty: State = {...now, serial: 0, monitors: new Map()};
  const all = judgeStateChange(empty, now, hasSpec);
  const listPulls = rememberPulls(history, {...own, branch});
  const known = listHeldIds(recorded?.monitors ?? new Map());
  const isShown = async () => true;
  const {made, statePaths} = await followMoves(commits, {
    ...{history, statePath: own.statePath, lineage: now.lineage, refusals, listPulls},
  });
  const bringing = {commits: made, history, statePaths, listPulls, isShown, refusals};
  const held = await holdBrought(all, bringing, known);
  const isHeldLater = !isFull && held !== all;
  const newest = made.slice(0, MOST_ASKED);
  const ofForks: string[] = [];
  for (const commit of newest) if ((await listPulls(commit)).some(({isFork}) => isFork)) ofForks.push(commit);
  const written = await listWritten(now.monitors, {...bringing, commits: ofForks});
  const isStray = ({id}: {readonly id: string}) => held.some(one => one.kind === 'stray' && one.id === id);
  const rewritten = written.flatMap(shift => {
    if (shift.kind !== 'rewritten' || isStray(shift) || hasContent(recorded?.monitors.get(shift.key), shift.content)) return [];
    return [shift];
  });
  const strays = (isFull ? held : all).flatMap(shift => (shift.kind === 'stray' ? [shift] : []));
  const since = recorded === null ? [] : judgeStateChange(recorded, now, hasSpec).filter(isDangerous);
  const bringers = await listBringers(new Set(strays.map(({id}) => id)), bringing);
  const isBrought =
    strays.length + since.length > 0 && (bringers === null || (await isAnyMerged(new Set([...newest, ...bringers]), listPulls)));
  const counted = isBrought
    ? [...strays, ...since.filter(shift => shift.kind !== 'stray' && !('keys' in shift))]
    : since.filter(countsApart);
  const shifts = [...counted, ...rewritten];
  return shifts.length === 0 && !isHeldLater
    ? null
    : {baseline: recorded ?? empty, commit: '', shifts, sent: [], changedBy: [], isBrought: isHeldLater};
}

/** The most moves of a state that are followed. */
const MOST_MOVES = 5;

/** The commits that changed a state, with those of the places that it was moved from. */
async function followMoves(
  commits: readonly string[],
  place: Parameters<typeof addSides>[1],
): Promise<{readonly made: readonly string[]; readonly statePaths: readonly string[]}> {
  const {history} = place;
  const first = await addSides(commits, place);
  const made = [...first.commits];
  const statePaths = new Set(first.statePaths);
  let {statePath} = place;
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const oldest = made.at(-1) ?? '';
    const [parent] = (await readCommit(history, oldest))?.parents ?? [];
    const former = parent === undefined ? null : await findFormerPath(oldest, parent, {...place, statePath});
    if (former === null || parent === undefined || statePaths.has(former)) break;
    statePath = former;
    const more = await addSides(await history.listChanging(parent, listFiles(former)), {...place, statePath});
    for (const path of more.statePaths) statePaths.add(path);
    made.push(...more.commits);
  }
  return {made, statePaths: [...statePaths]};
}

async function isAnyMerged(commits: Iterable<string>, listPulls: ListPulls): Promise<boolean> {
  for (const commit of commits) if ((await listPulls(commit)).length > 0) return true;
  return false;
}

/** Creates that the journal of a commit leaves open, and that the state of today does not know. */
async function listTakenAway(history: BranchHistory, commit: string | null, statePath: string, now: State): Promise<readonly SentCreate[]> {
  const bytes = commit === null ? null : await readBlob(history, `${commit}:${statePath}.journal`);
  return commit === null || bytes === null ? [] : listSent(readJournals([{commits: [commit], bytes}]), now, [], 'last');
}

/** The refusals of a state that is only compared. */
export function refusalsOf({placed}: Pick<Worktree, 'placed'>): Refusals {
  const {project, environment, stateFile} = placed;
  return new Refusals({shown: stateFile, project, environment, soundBackup: () => null});
}

/** Reads the commits of a branch that changed its state. Throws {@link UserError} if they cannot be fetched. */
export async function readBranchLine(
  history: BranchHistory,
  {listFormer, owner, ...own}: OwnCommits & {readonly listFormer: () => Promise<ReadonlySet<string>>; readonly owner: State | null},
  refusals: Refusals,
): Promise<StateLine> {
  const {branch, statePath} = own;
  const readLine = (more: Pick<OwnCommits, 'otherNames'>) => {
    const readRecording = (commit: string, path: string) => readOwnCommit(commit, history, {...own, ...more, statePath: path});
    const look = {history, statePath, refusals, readRecording, listFormerPaths: listFormer};
    return readStateLine(`refs/heads/${branch}`, owner === null ? look : {...look, owner});
  };
  const none = {baseline: null, commit: null, others: [], last: null, announced: new Set<string>(), isCut: false, isApart: false};
  if (!(await history.open())) return none;
  for (;;) {
    const line = await readLine({});
    if (line.isCut && (await history.deepen())) continue;
    // A branch that was renamed has recordings by its former name alone.
    return line.commit === null && line.others.length > 0 ? readLine({otherNames: 'count'}) : line;
  }
}

/** Tells whether all comments of a commit's pull requests show a change of the state. */
function testShown(merging: Merging): (commit: string, shift: StateShift) => Promise<boolean> {
  if (merging.request.inputs.comment === 'never' || merging.ports.github === null) return async () => true;
  const accounts = new Accounts(merging);
  const readShown = onceEach(async (commit: string) => {
    const account = await accounts.of(commit);
    return account.kind === 'compared' ? listShown(account) : null;
  });
  return async (commit, shift) => {
    const shown = await readShown(commit);
    return shown === null || shown.every(marks => isMarked(marks, hashShift(shift)));
  };
}

/** The changes of a state that each pull request of a branch shows. */
function listShown({pulls}: Extract<Account, {kind: 'compared'}>): readonly ReadonlySet<string>[] {
  return pulls.map(({plan, isFork}) => new Set(plan?.kind === 'complete' && !isFork ? plan.stateShifts : []));
}

/** Removes the shifts that comments of pull requests show which were merged since a commit. */
async function takeOffReviewed(shifts: readonly DangerousShift[], since: string, merging: Merging): Promise<readonly DangerousShift[]> {
  const {inputs, event} = merging.request;
  if (shifts.length === 0 || inputs.comment === 'never' || merging.ports.github === null) return shifts;
  const accounts = new Accounts(merging);
  const isOtherBranch = stateBranchOf(merging.request) !== event.branch;
  // Commits of two branches have no order: an older comment could show an equal shift that was put back since.
  // On another side of a merge, a comment may be older than the newest recording.
  const commits = isOtherBranch ? [event.sha] : (await accounts.listCommits()).map(({commit}) => commit);
  let left = shifts;
  for (const commit of commits) {
    if (commit === since || left.length === 0) break;
    const account = await accounts.of(commit);
    if (account.kind !== 'compared') continue;
    const shown = listShown(account);
    left = left.filter(shift => !shown.every(marks => isMarked(marks, hashShift(shift))));
  }
  return left;
}
