import type {Settings} from '../../core/config/config';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import {errorCode} from '../../core/files/file-error';
import {checkSpecs} from '../../core/specs/check';
import type {DesiredMonitor, SourceFile} from '../../core/specs/desired-monitor';
import {readSpecFiles} from '../../core/specs/files';
import type {LayerFile} from '../../core/specs/fleet/sources';
import {fleetOf} from '../../project/check';

/** The specs that are there, without errors. */
export interface PresentSpecs {
  readonly files: readonly SourceFile[];
  readonly layers: readonly LayerFile[];
  readonly monitors: readonly DesiredMonitor[];
}

/** Reads the specs that are there for a command that adds to them: an empty or missing directory is fine. Throws `UserError` where one has errors. `cwd` is absolute. */
export function readPresentSpecs({settings, cwd}: {readonly settings: Settings; readonly cwd: string}): PresentSpecs {
  const {files, layers} = readFiles(settings.specsDirectory, cwd);
  const {allowedReferences: allowed, allowedFields: fields, operations} = settings;
  const fleet = fleetOf(settings, layers, cwd);
  const {findings, monitors} = checkSpecs(files, {allowed, fields, operations, cache: null, purpose: 'monitors', fleet});
  refuseErrors(findings);
  return {files, layers, monitors};
}

function readFiles(specsDirectory: string, cwd: string): Pick<PresentSpecs, 'files' | 'layers'> {
  try {
    const {files, layers, findings} = readSpecFiles({specsDirectory, cwd, whenEmpty: 'accept'});
    refuseErrors(findings);
    return {files, layers};
  } catch (error) {
    if (error instanceof UserError && isNothingYet(error)) return {files: [], layers: []};
    throw error;
  }
}

/** A directory that is missing is where an account without specs begins; a file in its place is not. */
function isNothingYet({code, cause}: UserError): boolean {
  return code === 'file/no-directory' && errorCode(cause) === 'ENOENT';
}

function refuseErrors(findings: readonly Diagnostic[]): void {
  const count = findings.filter(({severity}) => severity === 'error').length;
  if (count === 0) return;
  throw new UserError(
    'spec/invalid',
    `the specs that are here have ${count === 1 ? 'an error' : `${count} errors`}, so nothing was written`,
    'fix what `monitors validate` lists, then repeat the command',
  );
}
