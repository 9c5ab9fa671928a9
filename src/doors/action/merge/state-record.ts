import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {World} from '../../../core/base/context';
import {HELD_TRAILER, RECORDING_TRAILER} from '../../../project/recording-commit';
import {fetchBranch, journalPathOf, readLine, readStateFiles, type StateFiles} from '../git-state';
import type {CommitAuthor, GitRunner} from '../ports';

/** Maximum attempts of a push that fails without another push: a network error, a locked branch. */
const PUSHES = 3;

/** Maximum rebases of a finished run's commit onto other pushes. */
const REBASES = 10;

/** Branch, files and author of a record. */
export interface StateRecordOptions {
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
  readonly world: World;
}

/** The result of recording. */
export type Recording =
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

  constructor(
    private readonly git: GitRunner,
    private readonly options: StateRecordOptions,
  ) {
    this.#head = options.head;
    this.#files = options.files;
  }

  /** Commits the files as they are on disk, if they changed, and pushes. */
  async save(): Promise<Recording> {
    const bytes = this.#readFiles();
    const files = this.#nameFiles(bytes, this.#head);
    if (isSame(files, this.#files)) return {kind: 'unchanged'};
    const commit = await this.#commit(bytes);
    const pushed = await this.#push(commit);
    if (pushed.kind === 'recorded') {
      this.#head = commit;
      this.#files = this.#nameFiles(bytes, commit);
    }
    return pushed;
  }

  /**
   * Saves the results of a run, on top of other pushes if these did not change state and journal.
   */
  async saveOnTop(): Promise<Recording> {
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
    const name = (bytes: Buffer | null) => (bytes === null ? null : nameBlob(bytes, commit));
    return {state: name(state), journal: name(journal)};
  }

  /** Makes a commit on top of the head, which no reference of the checkout names. Only the trees around the state are read. */
  async #commit({state, journal}: FileBytes): Promise<string> {
    const {statePath, message, author, branch} = this.options;
    const text = `${message.trim()}\n\n${this.isJudged ? '' : `${HELD_TRAILER}: state\n`}${RECORDING_TRAILER}: ${branch}\n`;
    const stdin = Buffer.concat(
      [
        ...[`commit ${IMPORTED}\nmark :1\ncommitter ${identityOf(author)} now\n`, data(Buffer.from(text))],
        ...[this.#head === null ? '' : `from ${this.#head}\n`],
        ...[changeOf(statePath, state), changeOf(journalPathOf(statePath), journal)],
        `get-mark :1\nreset ${IMPORTED}\ndone\n`,
      ].map(part => (typeof part === 'string' ? Buffer.from(part) : part)),
    );
    return readLine(await this.git([...IMPORT, 'fast-import', '--quiet', '--done', '--date-format=now'], {stdin}));
  }

  /** Pushes a commit. Asks the branch, not git's exit code, whether it arrived: the answer to a push can get lost. */
  async #push(commit: string): Promise<Exclude<Recording, {kind: 'unchanged' | 'contradicted'}>> {
    const {branch, world} = this.options;
    for (let attempt = 1; ; attempt++) {
      const push = ['push', '--quiet', '--no-verify', '--no-follow-tags', '--recurse-submodules=no', '--no-signed'];
      const pushed = await this.git([...push, 'origin', `${commit}:refs/heads/${branch}`]);
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

/** State and journal; null for a missing file. */
interface FileBytes {
  readonly state: Buffer | null;
  readonly journal: Buffer | null;
}

/** The name of a commit while it is made. */
const IMPORTED = 'refs/monitors/recording';

/** One pack for the objects of a commit, without another process; names of files count as they are on every system. */
const IMPORT = ['-c', 'fastimport.unpackLimit=0', '-c', 'core.ignoreCase=false'];

/** The object that git makes of a file, in the repository of a commit: SHA-256 has longer names. */
function nameBlob(bytes: Buffer, commit: string | null): string {
  const hash = createHash(commit?.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

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
