/**
 * The public API: what `monitors validate`, `plan` and `apply` do, as functions that return the documents which the
 * commands print as JSON. docs/api.md says how to use it; docs/output.md what the documents hold.
 */
import type {LoadedSpecs} from './library/load-specs';
import type {ApplyOptions, PlanOptions, ValidateOptions, WorkspaceOptions} from './library/options';
import type {CommandRun, Ended} from './library/run-command';
import {context} from './process-context';
import type {ApplyDocument} from './report/apply';
import type {PlanDocument} from './report/plan';
import type {ValidateDocument} from './report/validate';

export {MonitorsError} from './library/error';
export type {LoadedMonitor, LoadedSpecs} from './library/load-specs';
export type {ApplyOptions, PlanOptions, ValidateOptions, WorkspaceOptions} from './library/options';
export type {ApplyDocument} from './report/apply';
export type {FindingDocument} from './report/finding';
export type {PlanDocument} from './report/plan';
export type {ValidateDocument} from './report/validate';

/** What became of each change, and how the command would have ended. */
export interface Applied extends ApplyDocument {
  /** As `monitors apply` exits: 0 done; 1 something failed or is held back; 4 an outcome is unknown; 5 the state could not be saved; 143 aborted. */
  readonly exitCode: number;
}

/** Reads and checks all specs, offline. Throws {@link MonitorsError} where there is nothing to read. */
export async function loadSpecs(options: WorkspaceOptions = {}): Promise<LoadedSpecs> {
  return (await import('./library/load-specs')).readSpecs(options);
}

/** Checks the specs, offline. Findings are no exception: look at `valid`. Throws {@link MonitorsError} where there is nothing to check. */
export async function validate(options: ValidateOptions = {}): Promise<ValidateDocument> {
  const {strict, paths = []} = options;
  return (await runCommand<ValidateDocument>({command: 'validate', flags: {strict}, paths}, options)).document;
}

/** Shows what {@link apply} would do, offline. Throws {@link MonitorsError}, also where specs have errors. */
export async function plan(options: PlanOptions = {}): Promise<PlanDocument> {
  const {only, out} = options;
  return (await runCommand<PlanDocument>({command: 'plan', flags: {only, out}, paths: []}, options)).document;
}

/**
 * Makes the service hold what the specs say, without asking: to call it is to approve. Changes that fail are no
 * exception: look at `exitCode` and `results`. Throws {@link MonitorsError} where nothing was done.
 */
export async function apply(options: ApplyOptions = {}): Promise<Applied> {
  const {planFile, only, apiKey, baseUrl, concurrency, onError, onAmbiguous, lockTimeout, signal} = options;
  const flags = {only, 'base-url': baseUrl, concurrency, 'on-error': onError, 'on-ambiguous': onAmbiguous, 'lock-timeout': lockTimeout};
  const env = {...(options.env ?? context.env), ...(apiKey === undefined ? {} : {MONITORS_API_KEY: apiKey})};
  const paths = planFile === undefined ? [] : [planFile];
  const {document, exitCode} = await runCommand<ApplyDocument>({command: 'apply', flags, paths, signal}, {...options, env});
  return {...document, exitCode};
}

async function runCommand<Document extends object>(run: CommandRun, options: WorkspaceOptions): Promise<Ended<Document>> {
  return (await import('./library/run-command')).runCommand<Document>(run, options);
}
