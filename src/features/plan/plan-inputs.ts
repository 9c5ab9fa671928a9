import {keyCommand} from '../../core/base/command-line';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {DEFAULT_ENVIRONMENT} from '../../core/files/state-name';
import type {Choice, DeleteChange, Plan} from '../../core/plan/change';
import type {OtherEnvironment} from '../../core/plan/create-sight';
import type {LiveView} from '../../core/plan/live';
import type {PlanInput} from '../../core/plan/plan';
import {hashSecretValue} from '../../core/secrets/keyed-hash';
import {checkReferenceValues} from '../../core/secrets/references';
import type {Key} from '../../core/specs/desired-monitor';
import type {LostRecord} from '../../core/state/earlier';
import type {StateView} from '../../core/state/fold-open';
import {OutlinedState, type RecordedOutline} from '../../core/state/state';
import type {CheckedWorkspace} from '../../project/check';
import type {SentCreate} from '../../project/history/committed-journals';
import type {FoundHistory} from '../../project/history/look';
import {findSharedRecord, type NeighbourState, pickShared, type SharedRecord} from '../../project/other-environments';
import {type Project, requireFullOperations} from '../../project/project';
import {type CheckProgress, type ListProgress, readWholeList} from '../../project/refresh';
import {renderEnvironments} from '../../project/rendered-environments';
import {withService} from '../../project/service-reader';
import {readCharges} from './charged';
import type {PlanFile} from './file-document';
import {refuseNoneListed} from './none-listed';

/** Lookups of plan and apply besides specs and state. */
export interface PlanLookups {
  /** Ask the service what it holds. */
  readonly refresh: boolean;
  /** Number of the newest checks of each monitor to read, for their charges. Default: none. */
  readonly checks?: number;
  /** Compare the values of secrets with those that were sent. */
  readonly checkSecrets: boolean;
  /** Milliseconds that the service may take to list what it created. */
  readonly lookupMs: number;
}

/** Further inputs of a plan besides specs and state; full operations only. */
export interface PlanInputs {
  /** With `refresh`: what the service holds. */
  readonly live?: LiveView;
  /** With `checks`: what the newest checks of monitors were charged. */
  readonly charged?: PlanInput['charged'];
  /** With `checks`: what the service does not offer, in a sentence; null where it offers all. */
  readonly lack?: string | null;
  /** With `checkSecrets`: the keyed hash of a secret's value today, undefined where it has none. */
  readonly secretHashes?: (name: string) => string | undefined;
  /** At first use: the states of other environments. */
  readonly neighbours?: readonly NeighbourState[];
  /** At first use of an environment that was never declared, where the config declares none any more: those that it declared. */
  readonly formerEnvironments?: ReadonlySet<string>;
  /** Facts about it from other versions of the state. */
  readonly history?: FoundHistory | null;
  /** Monitors that commits record for keys that would be created. */
  readonly recorded?: readonly LostRecord[];
  /** Creates of such keys that committed journals leave open. */
  readonly sent?: readonly SentCreate[];
  /** Recorded monitors whose specs no commit ever had. */
  readonly neverCommitted?: PlanInput['neverCommitted'];
  /** Other environments of this repository. */
  readonly otherEnvironments?: readonly OtherEnvironment[];
}

/** Finds out what a plan was asked to know: what the service holds, and which secrets were rotated. Throws `UserError`. */
export async function gatherPlanInputs(
  project: Project,
  {refresh, checks = 0, checkSecrets, lookupMs, ...choice}: PlanLookups & Choice,
  view: StateView,
  workspace: CheckedWorkspace,
  progress: CheckProgress,
): Promise<PlanInputs> {
  if (refresh) requireFullOperations(project.settings, project.nameOption('refresh'));
  const secretHashes = checkSecrets ? openSecretHashes(project, workspace) : undefined;
  const charges = checks === 0 ? {} : await readCharges(project, checks, choice, view, workspace, progress);
  const hashes = secretHashes === undefined ? {} : {secretHashes};
  const first = view.stored === null ? await lookAround(project) : {};
  refuseRecordedTwice(project, view, refresh ? await project.readNeighbours() : null);
  if (!refresh) return {...first, ...charges, ...hashes};
  const live = await readLive(project, lookupMs, view, progress);
  return {
    ...first,
    live,
    otherEnvironments: renderEnvironments(project, await project.readNeighbours('repository')),
    ...charges,
    ...hashes,
  };
}

/** Looks at the other environments before the first state. */
async function lookAround(project: Project): Promise<Pick<PlanInputs, 'neighbours' | 'formerEnvironments'>> {
  const neighbours = await project.readNeighbours('first-state');
  const {environment, environments} = project.settings;
  if (neighbours.length === 0 || environments !== null) return {neighbours};
  const {listFormerEnvironments} = await import('../../project/places/former-places');
  const former = new Set(await listFormerEnvironments(project.settings, project));
  former.delete(DEFAULT_ENVIRONMENT);
  // One that was declared is begun for the first time.
  return former.has(environment) ? {neighbours} : {neighbours, formerEnvironments: former};
}

/**
 * Reads what the service holds, waiting for young monitors that the list does not show yet: of `keys`, or of all that are recorded.
 * Throws `UserError` where the service can't be asked, lists nothing of ours, or the state belongs to another address.
 */
export async function readLive(
  project: Project,
  lookupMs: number,
  view: StateView,
  progress: ListProgress,
  keys?: readonly Key[],
): Promise<LiveView> {
  const state = view.stored?.state ?? null;
  const lineage = state?.lineage ?? '';
  const recorded = listRecorded(view, keys);
  return withService(project, view, async reader => {
    const fields = project.settings.allowedFields;
    const live = await readWholeList(reader, {...progress, lineage, fields, recorded, lookupMs});
    refuseNoneListed(state, live);
    return live;
  });
}

function listRecorded({stored}: StateView, keys: readonly Key[] | undefined): RecordedOutline[] {
  const monitors = stored?.state.monitors ?? new Map<Key, RecordedOutline>();
  return keys === undefined ? [...monitors.values()] : keys.flatMap(key => monitors.get(key) ?? []);
}

/** Hashes of the values that secrets have now; every one that a spec refers to has to be set. */
function openSecretHashes({env, nameOption}: Project, workspace: CheckedWorkspace): (name: string) => string | undefined {
  const hash = hashSecretsWith(env);
  if (hash === undefined) {
    throw new UserError(
      'live/no-state-key',
      `${nameOption('check-secrets')} needs MONITORS_STATE_KEY, the key of the hashes in the state`,
      'make one with "openssl rand -hex 32" and keep it with the other secrets',
    );
  }
  const names = workspace.checked.monitors.flatMap(({references}) => references);
  const findings = checkReferenceValues({names, env, apiKey: null});
  if (hasErrors(findings)) {
    const [first] = findings;
    throw new UserError(first!.code, findings.map(finding => finding.message).join('; '), first!.hint);
  }
  return name => hash(name) ?? undefined;
}

/** The keyed hash of a secret's value; undefined without `MONITORS_STATE_KEY`, null where the secret has no value. */
export function hashSecretsWith(env: Project['env']): ((name: string) => string | null) | undefined {
  const key = env['MONITORS_STATE_KEY'] ?? '';
  if (key === '') return undefined;
  return name => {
    const value = Object.hasOwn(env, name) ? (env[name] ?? '') : '';
    return value === '' ? null : hashSecretValue(key, name, value);
  };
}

/**
 * Throws `UserError` where another environment records a monitor of this state, too: both would update it in turns, and either could
 * delete it. `neighbours` are known where they were read anyway: other states on a server cost requests.
 */
export function refuseRecordedTwice(
  {settings, besideFile}: Project,
  {stored}: Pick<StateView, 'stored'>,
  neighbours: readonly NeighbourState[] | null,
): void {
  if (stored === null) return;
  const shared =
    settings.sharedState === undefined
      ? findSharedRecord({...settings, stateFile: besideFile}, stored.state)
      : findOnServer(stored.state, neighbours ?? []);
  if (shared === null) return;
  const {key, id, environment} = shared;
  throw new UserError(
    'state/recorded-twice',
    `the monitor ${id} is recorded as "${key}" here and in the environment "${environment}", too`,
    `remove it from the state that does not own it: \`${keyCommand('state rm', key)}\` removes it here`,
  );
}

function findOnServer(state: NonNullable<StateView['stored']>['state'], neighbours: readonly NeighbourState[]): SharedRecord | null {
  // Reading the monitors of a large state for nothing takes a while.
  if (neighbours.length === 0) return null;
  const keys = new Map([...state.monitors].map(([key, {id}]) => [id, key] as const));
  for (const other of neighbours) {
    const shared = other.origin === state.origin ? pickShared(keys, other) : null;
    if (shared !== null) return shared;
  }
  return null;
}

/** A choice of monitors, and the saved plan that it comes from. */
interface Chosen extends Pick<Choice, 'only'> {
  readonly allowDeletes: boolean;
  readonly saved?: {readonly file: PlanFile} | null;
}

/**
 * Adds the deletes of a plan whose specs no commit ever had to its inputs, unless a person allowed deletes or named the keys. Returns the
 * same inputs where there are none.
 */
export async function addUnproven(inputs: PlanInputs, project: Project, {changes}: Plan, chosen: Chosen): Promise<PlanInputs> {
  const {only, allowDeletes, saved = null} = chosen;
  if (project.monitors !== null || allowDeletes) return inputs;
  // A saved plan also has the keys that its globs matched: those were not named.
  const named = saved === null ? only : saved.file.choice === null ? saved.file.only : saved.file.choice.only;
  const removed = changes.filter(
    (change): change is DeleteChange =>
      change.action === 'delete' && change.why.kind === 'spec-removed' && named?.includes(change.key) !== true,
  );
  if (removed.length === 0) return inputs;
  const {findNeverCommitted} = await import('../../project/history/never-committed');
  const neverCommitted = await findNeverCommitted(removed, project);
  return neverCommitted === null || neverCommitted.size === 0 ? inputs : {...inputs, neverCommitted};
}

/** A plan's specs, and its choice of keys. */
interface Asked {
  readonly settings: Pick<Project['settings'], 'keyBudgets'>;
  readonly checked: CheckedWorkspace['checked'];
  readonly choice: Choice;
}

/** Tells whether a state records all specs as they are, and the plan asks for no more: then it looks at none of them. */
export function isRepeated({settings, checked, choice}: Asked, {repeated}: Pick<OutlinedState, 'repeated'>): boolean {
  // A budget by keys needs the cost of each.
  if (settings.keyBudgets !== undefined || 'choice' in toChoice(choice)) return false;
  return checked.settled !== undefined && checked.settled.hash === repeated;
}

/** The specs as one, where the state records all of them as they are, nothing else is asked, and nothing is in doubt. */
export function findSettled(
  asked: Asked,
  {stored, unresolved}: StateView,
  {live, charged, secretHashes, history = null, recorded = []}: PlanInputs,
): PlanInput['settled'] {
  if (!(stored?.state instanceof OutlinedState) || !isRepeated(asked, stored.state)) return undefined;
  const isPlain = unresolved.length === 0 && history === null && recorded.length === 0;
  const asksMore = live !== undefined || charged !== undefined || secretHashes !== undefined;
  return isPlain && !asksMore ? asked.checked.settled : undefined;
}

/** The choice of keys as a plan names it; nothing where all are meant. */
export function toChoice({only, exclude = [], labels = []}: Choice): Pick<Plan, 'choice'> {
  if (only === undefined && exclude.length === 0 && labels.length === 0) return {};
  return {
    choice: {
      ...(only === undefined ? {} : {only}),
      ...(exclude.length === 0 ? {} : {exclude}),
      ...(labels.length === 0 ? {} : {labels}),
    },
  };
}
