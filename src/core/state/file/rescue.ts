import {basename, dirname, join} from 'node:path';
import {encodeRescue} from '../format/rescue';
import type {JournaledWork} from '../journal';
import type {State} from '../state';
import type {Disk} from './disk';
import {syncDirectory, type WriteWorld, writeAll} from './write';

/** The places that are tried for a rescue file, in order. */
export interface RescuePlaces {
  readonly stateFile: string;
  /** Another disk, such as `$RUNNER_TEMP`; undefined or empty when there is none. */
  readonly fallback: string | undefined;
}

/** Saves what a run learned beside the state, else in the fallback directory; returns the path, null when no place took it. */
export async function saveRescue(
  io: WriteWorld,
  {stateFile, fallback}: RescuePlaces,
  state: State,
  work: JournaledWork,
  runId: string,
): Promise<string | null> {
  const text = encodeRescue(state, work, runId);
  for (const directory of [dirname(stateFile), fallback]) {
    if (directory === undefined || directory === '') continue;
    const path = join(directory, rescueName(stateFile, runId));
    if (await tryToSave(io.disk, path, text)) return path;
  }
  return null;
}

/** The name of a rescue file: `monitors.state.json` and run `r1` make `monitors.state.rescue-r1.json`. */
export function rescueName(stateFile: string, runId: string): string {
  const safeId = runId.replaceAll(/[^0-9A-Za-z_-]/g, '').slice(0, 64);
  return `${basename(stateFile).replace(/\.json$/, '')}.rescue-${safeId}.json`;
}

/** Never overwrites and never follows a symlink; a half-written file is removed. */
async function tryToSave(disk: Disk, path: string, text: string): Promise<boolean> {
  let file: number;
  try {
    file = disk.open(path, 'create', 0o600);
  } catch {
    return false;
  }
  try {
    try {
      writeAll(disk, file, Buffer.from(text));
      await disk.fsync(file);
    } finally {
      disk.close(file);
    }
    await syncDirectory(disk, dirname(path));
    return true;
  } catch {
    try {
      disk.unlink(path);
    } catch {
      // It stays as a file that no one reads: its checksum is wrong.
    }
    return false;
  }
}
