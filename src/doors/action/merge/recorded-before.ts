import {existsSync, readFileSync} from 'node:fs';
import {isInside} from '../../../core/files/paths';
import {blockCreate} from '../../../core/plan/adopt';
import type {Change, CreateChange, Plan} from '../../../core/plan/change';
import {withChanges} from '../../../core/plan/plan';
import type {CheckedSpecs, Key} from '../../../core/specs/desired-monitor';
import {judgeVersions, type LostRecord} from '../../../core/state/earlier';
import {openMarks} from '../../../core/state/marks';
import {toLaterRecord} from '../../../features/plan/plan';
import {listSpecKeys, testSpecs} from '../../../project/history';
import {listHistoryFindings} from '../../../project/history-findings';
import {type FoundHistory, type HistoryPlace, lookBack} from '../../../project/history-look';
import {readStateBytes} from '../../../project/state-line';
import {journalPathOf} from '../git-state';
import type {ActionRequest, BranchEvent} from '../ports';
import {pathInRepository} from '../workspace';
import {fetchVersions, type OtherTip} from './fetched-versions';
import type {AttemptPorts} from './merge-log';
import {recordedElsewhere} from './recorded-elsewhere';
import {isStateAllowed, refusalsOf} from './state-guard';
import type {Worktree} from './tip-worktree';

/** The run whose creates are compared with what was recorded before. */
interface RecordedLook {
  readonly place: Worktree;
  readonly request: ActionRequest<BranchEvent>;
  readonly ports: AttemptPorts;
  readonly specs: Pick<CheckedSpecs, 'monitors' | 'elsewhere'>;
  /** Keys whose records may go: a review showed that the state lost them. */
  readonly letThrough: ReadonlySet<Key>;
}

/**
 * Holds creates of monitors that another version of the state records, as a run in a checkout with the whole history does: of the branch
 * that holds the state, with all parents of its merges. Throws `UserError` for monitors that only a recording elsewhere has: another
 * branch, or one that was deleted or set back. Fetches what it needs, and nothing where the plan creates nothing. Not needed with full
 * operations, where the service is asked.
 */
export async function holdRecordedBefore(plan: Plan, look: RecordedLook): Promise<Plan> {
  const {place, request, ports, specs, letThrough} = look;
  const {record, root, placed, settings} = place;
  const creates = plan.changes.filter(change => change.action === 'create');
  if (creates.length === 0 || plan.operations !== 'create' || !isInside(root, placed.stateFile)) return plan;
  if (isStateAllowed(plan, request) || request.inputs.allowOldCheckout || !place.hasState) {
    if (record !== null) record.isComplete = true;
    return plan;
  }
  // With `commit-state: false` there may be no repository, and so no history.
  if ((await ports.git.read('HEAD')) === null) return plan;
  const journal = journalPathOf(settings.stateFile);
  const state = readStateBytes(readFileSync(settings.stateFile), existsSync(journal) ? readFileSync(journal) : null, refusalsOf(place));
  if (state === null) return plan;
  const isOpen = ({key}: LostRecord) => !letThrough.has(key);
  const statePath = pathInRepository(root, placed.stateFile);
  const {own, others} = await fetchVersions(request, ports, {place: historyOf(look), histories: place.histories, statePath, root});
  const {found} = await lookBack(own.place, {state}, Promise.resolve(own.versions), {heads: null, hasSpec: testSpecs(specs)});
  const lost = (found?.lost ?? []).filter(isOpen);
  const known = new Set(lost.map(({id}) => id));
  const beside = judgeVersions(state, {versions: others.versions, leftOut: []})?.lost.filter(isOpen) ?? [];
  const unknown = beside.filter(({id}) => !known.has(id));
  const again = unknown.filter(one => creates.some(change => isOf(one, change)));
  if (again.length > 0) throw recordedElsewhere(again, tipOf(again[0] as LostRecord, others.tips), look);
  // The copy that is kept of this branch may be the last one that knows of them.
  const branch = request.inputs.stateBranch ?? request.event.branch;
  const onlyKept = unknown.filter(one => tipOf(one, others.tips)?.branch === branch);
  if (record !== null) record.isComplete = onlyKept.every(({key}) => state.monitors.has(key));
  return found === null || lost.length === 0 ? plan : hold(plan, {...found, lost}, look);
}

/** The state as the look at its other versions knows it. The changes that commits made are judged with what was reviewed. */
function historyOf({place, ports}: RecordedLook): HistoryPlace {
  const {placed, settings, root} = place;
  const {project, environment} = placed;
  return {
    stateFile: placed.stateFile,
    shown: pathInRepository(root, placed.stateFile),
    project,
    environment,
    marks: openMarks(settings.stateFile, ports),
    changesJudged: 'elsewhere',
    cache: null,
    context: ports,
  };
}

function isOf({key}: LostRecord, {after}: CreateChange): boolean {
  return key === after.key || key === after.sync.renamedFrom;
}

/** The tip that holds a version. */
function tipOf({version}: LostRecord, tips: readonly OtherTip[]): OtherTip | undefined {
  const commits = version.source.kind === 'commit' ? version.source.commits : [];
  return tips.find(({commit}) => commits.includes(commit));
}

/** Blocks the creates of lost records, and names these and what else runs without a record. */
function hold(plan: Plan, found: FoundHistory, {place, ports, specs}: RecordedLook): Plan {
  const held = new Set<LostRecord>();
  const changes = plan.changes.map((change): Change => {
    const one = change.action === 'create' ? found.lost.find(lost => isOf(lost, change)) : undefined;
    if (one === undefined || change.action !== 'create') return change;
    held.add(one);
    return blockCreate(change.after, {kind: 'recorded-later', ...toLaterRecord(one)});
  });
  const specKeys = listSpecKeys(specs);
  const named = found.lost.filter(one => held.has(one) || !specKeys.has(one.key));
  const shown = pathInRepository(place.root, place.placed.stateFile);
  const severity = held.size > 0 ? ('error' as const) : ('warning' as const);
  const words = {shown, environment: plan.environment, specKeys, severity};
  const findings = listHistoryFindings({...found, lost: named, removedLater: [], changed: 0}, words);
  const blocked = {...withChanges(plan, changes), findings: [...findings, ...plan.findings]};
  ports.display.showRecordedBefore(blocked, findings);
  return blocked;
}
