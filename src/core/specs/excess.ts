import type {Diagnostic} from '../diagnostics/diagnostic';
import {MOST_BYTES} from './examine';

/** The most monitors of a repository. */
const MOST_MONITORS = 100_000;

/** Finds the fault when there are too many monitors up to a file; null where there is none. */
export function findExcess(file: string, monitors: number, size: number): Diagnostic | null {
  if (monitors <= MOST_MONITORS && size <= MOST_BYTES) return null;
  const start = {line: 1, column: 1, offset: 0};
  return {
    code: 'fleet/too-many-monitors',
    severity: 'error',
    message:
      monitors > MOST_MONITORS
        ? 'up to this file there are more than 100,000 monitors'
        : 'up to this file layers and lists make specs of more than 256 MiB',
    hint:
      monitors > MOST_MONITORS ? 'spread them over several projects' : 'make layers and rows smaller, or spread them over several projects',
    where: {file, pointer: '', range: {start, end: start}},
  };
}
