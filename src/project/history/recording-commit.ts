import type {GitObject} from '../../core/git/object-reader';
import {readSerial} from '../../core/state/file/git';

/** A repository whose objects are read. */
export interface ObjectSource {
  /** Runs git in it. */
  ask(args: readonly string[]): Promise<{readonly exitCode: number; readonly stdout: Buffer}>;
  /** Reads an object by its name; null where there is none. */
  read(name: string): Promise<GitObject | null>;
}

/** The commits of a repository, and what they change. */
export interface CommitHistory extends ObjectSource {
  /** The first-parent commits of `tip` that change one of these paths, newest first. */
  listChanging(tip: string, paths: readonly string[]): Promise<readonly string[]>;
  /** The files that a commit changes against its only parent, by their paths; null if the parent was not fetched. */
  listChanges(commit: string, parent: string | undefined): Promise<ReadonlyMap<string, FileChange> | null>;
}

/** The trailer of commits that record a state: its value is the branch. */
export const RECORDING_TRAILER = 'Monitors-State';

/** Milliseconds that git may take for the versions of a state, beside the reading of specs. */
export const SEARCH_MS = 2000;

/** The trailer of a recording whose run did not find the state to be as recorded or reviewed. */
export const HELD_TRAILER = 'Monitors-Held';

/** The trailer of a copy that is kept of a recording, where nothing of the state waits for a review. */
export const JUDGED_TRAILER = 'Monitors-Judged';

/** A commit that looks like one of a run. */
export interface Recording {
  /** Its state was judged and counts. False: what others changed before is still to be reviewed. */
  readonly isBaseline: boolean;
  /** The branch that it names. */
  readonly branch: string;
}

/** The files that a recording may change. */
interface RecordedPlace {
  /** The branch that the trailer must name; null for any. */
  readonly branch: string | null;
  /** The state's path in the repository, with `/`. */
  readonly statePath: string;
}

/**
 * Reads a commit as a recording; null for any other commit. The message proves nothing, since authors of specs can write it: the commit
 * must be as it was made, change only this state and its journal, and continue the state of its parent. The caller asks GitHub, too.
 */
export async function readRecording(
  history: Pick<CommitHistory, 'read' | 'listChanges'>,
  commit: string,
  {branch, statePath}: RecordedPlace,
): Promise<Recording | null> {
  const written = await readCommit(history, commit);
  const [, named] = new RegExp(`\n${RECORDING_TRAILER}: (\\S+)$`).exec(written?.message ?? '') ?? [];
  if (written?.isAsMade !== true || named === undefined || (branch !== null && named !== branch) || written.parents.length > 1) return null;
  const changes = await history.listChanges(commit, written.parents[0]);
  if (changes === null || changes.size === 0) return null;
  const allowed = new Set([statePath, `${statePath}.journal`]);
  for (const [path, {mode}] of changes) if (!allowed.has(path) || !['100644', '000000'].includes(mode)) return null;
  const state = changes.get(statePath);
  if (state !== undefined && !(await isContinued(history, state))) return null;
  return {isBaseline: !written.message.includes(`\n${HELD_TRAILER}: `), branch: named};
}

/** One changed file: mode and object after, and the object before; objects of zeros are none. */
export interface FileChange {
  readonly mode: string;
  readonly before: string;
  readonly after: string;
}

/** A commit as its author wrote it. */
interface WrittenCommit {
  readonly message: string;
  readonly parents: readonly string[];
  /** Its author committed it, at once: none that was amended, rebased or squashed since. */
  readonly isAsMade: boolean;
}

/** Reads message and parents from the commit itself: a shallow history does not show parents. */
export async function readCommit(source: Pick<ObjectSource, 'read'>, commit: string): Promise<WrittenCommit | null> {
  const object = await source.read(commit);
  if (object?.type !== 'commit') return null;
  const text = object.bytes.toString('utf8');
  const end = text.indexOf('\n\n');
  const parents = [...text.slice(0, end).matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent);
  const [author, committer] = ['author', 'committer'].map(who => new RegExp(`^${who} (.*)$`, 'm').exec(text.slice(0, end))?.[1]);
  return {message: text.slice(end).trimEnd(), parents, isAsMade: author === committer};
}

/** Reads a file by its name in a repository, such as `COMMIT:PATH`; null where there is none. */
export async function readBlob(source: Pick<ObjectSource, 'read'>, name: string): Promise<Buffer | null> {
  const object = await source.read(name);
  return object?.type === 'blob' ? object.bytes : null;
}

/** Asks git for {@link CommitHistory.listChanges}. */
export async function listGitChanges(
  source: ObjectSource,
  commit: string,
  parent: string | undefined,
): ReturnType<CommitHistory['listChanges']> {
  const raw = ['diff-tree', '-r', '-z', '--no-renames', '--no-abbrev', '--raw', '--no-commit-id'];
  const listed = await source.ask([...raw, ...(parent === undefined ? ['--root', commit] : [parent, commit]), '--']);
  if (listed.exitCode !== 0) return null;
  const changes = new Map<string, FileChange>();
  const words = listed.stdout.toString('utf8').split('\0');
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [, mode = '', before = '', after = ''] = (words[index] ?? '').trim().split(' ');
    changes.set(words[index + 1] ?? '', {mode, before, after});
  }
  return changes;
}

/** Asks git for {@link CommitHistory.listChanging}: all of them, since others can make any number after the last recording. */
export async function listGitChanging(source: ObjectSource, tip: string, paths: readonly string[]): Promise<readonly string[]> {
  const literal = paths.map(path => `:(literal)${path}`);
  const listed = await source.ask(['log', '--first-parent', '--format=%H', tip, '--', ...literal]);
  return listed.exitCode === 0 ? listed.stdout.toString('utf8').split('\n').filter(Boolean) : [];
}

/** The history that a repository holds. */
export function openHistory(source: ObjectSource): CommitHistory {
  return {
    ask: args => source.ask(args),
    read: name => source.read(name),
    listChanging: (tip, paths) => listGitChanging(source, tip, paths),
    listChanges: (commit, parent) => listGitChanges(source, commit, parent),
  };
}

/** A run raises the serial and keeps the lineage; it removes no state. */
async function isContinued(source: Pick<ObjectSource, 'read'>, {before, after}: FileChange): Promise<boolean> {
  const next = await readVersion(source, after);
  if (next === null) return false;
  if (/^0+$/.test(before)) return true;
  const last = await readVersion(source, before);
  return last !== null && last.lineage === next.lineage && last.serial < next.serial;
}

async function readVersion(source: Pick<ObjectSource, 'read'>, blob: string): Promise<ReturnType<typeof readSerial>> {
  const bytes = /^0+$/.test(blob) ? null : await readBlob(source, blob);
  return bytes === null ? null : readSerial(bytes.toString('utf8'));
}
