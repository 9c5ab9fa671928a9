import {UserError} from '../diagnostics/user-error';
import {findReal, pathBelow} from '../files/paths';
import {findRepository} from './repository';
import {askGit, type GitAnswer} from './run-git';

/** A file of the working tree, and the text that a commit gives it. */
interface FileEdit {
  /** Absolute. */
  readonly path: string;
  /** As messages show it. */
  readonly shown: string;
  /** Content in the working tree. */
  readonly before: Uint8Array;
  readonly after: string;
}

/** A repository, and the branch to make in it. */
interface BranchPlace {
  /** A directory of the repository, absolute. */
  readonly directory: string;
  readonly branch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Variables with the author of a commit, for git. */
const IDENTITY = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$|^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$/;

/** Throws {@link UserError} where the branch can't be made: no repository, no commit yet, or a branch of that name. */
export async function refuseBranch(place: BranchPlace): Promise<void> {
  await readBase(place);
}

/** Answers the commit that is checked out. */
async function readBase(place: BranchPlace): Promise<string> {
  const {branch} = place;
  const head = await ask(place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
  if (head.exitCode !== 0) throw refuse('this repository has no commit yet', 'commit the specs first');
  const known = await ask(place, ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]);
  if (known.exitCode === 0) throw refuse(`branch "${branch}" exists already`, 'give another name, or delete that branch first');
  return lineOf(head);
}

/**
 * Commits edited files on a new branch, on top of the commit that is checked out. Working tree, index and checked-out branch stay as
 * they are; nothing is pushed. Returns the commit. Throws {@link UserError}, also for a file whose working tree differs from the commit:
 * its other changes would go along.
 */
export async function commitOnBranch(place: BranchPlace, edits: readonly FileEdit[], message: string): Promise<string> {
  const base = await readBase(place);
  const root = findRepository(findReal(place.directory)) ?? place.directory;
  const blobs = new Map<string, string>();
  for (const edit of edits) {
    const path = pathBelow(root, findReal(edit.path));
    blobs.set(path, await writeBlob(place, base, path, edit));
  }
  const tree = await editTree(place, `${base}^{tree}`, blobs);
  const made = await ask(place, ['commit-tree', tree, '-p', base], message);
  if (made.exitCode !== 0) throw refuse(`git can't commit: ${firstLine(made)}`, 'set user.name and user.email with "git config"');
  const commit = lineOf(made);
  const isNew = commit.replaceAll(/./g, '0');
  const moved = await ask(place, ['update-ref', '--no-deref', '-m', 'monitors accept', `refs/heads/${place.branch}`, commit, isNew]);
  if (moved.exitCode !== 0) throw refuse(`git can't make branch "${place.branch}": ${firstLine(moved)}`, 'give another name');
  return commit;
}

async function writeBlob(place: BranchPlace, base: string, path: string, {shown, before, after}: FileEdit): Promise<string> {
  const held = path.startsWith('../') ? null : await ask(place, ['cat-file', 'blob', `${base}:${path}`]);
  if (held === null || held.exitCode !== 0) throw refuse(`${shown} is not committed`, 'commit it first');
  const text = fitLineEnds(held.stdout, Buffer.from(before), after);
  if (text === null) throw refuse(`${shown} has changes that are not committed`, 'commit or undo them first');
  return lineOf(sure(await ask(place, ['hash-object', '-w', '--no-filters', '--stdin'], text)));
}

/** The new text with the line ends that the commit has; null where the commit holds something else. */
function fitLineEnds(held: Buffer, before: Buffer, after: string): string | null {
  if (held.equals(before)) return after;
  const isSame = held.equals(Buffer.from(before.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'));
  return isSame ? after.replaceAll('\r\n', '\n') : null;
}

/** Makes a tree with other blobs in these paths. Without an index: only directories on the way are read. */
async function editTree(place: BranchPlace, tree: string, blobs: ReadonlyMap<string, string>): Promise<string> {
  const listed = sure(await ask(place, ['ls-tree', '-z', '--full-tree', tree])).stdout.toString('latin1');
  const entries = await Promise.all(
    listed
      .split('\0')
      .filter(entry => entry !== '')
      .map(async entry => {
        const [, mode = '', type = '', id = '', bytes = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
        const name = Buffer.from(bytes, 'latin1').toString('utf8');
        const below = new Map(
          [...blobs].flatMap(([path, blob]) => (path.startsWith(`${name}/`) ? [[path.slice(name.length + 1), blob]] : [])),
        );
        const edited = type === 'tree' && below.size > 0 ? await editTree(place, id, below) : (blobs.get(name) ?? id);
        return `${mode} ${type} ${edited}\t${bytes}\0`;
      }),
  );
  return lineOf(sure(await ask(place, ['mktree', '-z', '--missing'], Buffer.from(entries.join(''), 'latin1'))));
}

async function ask({directory, env}: BranchPlace, args: readonly string[], stdin?: string | Uint8Array): Promise<GitAnswer> {
  const settings = [['i18n.commitEncoding', 'UTF-8']] as const;
  const answer = await askGit(directory, env, args, {settings, passOn: IDENTITY, stdin: stdin ?? ''});
  if (answer === null) throw refuse('there is no git repository here, or git is not installed', 'run it in a clone');
  return answer;
}

function sure(answer: GitAnswer): GitAnswer {
  if (answer.exitCode !== 0) throw refuse(`git failed: ${firstLine(answer)}`, 'check the repository with "git fsck"');
  return answer;
}

function lineOf({stdout}: GitAnswer): string {
  return stdout.toString('utf8').trim();
}

/** The words with which git ends, after `fatal:`. */
function firstLine({stderr}: GitAnswer): string {
  const lines = stderr.split('\n');
  return (lines.find(line => line.startsWith('fatal: ')) ?? lines[0] ?? '').replace(/^fatal: /, '');
}

function refuse(why: string, hint: string): UserError {
  return new UserError('git/branch-refused', `${why}; nothing was changed`, hint);
}
