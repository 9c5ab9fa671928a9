import {readSettings} from '../cli/workspace';
import {checkWorkspace} from '../engine/check';
import {explainFailure} from '../engine/failure';
import type {JsonObject} from '../json/value';
import {toErrorDocument} from '../report/error';
import {type FindingDocument, toFindingDocument} from '../report/finding';
import type {DesiredMonitor} from '../spec/desired-monitor';
import {MonitorsError} from './error';
import type {WorkspaceOptions} from './options';
import {makeContext} from './run-command';

/** What the specs of a repository say. */
export interface LoadedSpecs {
  /** The specs without errors, sorted by key. */
  readonly monitors: readonly LoadedMonitor[];
  /** The findings of all files, sorted by file and place. */
  readonly diagnostics: readonly FindingDocument[];
}

/** One spec. */
export interface LoadedMonitor {
  /** The stable name of the monitor, unique in the repository and environment. */
  readonly key: string;
  /** Its name in the service. */
  readonly name: string;
  /** The file, relative to the working directory, with `/`. */
  readonly file: string;
  /** The line of its document, from 1. */
  readonly line: number;
  /** The body of the create request as written: without `sync`, defaults not filled in, `${env:NAME}` not resolved. May hold secrets that a spec spells out. */
  readonly body: JsonObject;
  /** The environment variables that it refers to, sorted. */
  readonly references: readonly string[];
}

/** Reads and checks all specs; needs no network. Throws {@link MonitorsError} where there is nothing to read. */
export function readSpecs(options: WorkspaceOptions): LoadedSpecs {
  const context = makeContext(options);
  const {config, environment, specs, state} = options;
  const request = {config, environment, specs, state, context, commandName: 'validate', noCache: true, workingDirectory: () => context.cwd};
  try {
    const settings = readSettings(request);
    const {checked, report} = checkWorkspace({settings, cwd: context.cwd, strict: 'none', paths: [], cache: null});
    return {monitors: checked.monitors.map(toLoaded), diagnostics: report.findings.map(toFindingDocument)};
  } catch (error) {
    const failure = explainFailure(error);
    if (failure.exitCode === 70) throw error;
    throw new MonitorsError(toErrorDocument(request.commandName, failure, failure.findings), failure.exitCode);
  }
}

function toLoaded({key, name, file, line, body, references}: DesiredMonitor): LoadedMonitor {
  return {key, name, file, line, body: body(), references};
}
