/**
 * The public API: what the commands do, as functions that return the documents which the commands print as JSON. docs/api.md
 * says how to use it; docs/output.md what the documents hold. Importing it loads little: each function loads what it needs.
 */
import type {Applied, LoadedSpecs} from './doors/library/commands';
import {keepOptions} from './doors/library/kept-options';
import type {Started} from './doors/library/observe';
import type {
  AlertsOptions,
  ApplyOptions,
  ChangesOptions,
  ChecksOptions,
  DiffOptions,
  ImportOptions,
  PlanOptions,
  PullOptions,
  RunOptions,
  StatusOptions,
  TuneOptions,
  ValidateOptions,
  WorkspaceOptions,
} from './doors/library/options';
import type {RecordedState} from './doors/library/state';
import type {ImportDocument, PullDocument} from './features/adopt/document';
import type {AlertsDocument} from './features/alerts/document';
import type {ChangesDocument} from './features/changes/document';
import type {ChecksDocument, DiffDocument} from './features/observe/checks-document';
import type {StatusDocument} from './features/observe/status-document';
import type {PlanDocument} from './features/plan/document';
import type {TuneDocument} from './features/tune/document';
import type {ValidateDocument} from './features/validate/document';

export type {
  CrawlTarget,
  MonitorNotification,
  MonitorSchedule,
  MonitorTarget,
  MonitorWebhook,
  ScrapeOptions,
  ScrapeTarget,
  SearchTarget,
  Spec,
  SpecSync,
} from './core/specs/types';
export type {Applied, LoadedMonitor, LoadedSpecs} from './doors/library/commands';
export {MonitorsError} from './doors/library/error';
export type {Started} from './doors/library/observe';
export type {
  AlertsOptions,
  ApplyOptions,
  ChangesOptions,
  ChecksOptions,
  ChoiceOptions,
  DiffOptions,
  ImportOptions,
  PlanOptions,
  PullOptions,
  RunOptions,
  SpecsOptions,
  StatusOptions,
  TuneOptions,
  ValidateOptions,
  WorkspaceOptions,
} from './doors/library/options';
export type {RecordedState, StateMonitor} from './doors/library/state';
export type {ImportDocument, PullDocument} from './features/adopt/document';
export type {AlertsDocument} from './features/alerts/document';
export type {ApplyDocument} from './features/apply/document';
export type {ChangesDocument} from './features/changes/document';
export type {ChecksDocument, DiffDocument} from './features/observe/checks-document';
export type {RunDocument} from './features/observe/run-document';
export type {StatusDocument} from './features/observe/status-document';
export type {PlanDocument} from './features/plan/document';
export type {TuneDocument} from './features/tune/document';
export type {ValidateDocument} from './features/validate/document';
export type {SpecInMemory} from './project/memory-specs';
export type {FindingDocument} from './rendering/finding';
export type {ChangeDocument} from './rendering/plan-changes';

/** Reads and checks all spec files, offline. Throws {@link MonitorsError} where there is nothing to read. */
export async function loadSpecs(options: WorkspaceOptions = {}): Promise<LoadedSpecs> {
  const kept = keepOptions(options);
  return (await import('./doors/library/commands')).loadSpecs(kept);
}

/** Checks specs, offline. Findings are not exceptions: look at `valid`. Throws {@link MonitorsError} where there is nothing to check. */
export async function validate(options: ValidateOptions = {}): Promise<ValidateDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/commands')).validate(kept);
}

/** Shows what {@link apply} would do; offline unless `refresh` is set. Throws {@link MonitorsError}, also where specs have errors. */
export async function plan(options: PlanOptions = {}): Promise<PlanDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/commands')).plan(kept);
}

/**
 * Makes the service hold what the specs say, without asking: to call it is to approve. Changes that fail are not
 * exceptions: look at `exitCode` and `results`. Throws {@link MonitorsError} where nothing was done.
 */
export async function apply(options: ApplyOptions = {}): Promise<Applied> {
  const kept = keepOptions(options);
  return (await import('./doors/library/commands')).apply(kept);
}

/**
 * Finds what the checks of monitors found since a moment. Sends only reads. Needs full operations. What could not be read is not an
 * exception: look at `complete`. Throws {@link MonitorsError} where nothing could be read, or the bookmark can't be used.
 */
export async function changes(options: ChangesOptions = {}): Promise<ChangesDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/changes')).changes(kept);
}

/**
 * Finds noise and cost in the newest checks of monitors, and proposes what to change; with `write`, writes proposals into their specs. Sends
 * only reads, but for `fetch`: to ask for it is to approve, up to `maxCredits`. Needs full operations. What could not be read is not an exception: look at `complete`. Throws {@link MonitorsError} where
 * nothing could be read, or something is not proposed.
 */
export async function tune(options: TuneOptions = {}): Promise<TuneDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/tune')).tune(kept);
}

/** Writes a spec for every unmanaged monitor and records it. Needs full operations. Throws {@link MonitorsError} where nothing was written. */
export async function pull(options: PullOptions = {}): Promise<PullDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/commands')).pull(kept);
}

/**
 * Takes monitors over under keys of your choice, one after the other. Needs full operations. Throws {@link MonitorsError} for the
 * first that is refused; those before it stay imported.
 */
export async function importMonitors(options: ImportOptions): Promise<readonly ImportDocument[]> {
  const kept = keepOptions(options);
  return (await import('./doors/library/commands')).importMonitors(kept);
}

/** Reads what the state records: keys, ids, target ids, last answers. Takes no lock. Throws {@link MonitorsError} where the state can't be read. */
export async function readState(options: WorkspaceOptions = {}): Promise<RecordedState> {
  const kept = keepOptions(options);
  return (await import('./doors/library/state')).readState(kept);
}

/** Reads how the recorded monitors do. Needs full operations, as all functions below. Throws {@link MonitorsError} where the service can't be read. */
export async function status(options: StatusOptions = {}): Promise<StatusDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/observe')).status(kept);
}

/** Reads the newest checks of a monitor. Throws {@link MonitorsError} where the service can't be read. */
export async function checks(options: ChecksOptions): Promise<ChecksDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/observe')).checks(kept);
}

/** Reads what a check of a monitor changed. Throws {@link MonitorsError} where the service can't be read. */
export async function diff(options: DiffOptions): Promise<DiffDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/observe')).diff(kept);
}

/** Reads where alerts go, and whether they arrive. Throws {@link MonitorsError} where the service can't be read. */
export async function alerts(options: AlertsOptions = {}): Promise<AlertsDocument> {
  const kept = keepOptions(options);
  return (await import('./doors/library/observe')).alerts(kept);
}

/**
 * Starts checks, which are paid for: to call it is to approve, up to `maxCredits`. A check that was not started is not an exception: look
 * at `exitCode` and `runs`. Throws {@link MonitorsError} where nothing was started.
 */
export async function run(options: RunOptions): Promise<Started> {
  const kept = keepOptions(options);
  return (await import('./doors/library/observe')).run(kept);
}
