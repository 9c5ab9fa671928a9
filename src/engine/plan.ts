import type {Settings} from '../config/config';
import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import type {Choice, Plan} from '../plan/change';
import {listLookedAt} from '../plan/decide';
import {proposeMoves} from '../plan/folder-moves';
import {applyMoves} from '../plan/moves';
import {makePlan} from '../plan/plan';
import type {Key} from '../spec/desired-monitor';
import {type StateView, viewState} from '../state/fold-open';
import {isBound, isOfEmulator} from '../state/origin';
import {type RecordedOutline, UnreadBodies} from '../state/state';
import type {StateStore} from '../state/store';
import {type CheckedWorkspace, checkWorkspace} from './check';
import type {CheckProgress} from './check-reader';
import {warnOfOldCheckout} from './checkout-age';
import {chooseKeys} from './choose-keys';
import {findFormerHome, listMovedAwayIds, type NeighbourState, readOtherEnvironments} from './other-environments';
import {gatherPlanInputs, type LookupOptions, type PlanInputs} from './plan-inputs';
import {type Project, requireFullOperations} from './project';

/** What a plan covers, and what it may do. */
export interface PlanScope extends Choice {
  /** Lifts the limit of deletes. */
  readonly allowDeletes: boolean;
}

/** How to plan. */
export interface PlanOptions extends PlanScope, LookupOptions {}

/** A plan, and what it was made from. */
export interface Planned {
  readonly kind: 'planned';
  readonly workspace: CheckedWorkspace;
  readonly view: StateView;
  readonly plan: Plan;
}

/** A plan, or the findings that stand in its way. */
export type PlanOutcome = {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace} | Planned;

/** Plans what apply would do; takes no lock and writes nothing. Throws `UserError`. */
export async function planProject(project: Project, options: PlanOptions, progress: CheckProgress = {}): Promise<PlanOutcome> {
  requireOperations(project, options);
  // An address that can't be used is an error also where specs have some.
  project.givenOrigin();
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  return planChecked(project, workspace, options, progress);
}

/** The same for specs that were checked and have no errors. */
export async function planChecked(
  project: Project,
  workspace: CheckedWorkspace,
  options: PlanOptions,
  progress: CheckProgress = {},
): Promise<Planned> {
  const {monitors} = workspace.checked;
  // What the service holds, and secrets, are compared with every body.
  const choose =
    options.refresh || options.checkSecrets ? undefined : (recorded: ReadonlyMap<Key, RecordedOutline>) => listLookedAt(monitors, recorded);
  const view = await viewState(project.store, choose);
  if (view.stored === null) await project.checkCheckout(null);
  const origin = project.givenOrigin();
  if (origin !== null) project.checkOrigin(view, origin);
  const inputs = await gatherPlanInputs(project, options, view, workspace, progress);
  const planned = await planOver(project.store, view, read => planFromView(project, workspace, read, options, inputs));
  const old = await warnOfOldCheckout(project, planned.view.stored?.state.commit);
  const findings = [...warnOfDoubt(planned.view), ...old, ...planned.plan.findings];
  return {kind: 'planned', workspace, ...planned, plan: {...planned.plan, findings}};
}

/** What apply may refuse: the server lacks what was recorded last, perhaps. */
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
export function requireOperations({settings, nameOption}: Project, {refresh, checks = 0, checkSecrets, allowDeletes}: PlanOptions): void {
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
  const {settings} = project;
  const {neighbours, ...rest} = inputs;
  const found = {desired: workspace.checked.monitors, state: view.stored?.state ?? null, unresolved: view.unresolved};
  const {desired, moveConflicts} = applyMoves(settings.moves, found);
  const world = {...found, desired};
  const others = view.stored === null ? (neighbours ?? readOtherEnvironments(settings)) : [];
  const formerHome = findFormerHome(settings, others, project.givenOrigin());
  const input = {
    ...world,
    elsewhere: workspace.checked.elsewhere,
    formerHome,
    takenElsewhere: () => listMovedAwayIds(settings),
    moveConflicts,
    project: settings.project,
    environment: settings.environment,
    operations: settings.operations,
    maxDeletes: settings.maxDeletes,
    allowDeletes: scope.allowDeletes,
    lists: workspace.checked.lists,
    budget: settings.budget,
    budgetBy: settings.budgetBy,
    ownLimits: settings.ownLimits,
    allowedFields: settings.allowedFields,
    only: chooseKeys(scope, {...world, elsewhere: workspace.checked.elsewhere}, project.nameOption),
    ...rest,
  };
  const plan = proposeMoves(makePlan(input), input.state?.monitors.keys() ?? []);
  const firstUse = view.stored === null ? findingsOfFirstUse(settings, formerHome === undefined ? others : []) : [];
  const emulator = project.givenOrigin() === null ? findEmulator(view) : null;
  return {...plan, ...toChoice(scope), emulator, findings: [...firstUse, ...findingsOfLack(inputs), ...plan.findings]};
}

function toChoice({only, exclude = [], labels = []}: Choice): Pick<Plan, 'choice'> {
  if (only === undefined && exclude.length === 0 && labels.length === 0) return {};
  return {
    choice: {
      ...(only === undefined ? {} : {only}),
      ...(exclude.length === 0 ? {} : {exclude}),
      ...(labels.length === 0 ? {} : {labels}),
    },
  };
}

/** Where the emulator is whose monitors the state holds; null where another service has them, or nothing does. */
function findEmulator(view: StateView): string | null {
  const {stored} = view;
  return stored !== null && isBound(view) && isOfEmulator(stored.state) ? stored.state.origin : null;
}

function findingsOfLack({lack = null}: PlanInputs): Diagnostic[] {
  if (lack === null) return [];
  return [{code: 'live/no-checks', severity: 'warning', message: lack, hint: 'the estimate counts for all monitors; leave --checks out'}];
}

function findingsOfFirstUse(settings: Settings, neighbours: readonly NeighbourState[]): Diagnostic[] {
  const others = neighbours.filter(({project}) => project === settings.project);
  return [
    ...(settings.projectIsDefault ? [DEFAULT_PROJECT] : []),
    ...(others.length > 0
      ? [
          newEnvironment(
            settings.environment,
            others.map(({environment}) => environment),
          ),
        ]
      : []),
  ];
}

/** A mistyped environment, or one that was not given, would pay for all monitors again. */
function newEnvironment(environment: string, others: readonly string[]): Diagnostic {
  const names = [...new Set(others)].map(name => `"${name}"`).join(', ');
  return {
    code: 'config/new-environment',
    severity: 'warning',
    message: `environment "${environment}" has no state yet: apply creates all of its monitors; there are states of ${names}`,
    hint: 'if you mean another environment, name it with --environment or MONITORS_ENVIRONMENT; the first apply ends this warning',
  };
}

/** Said while nothing is recorded under the name yet. */
const DEFAULT_PROJECT: Diagnostic = {
  code: 'config/default-project',
  severity: 'warning',
  message: 'no project name is set, so these monitors will belong to the project "default" for good',
  hint: 'before the first apply, write "project: NAME" into monitors.config.yaml; "project: default" keeps the name and ends this warning',
};
