import {linkSync, mkdirSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import {isOwnDirectory, readOwn} from '../../files/cache-file';
import {decodeJournal} from '../format/journal';
import {MAX_STATE_BYTES} from '../format/state';
import type {StateVersion} from '../state';

/**
 * A second name of the journal outside the checkout, for its user alone: `git clean`, a stash or a checkout takes the journal away, and
 * nothing else knows what was sent. It costs no copy, and follows what is appended. Where links can't be made nothing is kept; nothing
 * here ever throws.
 */
export interface KeptJournal {
  /** Gives the journal at `path` its second name, in place of any other. */
  keep(path: string): void;
  /** Nothing is open any more. */
  drop(): void;
  /** The bytes of the journal that was kept last; null where there is none that can be trusted. */
  read(): Uint8Array | null;
}

/** Keeps journals at `place`, an absolute path; `userId` is the user who must own it, null where the system has no such notion. */
export function openKeptJournal(place: string, userId: number | null): KeptJournal {
  const drop = () => attempt(() => rmSync(place, {force: true}));
  // It shares its permissions with the journal, which others may read.
  const isOwn = ({uid}: {readonly uid: number}) => userId === null || uid === userId;
  return {
    drop,
    keep: path => {
      drop();
      attempt(() => {
        mkdirSync(dirname(place), {recursive: true, mode: 0o700});
        if (isOwnDirectory(dirname(place), userId)) linkSync(path, place);
      });
    },
    read: () => attempt(() => (isOwnDirectory(dirname(place), userId) ? readOwn(place, isOwn, MAX_STATE_BYTES) : null)) ?? null,
  };
}

/**
 * The journal of a state, `present` being the file beside it: the kept one, where it goes on where that one ends, or that one was taken
 * away. A state that was written since then has all that the kept one knows.
 */
export function continueJournal(present: Uint8Array | null, kept: Uint8Array | null, version: StateVersion): Uint8Array | null {
  if (kept === null || (present !== null && !isStart(present, kept))) return present;
  const decoded = decodeJournal(kept);
  const base = decoded.kind === 'sound' ? decoded.content.base : null;
  return base !== null && base.lineage === version.lineage && base.serial === version.serial ? kept : present;
}

function isStart(start: Uint8Array, whole: Uint8Array): boolean {
  return start.length < whole.length && Buffer.compare(start, whole.subarray(0, start.length)) === 0;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
