import {randomBytes} from 'node:crypto';
import {closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, unlinkSync, writeSync} from 'node:fs';
import {isObject, type JsonValue} from '../core/json/value';
import type {StoredMonitor} from './ports';

/** The data file cannot be used; the message says why. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

const format = 'monitors-emulator';
const version = 2;

/** Reads the monitors of a data file; none if the file is missing. Throws {@link DataFileError} if it is not a data file. */
export function readDataFile(file: string): StoredMonitor[] {
  let text: string;
  // Reading a pipe or a device might never end.
  if (statSync(file, {throwIfNoEntry: false})?.isFile() === false)
    throw new DataFileError(`the emulator's data file ${file} is not a regular file`);
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DataFileError(`the emulator's data file ${file} cannot be read`, {cause: error});
  }
  const content = parse(text);
  if (!isObject(content) || content['format'] !== format || content['version'] !== version || !Array.isArray(content['monitors'])) {
    throw new DataFileError(`${file} is not a data file of this emulator: use another file with --data, or delete this one to start again`);
  }
  return content['monitors'] as StoredMonitor[];
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * Writes a temporary file and renames it: a reader, also after a crash, sees the old content or the new. Throws
 * {@link DataFileError}.
 */
export function writeDataFile(file: string, monitors: readonly StoredMonitor[]): void {
  const temporary = `${file}.tmp-${randomBytes(8).toString('hex')}`;
  try {
    // 0600: webhook headers are kept in clear, as the service keeps them.
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, `${JSON.stringify({format, version, monitors}, null, 1)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It was never created, or it is renamed already.
    }
    throw new DataFileError(`the emulator's data file ${file} cannot be written`, {cause: error});
  }
}
