import type {MonitorService} from '../api/port';
import {DEFAULT_SETTLE_MS} from '../apply/youth';
import type {Settings} from '../config/config';
import type {World} from '../context';
import {hasErrors} from '../diagnostics/diagnostic';
import {UserError} from '../diagnostics/user-error';
import {hashSecretValue} from '../secrets/keyed-hash';
import {checkReferenceValues} from '../secrets/references';
import type {Key} from '../spec/desired-monitor';
import type {StateView} from '../state/fold-open';
import type {RecordedOutline} from '../state/state';
import type {CheckedWorkspace} from './check';
import {refuseNoneListed} from './none-listed';
import {readOtherEnvironments} from './other-environments';
import type {PlanInputs} from './plan';
import {readSettledView} from './refresh';

/** What plan and apply look up besides specs and state. */
export interface PlanInputRequest {
  readonly settings: Settings;
  readonly refresh: boolean;
  readonly checkSecrets: boolean;
  /** The time by which the service lists what it created, milliseconds; 90,000 unless told. */
  readonly settleMs?: number;
  /** Only these are waited for where the list does not show them yet; all that are recorded unless told. */
  readonly keys?: readonly Key[];
}

/** What looking it up needs of the world. */
export interface PlanInputPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: World;
  readonly retryBaseMs: number;
  readonly interruption: AbortSignal;
  /** The connection to the service; throws a refusal without address or key, or where the state belongs to another address. */
  readonly connect: (view: StateView) => Promise<MonitorService>;
  /** Told after each page how many monitors are known by now. */
  readonly onPage?: (known: number) => void;
  /** Told when the service's list is read, or can't be. */
  readonly onEnd?: () => void;
  /** Told before a wait for monitors that were just created and that the list does not show yet. */
  readonly onWait?: (missing: number, leftMs: number) => void;
}

/** Throws `UserError` for what needs more operations than the config allows. `flag` is what asked for it. */
export function requireFullOperations({operations}: Settings, flag: string): void {
  if (operations === 'full') return;
  throw new UserError(
    'live/needs-full',
    `${flag} needs full operations, and the config says "operations: create"`,
    'where the service offers it, write "service: {operations: full}" into monitors.config.yaml',
  );
}

/** Finds out what a plan was asked to know: what the service holds, and which secrets were rotated. Throws `UserError`. */
export async function gatherPlanInputs(
  {settings, refresh, checkSecrets, settleMs = DEFAULT_SETTLE_MS, keys}: PlanInputRequest,
  ports: PlanInputPorts,
  view: StateView,
  workspace: CheckedWorkspace,
): Promise<PlanInputs> {
  const secretHashes = checkSecrets ? openSecretHashes(ports.env, workspace) : undefined;
  if (!refresh) return secretHashes === undefined ? {} : {secretHashes};
  const service = await ports.connect(view);
  try {
    const expected = {...ports, recorded: listRecorded(view, keys), settleMs};
    const live = await readSettledView({...ports, service, lineage: view.stored?.state.lineage ?? ''}, expected);
    refuseNoneListed(view.stored?.state ?? null, live);
    return {live, otherEnvironments: readOtherEnvironments(settings), ...(secretHashes === undefined ? {} : {secretHashes})};
  } finally {
    await service.close();
  }
}

function listRecorded({stored}: StateView, keys: readonly Key[] | undefined): RecordedOutline[] {
  const monitors = stored?.state.monitors ?? new Map<Key, RecordedOutline>();
  return keys === undefined ? [...monitors.values()] : keys.flatMap(key => monitors.get(key) ?? []);
}

/** Hashes of the values that secrets have now; every one that a spec refers to has to be set. */
function openSecretHashes(env: PlanInputPorts['env'], workspace: CheckedWorkspace): (name: string) => string | undefined {
  const hash = hashSecretsWith(env);
  if (hash === undefined) {
    throw new UserError(
      'live/no-state-key',
      '--check-secrets needs MONITORS_STATE_KEY, the key of the hashes in the state',
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
export function hashSecretsWith(env: PlanInputPorts['env']): ((name: string) => string | null) | undefined {
  const key = env['MONITORS_STATE_KEY'] ?? '';
  if (key === '') return undefined;
  return name => {
    const value = Object.hasOwn(env, name) ? (env[name] ?? '') : '';
    return value === '' ? null : hashSecretValue(key, name, value);
  };
}
