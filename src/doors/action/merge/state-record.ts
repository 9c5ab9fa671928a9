import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {World} from '../../../core/base/context';
import {hashBlob} from '../../../core/git/blobs';
import {HELD_TRAILER, JUDGED_TRAILER, RECORDING_TRAILER} from '../../../project/history/recording-commit';
import {fetchBranch, journalPathOf, readLine, readStateFiles, type StateFiles} from '../git-state';
import type {CommitAuthor, GitRunner} from '../ports';
import {nameKept} from './kept-recording';

/** Maximum attempts of a push that fails without another push: a network error, a locked branch. */
const PUSHES = 3;

/** Maximum rebases of a finished run's commit onto other pushes. */
const REBASES = 10;

/** Branch, files and author of a record. */
interface StateRecordOptions {
  /** The branch that holds them. */
  readonly branch: string;
  /** Its commit that the files were read from; null where the branch does not exist yet. */
  readonly head: string | null;
  readonly files: StateFiles;
  /** The state's path in the repository, with `/`. */
  readonly statePath: string;
  /** The directory that stands for the repository's root: the files below it are what is recorded. */
  readonly directory: string;
  readonly message: string;
  readonly author: CommitAuthor;
  /** With full operations, the service tells of what has a spec, so that each recording takes the place of the copy that is kept. */
  readonly keepsEach: boolean;
  readonly world: World;
}

/** The result of recording. */
export type RecordResult =
  | {readonly kind: 'unchanged'}
  | {readonly kind: 'recorded'; readonly commit: string}
  /** Another push came first; nothing of ours is on the branch. */
  | {readonly kind: 'overtaken'; readonly tip: string | null}
  /** Another push came first and changed state or journal: which one is right cannot be decided here. */
  | {readonly kind: 'contradicted'}
  | {readonly kind: 'refused'; readonly words: string};

/**
 * State and journal of one branch. Each record is one commit of these two files, made without checkout, filters or hooks, and a
 * push without force: it succeeds only if the branch did not change since it was read.
 */
export class StateRecord {
  #head: string | null;
  #files: StateFiles;
  /** Nothing of the state waits for a review. Else the commits say so, and later runs judge what came before them again. */
  isJudged = false;
  /** The state has all that is recorded in the copy that is kept of it, so that another one may take its place. */
  isComplete: boolean;

  constructor(
    private readonly git: GitRunner,
    private readonly options: StateRecordOptions,
  ) {
    this.isComplete = options.keepsEach;
    this.#head = options.head;
    this.#files = options.files;
  }

  /** Commits the files as they are on disk, if they changed, and pushes. */
  async save(): Promise<RecordResult> {
    const bytes = this.#readFiles();
    const files = this.#nameFiles(bytes, this.#head);
    if (isSame(files, this.#files)) return {kind: 'unchanged'};
    const made = await this.#commit(bytes);
    const {commit} = made;
    const pushed = await this.#push(made);
    if (pushed.kind === 'recorded') {
      this.#head = commit;
      this.#files = this.#nameFiles(bytes, commit);
    }
    return pushed;
  }

  /**
   * Saves the results of a run, on top of other pushes if these did not change state and journal.
   */
  async saveOnTop(): Promise<RecordResult> {
    for (let rebases = 0; ; rebases++) {
      const recording = await this.save();
      if (recording.kind !== 'overtaken' || rebases === REBASES) return recording;
      const theirs = await readStateFiles(this.git, recording.tip, this.options.statePath);
      if (!isSame(theirs, this.#files)) return {kind: 'contradicted'};
      this.#head = recording.tip;
    }
  }

  #readFiles(): FileBytes {
    const {directory, statePath} = this.options;
    const read = (path: string) => (existsSync(path) ? readFileSync(path) : null);
    const state = join(directory, statePath);
    const bytes = {state: read(state), journal: read(journalPathOf(state))};
    if (bytes.state === null && this.#files.state !== null)
      throw new Error('the state file disappeared during the run: nothing was recorded');
    return bytes;
  }

  /** The objects of files in the repository of a commit. */
  #nameFiles({state, journal}: FileBytes, commit: string | null): StateFiles {
    const name = (bytes: Buffer | null) => (bytes === null ? null : hashBlob(bytes, commit));
    return {state: name(state), journal: name(journal)};
  }

  /**
   * Makes a commit on top of the head, which no reference of the checkout names. Only the trees around the state are read. With it the
   * copy that is kept of a complete state: a commit of the two files alone.
   */
  async #commit(bytes: FileBytes): Promise<Commits> {
    const {author, branch, message} = this.options;
    const begin = (mark: number) => `commit ${IMPORTED}\nmark :${mark}\ncommitter ${identityOf(author)} now\n`;
    const say = (more: string) => data(Buffer.from(`${message.trim()}\n\n${more}${RECORDING_TRAILER}: ${branch}\n`));
    const changes = this.#listChanges(bytes);
    const from = this.#head === null ? '' : `from ${this.#head}\n`;
    const copied = this.isComplete
      ? [`reset ${IMPORTED}\n`, begin(2), say(this.isJudged ? `${JUDGED_TRAILER}: state\n` : ''), ...changes]
      : [];
    const marks = this.isComplete ? 'get-mark :1\nget-mark :2\n' : 'get-mark :1\n';
    const recorded = [begin(1), say(this.isJudged ? '' : `${HELD_TRAILER}: state\n`), from, ...changes];
    const stdin = Buffer.concat(
      [...recorded, ...copied, marks, `reset ${IMPORTED}\ndone\n`].map(part => (typeof part === 'string' ? Buffer.from(part) : part)),
    );
    const made = readLine(await this.git([...IMPORT, 'fast-import', '--quiet', '--done', '--date-format=now'], {stdin}));
    const [commit = '', copy = null] = made.split('\n');
    return {commit, copy};
  }

  #listChanges({state, journal}: FileBytes): readonly Buffer[] {
    const {statePath} = this.options;
    // A copy begins with nothing that could be removed, and to remove nothing is no error.
    return [changeOf(statePath, state), changeOf(journalPathOf(statePath), journal)];
  }

  /** Pushes a commit. Asks the branch, not git's exit code, whether it arrived: the answer to a push can get lost. */
  async #push({commit, copy}: Commits): Promise<Exclude<RecordResult, {kind: 'unchanged' | 'contradicted'}>> {
    const {branch, statePath, world} = this.options;
    for (let attempt = 1; ; attempt++) {
      const push = ['push', '--quiet', '--no-verify', '--no-follow-tags', '--recurse-submodules=no', '--no-signed'];
      // A server that does not take the copy takes the recording without it.
      const besides = copy === null || attempt > 1 ? [] : [`+${copy}:${nameKept(branch, statePath)}`];
      const atOnce = besides.length === 0 ? [] : ['--atomic'];
      // Where a forced push set the branch back, a plain one would bring back what that took away.
      const lease = `--force-with-lease=refs/heads/${branch}:${this.#head ?? ''}`;
      const pushed = await this.git([...push, ...atOnce, lease, 'origin', `${commit}:refs/heads/${branch}`, ...besides]);
      if (pushed.exitCode === 0) return {kind: 'recorded', commit};
      let tip: string | null;
      try {
        tip = await fetchBranch(this.git, branch, 'history');
      } catch {
        return {kind: 'refused', words: pushed.stderr};
      }
      if (tip !== null && (await isContained(this.git, commit, tip))) return {kind: 'recorded', commit};
      if (tip !== this.#head) return {kind: 'overtaken', tip};
      if (attempt === PUSHES) return {kind: 'refused', words: pushed.stderr};
      await world.sleep(200 * attempt);
    }
  }
}

/** Whether the fetched history of `tip` contains a commit. */
export async function isContained(git: GitRunner, commit: string, tip: string): Promise<boolean> {
  return commit === tip || (await git(['merge-base', '--is-ancestor', commit, tip])).exitCode === 0;
}

function isSame(a: StateFiles, b: StateFiles): boolean {
  return a.state === b.state && a.journal === b.journal;
}

/** A commit on the branch, and the copy that is kept of it; null where none is. */
interface Commits {
  readonly commit: string;
  readonly copy: string | null;
}

/** State and journal; null for a missing file. */
interface FileBytes {
  readonly state: Buffer | null;
  readonly journal: Buffer | null;
}

/** The name of a commit while it is made. */
const IMPORTED = 'refs/monitors/recording';

/** One pack for the objects of a commit, without another process; names of files count as they are on every system. */
const IMPORT = ['-c', 'fastimport.unpackLimit=0', '-c', 'core.ignoreCase=false'];

/** A change of a file for `git fast-import`; null removes it. */
function changeOf(path: string, bytes: Buffer | null): Buffer {
  const quoted = `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
  return bytes === null ? Buffer.from(`D ${quoted}\n`) : Buffer.concat([Buffer.from(`M 100644 inline ${quoted}\n`), data(bytes)]);
}

function data(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}

/** An author without the marks that git leaves out around names. */
function identityOf({name, email}: CommitAuthor): string {
  const [plain, address] = [name, email].map(text => text.replace(/^[\0- .,:;<>"\\']+|[\0- .,:;<>"\\']+$/g, ''));
  return `${plain} <${address}>`;
}
