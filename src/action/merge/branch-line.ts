import {isShallowCheckout, readLine} from '../git-state';
import type {GitRunner} from '../ports';
import type {Tip} from './tip-history';

/** A commit of the branch's first-parent line, with what it changes against its first parent. */
export interface LineCommit {
  readonly commit: string;
  /** Its first parent; null for the first commit, `unknown` where the fetched history ends. */
  readonly parent: string | null | 'unknown';
  /** The other parents of a merge. */
  readonly others: readonly string[];
  /** With `/`. */
  readonly paths: readonly string[];
  /** It changes a symbolic link or a submodule: files may stand elsewhere since. */
  readonly changesLinks: boolean;
}

/** How many commits are read, and fetched where the checkout is shallow: most traces end in the first part. */
const PARTS = [30, 1000];

/** Reads the first-parent line of a branch, newest first; a shallow checkout is deepened as far as it is asked for. */
export async function* readLineOf(git: GitRunner, tip: Tip): AsyncGenerator<LineCommit> {
  let done = 0;
  // Files that came another way than by git: no other commit is known.
  if ((await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])).exitCode !== 0)
    return yield {commit: tip.commit, parent: null, others: [], paths: [], changesLinks: true};
  for (const count of PARTS) {
    const commits = await listLine(git, tip, count);
    for (const commit of commits.slice(done)) {
      // The next part may know its parent.
      if (commit.parent === 'unknown' && count !== PARTS.at(-1)) break;
      yield commit;
      done++;
    }
    if (commits.at(-1)?.parent === null) return;
  }
}

async function listLine(git: GitRunner, {branch, commit}: Tip, count: number): Promise<readonly LineCommit[]> {
  const list = async () =>
    readLog(
      readLine(await git(['log', '--first-parent', '-m', '--raw', '-z', '--no-renames', '--no-abbrev', FORMAT, `-n${count}`, commit])),
    );
  const commits = await list();
  if (!(await isCut(git, commits.at(-1)))) return commits;
  await git(['fetch', '--no-tags', '--quiet', `--deepen=${count}`, 'origin', `refs/heads/${branch}`]);
  const more = await list();
  const last = more.at(-1);
  return last !== undefined && (await isCut(git, last)) ? [...more.slice(0, -1), {...last, parent: 'unknown'}] : more;
}

const FORMAT = '--format=%x00commit %H %P';

/** Whether the last commit has a parent that was not fetched. A shallow history shows such a commit as the first one. */
async function isCut(git: GitRunner, last: LineCommit | undefined): Promise<boolean> {
  if (last?.parent !== null || !(await isShallowCheckout(git))) return false;
  return /^parent /m.test(readLine(await git(['cat-file', 'commit', last.commit])).split('\n\n', 1)[0] ?? '');
}

/** Reads the output of `git log --raw -z`: a line for each commit, then mode and path of each change. */
function readLog(text: string): LineCommit[] {
  const commits: (Omit<LineCommit, 'paths' | 'changesLinks'> & {paths: string[]; changesLinks: boolean})[] = [];
  const words = text.split('\0');
  for (let index = 0; index < words.length; index++) {
    const word = (words[index] as string).trim();
    const [, commit, parents = ''] = /^commit ([0-9a-f]{40,64})((?: [0-9a-f]+)*)$/.exec(word) ?? [];
    const [parent = null, ...others] = parents.split(' ').slice(1);
    if (commit !== undefined) commits.push({commit, parent, others, paths: [], changesLinks: false});
    const modes = /^:(\d{6}) (\d{6}) /.exec(word);
    const last = commits.at(-1);
    if (modes === null || last === undefined) continue;
    last.paths.push(words[++index] as string);
    if (modes.slice(1).some(mode => /^1[26]0000$/.test(mode))) last.changesLinks = true;
  }
  return commits;
}
