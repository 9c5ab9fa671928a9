import {parseJson} from '../json/parse';
import {property} from '../json/value';

/** Runs git in a repository. */
export type AskGit = (args: readonly string[]) => Promise<{readonly exitCode: number; readonly stdout: Buffer}>;

/** The trailer of commits that record a state: its value is the branch. */
export const RECORDING_TRAILER = 'Monitors-State';

/** The trailer of a recording whose run did not find the state to be as recorded or reviewed. */
export const HELD_TRAILER = 'Monitors-Held';

/** A commit that looks like one of a run. */
export interface Recording {
  /** Its state was judged and counts. False: what others changed before is still to be reviewed. */
  readonly isBaseline: boolean;
}

/** The files that a recording may change. */
export interface RecordedPlace {
  /** The branch that the trailer must name; null for any. */
  readonly branch: string | null;
  /** The state's path in the repository, with `/`. */
  readonly statePath: string;
}

/**
 * Reads a commit as a recording; null for any other commit. The message proves nothing, since authors of specs can write it: the commit
 * must change only this state and its journal, and the state must continue that of its parent. The caller asks GitHub, too.
 */
export async function readRecording(git: AskGit, commit: string, {branch, statePath}: RecordedPlace): Promise<Recording | null> {
  const written = await readCommit(git, commit);
  const [, named] = new RegExp(`\n${RECORDING_TRAILER}: (\\S+)$`).exec(written?.message ?? '') ?? [];
  if (written === null || named === undefined || (branch !== null && named !== branch) || written.parents.length > 1) return null;
  const changes = await listChanges(git, commit, written.parents[0]);
  if (changes === null || changes.size === 0) return null;
  const allowed = new Set([statePath, `${statePath}.journal`]);
  for (const [path, {mode}] of changes) if (!allowed.has(path) || !['100644', '000000'].includes(mode)) return null;
  const state = changes.get(statePath);
  if (state !== undefined && !(await isContinued(git, state))) return null;
  return {isBaseline: !written.message.includes(`\n${HELD_TRAILER}: `)};
}

/** One changed file: mode and object after, and the object before; objects of zeros are none. */
interface FileChange {
  readonly mode: string;
  readonly before: string;
  readonly after: string;
}

/** Reads message and parents from the commit itself: a shallow history does not show parents. */
async function readCommit(git: AskGit, commit: string): Promise<{readonly message: string; readonly parents: readonly string[]} | null> {
  const {exitCode, stdout} = await git(['cat-file', 'commit', commit]);
  if (exitCode !== 0) return null;
  const text = stdout.toString('utf8');
  const end = text.indexOf('\n\n');
  const parents = [...text.slice(0, end).matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent);
  return {message: text.slice(end).trimEnd(), parents};
}

/** The files that a commit changes; null if its parent was not fetched. */
async function listChanges(git: AskGit, commit: string, parent: string | undefined): Promise<ReadonlyMap<string, FileChange> | null> {
  const raw = ['diff-tree', '-r', '-z', '--no-renames', '--no-abbrev', '--raw', '--no-commit-id'];
  const listed = await git([...raw, ...(parent === undefined ? ['--root', commit] : [parent, commit]), '--']);
  if (listed.exitCode !== 0) return null;
  const changes = new Map<string, FileChange>();
  const words = listed.stdout.toString('utf8').split('\0');
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [, mode = '', before = '', after = ''] = (words[index] ?? '').trim().split(' ');
    changes.set(words[index + 1] ?? '', {mode, before, after});
  }
  return changes;
}

/** A run raises the serial and keeps the lineage; it removes no state. */
async function isContinued(git: AskGit, {before, after}: FileChange): Promise<boolean> {
  const next = await readVersion(git, after);
  if (next === null) return false;
  if (/^0+$/.test(before)) return true;
  const last = await readVersion(git, before);
  return last !== null && last.lineage === next.lineage && last.serial < next.serial;
}

async function readVersion(git: AskGit, blob: string): Promise<{readonly lineage: string; readonly serial: number} | null> {
  if (/^0+$/.test(blob)) return null;
  const {exitCode, stdout} = await git(['cat-file', 'blob', blob]);
  const root = exitCode === 0 ? parseJson(stdout.toString('utf8')) : undefined;
  const [lineage, serial] = [property(root, 'lineage'), property(root, 'serial')];
  return typeof lineage === 'string' && typeof serial === 'number' ? {lineage, serial} : null;
}
