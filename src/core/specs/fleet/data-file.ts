import {closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats, statSync} from 'node:fs';
import {dirname, isAbsolute, join, relative, resolve, sep} from 'node:path';
import {pathBelow} from '../../files/paths';
import {sha256} from '../../json/canonical';
import type {SourceFile} from '../desired-monitor';
import type {DataFile, DataRefusal, ReadData} from './sources';

/** Files that specs may name as data. All paths are absolute. */
interface DataPlace {
  readonly specsDirectory: string;
  /** The directory of the config: nothing outside of it is read. */
  readonly root: string;
  /** Findings show paths relative to it. */
  readonly cwd: string;
  /** The config, the states and what else of ours is never data, whatever its name and ending. */
  readonly own: readonly string[];
}

const MIB = 1024 * 1024;

/** CSV is denser than YAML and read faster. */
const LARGEST = {csv: 16 * MIB, yaml: MIB} as const;

/**
 * Reads the data files that specs name, each once. Follows no link, opens nothing but regular files, and leaves the config's
 * directory and names that begin with "." alone. A refusal says nothing of what stands there but whether it is a file.
 */
export function openDataFiles(place: DataPlace): ReadData {
  const known = new Map<string, DataFile | DataRefusal>();
  return (spec, path) => {
    const flaw = findPathFlaw(path);
    if (flaw !== null) return flaw;
    const full = resolve(place.specsDirectory, dirname(spec.specPath), path);
    const result = known.get(full) ?? readInside(place, full, path);
    known.set(full, result);
    return result;
  };
}

function findPathFlaw(path: string): DataRefusal | null {
  if (path.includes('${')) return refuse(`"file" must be literal text, but has a reference`, 'write the path itself');
  if (isAbsolute(path) || /^[A-Za-z]:|[\\\0]/.test(path)) {
    return refuse(`"file" must be a path relative to the spec, with "/"`, 'write it like _competitors.csv or ../_competitors.csv');
  }
  if (/\.(?:csv|ya?ml)$/.test(path)) return null;
  return refuse('the name of a data file must end in .csv, .yaml or .yml', 'name such a file, or rename it');
}

function readInside(place: DataPlace, full: string, path: string): DataFile | DataRefusal {
  const inside = relative(place.root, full);
  const parts = inside.split(sep);
  if (isAbsolute(inside) || parts[0] === '..') {
    return refuse(`${path} is outside of the directory of the config`, 'put the file into it, best beside the spec');
  }
  if (parts.some(part => part.startsWith('.'))) {
    return refuse(`${path} has a part that begins with "."`, 'put the file where no part of its path begins with "."');
  }
  try {
    return checkParts(place.root, parts, path) ?? readRegular(place, full, path);
  } catch (error) {
    return refuseUnreadable(error, path);
  }
}

function checkParts(root: string, parts: readonly string[], path: string): DataRefusal | null {
  let at = root;
  for (const part of parts) {
    at = join(at, part);
    if (lstatSync(at).isSymbolicLink()) return refuse(`${path} leads through a symbolic link`, 'put the file itself there');
  }
  return null;
}

function readRegular(place: DataPlace, full: string, path: string): DataFile | DataRefusal {
  const descriptor = openSync(full, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return refuse(`${path} is not a regular file`, 'name a file');
    if (place.own.some(own => isSameFile(own, full, stat))) {
      return refuse(`${path} belongs to this tool: a config, state, journal or plan is not data`, 'name another file');
    }
    const kind = full.endsWith('.csv') ? 'csv' : 'yaml';
    if (stat.size > LARGEST[kind]) {
      const message = `${path} is larger than ${LARGEST[kind] / MIB} MiB`;
      return {code: 'list/too-large', message, hint: 'split it, and the list with it'};
    }
    const bytes = readBytes(descriptor, stat.size);
    return {source: toSource(place, full, bytes), hash: sha256(bytes)};
  } finally {
    closeSync(descriptor);
  }
}

function isSameFile(own: string, full: string, {dev, ino}: Stats): boolean {
  if (own === full) return true;
  const stat = statSync(own, {throwIfNoEntry: false});
  return stat !== undefined && stat.dev === dev && stat.ino === ino;
}

function readBytes(descriptor: number, size: number): Uint8Array {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const read = readSync(descriptor, buffer, length, size - length, null);
    if (read === 0) break;
    length += read;
  }
  return buffer.subarray(0, length);
}

function toSource({cwd, specsDirectory}: DataPlace, full: string, bytes: Uint8Array): SourceFile {
  const shownFrom = (directory: string) => pathBelow(directory, full);
  return {file: shownFrom(cwd), specPath: shownFrom(specsDirectory), bytes};
}

function refuseUnreadable(error: unknown, path: string): DataRefusal {
  const {code} = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  if (code === 'ENOENT') return refuse(`data file not found: ${path}`, 'correct the path; it is relative to the spec');
  if (code === 'ELOOP') return refuse(`${path} leads through a symbolic link`, 'put the file itself there');
  if (code === 'ENXIO' || code === 'ENOTDIR') return refuse(`${path} is not a regular file`, 'name a file');
  return refuse(`${path} cannot be read (${code})`, 'fix its permissions');
}

function refuse(message: string, hint: string): DataRefusal {
  return {code: 'list/data-file', message, hint};
}
