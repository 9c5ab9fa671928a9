import {closeSync, constants, fstatSync, openSync, readFileSync} from 'node:fs';

/** The largest file that is read whole: as large as a saved plan of 100,000 changes. */
const LARGEST = 256 * 1024 * 1024;

/**
 * The text of a file that the command line names. Throws an error with a system code for what is not a regular file: a pipe would
 * never end, a device neither. Follows links.
 */
export function readGivenFile(path: string): string {
  return readGivenBytes(path).toString('utf8');
}

/** The same as bytes; `largest` bounds them. */
export function readGivenBytes(path: string, largest = LARGEST): Buffer {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (stat.isDirectory()) throw codedError('EISDIR');
    if (!stat.isFile()) throw codedError('ENXIO');
    if (stat.size > largest) throw codedError('EFBIG');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function codedError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), {code});
}
