import {randomBytes} from 'node:crypto';
import {closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync} from 'node:fs';
import {isObject, type JsonValue} from '../json/value';
import type {StoredMonitor} from './model';

/** The monitors of one emulator, in memory and, where a data file was asked for, on disk. */
export class MonitorStore {
  #monitors: readonly StoredMonitor[] = [];
  readonly #file: string | undefined;

  /** Reads the data file if there is one. Throws {@link DataFileError} where it is not one of ours. */
  constructor(file?: string) {
    this.#file = file;
    if (file !== undefined) this.#monitors = readMonitors(file);
  }

  /** The live monitors, in the order in which they were made. */
  list(): readonly StoredMonitor[] {
    return this.#monitors.filter(monitor => monitor.status !== 'deleted');
  }

  /** Adds a monitor; on disk before it returns. */
  add(monitor: StoredMonitor): void {
    this.#keep([...this.#monitors, monitor]);
  }

  clear(): void {
    this.#keep([]);
  }

  /** The file comes first: what could not be written has not happened. */
  #keep(monitors: readonly StoredMonitor[]): void {
    if (this.#file !== undefined) replaceFile(this.#file, `${JSON.stringify({format, version: 1, monitors}, null, 1)}\n`);
    this.#monitors = monitors;
  }
}

/** The data file can't be used. The message says why. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

const format = 'monitors-emulator';

function readMonitors(file: string): StoredMonitor[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new DataFileError(`the emulator's data file ${file} can't be read`, {cause: error});
  }
  const content = parse(text);
  if (!isObject(content) || content['format'] !== format || content['version'] !== 1 || !Array.isArray(content['monitors'])) {
    throw new DataFileError(`${file} is not a data file of the emulator: give --data another file, or delete it to begin anew`);
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

/** Writes beside the file and renames: a reader, or a restart after a crash, sees the old content or the new one. */
function replaceFile(file: string, content: string): void {
  const temporary = `${file}.tmp-${randomBytes(8).toString('hex')}`;
  try {
    // 0600: webhook headers are kept in clear, as the service keeps them.
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(descriptor, content);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It was never made, or it is renamed already.
    }
    throw new DataFileError(`the emulator's data file ${file} can't be written`, {cause: error});
  }
}
