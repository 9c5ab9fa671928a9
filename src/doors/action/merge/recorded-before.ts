import {compileMove} from '../../../core/base/glob';
import type {Diagnostic} from '../../../core/diagnostics/diagnostic';
import {UserError} from '../../../core/diagnostics/user-error';
import {isInside, pathBelow} from '../../../core/files/paths';
import {blockCreate} from '../../../core/plan/adopt';
import type {Change, Plan} from '../../../core/plan/change';
import {listSoughtKeys} from '../../../core/plan/moves';
import {withChanges} from '../../../core/plan/plan';
import type {Key} from '../../../core/specs/desired-monitor';
import type {LostRecord} from '../../../core/state/earlier';
import {openMarks} from '../../../core/state/marks';
import type {ReadableState} from '../../../core/state/state';
import {toLaterRecord} from '../../../features/plan/plan';
import {listHistoryFindings} from '../../../project/history/findings';
import {listSpecKeys, testSpecs} from '../../../project/history/history';
import {type FoundHistory, type HistoryPlace, lookBack} from '../../../project/history/look';
import {readStateFile} from '../../../project/history/state-line';
import {type FetchedVersions, fetchVersions} from './fetched-versions';
import {listMergedPulls} from './merged-pulls';
import type {RecordedLook, Sought, ToldByPulls} from './refuse-elsewhere';
import {isStateAllowed, refusalsOf} from './state-guard';
import type {Merging} from './tip-worktree';

/**
 * Holds creates of monitors that another version of the state records, as a run in a checkout with the whole history does: of the branch
 * that holds the state, with all parents of its merges. Throws `UserError` for monitors that only a recording elsewhere has: on another
 * branch, in a pull request whose merge left it out, or on what was deleted or set back; and for creates that were sent, and whose journal
 * was taken away. Fetches what it needs, and nothing where the plan creates nothing. With full operations, what the service has no more does
 * not count.
 */
export async function holdRecordedBefore(plan: Plan, look: RecordedLook): Promise<Plan> {
  const {place, request, ports} = look;
  const {record, root, placed, settings} = place;
  const creates = plan.changes.filter(change => change.action === 'create');
  if (creates.length === 0 || !isInside(root, placed.stateFile)) return plan;
  const isOnServer = settings.sharedState !== undefined;
  const hasState = isOnServer ? look.onServer !== null : place.hasState;
  // A first run that died left a journal, which counts.
  const isFirst = !isOnServer && !hasState && !place.hasJournal && request.inputs.newState !== `${plan.project}/${plan.environment}`;
  if (isStateAllowed(plan, request) || request.inputs.allowOldCheckout || !(hasState || isFirst)) {
    if (record !== null) record.isComplete = true;
    return plan;
  }
  // With `commit-state: false` there may be no repository, and so no history.
  if ((await ports.git.read('HEAD')) === null) return plan;
  const state = isFirst ? null : readState(look);
  if (state === null && !isFirst) return plan;
  const {names} = listSoughtKeys(settings.moves, look.specs.monitors, new Set(creates.map(({key}) => key)));
  const sought = {creates, names, isOf: matchKeys(look)};
  const statePath = pathBelow(root, placed.stateFile);
  // A first run loses nothing yet: with "comment: never" the messages of merges are enough.
  const github = isFirst && request.inputs.comment === 'never' ? null : ports.github;
  const merged = () => listMergedPulls(creates, {place, request, ports: {...ports, github}});
  // A first run goes on where GitHub does not tell: as a rule there is nothing to find.
  const listPulls = isFirst ? () => merged().catch(skipRefused) : merged;
  const fetched = await fetchVersions(request, ports, {place: historyOf(look), histories: place.histories, statePath, root, listPulls});
  const {refuseElsewhere, refuseFirstState} = await import('./refuse-elsewhere');
  if (state === null) {
    const told = await refuseFirstState(fetched, sought, look);
    if (record !== null) record.isComplete = true;
    return hold(plan, {found: null, lost: [], told}, sought.isOf, look);
  }
  // The state on a server continues what git has of it.
  const found = settings.sharedState === undefined ? await lookAtOwn(state, fetched, look) : null;
  const open = (found?.lost ?? []).filter(({key}) => !look.letThrough.has(key));
  const {recorded: lost} = await look.keepLiving({recorded: open, sent: []});
  const told = await refuseElsewhere(state, {...fetched, known: new Set(lost.map(({id}) => id))}, sought, look);
  return hold(plan, {found, lost, told}, sought.isOf, look);
}

function skipRefused(error: unknown): readonly never[] {
  if (error instanceof UserError) return [];
  throw error;
}

function readState({place, onServer}: RecordedLook): ReadableState | null {
  const {stateFile, sharedState} = place.settings;
  if (sharedState !== undefined) return onServer;
  return readStateFile(stateFile, refusalsOf(place));
}

async function lookAtOwn(state: ReadableState, {own}: FetchedVersions, {specs}: RecordedLook): Promise<FoundHistory | null> {
  return (await lookBack(own.place, {state}, Promise.resolve(own.versions), {heads: null, hasSpec: testSpecs(specs)})).found;
}

/** Tells whether a record of a key is that of a monitor which is to be created: under its key, or under the one that it had before. */
function matchKeys({place, specs}: RecordedLook): Sought['isOf'] {
  const moves = place.settings.moves.map(({from, to}) => compileMove(from, to));
  const renames = moves.flatMap(move => (move.kind === 'move' ? [move.rename] : []));
  const known = listSpecKeys(specs);
  const findMoved = (key: Key) => renames.map(rename => rename(key)).find(moved => moved !== null);
  return (key, {after}) => key === after.key || key === after.sync.renamedFrom || (!known.has(key) && findMoved(key) === after.key);
}

/** The state as the look at its other versions knows it. The changes that commits made are judged with what was reviewed. */
export function historyOf({place, ports}: Pick<Merging, 'place' | 'ports'>): HistoryPlace {
  const {placed, settings, root} = place;
  const {project, environment} = placed;
  return {
    stateFile: placed.stateFile,
    shown: pathBelow(root, placed.stateFile),
    project,
    environment,
    marks: openMarks(settings.stateFile, ports),
    changesJudged: 'elsewhere',
    cache: null,
    context: ports,
  };
}

/** Records and sent creates that other versions tell of. */
interface Known {
  readonly found: FoundHistory | null;
  /** Those of {@link found} that count. */
  readonly lost: readonly LostRecord[];
  readonly told: ToldByPulls;
}

/** Blocks the creates of lost records and of sent creates, and names these and what else runs without a record. */
function hold(plan: Plan, {found, lost, told}: Known, isOf: Sought['isOf'], look: RecordedLook): Plan {
  const {ports} = look;
  const held = new Set<LostRecord>();
  const changes = plan.changes.map((change): Change => {
    if (change.action !== 'create') return change;
    const {after} = change;
    const one = [...lost, ...told.recorded].find(record => isOf(record.key, change));
    const sent = told.sent.find(({key}) => isOf(key, change));
    if (one === undefined)
      return sent === undefined ? change : blockCreate(after, {kind: 'sent-before', targetIds: sent.targetIds, commit: sent.commit});
    held.add(one);
    return blockCreate(after, {kind: 'recorded-later', ...toLaterRecord(one)});
  });
  const own = found === null || lost.length === 0 ? [] : listOwnFindings(plan, {...found, lost}, held, look);
  const findings = [...own, ...told.findings];
  if (findings.length === 0) return plan;
  const blocked = {...withChanges(plan, changes), findings: [...findings, ...plan.findings]};
  ports.display.showRecordedBefore(blocked, findings);
  return blocked;
}

function listOwnFindings(
  {environment, operations}: Plan,
  found: FoundHistory,
  held: ReadonlySet<LostRecord>,
  {place, specs}: RecordedLook,
): readonly Diagnostic[] {
  const specKeys = listSpecKeys(specs);
  const named = found.lost.filter(one => held.has(one) || !specKeys.has(one.key));
  const severity = found.lost.some(one => held.has(one)) ? ('error' as const) : ('warning' as const);
  const words = {shown: pathBelow(place.root, place.placed.stateFile), environment, operations, specKeys, severity};
  return listHistoryFindings({...found, lost: named, removedLater: [], changed: []}, words);
}
