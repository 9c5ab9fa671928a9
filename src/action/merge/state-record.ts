import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {World} from '../../context';
import {HELD_TRAILER, RECORDING_TRAILER} from '../../engine/recording-commit';
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
  /** Where an index of our own may be kept; absolute. */
  readonly temporaryDirectory: string;
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
    const files = await this.#storeFiles();
    if (isSame(files, this.#files)) return {kind: 'unchanged'};
    const commit = await this.#commit(files);
    const pushed = await this.#push(commit);
    if (pushed.kind === 'recorded') {
      this.#head = commit;
      this.#files = files;
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

  async #storeFiles(): Promise<StateFiles> {
    const {directory, statePath} = this.options;
    const state = join(directory, statePath);
    const files = {state: await this.#storeFile(state), journal: await this.#storeFile(journalPathOf(state))};
    if (files.state === null && this.#files.state !== null)
      throw new Error('the state file disappeared during the run: nothing was recorded');
    return files;
  }

  async #storeFile(path: string): Promise<string | null> {
    return existsSync(path) ? readLine(await this.git(['hash-object', '-w', '--no-filters', '--', path])) : null;
  }

  async #commit(files: StateFiles): Promise<string> {
    const {statePath, temporaryDirectory, message, author, branch, world} = this.options;
    const indexFile = join(temporaryDirectory, `index-${world.uuid()}`);
    try {
      readLine(await this.git(['read-tree', this.#head ?? '--empty'], {indexFile}));
      const entries = [entryOf(statePath, files.state), entryOf(journalPathOf(statePath), files.journal)];
      readLine(await this.git(['update-index', '-z', '--index-info'], {indexFile, stdin: entries.join('')}));
      const tree = readLine(await this.git(['write-tree'], {indexFile}));
      const identity = ['-c', `user.name=${author.name}`, '-c', `user.email=${author.email}`];
      const parent = this.#head === null ? [] : ['-p', this.#head];
      const stdin = `${message.trim()}\n\n${this.isJudged ? '' : `${HELD_TRAILER}: state\n`}${RECORDING_TRAILER}: ${branch}\n`;
      return readLine(await this.git([...identity, 'commit-tree', tree, ...parent], {stdin}));
    } finally {
      rmSync(indexFile, {force: true});
    }
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
  return (await git(['merge-base', '--is-ancestor', commit, tip])).exitCode === 0;
}

function isSame(a: StateFiles, b: StateFiles): boolean {
  return a.state === b.state && a.journal === b.journal;
}

/** A line of `update-index --index-info`; mode 0 takes the file out. */
function entryOf(path: string, id: string | null): string {
  return id === null ? `0 ${'0'.repeat(40)}\t${path}\0` : `100644 ${id}\t${path}\0`;
}
