import type {Settings} from '../config/config';
import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import {UserError} from '../diagnostics/user-error';
import type {Plan} from '../plan/change';
import type {OtherEnvironment} from '../plan/create-sight';
import type {LiveView} from '../plan/live';
import {makePlan, type PlanInput, unknownOnlyKeys} from '../plan/plan';
import type {Key} from '../spec/desired-monitor';
import {type StateView, viewState} from '../state/fold-open';
import {isBound, isOfEmulator} from '../state/origin';
import type {StateStore} from '../state/store';
import {type CheckCache, type CheckedWorkspace, checkWorkspace} from './check';
import type {GivenAddress} from './connection';
import {readOtherEnvironments} from './other-environments';

/** What `monitors plan` was asked to do. */
export interface PlanRequest {
  readonly settings: Settings;
  /** Findings show paths relative to it; absolute. */
  readonly cwd: string;
  readonly cache: CheckCache | null;
  /** `--only`; undefined for everything. */
  readonly only: readonly Key[] | undefined;
  /** `--allow-deletes`: lifts the limit of deletes. */
  readonly allowDeletes?: boolean;
  /** The address of the run; null where none was given. */
  readonly address: GivenAddress | null;
  /** Throws where there must have been a state, and none is here: called when there is none. */
  readonly refuseLost?: () => Promise<void>;
}

/** What a plan may know besides specs and state; full operations only. */
export interface PlanInputs {
  /** `--refresh`: what the service holds. */
  readonly live?: LiveView;
  /** `--check-secrets`: the keyed hash of a secret's value today, undefined where it has none. */
  readonly secretHashes?: (name: string) => string | undefined;
  /** Other environments of this repository. */
  readonly otherEnvironments?: readonly OtherEnvironment[];
}

/** A plan, or the findings that stand in its way. */
export type PlanOutcome =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {readonly kind: 'planned'; readonly workspace: CheckedWorkspace; readonly view: StateView; readonly plan: Plan};

/** Compares specs and state, and what `learn` finds out once both are readable; takes no lock and writes nothing. */
export async function planWorkspace(
  request: PlanRequest,
  store: StateStore,
  learn: (view: StateView, workspace: CheckedWorkspace) => Promise<PlanInputs> = async () => ({}),
): Promise<PlanOutcome> {
  const workspace = checkWorkspace({...request, strict: 'none', paths: []});
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const view = await viewState(store);
  if (view.stored === null) await request.refuseLost?.();
  request.address?.check(view);
  const knowledge = await learn(view, workspace);
  return {kind: 'planned', workspace, view, plan: planFromView(request, workspace, view, knowledge)};
}

/** The plan for checked specs and a state as it was read. Throws `UserError` where `--only` names nothing. */
export function planFromView(
  request: Pick<PlanRequest, 'settings' | 'only' | 'allowDeletes' | 'address'>,
  workspace: CheckedWorkspace,
  view: StateView,
  knowledge: PlanInputs = {},
): Plan {
  const {settings} = request;
  const only = request.only === undefined ? undefined : new Set(request.only);
  const input = {
    project: settings.project,
    environment: settings.environment,
    desired: workspace.checked.monitors,
    state: view.stored?.state ?? null,
    unresolved: view.unresolved,
    operations: settings.operations,
    maxDeletes: settings.maxDeletes,
    allowDeletes: request.allowDeletes ?? false,
    budget: settings.budget,
    only,
    ...knowledge,
  };
  if (only !== undefined) refuseUnknownKeys(unknownOnlyKeys(input, only), input);
  const plan = makePlan(input);
  const firstUse = view.stored === null ? findingsOfFirstUse(settings) : [];
  const emulator = request.address === null ? findEmulator(view) : null;
  return {...plan, emulator, findings: [...firstUse, ...plan.findings]};
}

/** Where the emulator is whose monitors the state holds; null where another service has them, or nothing does. */
function findEmulator(view: StateView): string | null {
  const {stored} = view;
  return stored !== null && isBound(view) && isOfEmulator(stored.state) ? stored.state.origin : null;
}

function findingsOfFirstUse(settings: Settings): Diagnostic[] {
  const others = readOtherEnvironments(settings).filter(({project}) => project === settings.project);
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

function refuseUnknownKeys(unknown: readonly Key[], {desired, state}: Pick<PlanInput, 'desired' | 'state'>): void {
  if (unknown.length === 0) return;
  const names = unknown.map(key => `"${key}"`).join(', ');
  const known = [...desired.map(({key}) => key), ...(state?.monitors.keys() ?? [])];
  const near = unknown.flatMap(key => suggestName(key, known) ?? []);
  throw new UserError(
    'config/unknown-key',
    `--only names ${names}, and no spec or recorded monitor has that key`,
    near.length > 0
      ? `did you mean ${near.map(key => `"${key}"`).join(', ')}?`
      : '`monitors plan --format json` and `monitors state list` show the keys',
  );
}
