import type {LiveMonitor, MonitorService} from '../../core/api/port';
import {watchRecipients} from '../../core/api/read-alerts';
import {applyPlan} from '../../core/apply/apply';
import type {ApplyEvent, ApplyInput, ApplyOutcome, RecordedBefore} from '../../core/apply/ports';
import {needsService} from '../../core/apply/task';
import {exitCodeAfter, refuseInterrupted} from '../../core/base/interruption';
import {once} from '../../core/base/once';
import {DEFAULT_LOOKUP_MS} from '../../core/config/option-values';
import {compareDiagnostics, type Diagnostic, hasErrors} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import type {Choice, Plan, Step} from '../../core/plan/change';
import {createsAny, isHeld, isProtectedLeftover, listCreated, listSteps} from '../../core/plan/change-facts';
import type {LiveView} from '../../core/plan/live';
import {findContinuation} from '../../core/plan/moves';
import {resolveReferences} from '../../core/secrets/references';
import type {Key} from '../../core/specs/desired-monitor';
import type {HeldLock} from '../../core/state/file/lock';
import {type OpenedState, openForChange} from '../../core/state/fold-open';
import {writeLeftPlaces} from '../../core/state/left-places';
import type {LockedStore} from '../../core/state/store';
import {type CheckedWorkspace, checkWorkspace} from '../../project/check';
import {checkCheckoutAge, noteCommit} from '../../project/history/checkout-age';
import type {FoundHistory} from '../../project/history/look';
import {lookUpCreates} from '../../project/lookup';
import {listIdsElsewhere} from '../../project/other-environments';
import type {Project} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {renderEnvironments} from '../../project/rendered-environments';
import {withService} from '../../project/service-reader';
import {withLock} from '../../project/state-access';
import {toFinding} from '../../rendering/held-changes';
import {findPlanFaults} from '../plan/findings';
import {holdByState, listUnseen, type PlanChoice, planFromView, refuseDoubtful, requireOperations, seekRecorded} from '../plan/plan';
import {addUnproven, gatherPlanInputs, hashSecretsWith, type PlanInputs, refuseRecordedTwice} from '../plan/plan-inputs';
import {digestWhole, refuseSetBack, refuseStalePlan, refuseUnapproved, type SavedPlan} from './approved-plan';
import {seekCreated} from './seek-created';
import {isDone} from './sentences';

/** Options of applying. */
export interface ApplyChoice extends PlanChoice, Pick<ApplyInput, 'onError' | 'onAmbiguous' | 'concurrency'> {
  /** Exactly what a saved plan holds is applied, or nothing. Null to plan now. */
  readonly saved: SavedPlan | null;
  /** The {@link digestApproval} of the plan that may be applied; nothing is asked. Left out: any plan. */
  readonly approved?: string | undefined;
  /** Apply specs that may be older than the state on a server: see {@link checkCheckoutAge}. Default: false. */
  readonly allowOldCheckout?: boolean;
  /** `PROJECT/ENVIRONMENT`: apply from a state file that commits changed by hand. Default: what follows from that is blocked. */
  readonly allowStateChange?: string | undefined;
}

/** Defaults of apply for every door. */
export const APPLY_DEFAULTS = {
  onError: 'continue',
  onAmbiguous: 'verify',
  concurrency: 8,
  lookupMs: DEFAULT_LOOKUP_MS,
} as const satisfies Partial<ApplyChoice>;

/** Facts that are known when a plan is to be confirmed. */
export interface KnownService {
  /** The connection; null where nothing is to be sent. */
  readonly service: MonitorService | null;
  /** With `refresh`, what the service holds, and the plan that would be made without it. */
  readonly refreshed: {readonly live: LiveView; readonly offline: () => Plan} | null;
  /** Takes monitors that were read by their ids and have the target ids of a create: a list may lack them. */
  readonly seen: LiveMonitor[];
}

/** Functions by which an apply meets its user. */
export interface ApplyUi extends CheckProgress {
  /** Shows the plan. */
  readonly show: (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState) => void;
  /** Asks whether to continue, and returns what of the plan may be done; throws when the answer was no or no one can be asked. */
  readonly confirm: (plan: Plan, known: KnownService) => Promise<Plan>;
  /** Judges a plan that nothing has to be confirmed of; left out where that needs no judging. */
  readonly hold?: (plan: Plan) => Promise<Plan>;
  /** Why {@link confirm} can ask no one; null where it can, or need not. `nameApproval` names the plan. Default: null. */
  readonly explainUnasked?: (nameApproval: () => string | null) => Promise<UserError | null>;
  /** Saves state and journal elsewhere before each batch's first request; null where nothing has to. */
  readonly persist: (() => Promise<void>) | null;
  readonly onEvent: (event: ApplyEvent) => void;
}

/** Outcome of apply. */
export type ApplyEnd = {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace} | AppliedPlan;

/** An apply that got as far as its plan. */
export interface AppliedPlan {
  /** `nothing-to-do`: nothing had to be sent or renamed. */
  readonly kind: 'nothing-to-do' | 'applied';
  readonly workspace: CheckedWorkspace;
  readonly plan: Plan;
  /** Without results where there was nothing to do. */
  readonly outcome: ApplyOutcome;
  readonly exitCode: number;
}

/**
 * Makes the service hold what the specs say: check, lock, look up what earlier runs left, plan, show, ask, send, record.
 * Everything that can refuse does so before the first request.
 */
export async function applyProject(project: Project, options: ApplyChoice, ui: ApplyUi): Promise<ApplyEnd> {
  project.watchInterruption();
  const wanted = withSavedPlan(options);
  requireOperations(project, wanted);
  // An address that can't be used is an error also where specs have some.
  project.givenOrigin();
  project.history?.begin();
  const workspace = checkWorkspace(project, {strict: options.strict ?? 'none', noneHere: 'ask-state'});
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  return applyChecked(project, workspace, wanted, ui);
}

/** The same for specs that were checked and have no errors. */
export async function applyChecked(project: Project, workspace: CheckedWorkspace, options: ApplyChoice, ui: ApplyUi): Promise<ApplyEnd> {
  const interruption = project.watchInterruption();
  const copies: HeldLock[] = [];
  try {
    return await withLock(project.store, (locked: LockedStore) =>
      applyUnderLock({project, workspace, options, ui, copies, seen: []}, locked),
    );
  } catch (error) {
    // It was to end before it met what it refuses, which changed nothing.
    if (error instanceof UserError && error.exitCode === 3) refuseInterrupted({interruption});
    throw error;
  } finally {
    for (const held of copies) held.release();
  }
}

/** Everything that a run of apply is made of. */
interface Applying {
  readonly project: Project;
  readonly workspace: CheckedWorkspace;
  readonly options: ApplyChoice;
  readonly ui: ApplyUi;
  /** Takes the lock of the state's copies in other checkouts, until the end. */
  readonly copies: HeldLock[];
  readonly seen: KnownService['seen'];
}

async function applyUnderLock(applying: Applying, locked: LockedStore): Promise<ApplyEnd> {
  const {project, workspace, options, ui} = applying;
  const {opened, findings: settled, commit, history} = await openAndSettle(applying, locked);
  const doubted = await nameDoubt(applying, locked, opened);
  const gathered = {...(await gatherPlanInputs(project, options, opened, workspace, ui)), history};
  const scope = {...options, ...chooseAsSaved(applying, opened)};
  const doubtful = planFromView(project, workspace, opened, scope, gathered);
  const inputs = await addUnproven(gathered, project, doubtful, options);
  const first = inputs === gathered ? doubtful : planFromView(project, workspace, opened, scope, inputs);
  // Searches for a state in former places: once, since that starts git.
  const checkBeginning = once(() => project.checkCheckout(null));
  const {planned, unseen} = await planAsKnown(applying, {first, opened, inputs, scope, history}, checkBeginning);
  const whole = {...planned, findings: [...doubted, ...settled, ...unseen, ...planned.findings]};
  if (options.saved !== null) {
    if (project.checkout !== null) refuseSetBack(options.saved.file, opened.before, project);
    const planInClear = (live: LiveView) => planFromView(project, workspace, opened, scope, {...inputs, live});
    refuseStalePlan(options.saved, {whole, live: inputs.live, planInClear, base: opened.before}, workspace);
  }
  if (options.approved !== undefined) refuseUnapproved(options.approved, digestWhole(project, whole, opened));
  const faulty = findPlanFaults(project, workspace, whole);
  if (faulty !== null) return {kind: 'invalid', workspace: faulty};
  // Before it is shown: it would say how many requests are sent.
  await refuseDoubtful(project, inputs === gathered ? whole : doubtful, {
    doubt: locked.doubt?.error,
    stored: opened.stored,
    version: opened.before,
    commit: opened.stored?.state.commit,
    ...{isOldAllowed: options.allowOldCheckout ?? false, isStateAllowed: options.allowStateChange !== undefined},
    only: scope.only,
  });
  ui.show(whole, workspace, opened);
  const endWithNothing = (plan: Plan) => noteCommit(locked, opened.stored, commit).then(() => concludeNothing(applying, plan));
  const hold = async (plan: Plan) => (await ui.hold?.(plan)) ?? plan;
  if (!hasWork(whole)) return endWithNothing(await hold(whole));

  await (opened.stored === null ? checkBeginning() : project.checkCheckout(opened.stored.version, options.allowOldCheckout));
  if (project.settings.sharedState !== undefined && whole.operations === 'full')
    refuseRecordedTwice(project, opened, await project.readNeighbours());
  const needsConfirmation = options.saved === null && options.approved === undefined && listSteps(whole).some(isApplied);
  const unasked = needsConfirmation ? await ui.explainUnasked?.(() => digestWhole(project, whole, opened)) : null;
  const literals = async () => (await import('../../project/spec-literals')).listLiterals(project);
  const service = whole.requests === 0 ? null : await project.connect(listReferences(whole), literals, unasked);
  try {
    const {charged, neverCommitted} = inputs;
    const offline = () => planFromView(project, workspace, opened, scope, {neverCommitted, ...(charged === undefined ? {} : {charged})});
    const {seen} = applying;
    const asked = {service, seen, refreshed: inputs.live === undefined ? null : {live: inputs.live, offline}};
    const plan = needsConfirmation ? await ui.confirm(whole, asked) : await hold(whole);
    if (!hasWork(plan)) return await endWithNothing(plan);
    const outcome = await sendPlan(applying, plan, opened, {locked, commit, service: service ?? unconnected});
    // The list was searched for everything that was created: nothing is in doubt any more.
    const isHeld = plan.changes.some(change => change.action === 'blocked' && change.reason.kind === 'recorded-later');
    if (outcome.stop === undefined && createsAny(plan) && !hasErrors(doubted) && !isHeld)
      await locked.doubt?.settle().catch(() => undefined);
    return {kind: 'applied', workspace, plan, outcome, exitCode: exitCodeOf(outcome, plan, project.watchInterruption())};
  } finally {
    await service?.close();
  }
}

/** Inputs of a plan, and the plan without what other versions of the state tell of its creates. */
interface FirstPlan {
  readonly first: Plan;
  readonly opened: OpenedState;
  readonly inputs: PlanInputs;
  readonly scope: ApplyChoice;
  readonly history: FoundHistory | null;
}

/** Makes the plan again with what other versions of the state tell of it, and holds what a state leads to that no run left. */
async function planAsKnown(applying: Applying, {first, opened, inputs, scope, history}: FirstPlan, checkBeginning: () => Promise<void>) {
  const {project, workspace, options} = applying;
  const told = await seekCreated(applying, {plan: first, view: opened}, {history, checkBeginning});
  const isSame = told.recorded.length + told.sent.length === 0;
  const known = {...inputs, recorded: told.recorded, sent: told.sent};
  const made = isSame ? first : planFromView(project, workspace, opened, scope, known);
  const {allowStateChange: allowed, allowOldCheckout: isOldAllowed} = options;
  const planned = await holdByState(made, history, {
    ...{project, state: opened.stored?.state ?? null, letGo: opened.letGo, allowed, isOldAllowed},
  });
  return {planned, unseen: await listUnseen(planned, history, told, project)};
}

/** Lists the findings that a person reads on stderr: the warnings of the specs, the run's own findings, and why changes are held back. */
export function listApplyFindings({plan, workspace, outcome}: AppliedPlan): Diagnostic[] {
  const held = plan.changes.filter(isHeld).map(change => toFinding(change, plan.environment));
  return [...workspace.report.findings, ...outcome.findings, ...held].sort(compareDiagnostics);
}

/** A saved plan is applied with what it was made with. */
function withSavedPlan(options: ApplyChoice): ApplyChoice {
  if (options.saved === null) return options;
  const {isRefreshed, checks, hasCheckedSecrets, allowsDeletes} = options.saved.file;
  return {
    ...options,
    refresh: options.refresh || isRefreshed,
    checks: Math.max(options.checks ?? 0, checks),
    checkSecrets: options.checkSecrets || hasCheckedSecrets,
    allowDeletes: options.allowDeletes || allowsDeletes,
  };
}

function concludeNothing({project, workspace, options: {onAmbiguous}}: Applying, plan: Plan): AppliedPlan {
  const outcome: ApplyOutcome = {results: [], onAmbiguous, findings: []};
  return {kind: 'nothing-to-do', workspace, plan, outcome, exitCode: exitCodeOf(outcome, plan, project.watchInterruption())};
}

async function sendPlan(
  applying: Applying,
  plan: Plan,
  opened: OpenedState,
  {locked, commit, service}: {readonly locked: LockedStore; readonly commit: string | null; readonly service: MonitorService},
): Promise<ApplyOutcome> {
  const {project, workspace, options, ui, seen} = applying;
  const {stored, unresolved} = opened;
  // With create-only operations the plan holds what commits record.
  const isSettled = plan.operations === 'create' || options.allowOldCheckout === true || options.allowStateChange !== undefined;
  const {settings, env, world, retryBaseMs, runId, tool} = project;
  const {onError, onAmbiguous, concurrency, lookupMs} = options;
  const hashSecret = settings.operations === 'full' ? hashSecretsWith(env) : undefined;
  const of = createsAny(plan) ? 'repository' : undefined;
  const otherEnvironments = plan.operations === 'full' ? renderEnvironments(project, await project.readNeighbours(of)) : [];
  const left = stored === null && createsAny(plan) ? await project.listLeftServers() : [];
  const {watched, listFindings} = watchRecipients(service);
  const outcome = await applyPlan(
    {
      ...{plan, stored, unfinished: unresolved, owners: {desired: workspace.checked.monitors, otherEnvironments}},
      ...{onError, onAmbiguous, concurrency, lookupMs, retryBaseMs, runId, tool},
      ...(hashSecret === undefined ? {} : {hashSecret}),
      ...(commit === null ? {} : {commit}),
      ...(left.length === 0 ? {} : {unknown: writeLeftPlaces(left)}),
    },
    {
      ...{store: locked, service: watched, world, interruption: project.watchInterruption(), onEvent: ui.onEvent},
      ...(ui.persist === null ? {} : {persist: ui.persist}),
      ...(seen.length === 0 ? {} : {seen}),
      ...(isSettled ? {} : {listRecorded: () => listRecorded(applying, plan, opened)}),
      resolveReferences: body => resolveReferences(body, name => env[name] ?? ''),
    },
  );
  return {...outcome, findings: [...outcome.findings, ...listFindings()]};
}

/** Lists what commits record of the keys that a plan creates, as {@link findRecorded} does without a list. */
async function listRecorded({project, workspace}: Applying, plan: Plan, opened: OpenedState): Promise<ReadonlyMap<Key, RecordedBefore>> {
  const {recorded} = await seekRecorded(project, workspace, new Set(listCreated(plan)), opened);
  const findSpec = findContinuation(project.settings.moves, workspace.checked.monitors);
  const commitOf = ({version: {source}}: (typeof recorded)[number]) =>
    source.kind === 'commit' ? (source.commits[0] ?? '').slice(0, 12) : '';
  return new Map(recorded.map(one => [findSpec(one.key) ?? one.key, {id: one.id, commit: commitOf(one)}]));
}

/** Chooses the keys that a run covers: those of a saved plan; of a plan that others may have carried out, those that there still are. */
function chooseAsSaved({options, workspace: {checked}}: Applying, {stored, unresolved}: OpenedState): Choice {
  const {saved} = options;
  if (saved === null) return options;
  const {only} = saved.file;
  if (only === null || saved.rule === 'exact') return {only: only ?? undefined, exclude: undefined, labels: undefined};
  const known = new Set([...checked.monitors.map(({key}) => key), ...(stored?.state.monitors.keys() ?? [])]);
  for (const {intent} of unresolved) known.add(intent.key);
  return {only: only.filter(key => known.has(key)), exclude: undefined, labels: undefined};
}

/** Opens the state, which must be that of the address; with full operations, creates whose response an earlier run did not get are looked up before anything is planned. */
async function openAndLookUp(
  {project, options: {saved, lookupMs, allowOldCheckout = false}, ui}: Applying,
  locked: LockedStore,
): Promise<{readonly opened: OpenedState; readonly findings: readonly Diagnostic[]; readonly commit: string | null}> {
  const {settings} = project;
  const opened = await openForChange(locked);
  const origin = project.givenOrigin();
  if (origin !== null) project.checkOrigin(opened, origin);
  const commit = await checkCheckoutAge(project, opened.stored, allowOldCheckout);
  // A saved plan is applied as it was reviewed: what it calls unresolved stays so.
  if (settings.operations !== 'full' || saved !== null || opened.stored === null || opened.unresolved.length === 0) {
    return {opened, findings: [], commit};
  }
  const {stored} = opened;
  const report = await withService(project, null, async reader =>
    lookUpCreates(locked, stored, opened.unresolved, {
      ...{reader, lookupMs, runId: project.runId, environment: settings.environment},
      elsewhere: listIdsElsewhere(await project.readNeighbours('repository')),
      onEvent: ui.onEvent,
    }),
  );
  return {opened: {...(await openForChange(locked)), before: opened.before}, findings: report.findings, commit};
}

/** The same, and settles what other versions of the state tell of it, as far as a run may. */
async function openAndSettle(applying: Applying, locked: LockedStore) {
  const {project, workspace, options} = applying;
  const {opened, findings, commit} = await openAndLookUp(applying, locked);
  if (opened.stored === null) {
    const isDecided = options.allowOldCheckout ?? false;
    const left = isDecided ? [] : await (await import('../plan/left-running')).findLeftRunning(project, workspace.checked);
    return {opened, findings: [...left, ...findings], commit, history: null};
  }
  const found = (await project.history?.judge({...opened, stored: opened.stored}, workspace.checked)) ?? null;
  if (found === null) return {opened, findings, commit, history: null};
  const {settleHistory} = await import('./settle-history');
  const settled = await settleHistory(project, locked, opened.stored, found, {
    allowOldCheckout: options.allowOldCheckout ?? false,
    canLookUp: project.settings.operations === 'full' && options.saved === null,
    ...{lookupMs: options.lookupMs, checked: workspace.checked, choice: chooseAsSaved(applying, opened)},
  });
  return {opened: {...opened, stored: settled.stored}, findings: [...settled.findings, ...findings], commit, history: settled.found};
}

/** Says why the server may lack what was recorded last. */
async function nameDoubt({project, workspace}: Applying, {doubt}: LockedStore, {stored}: OpenedState): Promise<Diagnostic[]> {
  if (doubt === undefined || doubt === null) return [];
  const {nameServerDoubt} = await import('../plan/left-running');
  return [await nameServerDoubt(project, doubt, stored?.state ?? null, workspace.checked)];
}

/** Whether apply has anything to send or to write down. */
function hasWork(plan: Plan): boolean {
  return plan.bookkeeping.length > 0 || plan.changes.some(isApplied);
}

function isApplied(step: Step): boolean {
  return step.action === 'unprotect' || step.action === 'rename' || needsService(step);
}

function listReferences(plan: Plan): string[] {
  return plan.changes.flatMap(change => (needsService(change) && change.action !== 'delete' ? change.after.references : []));
}

/** Stands where a service would when a plan has no request to send. */
const unconnected: MonitorService = {
  origin: '',
  isEmulator: () => null,
  createMonitor: refuseToSend,
  listMonitors: refuseToSend,
  getMonitor: refuseToSend,
  updateMonitor: refuseToSend,
  deleteMonitor: refuseToSend,
  close: async () => {},
};

function refuseToSend(): never {
  throw new Error('a plan without requests sent one');
}

/** The exit code of an apply; where several hold, the gravest, in the order of docs/output.md. */
export function exitCodeOf(outcome: ApplyOutcome, plan: Plan, interruption: AbortSignal): number {
  const {stop, results} = outcome;
  if (stop?.kind === 'interrupted') return stop.exitCode;
  if (stop?.kind === 'state-not-saved') return exitCodeAfter(interruption, 5);
  // It ended before anything was sent, such as while creates of earlier runs were looked up.
  if (results.length === 0 && interruption.aborted) return exitCodeAfter(interruption, 0);
  if (results.some(({outcome: ended}) => ended === 'unknown')) return 4;
  const isIncomplete = results.some(({outcome: ended}) => !isDone(ended));
  const isHeldBack = plan.changes.some(change => isHeld(change) && !isProtectedLeftover(change));
  // Duplicates, and what was not done to the end.
  const isAmiss = hasErrors(outcome.findings) || hasErrors(plan.findings) || plan.duplicates.length > 0;
  return stop !== undefined || isIncomplete || isHeldBack || isAmiss ? 1 : 0;
}
