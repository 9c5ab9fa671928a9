import type {MonitorService} from '../api/port';
import {applyPlan} from '../apply/apply';
import type {ApplyEvent, ApplyInput, ApplyOutcome} from '../apply/ports';
import {needsService} from '../apply/task';
import {DEFAULT_LOOKUP_MS} from '../config/option-values';
import {compareDiagnostics, type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {UserError} from '../diagnostics/user-error';
import type {Choice, Plan, Step} from '../plan/change';
import {isHeld, listSteps} from '../plan/change-facts';
import type {LiveView} from '../plan/live';
import {toFinding} from '../report/held-changes';
import {listUnsaid} from '../report/plan-approval';
import {listStaleReasons, type PlanFile, writePlanAgain} from '../report/plan-file';
import {resolveReferences} from '../secrets/references';
import {type OpenedState, openForChange} from '../state/fold-open';
import type {LockedStore} from '../state/store';
import {exitCodeOf} from './apply-exit-code';
import {type CheckedWorkspace, checkWorkspace} from './check';
import type {CheckProgress} from './check-reader';
import {checkCheckoutAge, noteCommit} from './checkout-age';
import {lookUpCreates} from './lookup';
import {listIdsElsewhere} from './other-environments';
import {type PlanOptions, planFromView, requireOperations} from './plan';
import {gatherPlanInputs, hashSecretsWith} from './plan-inputs';
import type {Project} from './project';
import {renderEnvironments} from './rendered-environments';
import {withLock} from './state-access';

/** How to apply. */
export interface ApplyOptions extends PlanOptions, Pick<ApplyInput, 'onError' | 'onAmbiguous' | 'concurrency'> {
  /** Exactly what a saved plan holds is applied, or nothing. Null to plan now. */
  readonly saved: SavedPlan | null;
  /** Apply specs that may be older than the state on a server: see {@link checkCheckoutAge}. Default: false. */
  readonly allowOldCheckout?: boolean;
}

/** A saved plan, and when it may still be applied. */
export interface SavedPlan {
  readonly file: PlanFile;
  /**
   * `exact`: everything is as it was when the plan was made. `nothing-else`: nothing would be done that the plan does not say, since
   * other runs may have come first.
   */
  readonly rule: 'exact' | 'nothing-else';
}

/** What every door applies with by default. */
export const APPLY_DEFAULTS = {
  onError: 'continue',
  onAmbiguous: 'verify',
  concurrency: 8,
  lookupMs: DEFAULT_LOOKUP_MS,
} as const satisfies Partial<ApplyOptions>;

/** What is known when a plan is to be confirmed. */
export interface KnownService {
  /** The connection; null where nothing is to be sent. */
  readonly service: MonitorService | null;
  /** With `refresh`, what the service holds, and the plan that would be made without it. */
  readonly refreshed: {readonly live: LiveView; readonly offline: () => Plan} | null;
}

/** How an apply meets its user. */
export interface ApplyUi extends CheckProgress {
  /** Shows the plan. */
  readonly show: (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState) => void;
  /** Asks whether to continue, and returns what of the plan may be done; throws when the answer was no or no one can be asked. */
  readonly confirm: (plan: Plan, known: KnownService) => Promise<Plan>;
  /** Saves state and journal elsewhere before each batch's first request; null where nothing has to. */
  readonly persist: (() => Promise<void>) | null;
  readonly onEvent: (event: ApplyEvent) => void;
}

/** How apply ended. */
export type ApplyEnd = {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace} | Applied;

/** An apply that got as far as its plan. */
export interface Applied {
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
export async function applyProject(project: Project, options: ApplyOptions, ui: ApplyUi): Promise<ApplyEnd> {
  project.watchInterruption();
  const wanted = withSavedPlan(options);
  requireOperations(project, wanted);
  // An address that can't be used is an error also where specs have some.
  project.givenOrigin();
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  return applyChecked(project, workspace, wanted, ui);
}

/** The same for specs that were checked and have no errors. */
export async function applyChecked(project: Project, workspace: CheckedWorkspace, options: ApplyOptions, ui: ApplyUi): Promise<Applied> {
  project.watchInterruption();
  return withLock(project.store, (locked: LockedStore) => applyUnderLock({project, workspace, options, ui}, locked));
}

/** Everything that a run of apply is made of. */
interface Applying {
  readonly project: Project;
  readonly workspace: CheckedWorkspace;
  readonly options: ApplyOptions;
  readonly ui: ApplyUi;
}

async function applyUnderLock(applying: Applying, locked: LockedStore): Promise<Applied> {
  const {project, workspace, options, ui} = applying;
  const {opened, findings, commit} = await openAndLookUp(applying, locked);
  const inputs = await gatherPlanInputs(project, options, opened, workspace, ui);
  const scope = {...options, ...chooseAsSaved(applying, opened)};
  const planned = planFromView(project, workspace, opened, scope, inputs);
  const whole = {...planned, findings: [...findings, ...planned.findings]};
  if (options.saved !== null) refuseStalePlan(options.saved, {...whole, base: opened.before}, workspace);
  ui.show(whole, workspace, opened);
  const endWithNothing = async (plan: Plan): Promise<Applied> => {
    await noteCommit(locked, opened.stored, commit);
    return concludeNothing(applying, plan);
  };
  if (!hasWork(whole)) return endWithNothing(whole);
  if (whole.operations === 'create' && createsAny(whole) && locked.doubt) throw locked.doubt.error;

  await project.checkCheckout(opened.stored?.version ?? null);
  const service = whole.requests === 0 ? null : await project.connect(listReferences(whole));
  try {
    const {charged} = inputs;
    const offline = () => planFromView(project, workspace, opened, scope, charged === undefined ? {} : {charged});
    const known = {service, refreshed: inputs.live === undefined ? null : {live: inputs.live, offline}};
    const needsConfirmation = options.saved === null && listSteps(whole).some(isApplied);
    const plan = needsConfirmation ? await ui.confirm(whole, known) : whole;
    if (!hasWork(plan)) return await endWithNothing(plan);
    const outcome = await sendPlan(applying, plan, opened, {locked, commit, service: service ?? unconnected});
    // The list was searched for everything that was created: nothing is in doubt any more.
    if (outcome.stop === undefined && createsAny(plan)) await locked.doubt?.settle().catch(() => undefined);
    return {kind: 'applied', workspace, plan, outcome, exitCode: exitCodeOf(outcome, plan, project.watchInterruption())};
  } finally {
    await service?.close();
  }
}

/** What a person reads on stderr: the warnings of the specs, the run's own findings, and why changes are held back. */
export function listApplyFindings({plan, workspace, outcome}: Applied): Diagnostic[] {
  const held = plan.changes.filter(isHeld).map(change => toFinding(change, plan.environment));
  return [...workspace.report.findings, ...outcome.findings, ...held].sort(compareDiagnostics);
}

/** A saved plan is applied with what it was made with. */
function withSavedPlan(options: ApplyOptions): ApplyOptions {
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

function concludeNothing({project, workspace, options: {onAmbiguous}}: Applying, plan: Plan): Applied {
  const outcome: ApplyOutcome = {results: [], onAmbiguous, findings: []};
  return {kind: 'nothing-to-do', workspace, plan, outcome, exitCode: exitCodeOf(outcome, plan, project.watchInterruption())};
}

async function sendPlan(
  {project, workspace, options, ui}: Applying,
  plan: Plan,
  {stored, unresolved}: OpenedState,
  {locked, commit, service}: {readonly locked: LockedStore; readonly commit: string | null; readonly service: MonitorService},
): Promise<ApplyOutcome> {
  const {settings, env, world, retryBaseMs, runId, tool} = project;
  const {onError, onAmbiguous, concurrency, lookupMs} = options;
  const hashSecret = settings.operations === 'full' ? hashSecretsWith(env) : undefined;
  const otherEnvironments = plan.operations === 'full' ? renderEnvironments(project, await project.readNeighbours()) : [];
  return applyPlan(
    {
      ...{plan, stored, unfinished: unresolved, owners: {desired: workspace.checked.monitors, otherEnvironments}},
      ...{onError, onAmbiguous, concurrency, lookupMs, retryBaseMs, runId, tool},
      ...(hashSecret === undefined ? {} : {hashSecret}),
      ...(commit === null ? {} : {commit}),
    },
    {
      ...{store: locked, service, world, interruption: project.watchInterruption(), onEvent: ui.onEvent},
      ...(ui.persist === null ? {} : {persist: ui.persist}),
      resolveReferences: body => resolveReferences(body, name => env[name] ?? ''),
    },
  );
}

/** What a run covers: that of a saved plan are its keys; of one that others may have carried out, those that there still are. */
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
  const service = await project.connect([]);
  try {
    const report = await lookUpCreates(locked, opened.stored, opened.unresolved, {
      ...project,
      environment: settings.environment,
      elsewhere: listIdsElsewhere(await project.readNeighbours()),
      interruption: project.watchInterruption(),
      onEvent: ui.onEvent,
      service,
      lookupMs,
    });
    return {opened: {...(await openForChange(locked)), before: opened.before}, findings: report.findings, commit};
  } finally {
    await service.close();
  }
}

/** Whether apply has anything to send or to write down. */
function hasWork(plan: Plan): boolean {
  return plan.bookkeeping.length > 0 || plan.changes.some(isApplied);
}

function createsAny({changes}: Plan): boolean {
  return changes.some(({action}) => action === 'create' || action === 'replace');
}

function isApplied(step: Step): boolean {
  return step.action === 'unprotect' || step.action === 'rename' || needsService(step);
}

/** So many reasons stand in one message. */
const MOST_REASONS = 5;

function refuseStalePlan({file, rule}: SavedPlan, plan: Plan, {checked}: CheckedWorkspace): void {
  const unsaid = rule === 'nothing-else' ? listUnsaid(file, plan) : null;
  const reasons = unsaid ?? listStaleReasons(file, {plan, hashes: checked.hashes});
  if (reasons.length === 0) return;
  const rest = reasons.length - MOST_REASONS;
  const shown = [...reasons.slice(0, MOST_REASONS), ...(rest > 0 ? [`${rest} more`] : [])];
  throw new UserError(
    'plan/stale',
    `the saved plan is stale: ${shown.join('; ')}`,
    `run \`${writePlanAgain(file)}\` again, review it, and apply that`,
  );
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
