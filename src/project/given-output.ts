import {lstatSync, realpathSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../core/base/names';
import type {Settings} from '../core/config/config';
import {UserError} from '../core/diagnostics/user-error';
import {errorCode, explainFileError} from '../core/files/file-error';
import {readGivenFile} from '../core/files/given-file';
import {isInGit, isInside} from '../core/files/paths';
import {machineDisk} from '../core/state/file/disk';

/** Path that `--out` writes, and paths that it must not write over. */
export interface OutputPlace {
  /** Absolute. */
  readonly file: string;
  /** The same as messages show it. */
  readonly shown: string;
  readonly settings: Pick<Settings, 'stateFile' | 'configFile' | 'specsDirectory'>;
}

/** File that `--out` writes: it replaces nothing but an earlier one of its kind. */
export interface Output extends OutputPlace {
  /** To follow "the". */
  readonly noun: string;
  /** A name that it could have. */
  readonly example: string;
  /** To follow "it exists and is not". */
  readonly foreign: string;
  /** Whether the text of a file that is there is one of its kind. */
  readonly isOurs: (text: string) => boolean;
}

/** Writes what `--out` asks for. Throws {@link UserError}, and writes nothing, where anything else is there or belongs there. */
export function writeOutput(output: Output, text: string): void {
  const {file, shown, noun, example} = output;
  try {
    const why = findObstacle(output);
    if (why !== null) {
      throw new UserError(
        'config/cannot-write',
        `the ${noun} cannot be written to ${shown}: ${why}`,
        `give --out another name, such as ${example}`,
      );
    }
    replaceText(file, text);
  } catch (error) {
    if (error instanceof UserError) throw error;
    // Of a file that need not be there, it is the directory that is not.
    const isLost = errorCode(error) === 'ENOENT';
    const why = isLost ? `the directory ${dirname(shown)} does not exist` : explainFileError(error);
    const hint = isLost ? 'make the directory first, or give a path that can be written to' : 'give a path that can be written to';
    throw new UserError('config/cannot-write', `the ${noun} cannot be written to ${shown}: ${why}`, hint, {cause: error});
  }
}

/** Writes all at once: who reads the file meanwhile sees the old text or the new one. */
function replaceText(file: string, text: string): void {
  const stat = statSync(file, {throwIfNoEntry: false});
  if (stat?.isCharacterDevice() === true) {
    writeFileSync(file, text);
    return;
  }
  const target = stat === undefined ? file : realpathSync(file);
  const temporary = `${target}.monitors-tmp`;
  rmSync(temporary, {force: true});
  try {
    writeFileSync(temporary, text, {flag: 'wx', ...(stat === undefined ? {} : {mode: stat.mode & 0o777})});
    machineDisk(process.platform).rename(temporary, target);
  } catch (error) {
    rmSync(temporary, {force: true});
    throw error;
  }
}

/** Finds the obstacle, to follow a colon; null for none. */
function findObstacle({file, settings, foreign, isOurs}: Output): string | null {
  const stat = statSync(file, {throwIfNoEntry: false});
  if (stat === undefined && lstatSync(file, {throwIfNoEntry: false}) !== undefined) return 'it is a symbolic link that leads nowhere';
  if (stat?.isDirectory() === true) return 'it is a directory';
  // Output to /dev/null or a terminal replaces nothing.
  if (stat?.isCharacterDevice() === true) return null;
  if (stat !== undefined && !stat.isFile()) return 'it is a pipe, a socket or a disk';
  const real = stat === undefined ? join(realpathSync(dirname(file)), basename(file)) : realpathSync(file);
  const use = [file, real].map(path => nameFileUse(path, settings)).find(found => found !== null);
  if (use !== undefined) return `that is the place of ${use}`;
  return stat !== undefined && stat.size > 0 && !isOurs(readGivenFile(file)) ? `it exists and is not ${foreign}` : null;
}

/**
 * Names the use of a path, also where nothing is there yet; null where it is free. Some disks take names for the same
 * that differ in case.
 */
export function nameFileUse(path: string, {stateFile, configFile, specsDirectory}: OutputPlace['settings']): string | null {
  const [given, state] = [path.toLowerCase(), stateFile.toLowerCase()];
  if (given === state || given.startsWith(`${state}.`)) return 'the state';
  if (dirname(given) === dirname(state) && STATE_NAME.test(basename(given))) return 'a state';
  if (given === configFile?.toLowerCase() || basename(given) === DEFAULT_CONFIG_FILE) return 'the config file';
  if (/\.ya?ml$/.test(given) && isInside(specsDirectory.toLowerCase(), given)) return 'a spec';
  return isInGit(given) ? "git's own files" : null;
}

/** States of other environments, their journals, and what a run rescued. */
const STATE_NAME = /\.state(?:\..*)?\.json(?:\..*)?$|\.state\.rescue-/;
