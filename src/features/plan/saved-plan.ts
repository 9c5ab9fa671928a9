import {shellWord} from '../../core/base/command-line';
import {UserError} from '../../core/diagnostics/user-error';
import {errorCode, explainFileError} from '../../core/files/file-error';
import {readGivenFile} from '../../core/files/given-file';
import {type OutputPlace, writeOutput} from '../../project/given-output';
import {type PlanFile, readPlanFile} from './file-document';

/** Reads a saved plan; `given` is the path as the command line has it. Throws {@link UserError} for anything else. */
export function readSavedPlan(path: string, shown: string, given: string): PlanFile {
  const read = readPlanFile(readText(path, shown, given));
  if (read.kind === 'read') return read.file;
  throw new UserError(read.finding.code, read.finding.message, read.finding.hint);
}

function readText(path: string, shown: string, given: string): string {
  try {
    return readGivenFile(path);
  } catch (cause) {
    const isKey = errorCode(cause) === 'ENOENT' && !path.endsWith('.json');
    throw new UserError(
      'config/not-found',
      `the saved plan ${shown} cannot be read: ${explainFileError(cause)}`,
      isKey ? `for one monitor: monitors apply --only ${shellWord(given)}` : 'make one with `monitors plan --out FILE`',
      {cause},
    );
  }
}

/** Writes a saved plan. Throws {@link UserError}, and writes nothing, where anything else than a plan is there or belongs there. */
export function writePlanFile(place: OutputPlace, text: string): void {
  const isOurs = (there: string) => readPlanFile(there).kind === 'read';
  writeOutput({...place, noun: 'plan', example: 'plan.json', foreign: 'a saved plan', isOurs}, text);
}
