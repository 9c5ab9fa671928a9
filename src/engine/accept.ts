import type {Settings} from '../config/config';
import {hasErrors} from '../diagnostics/diagnostic';
import type {LiveView} from '../plan/live';
import type {SecretEnv} from '../secrets/run-secrets';
import type {Key} from '../spec/desired-monitor';
import {type OpenedState, openForChange, type StateView} from '../state/fold-open';
import type {StateVersion} from '../state/state';
import type {LockedStore, StateStore} from '../state/store';
import {type AcceptedDrift, draftAcceptance, refuseUnknownKeys} from './accept-drift';
import {type CheckCache, type CheckedWorkspace, checkWorkspace} from './check';
import type {SpecReplacement} from './spec-file';
import {withLock} from './state-access';

/** What `monitors accept` was asked to do. */
export interface AcceptRequest {
  readonly keys: readonly Key[];
  readonly settings: Settings;
  /** Findings show paths relative to it; absolute. */
  readonly cwd: string;
  readonly cache: CheckCache | null;
}

/** What accepting needs of the world. Nothing here can send a change to the service. */
export interface AcceptPorts {
  readonly store: StateStore;
  /** Holds the secrets of this run, which no spec may hold. */
  readonly env: SecretEnv;
  /** Throws when this checkout's state is older than what its upstream holds. */
  readonly checkCheckout: (version: StateVersion | null) => Promise<void>;
  /** What the service holds. Throws a refusal where it can't be asked, or where the state belongs to another address. */
  readonly readLive: (view: StateView, workspace: CheckedWorkspace) => Promise<LiveView>;
  /** Replaces a spec file durably; throws where it is no longer as it was read. */
  readonly replaceSpec: (file: SpecReplacement) => Promise<void>;
}

/** How accepting ended. */
export type AcceptOutcome =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {
      readonly kind: 'accepted';
      /** In the order in which they were asked for. */
      readonly accepted: readonly AcceptedDrift[];
      /** Keys that nobody changed in the service. */
      readonly unchanged: readonly Key[];
    };

/**
 * Writes what somebody changed in the service into the specs of the named monitors, and records it as applied. Sends nothing
 * but reads; every other monitor stays as it is in service, specs and state. All or nothing: throws a refusal, and writes nothing,
 * where one of the keys has drift that can't be written.
 */
export async function acceptDrift(request: AcceptRequest, ports: AcceptPorts): Promise<AcceptOutcome> {
  const workspace = checkWorkspace({...request, strict: 'none', paths: []});
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  refuseUnknownKeys(request.keys, workspace.checked.monitors);
  return withLock(ports.store, async (locked: LockedStore) => {
    const opened = await openForChange(locked);
    await ports.checkCheckout(opened.stored?.version ?? null);
    const live = await ports.readLive(opened, workspace);
    const drafted = draftAcceptance({...request, workspace, opened, live, env: ports.env});
    await writeAcceptance(drafted.files, drafted.opened, locked, ports);
    return {kind: 'accepted', accepted: drafted.accepted, unchanged: drafted.unchanged};
  });
}

/** The specs come first: a crash in between leaves an update that sends what is there already. */
async function writeAcceptance(
  files: readonly SpecReplacement[],
  {stored}: OpenedState,
  locked: LockedStore,
  {replaceSpec}: AcceptPorts,
): Promise<void> {
  if (files.length === 0 || stored === null) return;
  for (const file of files) await replaceSpec(file);
  await locked.write(stored.state, stored.version);
}
