import type {Settings} from '../../core/config/config';
import {DEFAULT_LOOKUP_MS} from '../../core/config/option-values';
import {type Diagnostic, hasErrors} from '../../core/diagnostics/diagnostic';
import {findReal} from '../../core/files/paths';
import {isSparse} from '../../core/git/repository';
import type {Change, Choice, DeleteChange, Plan} from '../../core/plan/change';
import {createsAny, digestApproval, isSent, isTouching, listCreated} from '../../core/plan/change-facts';
import {isSameSet} from '../../core/plan/create-sight';
import {listLookedAt} from '../../core/plan/decide';
import type {LaterRecord} from '../../core/plan/known-before';
import {takeMembers} from '../../core/plan/left-alone';
import {applyMoves, findContinuation, listSoughtKeys, proposeMoves} from '../../core/plan/moves';
import {makePlan, type PlanInput} from '../../core/plan/plan';
import {type SilentMonitor, warnOfSilence} from '../../core/specs/across-specs';
import type {CheckedSpecs, DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import {hasAlert} from '../../core/specs/rules/receivers';
import {type LostRecord, rememberedRecord} from '../../core/state/earlier';
import {type StateView, viewState} from '../../core/state/fold-open';
import {isBound, isOfEmulator} from '../../core/state/origin';
import {factsOf, type RecordedMonitor, recordIn, type StateVersion, UnreadBodies} from '../../core/state/state';
import {keysOf} from '../../core/state/state-change';
import type {ChooseBodies, StateStore} from '../../core/state/store';
import {type CheckedWorkspace, checkWorkspace, type ProjectCheckOptions} from '../../project/check';
import {chooseKeys} from '../../project/choose-keys';
import {warnOfOldCheckout} from '../../project/history/checkout-age';
import {mayBeUnderWay, type SentCreate} from '../../project/history/committed-journals';
import type {FoundRecords} from '../../project/history/every-commit';
import type {FoundHistory} from '../../project/history/look';
import {findFormerHome, listIdsManagedElsewhere, listMovedAwayIds, readOtherEnvironments} from '../../project/other-environments';
import {type Project, requireFullOperations} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {findingsOfFirstUse, findPlanFaults} from './findings';
import type {Judged} from './hold-state';
import {nameEarlier} from './left-running';
import {addUnproven, findSettled, gatherPlanInputs, isRepeated, type PlanInputs, type PlanLookups, toChoice} from './plan-inputs';

/** Scope of a plan, and what it may do. */
interface PlanScope extends Choice {
  /** Lifts the limit of deletes. */
  readonly allowDeletes: boolean;
}

/** Options of planning. */
export interface PlanChoice extends PlanScope, PlanLookups, Pick<ProjectCheckOptions, 'strict'> {}

/** A plan, and what it was made from. */
export interface Planned {
  readonly kind: 'planned';
  readonly workspace: CheckedWorkspace;
  readonly view: StateView;
  readonly plan: Plan;
}

/** A plan, or the findings that stand in its way. */
type PlanOutcome = {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace} | Planned;

/** Plans what apply would do; takes no lock and writes nothing. Throws `UserError`. */
export async function planProject(project: Project, options: PlanChoice, progress: CheckProgress = {}): Promise<PlanOutcome> {
  requireOperations(project, options);
  // An address that can't be used is an error also where specs have some.
  project.givenOrigin();
  project.history?.begin();
  const workspace = checkWorkspace(project, {strict: options.strict ?? 'none', noneHere: 'ask-state'});
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const planned = await planChecked(project, workspace, options, progress);
  const faulty = findPlanFaults(project, workspace, planned.plan);
  return faulty === null ? planned : {kind: 'invalid', workspace: faulty};
}

/** The same for specs that were checked and have no errors. */
export async function planChecked(
  project: Project,
  workspace: CheckedWorkspace,
  options: PlanChoice,
  progress: CheckProgress = {},
): Promise<Planned> {
  const {checked} = workspace;
  const asked = {settings: project.settings, checked, choice: options};
  // Live monitors, and secrets, are compared with every body.
  const choose: ChooseBodies | undefined =
    options.refresh || options.checkSecrets
      ? undefined
      : state => (isRepeated(asked, state) ? null : listLookedAt(checked.monitors, state.monitors));
  const view = await viewState(project.store, choose);
  if (view.stored === null) await project.checkCheckout(null);
  const origin = project.givenOrigin();
  if (origin !== null) project.checkOrigin(view, origin);
  const history = view.stored === null ? null : ((await project.history?.judge({...view, stored: view.stored}, workspace.checked)) ?? null);
  const inputs = {...(await gatherPlanInputs(project, options, view, workspace, progress)), history};
  const made = await planOver(project.store, view, read => planFromView(project, workspace, read, options, inputs));
  const told = await findRecorded(project, workspace, made, history);
  const again = {...inputs, recorded: told.recorded, sent: told.sent};
  const planned =
    told.recorded.length + told.sent.length === 0 ? made : {...made, plan: planFromView(project, workspace, made.view, options, again)};
  const {doubt, stored} = planned.view;
  await refuseDoubtful(project, planned.plan, {
    ...{doubt, stored, version: stored?.version ?? null, commit: stored?.state.commit},
    only: options.only,
  });
  const found = history !== null && project.settings.operations === 'full' ? {...history, doubted: []} : history;
  const known = await addUnproven(again, project, planned.plan, options);
  const proven = known === again ? planned.plan : planFromView(project, workspace, planned.view, options, known);
  const plan = await holdByState(proven, found, {
    ...{project, state: planned.view.stored?.state ?? null, letGo: planned.view.letGo},
  });
  const old = await warnOfOldCheckout(project, planned.view.stored?.state.commit);
  const earlier = await nameEarlier(project, {history, stored: view.stored}, workspace.checked);
  const unseen = await listUnseen(plan, history, told, project);
  const findings = [...warnOfDoubt(planned.view), ...old, ...earlier, ...unseen, ...plan.findings];
  const address = origin ?? planned.view.stored?.state.origin;
  const approval = address === undefined ? null : digestApproval(plan, {origin: address, base: plan.base});
  return {kind: 'planned', workspace, ...planned, plan: {...plan, findings, ...(approval === null ? {} : {approval})}};
}

/** Holds what a state that no run left would lead to; free where a plan only creates, and nothing is known of the state. */
export async function holdByState(plan: Plan, found: FoundHistory | null, judged: Judged): Promise<Plan> {
  const isConcerned = judged.allowed !== undefined || found !== null || plan.changes.some(isTouching);
  return isConcerned ? (await import('./hold-state')).holdChanged(plan, found, judged) : plan;
}

/**
 * Finds what commits tell of the keys that a plan creates, but for those of which `judged` tells already. With full operations, what has the
 * target ids of its create is found in the service by them; `isAsked`: the service is asked of each.
 */
export async function findRecorded(
  project: Project,
  workspace: Pick<CheckedWorkspace, 'checked'>,
  {plan, view}: Pick<Planned, 'plan' | 'view'>,
  judged: FoundHistory | null,
  isAsked = false,
): Promise<FoundRecords> {
  const known = new Set([...(judged?.shifts ?? []).flatMap(keysOf), ...(judged?.doubted ?? []).map(({key}) => key)]);
  const told = await seekRecorded(project, workspace, new Set(listCreated(plan).filter(key => !known.has(key))), view);
  return plan.operations !== 'full' || isAsked ? told : dropFound(told, {project, specs: workspace.checked, plan});
}

/** Leaves out what is found in the service by the target ids of a create. */
export function dropFound(
  told: FoundRecords,
  {project, specs, plan}: {readonly project: Project; readonly specs: Pick<CheckedSpecs, 'monitors'>; readonly plan: Pick<Plan, 'changes'>},
): FoundRecords {
  // What is younger may be carried out yet.
  const sinceMs = project.world.now() - DEFAULT_LOOKUP_MS;
  const expected = listCreatedIds(plan);
  const findSpec = findContinuation(project.settings.moves, specs.monitors);
  const isFound = (key: Key, ids: readonly string[]) => isSameSet(new Set(expected.get(findSpec(key) ?? key)), ids);
  return {
    ...told,
    recorded: told.recorded.filter(({key, record}) => record === undefined || !isFound(key, factsOf(record).targetIds)),
    sent: told.sent.filter(one => mayBeUnderWay(one, sinceMs) || !isFound(one.key, one.targetIds)),
  };
}

/** The target ids that the creates of a plan send, by their keys. */
export function listCreatedIds({changes}: Pick<Plan, 'changes'>): ReadonlyMap<Key, readonly string[]> {
  return new Map(changes.flatMap(change => (change.action === 'create' ? [[change.key, change.targetIds] as const] : [])));
}

/** Finds what commits tell of keys that are to be created. */
export async function seekRecorded(
  {settings, commits, readNeighbours, givenOrigin}: Project,
  {checked}: Pick<CheckedWorkspace, 'checked'>,
  created: ReadonlySet<Key>,
  {stored, unresolved, missing = []}: Pick<StateView, 'stored' | 'unresolved' | 'missing'>,
): Promise<FoundRecords> {
  if (created.size === 0) return NOTHING_FOUND;
  // Without the list, that is refused.
  const seen = settings.operations === 'full' ? missing : [];
  const lost = seen.filter(({key}) => created.has(key)).map(one => rememberedRecord(one, stored?.version.serial));
  if (commits === null) return {...NOTHING_FOUND, recorded: lost};
  const specs = new Set(checked.monitors.map(({key}) => key));
  const found = await commits.seek({
    ours: stored?.state ?? null,
    origin: givenOrigin(),
    settings,
    ...listSoughtKeys(settings.moves, checked.monitors, created),
    hasSpec: key => specs.has(key),
  });
  const open = new Set(unresolved.map(({intent}) => intent.key));
  const sent = found.sent.filter(({key}) => !open.has(key));
  const recorded = [...found.recorded, ...lost];
  if (recorded.length === 0) return {...found, sent};
  const elsewhere = listIdsManagedElsewhere(await readNeighbours(), settings);
  return {...found, recorded: recorded.filter(({id}) => !elsewhere.has(id)), sent};
}

/** Facts of commits where they are not asked. */
export const NOTHING_FOUND: FoundRecords = {recorded: [], sent: [], isSeen: 'whole'};

/** Warnings about creates of which the history that is here does not tell enough. */
export async function listUnseen(
  plan: Plan,
  history: FoundHistory | null,
  {sent: more, isSeen}: FoundRecords,
  project: Project,
): Promise<Diagnostic[]> {
  const sent = [...new Map([...more, ...(history?.sent ?? [])].map(one => [one.key, one])).values()];
  const seen = isSeen === 'whole' && history?.isWhole === false ? 'part' : isSeen;
  if (sent.length === 0 && seen === 'whole') return [];
  return (await import('../../project/history/findings')).warnOfUnseen(plan, {sent, isSeen: seen}, project);
}

/** A state as its store has it, and why it may lack what was recorded last. */
interface FoundState {
  readonly stored: StateView['stored'];
  readonly doubt: Error | undefined;
  readonly version: StateVersion | null;
  /** The commit that was applied last. */
  readonly commit: string | undefined;
  /** A person decided for the state as it is: witnesses outside the server do not count. Default: false. */
  readonly isOldAllowed?: boolean;
  /** A person decided for the state as it is, wherever else there is one. Default: false. */
  readonly isStateAllowed?: boolean;
  /** Keys that a person named, and globs. */
  readonly only: readonly string[] | undefined;
}

/**
 * Throws for a plan that a part of what it was made from speaks against: a server that was set back may lack monitors, which would be
 * created again where none can be looked up; specs that git hides look removed.
 */
export async function refuseDoubtful(project: Project, plan: Plan, found: FoundState): Promise<void> {
  const isRemoved = (change: Change): change is DeleteChange => change.action === 'delete' && change.why.kind === 'spec-removed';
  const wanted = plan.changes.some(isRemoved) ? 'all' : 'layers';
  const mayHide = wanted === 'all' || (plan.changes.some(isSent) && isSparse(findReal(project.settings.specsDirectory)));
  if (project.monitors === null && mayHide) {
    const {refuseHiddenSpecs, refuseIgnoredSpecs} = await import('../../project/hidden-specs');
    await refuseHiddenSpecs(project, wanted);
    const unnamed = plan.changes.filter(isRemoved).filter(({key}) => found.only?.includes(key) !== true);
    await refuseIgnoredSpecs(
      project,
      unnamed.map(({before}) => before.specPath),
    );
  }
  const isChanged = (change: Change) => isRemoved(change) || change.action === 'update' || change.action === 'replace';
  const changed = plan.changes.flatMap(one =>
    isChanged(one) && 'before' in one && found.only?.includes(one.key) !== true ? [one.before] : [],
  );
  if (found.stored !== null && plan.changes.some(isTouching))
    await (await import('./hold-state')).refuseForeign(plan, found.stored.state, project);
  if (project.monitors === null && changed.length > 0)
    await (await import('../../project/places/sharing-configs')).refuseSharedState(changed, project);
  if (plan.operations !== 'create' || !createsAny(plan)) return;
  if (found.doubt !== undefined) throw found.doubt;
  if (found.version !== null && found.isStateAllowed !== true) await project.refuseUnmoved(listCreated(plan));
  if (found.isOldAllowed !== true) await project.askWitnesses?.(found.version, found.commit);
}

/** Warns about a doubt for which apply may refuse: the server may lack the newest records. */
function warnOfDoubt({doubt}: StateView): Diagnostic[] {
  if (doubt === undefined) return [];
  const {code, message, hint} = doubt;
  return [{code, severity: 'warning', message, ...(hint === undefined ? {} : {hint})}];
}

/** Makes a plan; where it turns out that it needs bodies that were not read, reads the whole state and makes it again. */
async function planOver(store: StateStore, view: StateView, make: (view: StateView) => Plan): Promise<Pick<Planned, 'view' | 'plan'>> {
  try {
    return {view, plan: make(view)};
  } catch (error) {
    if (!(error instanceof UnreadBodies)) throw error;
    const whole = await viewState(store);
    return {view: whole, plan: make(whole)};
  }
}

/** Throws `UserError` where an option needs more operations than the config allows. */
export function requireOperations({settings, nameOption}: Project, {refresh, checks = 0, checkSecrets, allowDeletes}: PlanChoice): void {
  const flag = checks > 0 ? 'checks' : refresh ? 'refresh' : checkSecrets ? 'check-secrets' : allowDeletes ? 'allow-deletes' : null;
  if (flag !== null) requireFullOperations(settings, nameOption(flag));
}

/** The plan for checked specs and a state as it was read. Throws `UserError` where the choice of keys names nothing. */
export function planFromView(
  project: Project,
  workspace: Pick<CheckedWorkspace, 'checked'>,
  view: StateView,
  scope: PlanScope,
  inputs: PlanInputs = {},
): Plan {
  const {settings, besideFile} = project;
  const {neighbours, formerEnvironments, history = null, recorded = [], sent = [], ...rest} = inputs;
  const lost = [...(history?.lost ?? []), ...recorded];
  const settled = findSettled({settings, checked: workspace.checked, choice: scope}, view, inputs);
  const monitors = settled === undefined ? workspace.checked.monitors : [];
  const sinceMs = settings.operations === 'full' ? project.world.now() - DEFAULT_LOOKUP_MS : Number.NEGATIVE_INFINITY;
  const open = [...(history?.sent ?? []).filter(one => settings.operations !== 'full' || mayBeUnderWay(one, sinceMs)), ...sent];
  const found = {desired: monitors, state: view.stored?.state ?? null, unresolved: view.unresolved};
  const {desired, moveConflicts} =
    settled !== undefined || settings.moves.length === 0 ? {desired: monitors} : applyMoves(settings.moves, found);
  const world = {...found, desired};
  const others = view.stored === null ? (neighbours ?? readOtherEnvironments({...settings, stateFile: besideFile})) : [];
  const formerHome = findFormerHome(settings, others, project.givenOrigin(), formerEnvironments);
  const input = {
    ...world,
    settled,
    elsewhere: workspace.checked.elsewhere,
    formerHome,
    takenElsewhere: () => listMovedAwayIds({...settings, stateFile: besideFile}),
    moveConflicts,
    ...(lost.length + open.length === 0 ? {} : tellOthers({lost, open}, findContinuation(settings.moves, monitors))),
    ...chooseLimits(settings),
    allowDeletes: scope.allowDeletes,
    lists: settled === undefined ? workspace.checked.lists : undefined,
    only: chooseKeys(scope, {...world, elsewhere: workspace.checked.elsewhere}, project.nameOption),
    ...rest,
  };
  const made = makePlan(input);
  const plan = settled === undefined ? proposeMoves(made, input.state?.monitors.keys() ?? []) : made;
  const base = plan.base === null || view.stored === null ? plan.base : {...plan.base, checksum: view.stored.version.checksum};
  const firstUse = findingsOfFirstUse(project, workspace, view, formerHome === undefined ? others : []);
  const emulator = project.givenOrigin() === null ? findEmulator(view) : null;
  const silent = warnOfSilence(listSilent(desired, input));
  const {requestsPerMinute} = settings;
  const pace = requestsPerMinute === undefined ? {} : {requestsPerMinute};
  return {
    ...plan,
    ...pace,
    base,
    ...toChoice(scope),
    emulator,
    findings: [...firstUse, ...findingsOfLack(inputs), ...silent, ...plan.findings],
  };
}

function chooseLimits({project, environment, operations, maxDeletes, budget, budgetBy, keyBudgets, ownLimits, allowedFields}: Settings) {
  return {project, environment, operations, maxDeletes, budget, budgetBy, keyBudgets, ownLimits, allowedFields};
}

/** Records whose bodies are read for this alone, at most: reading those of thousands takes longer than planning. */
const MOST_READ = 100;

/** The monitors of which no one hears: neither by their specs, nor by what the service was seen to have set elsewhere. */
function listSilent(
  desired: readonly DesiredMonitor[],
  {state, live, only}: Pick<PlanInput, 'state' | 'only'> & {readonly live?: PlanInput['live']},
): SilentMonitor[] {
  const silent = desired.filter(({key, isSilent}) => isSilent === true && only?.has(key) !== false);
  const isReadable = silent.length <= MOST_READ || live !== undefined;
  const isHeard = ({key, sync: {ignore = []}}: DesiredMonitor) => {
    const record = isReadable ? readRecord(state, key) : undefined;
    if (record === undefined) return false;
    const seen = live?.monitors.get(record.id)?.body;
    // What the spec leaves to the service is as it was when the monitor was created or imported.
    return [record.observed, takeMembers({}, record.applied, ignore), seen ?? null].some(hasAlert);
  };
  return silent.filter(spec => !isHeard(spec)).map(({key, layers = [], file, line}) => ({key, layers, file, line}));
}

/** Undefined also where its body was not read: a warning is no reason to read it from a server. */
function readRecord(state: PlanInput['state'], key: Key): RecordedMonitor | undefined {
  try {
    return recordIn(state, key);
  } catch (error) {
    if (error instanceof UnreadBodies) return undefined;
    throw error;
  }
}

/** Finds the emulator whose monitors the state holds; null where another service has them, or nothing does. */
function findEmulator(view: StateView): string | null {
  const {stored} = view;
  return stored !== null && isBound(view) && isOfEmulator(stored.state) ? stored.state.origin : null;
}

function findingsOfLack({lack = null}: PlanInputs): Diagnostic[] {
  if (lack === null) return [];
  return [{code: 'live/no-checks', severity: 'warning', message: lack, hint: 'the estimate counts for all monitors; leave --checks out'}];
}

/** Lists the monitors and open creates that other versions of the state tell of, by the keys of the specs that continue them. */
function tellOthers(
  {lost, open}: {readonly lost: readonly LostRecord[]; readonly open: readonly SentCreate[]},
  findSpec: (key: Key) => Key | null,
): Pick<PlanInput, 'recordedLater' | 'sentBefore'> {
  const sent = open.map(({key, targetIds, commit}) => [findSpec(key) ?? key, {targetIds, commit}] as const);
  return {
    ...(lost.length === 0 ? {} : {recordedLater: listRecordedLater(lost, findSpec)}),
    ...(open.length === 0 ? {} : {sentBefore: new Map(sent)}),
  };
}

/** The monitors whose creates wait, since another version of the state records them, under this key or the one before a rename. */
function listRecordedLater(lost: readonly LostRecord[], findSpec: (key: Key) => Key | null): ReadonlyMap<Key, LaterRecord> {
  // Of several monitors with one key, the newest: the first in the list.
  const own = lost.map(one => [one.key, toLaterRecord(one)] as const).reverse();
  return new Map([...own.map(([key, later]) => [findSpec(key) ?? key, later] as const), ...own]);
}

/** A lost monitor as the reason of a held create: with the place that its version can be taken from again. */
export function toLaterRecord({id, version: {serial, source}, heldAs}: LostRecord): LaterRecord {
  const held = heldAs === undefined ? {} : {heldAs};
  if (source.kind === 'backup') return {id, serial, backup: source.file, ...held};
  const [commit] = source.kind === 'commit' ? source.commits : [];
  return {id, serial, ...(commit === undefined ? {} : {commit}), ...held};
}
