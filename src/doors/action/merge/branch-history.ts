import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {type CommitHistory, type FileChange, listGitChanges, listGitChanging} from '../../../project/history/recording-commit';
import {makeBare} from '../bare-repository';
import {hasBranch, isShallowCheckout, unreachable} from '../git-state';
import type {ActionRequest, GitRunner} from '../ports';
import {makeTemporaryDirectory} from '../workspace';
import {listRemoteTips, type RemoteTips} from './kept-recording';

/** A commit of the branch's first-parent line, with what it changes against its first parent. */
export interface LineCommit {
  readonly commit: string;
  /** Its first parent; null for the first commit, `unknown` where the fetched history ends. */
  readonly parent: string | null | 'unknown';
  /** The other parents of a merge. */
  readonly others: readonly string[];
  /** By paths with `/`. */
  readonly changes: ReadonlyMap<string, FileChange>;
  /** It changes a symbolic link or a submodule: files may stand elsewhere since. */
  readonly changesLinks: boolean;
}

/** Maximum commits of one line. */
const MOST_COMMITS = 1000;

/** A repository that holds commits of a branch. */
interface BranchRepository {
  readonly git: GitRunner;
  /** The depth that is fetched first, then where it does not suffice: commits; 0 for all. */
  readonly depths: readonly number[];
  /** Fetches so many commits. False where there is no such branch, or nothing more to fetch. */
  readonly fetch: (depth: number) => Promise<boolean>;
  /** Whether commits have parents that were not fetched; left out where only git can tell. */
  readonly isCut?: () => boolean;
  readonly remove: () => Promise<void>;
}

/** The history of a branch, fetched as far as it is asked for, and read once. */
export class BranchHistory implements CommitHistory {
  readonly git: GitRunner;
  #fetched = 0;
  #isThere: Promise<boolean> | undefined;
  /** The first-parent lines that were read, by their first commits. */
  readonly #lines = new Map<string, Promise<readonly LineCommit[]>>();
  readonly #known = new Map<string, LineCommit>();

  constructor(private readonly place: BranchRepository) {
    this.git = place.git;
  }

  /** Fetches the first part; false where there is no such branch. Throws a `UserError` if it cannot be fetched. */
  open(): Promise<boolean> {
    this.#isThere ??= this.place.fetch(this.place.depths[0] ?? 0);
    return this.#isThere;
  }

  /** Fetches the next part, up to so many commits; false where there is none. Throws a `UserError` if it cannot be fetched. */
  async deepen(most = Number.POSITIVE_INFINITY): Promise<boolean> {
    const next = this.place.depths[this.#fetched + 1];
    if (next === undefined || (next || Number.POSITIVE_INFINITY) > most) return false;
    this.#fetched++;
    this.#lines.clear();
    return this.place.fetch(next);
  }

  /** Whether the history in a repository of its own ends where more can be fetched. */
  isCut(): boolean {
    return this.place.isCut?.() ?? false;
  }

  ask(args: readonly string[]) {
    return this.git(args);
  }

  read(name: string) {
    return this.git.read(name);
  }

  async listChanging(tip: string, paths: readonly string[]): Promise<readonly string[]> {
    const line = await this.listLine(tip);
    if (line.length === MOST_COMMITS) return listGitChanging(this, tip, paths);
    return line.filter(({changes}) => paths.some(path => changes.has(path))).map(({commit}) => commit);
  }

  async listChanges(commit: string, parent: string | undefined): Promise<ReadonlyMap<string, FileChange> | null> {
    const known = this.#known.get(commit);
    return known !== undefined && known.parent === (parent ?? null) ? known.changes : listGitChanges(this, commit, parent);
  }

  /** The first-parent line of a commit, newest first, as far as it was fetched. */
  async listLine(start: string): Promise<readonly LineCommit[]> {
    const id = (await this.read(start))?.id ?? start;
    const line = this.#lines.get(id) ?? this.#readLine(id);
    this.#lines.set(id, line);
    return line;
  }

  /** The first-parent line of a commit, newest first; more is fetched as far as it is asked for. */
  async *followLine(start: string): AsyncGenerator<LineCommit> {
    for (let done = 0; ; ) {
      const line = await this.listLine(start);
      const isCut = line.at(-1)?.parent === 'unknown';
      for (const commit of line.slice(done, isCut ? -1 : undefined)) {
        yield commit;
        done++;
      }
      if (!isCut) return;
      // The next part may know its parent.
      if (await this.deepen(MOST_COMMITS)) continue;
      const again = await this.listLine(start);
      yield* again.slice(done);
      return;
    }
  }

  close(): Promise<void> {
    return this.place.remove();
  }

  async #readLine(start: string): Promise<readonly LineCommit[]> {
    const listed = await this.git([...LOG, `-n${MOST_COMMITS}`, start, '--']);
    if (listed.exitCode !== 0) throw new Error(`git log failed: ${listed.stderr}`);
    const line = readLog(listed.stdout.toString('utf8'));
    const last = line.at(-1);
    // A shallow history shows a commit whose parent was not fetched as the first one.
    if (last?.parent === null && (await this.#hasParent(last.commit))) {
      line[line.length - 1] = {...last, parent: 'unknown'};
    }
    for (const commit of line) this.#known.set(commit.commit, commit);
    return line;
  }

  async #hasParent(commit: string): Promise<boolean> {
    const text = (await this.read(commit))?.bytes.toString('utf8') ?? '';
    return /^parent /m.test(text.split('\n\n', 1)[0] ?? '');
  }
}

const LOG = [
  ...['log', '--first-parent', '--diff-merges=first-parent', '--root', '--raw', '-z', '--no-renames', '--no-abbrev'],
  ...['--ignore-submodules=none', '--format=%x00commit %H %P'],
];

/** Reads the output of `git log --raw -z`: a line for each commit, then modes, objects and path of each change. */
function readLog(text: string): LineCommit[] {
  const commits: (Omit<LineCommit, 'changes' | 'changesLinks'> & {changes: Map<string, FileChange>; changesLinks: boolean})[] = [];
  const words = text.split('\0');
  for (let index = 0; index < words.length; index++) {
    const word = (words[index] as string).trim();
    const [, commit, parents = ''] = /^commit ([0-9a-f]{40,64})((?: [0-9a-f]+)*)$/.exec(word) ?? [];
    const [parent = null, ...others] = parents.split(' ').slice(1);
    if (commit !== undefined) commits.push({commit, parent, others, changes: new Map(), changesLinks: false});
    const [, from = '', mode, before = '', after = ''] = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) /.exec(word) ?? [];
    const last = commits.at(-1);
    if (mode === undefined || last === undefined) continue;
    last.changes.set(words[++index] as string, {mode, before, after});
    if ([from, mode].some(one => /^1[26]0000$/.test(one))) last.changesLinks = true;
  }
  return commits;
}

/** Numbers of commits for fetching the history of a branch into a repository of its own. */
const OWN_DEPTHS = [50, 1000, 0];

/** Numbers of commits by which a shallow checkout is deepened: not at first, since the commits that it has may be enough. */
const CHECKOUT_DEPTHS = [1, 30, 1000];

/**
 * Opens the history of a branch in a bare repository of its own, without the contents of files: these come when they are read. What the
 * checkout holds stays as it is.
 */
export function openBranchHistory(git: GitRunner, branch: string, {run}: Pick<ActionRequest, 'run'>): BranchHistory {
  const directory = makeTemporaryDirectory(run, 'monitors-history-');
  const bare = makeBare(git, directory);
  const ref = `refs/heads/${branch}`;
  const fetch = async (depth: number) => {
    const much = depth === 0 ? '--unshallow' : `--depth=${depth}`;
    const fetched = await bare.git(['fetch', '--quiet', '--no-tags', '--filter=blob:none', much, 'origin', `+${ref}:${ref}`]);
    if (fetched.exitCode === 0) return true;
    // No run has made a branch for the state yet.
    if (!(await hasBranch(bare.git, branch))) return false;
    throw unreachable(branch, fetched.stderr);
  };
  const isCut = () => existsSync(join(directory, 'shallow'));
  return new BranchHistory({git: bare.git, depths: OWN_DEPTHS, fetch, isCut, remove: () => bare.remove()});
}

/** Opens the history that a checkout holds of a branch; a shallow one is deepened. */
function openCheckoutHistory(git: GitRunner, branch: string): BranchHistory {
  const fetch = async (depth: number) => {
    if (depth === CHECKOUT_DEPTHS[0]) return true;
    return (await git(['fetch', '--no-tags', '--quiet', `--deepen=${depth}`, 'origin', `refs/heads/${branch}`])).exitCode === 0;
  };
  return new BranchHistory({git, depths: CHECKOUT_DEPTHS, fetch, remove: async () => undefined});
}

/** Numbers of commits by which a shallow checkout is deepened to lay out earlier ones, then where one is not among them. */
const BROUGHT = [30, 1000];

/** The histories that one attempt reads: each branch is fetched once. */
export class Histories {
  readonly #branches = new Map<string, BranchHistory>();
  #ofTip: Promise<BranchHistory | null> | undefined;
  #isShallow: Promise<boolean> | undefined;
  #remoteTips: Promise<RemoteTips> | undefined;
  /** The number of parts of {@link BROUGHT} that the checkout was deepened by. */
  #brought = 0;

  /** `place`: where the commit that is applied comes from; null for files that came another way than by git. */
  constructor(
    private readonly git: GitRunner,
    private readonly request: Pick<ActionRequest, 'run'>,
    private readonly tip: {readonly branch: string; readonly commit: string; readonly place: 'branch' | 'checkout' | null},
  ) {}

  /** What the remote has, asked once. A push since then that matters comes before that of this attempt, which then plans again. */
  listRemoteTips(): Promise<RemoteTips> {
    this.#remoteTips ??= listRemoteTips(this.git);
    return this.#remoteTips;
  }

  /** The history of a branch, in a repository of its own. */
  of(branch: string): BranchHistory {
    const history = this.#branches.get(branch) ?? openBranchHistory(this.git, branch, this.request);
    this.#branches.set(branch, history);
    return history;
  }

  /** The history that holds the commit which is applied; null where no other commit is known. */
  ofTip(): Promise<BranchHistory | null> {
    this.#ofTip ??= this.#findTip();
    return this.#ofTip;
  }

  async #findTip(): Promise<BranchHistory | null> {
    const {branch, commit, place} = this.tip;
    if (place === null) return null;
    const own = place === 'branch' ? this.of(branch) : null;
    // A push since then may have replaced the branch.
    if (own !== null && (await own.open()) && (await own.read(commit)) !== null) return own;
    return openCheckoutHistory(this.git, branch);
  }

  /** Brings a commit of the tip's history into a shallow checkout, where it can be laid out: that holds most of its files already. */
  async bring(commit: string): Promise<void> {
    while (this.#brought < BROUGHT.length && (await this.#isMissing(commit))) {
      const deepen = `--deepen=${BROUGHT[this.#brought++]}`;
      await this.git(['fetch', '--no-tags', '--quiet', deepen, 'origin', `refs/heads/${this.tip.branch}`]);
    }
  }

  /** A partial clone would fetch the whole history of a commit that it is asked for: before the first part, only its depth counts. */
  async #isMissing(commit: string): Promise<boolean> {
    this.#isShallow ??= isShallowCheckout(this.git);
    return (await this.#isShallow) && (this.#brought === 0 || (await this.git.read(commit)) === null);
  }

  async close(): Promise<void> {
    for (const history of this.#branches.values()) await history.close();
    this.#branches.clear();
  }
}
