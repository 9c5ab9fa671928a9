import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {isInside, pathBelow} from '../../core/files/paths';
import type {Plan} from '../../core/plan/change';
import type {Key} from '../../core/specs/desired-monitor';
import {Refusals} from '../../core/state/format/refusals';
import type {State} from '../../core/state/state';
import {hashShift, isDangerous, judgeStateChange, type StateShift} from '../../core/state/state-change';
import {readOpenCreates, withOpenCreates} from '../../project/history/open-creates';
import {countsApart, readJournalAt, readStateAt, readStateFile, withoutReturned} from '../../project/history/state-line';
import {journalPathOf, readStateFiles} from './git-state';
import {openBranchHistory} from './merge/branch-history';
import {readBranchLine} from './merge/state-guard';
import {fetchFormerPaths} from './merge/tip-history';
import {fetchTip, findMerge} from './plan-state';
import type {ActionPorts, ActionRequest, PullRequestEvent} from './ports';
import type {Workspace} from './workspace';

/** The versions of a state that are compared. */
interface Reading {
  readonly request: ActionRequest<PullRequestEvent>;
  readonly ports: ActionPorts;
  readonly statePath: string;
  readonly refusals: Refusals;
  readonly hasSpec: (key: Key) => boolean;
  readonly settings: Workspace['settings'];
}

/**
 * Lists how the state that a merge leaves differs by hand from the one that a run recorded: what the pull request changes itself and, if
 * it changes monitors, what the base branch still has to have reviewed. `stateFile` is the copy of the base branch's.
 */
export async function listStateShifts(
  stateFile: string,
  plan: Plan,
  hasSpec: (key: Key) => boolean,
  request: ActionRequest,
  ports: ActionPorts,
  {root, settings}: Workspace,
): Promise<readonly StateShift[]> {
  const {event, inputs} = request;
  if (event.kind !== 'pull-request' || settings.sharedState !== undefined || !existsSync(stateFile)) return [];
  if (!isInside(root, settings.stateFile)) return [];
  const {project, environment} = settings;
  const statePath = pathBelow(root, settings.stateFile);
  const refusals = new Refusals({shown: statePath, project, environment, soundBackup: () => null});
  const reading: Reading = {request: {...request, event}, ports, statePath, refusals, hasSpec, settings};
  // A state on another branch is not what the pull request changes.
  const isOwn = (inputs.stateBranch ?? event.base.branch) === event.base.branch;
  const isSame = [statePath, journalPathOf(statePath)].every((path, index) => {
    return isSameFile(join(root, path), index === 0 ? stateFile : journalPathOf(stateFile));
  });
  const own = isOwn && !isSame ? await listOwnShifts(reading) : [];
  const pending = plan.changes.length > 0 ? await listPendingShifts(stateFile, reading) : [];
  const all = new Map([...own.filter(isDangerous), ...pending, ...own].map(shift => [hashShift(shift), shift]));
  return [...all.values()];
}

/** Lists the changes that the pull request itself makes. */
async function listOwnShifts({request, ports: {git}, statePath, refusals, hasSpec}: Reading): Promise<readonly StateShift[]> {
  const merge = await findMerge(git, request.event);
  if (merge === null || !(await fetchTip(git, merge.base))) return [];
  const [before, after] = [await readStateFiles(git, merge.base, statePath), await readStateFiles(git, merge.commit, statePath)];
  if (before.state === after.state && before.journal === after.journal) return [];
  const reader = {history: git, statePath, refusals};
  const was = new Set(readOpenCreates(await readJournalAt(merge.base, reader)).map(({intent}) => intent.opId));
  const open = readOpenCreates(await readJournalAt(merge.commit, reader)).filter(({intent}) => !was.has(intent.opId));
  const merged = await readStateAt(merge.commit, reader);
  return judge(await readStateAt(merge.base, reader), merged === null ? null : withOpenCreates(merged, open), hasSpec);
}

/** Lists the changes of others on the base branch, or on the branch of the state, that no review shows. */
async function listPendingShifts(
  stateFile: string,
  {request, ports, statePath, refusals, hasSpec, settings}: Reading,
): Promise<readonly StateShift[]> {
  const branch = request.inputs.stateBranch ?? request.event.base.branch;
  // GitHub is asked after the merge: what is wrongly taken for a recording here is not shown, and so not approved.
  const own = {ports: {...ports, github: null}, branch, statePath, isUnreviewed: true};
  const history = openBranchHistory(ports.git, branch, request);
  const now = readStateFile(stateFile, refusals);
  try {
    const listFormer = () => fetchFormerPaths(ports, request.event.base.branch, settings);
    const {baseline, others, isApart} = await readBranchLine(history, {...own, listFormer, owner: now}, refusals);
    if (baseline === null || now === null) return [];
    const before = await withoutReturned(baseline, now, others, {history, statePath, refusals, hasSpec});
    const shifts = judgeStateChange(before, now, hasSpec).filter(isDangerous);
    return isApart ? shifts.filter(countsApart) : shifts;
  } finally {
    await history.close();
  }
}

function judge(before: State | null, after: State | null, hasSpec: (key: Key) => boolean): readonly StateShift[] {
  return before === null || after === null ? [] : judgeStateChange(before, after, hasSpec);
}

function isSameFile(a: string, b: string): boolean {
  const [one, other] = [a, b].map(path => (existsSync(path) ? readFileSync(path) : null));
  return one === null || other === null || one === undefined || other === undefined ? one === other : one.equals(other);
}
