import {copyFileSync, linkSync, lstatSync, renameSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Context} from '../../base/context';
import {isOwnDirectory, makeDirectory, readOwn} from '../../files/cache-file';
import {type DecodedJournal, decodeJournal, encodeLines, toRecords} from '../format/journal';
import {MAX_STATE_BYTES} from '../format/state';
import type {JournaledCreate, JournaledEdit, JournaledWork} from '../journal';
import {listOtherMemories} from '../marks';
import type {StateVersion} from '../state';

/**
 * A second name of the journal outside the checkout, for its user alone: `git clean`, a stash or a checkout takes the journal away, and
 * nothing else knows what was sent. It costs no copy while a run appends, and follows. Where links can't be made nothing is kept; nothing
 * here ever throws.
 */
export interface KeptJournal {
  /** Gives the journal at `path` its second name, in place of any other. */
  keep(path: string): void;
  /** The run ends with something open: what is written over the journal later leaves the kept one as it is. */
  part(): void;
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
        makeDirectory(dirname(place));
        if (isOwnDirectory(dirname(place), userId)) linkSync(path, place);
      });
    },
    part: () =>
      void attempt(() => {
        if (lstatSync(place).nlink === 1) return;
        copyFileSync(place, `${place}.new`);
        renameSync(`${place}.new`, place);
      }),
    read: () => attempt(() => (isOwnDirectory(dirname(place), userId) ? readOwn(place, isOwn, MAX_STATE_BYTES) : null)) ?? null,
  };
}

/** The journals that this machine keeps of all state files but this one. */
export function readOtherJournals(
  stateFile: string,
  {env, process: {platform, userId}}: Pick<Context, 'env' | 'process'>,
): readonly Uint8Array[] {
  return listOtherMemories('journal', [stateFile], env, platform).flatMap(place => openKeptJournal(place, userId).read() ?? []);
}

/**
 * The journal of a state, `present` being the file beside it: the kept one, where it goes on where that one ends, or that one was taken
 * away; both together, where an older one or that of another machine was put in its place. A state that was written since then has all
 * that the kept one knows.
 */
export function continueJournal(present: Uint8Array | null, kept: Uint8Array | null, version: StateVersion): Uint8Array | null {
  if (kept === null || (present !== null && Buffer.compare(present, kept) === 0)) return present;
  const own = decodeJournal(kept);
  if (own.kind !== 'sound' || own.content.base?.lineage !== version.lineage || own.content.base.serial !== version.serial) return present;
  return present === null || isStart(present, kept) ? kept : joinJournals(present, kept, own);
}

function isStart(start: Uint8Array, whole: Uint8Array): boolean {
  return start.length < whole.length && Buffer.compare(start, whole.subarray(0, start.length)) === 0;
}

/**
 * The kept journal and what the present one knows besides; the present one as it is where it knows all of each operation. Of an operation
 * in both the further phase holds: what one of them saw sent is never taken for not sent.
 */
function joinJournals(present: Uint8Array, kept: Uint8Array, own: SoundJournal): Uint8Array {
  const other = decodeJournal(present);
  if (other.kind !== 'sound' || other.content.base?.lineage !== own.content.base?.lineage) return present;
  const [ownPhases, otherPhases] = [phasesOf(own.content), phasesOf(other.content)];
  if (![...ownPhases].some(([opId, phase]) => isFurther(phase, otherPhases.get(opId)))) return present;
  const more = listOperations(other.content).flatMap(operation => {
    const phase = ownPhases.get(operation.intent.opId);
    if (phase === undefined) return toRecords(operation);
    return isFurther(operation.phase, phase) ? toRecords(operation).slice(-1) : [];
  });
  const end = own.unended ? '\n' : '';
  return Buffer.concat([kept.subarray(0, own.soundBytes), Buffer.from(end + encodeLines(more, own.last).text)]);
}

type SoundJournal = Extract<DecodedJournal, {readonly kind: 'sound'}>;

/** The phase of each operation, by its id. */
function phasesOf(work: JournaledWork): ReadonlyMap<string, JournaledCreate['phase']> {
  return new Map(listOperations(work).map(({intent, phase}) => [intent.opId, phase]));
}

function listOperations({creates, edits}: JournaledWork): readonly (JournaledCreate | JournaledEdit)[] {
  return [...creates, ...edits];
}

/** Order of the phases of an operation, from what was never sent to what is settled. */
const ORDER = {intent: 0, sending: 1, unknown: 1, dropped: 2, done: 2} satisfies Record<JournaledCreate['phase'], number>;

function isFurther(phase: JournaledCreate['phase'], than: JournaledCreate['phase'] | undefined): boolean {
  return than === undefined || ORDER[phase] > ORDER[than];
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
