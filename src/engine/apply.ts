import type {MonitorService} from '../api/port';
import {applyPlan} from '../apply/apply';
import type {ApplyEvent, ApplyInput, ApplyOutcome} from '../apply/ports';
import {needsService} from '../apply/task';
import type {Settings} from '../config/config';
import type {World} from '../context';
import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {UserError} from '../diagnostics/user-error';
import type {JsonObject} from '../json/value';
import type {Plan} from '../plan/change';
import {listUnsaid} from '../report/plan-approval';
import {listStaleReasons, type PlanFile, writePlanAgain} from '../report/plan-file';
import {resolveReferences} from '../secrets/references';
import type {Key} from '../spec/desired-monitor';
import {type OpenedState, openForChange, type StateView} from '../state/fold-open';
import type {StateVersion} from '../state/state';
import type {LockedStore, StateStore} from '../state/store';
import {type CheckCache, type CheckedWorkspace, checkWorkspace} from './check';
import type {GivenAddress} from './connection';
import {readIdsElsewhere, readOtherEnvironments} from './other-environments';
import {type PlanInputs, planFromView} from './plan';
import {settleCreates} from './settle';

/** What `monitors apply` was asked to do. */
export interface ApplyRequest
  extends Pick<ApplyInput, 'onError' | 'onAmbiguous' | 'concurrency' | 'retryBaseMs' | 'settleMs' | 'hashSecret' | 'runId' | 'tool'> {
  readonly settings: Settings;
  /** Findings show paths relative to it; absolute. */
  readonly cwd: string;
  readonly cache: CheckCache | null;
  readonly only: readonly string[] | undefined;
  /** `--allow-deletes`: lifts the limit of deletes. */
  readonly allowDeletes?: boolean;
  /** A saved plan: exactly what it holds is applied, or nothing. Null to plan now. */
  readonly planFile: PlanFile | null;
  /**
   * When a saved plan goes on: where everything is as it was when it was made (`exact`, the default), or where nothing would be
   * done that it does not say, since other runs may have come first (`nothing-else`).
   */
  readonly planRule?: 'exact' | 'nothing-else';
}

/** What apply needs of the world. */
export interface ApplyWorkspacePorts {
  readonly store: StateStore;
  readonly world: World;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Throws when this checkout's state is older than what its upstream holds. */
  readonly checkCheckout: (version: StateVersion | null) => Promise<void>;
  /** The address of the run, null where none was given: an apply that sends nothing needs none. */
  readonly address: GivenAddress | null;
  /** The connection, made when something will be sent. Throws a refusal without address or key, or where a referenced secret is not set. */
  readonly connect: (references: readonly string[]) => Promise<MonitorService>;
  /** Finds out what the plan is to know besides specs and state. */
  readonly learn?: (view: StateView, workspace: CheckedWorkspace) => Promise<PlanInputs>;
  /** Shows the plan. */
  readonly show: (plan: Plan, workspace: CheckedWorkspace, opened: OpenedState) => void;
  /** Asks whether to go on, and gives back what may be done of the plan; throws when nobody can be asked or the answer was no. */
  readonly confirm: (plan: Plan) => Promise<Plan>;
  readonly persist?: () => Promise<void>;
  readonly interruption: AbortSignal;
  readonly onEvent: (event: ApplyEvent) => void;
}

/** How apply ended. */
export type ApplyWorkspaceOutcome =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  /** Nothing had to be sent or renamed. */
  | (Done & {readonly kind: 'nothing-to-do'})
  | (Done & {readonly kind: 'applied'; readonly outcome: ApplyOutcome});

interface Done {
  readonly workspace: CheckedWorkspace;
  readonly plan: Plan;
}

/**
 * Makes the service hold what the specs say: check, lock, settle what earlier runs left, plan, show, ask, send, record.
 * Everything that can refuse does so before the first request.
 */
export async function applyWorkspace(request: ApplyRequest, ports: ApplyWorkspacePorts): Promise<ApplyWorkspaceOutcome> {
  const workspace = checkWorkspace({...request, strict: 'none', paths: []});
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const locked = await ports.store.lock();
  try {
    return await applyUnderLock(request, ports, workspace, locked);
  } finally {
    await locked.release();
  }
}

async function applyUnderLock(
  request: ApplyRequest,
  ports: ApplyWorkspacePorts,
  workspace: CheckedWorkspace,
  locked: LockedStore,
): Promise<ApplyWorkspaceOutcome> {
  const {planFile} = request;
  const {opened, findings} = await openAndSettle(request, ports, locked);
  const knowledge = await ports.learn?.(opened, workspace);
  const wanted = planFile === null ? request : {...request, only: listOnly(planFile, request.planRule, workspace, opened)};
  const made = planFromView({...wanted, address: ports.address}, workspace, opened, knowledge);
  const whole = {...made, findings: [...findings, ...made.findings]};
  if (planFile !== null) refuseStalePlan(planFile, {...whole, base: opened.before}, workspace, request.planRule ?? 'exact');
  ports.show(whole, workspace, opened);
  if (!hasWork(whole)) return {kind: 'nothing-to-do', workspace, plan: whole};

  await ports.checkCheckout(opened.stored?.version ?? null);
  const service = whole.requests === 0 ? null : await ports.connect(listReferences(whole));
  try {
    const plan = planFile === null && whole.changes.some(isApplied) ? await ports.confirm(whole) : whole;
    if (!hasWork(plan)) return {kind: 'nothing-to-do', workspace, plan};
    const otherEnvironments = plan.operations === 'full' ? readOtherEnvironments(request.settings) : [];
    const owners = {desired: workspace.checked.monitors, otherEnvironments};
    const outcome = await applyPlan(
      {...request, plan, stored: opened.stored, unfinished: opened.unresolved, owners},
      {...ports, store: locked, service: service ?? unconnected, resolveReferences: body => resolveBody(body, ports.env)},
    );
    return {kind: 'applied', workspace, plan, outcome};
  } finally {
    await service?.close();
  }
}

/** The keys that a saved plan is limited to; of one that others may have carried out, those that there still are. */
function listOnly(
  {only}: PlanFile,
  rule: ApplyRequest['planRule'],
  {checked}: CheckedWorkspace,
  {stored, unresolved}: OpenedState,
): readonly Key[] | undefined {
  if (only === null || rule !== 'nothing-else') return only ?? undefined;
  const known = new Set([...checked.monitors.map(({key}) => key), ...(stored?.state.monitors.keys() ?? [])]);
  for (const {intent} of unresolved) known.add(intent.key);
  return only.filter(key => known.has(key));
}

/** Opens the state, which must be that of the address; with full operations, creates whose answer an earlier run did not get are looked up before anything is planned. */
async function openAndSettle(
  {settings, planFile, settleMs, retryBaseMs, runId}: ApplyRequest,
  ports: ApplyWorkspacePorts,
  locked: LockedStore,
): Promise<{readonly opened: OpenedState; readonly findings: readonly Diagnostic[]}> {
  const opened = await openForChange(locked);
  ports.address?.check(opened);
  // A saved plan is applied as it was reviewed: what it calls unresolved stays so.
  if (settings.operations !== 'full' || planFile !== null || opened.stored === null || opened.unresolved.length === 0) {
    return {opened, findings: []};
  }
  const service = await ports.connect([]);
  try {
    const report = await settleCreates(locked, opened.stored.version, opened.unresolved, {
      ...ports,
      environment: settings.environment,
      elsewhere: readIdsElsewhere(settings),
      service,
      settleMs,
      retryBaseMs,
      runId,
    });
    return {opened: {...(await openForChange(locked)), before: opened.before}, findings: report.findings};
  } finally {
    await service.close();
  }
}

/** Whether apply has anything to send or to write down. */
function hasWork(plan: Plan): boolean {
  return plan.bookkeeping.length > 0 || plan.changes.some(isApplied);
}

function isApplied(change: Plan['changes'][number]): boolean {
  return needsService(change) || change.action === 'rename';
}

/** So many reasons stand in one message. */
const MOST_REASONS = 5;

function refuseStalePlan(file: PlanFile, plan: Plan, {checked}: CheckedWorkspace, rule: 'exact' | 'nothing-else'): void {
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

function resolveBody(body: JsonObject, env: ApplyWorkspacePorts['env']): JsonObject {
  return resolveReferences(body, name => env[name] ?? '');
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
