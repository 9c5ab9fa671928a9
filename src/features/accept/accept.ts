import {hasErrors} from '../../core/diagnostics/diagnostic';
import type {Key} from '../../core/specs/desired-monitor';
import {type OpenedState, openForChange} from '../../core/state/fold-open';
import type {LockedStore} from '../../core/state/store';
import {type CheckedWorkspace, checkWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import type {ListProgress} from '../../project/refresh';
import {replaceSpecFile, type SpecReplacement} from '../../project/spec-file';
import {withLock} from '../../project/state-access';
import {readLive} from '../plan/plan-inputs';
import {type AcceptedDrift, draftAcceptance, refuseUnknownKeys} from './accept-drift';

/** Whose drift is accepted. */
export interface AcceptOptions {
  readonly keys: readonly Key[];
  /** Milliseconds that the service may take to list what it created. */
  readonly lookupMs: number;
  /** Give members that all rows of a list share a column. Default: false. */
  readonly addColumns?: boolean;
}

/** Outcome of accepting. */
export type AcceptEnd =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {
      readonly kind: 'accepted';
      /** In the order in which they were asked for. */
      readonly accepted: readonly AcceptedDrift[];
      /** Keys without drift. */
      readonly unchanged: readonly Key[];
      /** Files that were written, or committed. */
      readonly files: readonly string[];
      /** The new branch that has the edit, and its commit; absent where the specs themselves were edited, or nothing was. */
      readonly branch?: {readonly name: string; readonly commit: string};
    };

/**
 * Writes drift of the named monitors into their specs, and records it as applied. Sends nothing but reads; every other monitor
 * stays as it is in service, specs and state. All or nothing: throws `UserError`, and writes nothing, where drift of one of the
 * keys can't be written.
 */
export async function acceptDrift(
  project: Project,
  {keys, lookupMs, addColumns = false}: AcceptOptions,
  progress: ListProgress,
): Promise<AcceptEnd> {
  project.watchInterruption();
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  refuseUnknownKeys(keys, workspace.checked.monitors);
  return withLock(project.store, async (locked: LockedStore) => {
    const opened = await openForChange(locked);
    await project.checkCheckout(opened.stored?.version ?? null);
    const live = await readLive(project, lookupMs, opened, progress, keys);
    const drafted = draftAcceptance(project, {keys, workspace, opened, live, addColumns});
    await writeAcceptance(project, drafted.files, drafted.opened, locked);
    const files = drafted.files.map(({shown}) => shown);
    return {kind: 'accepted', accepted: drafted.accepted, unchanged: drafted.unchanged, files};
  });
}

/** Specs are written first: a crash in between leaves an update that sends what is there already. */
async function writeAcceptance(
  project: Project,
  files: readonly SpecReplacement[],
  {stored}: OpenedState,
  locked: LockedStore,
): Promise<void> {
  if (files.length === 0 || stored === null) return;
  for (const file of files) await replaceSpecFile(file, project);
  await locked.write(stored.state, stored.version);
}
