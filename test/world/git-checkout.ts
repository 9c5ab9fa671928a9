import {execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {canonicalJson} from '../../src/core/json/canonical';
import type {JsonObject, JsonValue} from '../../src/core/json/value';
import type {Side} from './git-steps';

/** Content of a state's text; null for no state. */
interface StateText {
  readonly lineage: string;
  readonly serial: number;
  readonly records: ReadonlyMap<string, string>;
  /** Without what a person took out. */
  readonly removed: ReadonlySet<string>;
}

/** A checkout of a history's repository, on a machine of its own, driven by git as a person would. Conflicts take one side, or end the step. */
export class GitCheckout {
  /** The states that runs in this checkout have left, by path. */
  readonly #left = new Map<string, string[]>();

  private constructor(
    readonly directory: string,
    /** The home of the machine. */
    readonly home: string,
  ) {}

  static initialize(remote: string): void {
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote], {env: gitEnv(dirname(remote))});
    appendFileSync(join(remote, 'config'), '[uploadpack]\n\tallowAnySHA1InWant = true\n');
  }

  static clone(remote: string, directory: string, shallow: boolean): GitCheckout {
    const home = `${directory}-home`;
    mkdirSync(home, {recursive: true});
    const depth = shallow ? ['--depth', '1'] : [];
    execFileSync('git', ['clone', '--quiet', ...depth, `file://${remote}`, directory], {env: gitEnv(home), stdio: 'ignore'});
    return new GitCheckout(directory, home);
  }

  addWorktree(directory: string, back: number): GitCheckout {
    this.commit('Edit');
    this.#git('worktree', 'add', '--quiet', '-b', `worktree-${directory.slice(-1)}`, directory, this.#before(back));
    return new GitCheckout(directory, this.home);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.directory, path)), {recursive: true});
    writeFileSync(join(this.directory, path), text);
  }

  remove(path: string): void {
    rmSync(join(this.directory, path), {force: true});
  }

  commit(message: string): void {
    this.#git('add', '--all');
    this.#git('commit', '--quiet', '--message', message);
  }

  pull(side: Side, rebase: boolean): void {
    this.commit('Edit');
    this.#git('fetch', '--quiet', 'origin');
    // In a rebase, "ours" is the branch that is rebased on.
    const taken = rebase ? (side === 'ours' ? 'theirs' : 'ours') : side;
    this.#join(rebase ? ['rebase', '--quiet', 'origin/main'] : ['merge', '--quiet', '--no-edit', 'origin/main'], taken);
  }

  push(force: boolean): void {
    this.#git('push', '--quiet', ...(force ? ['--force'] : []), 'origin', 'HEAD:main');
  }

  revert(back: number): void {
    this.commit('Edit');
    const undone = this.#before(back);
    // Without its first commit it would have no config, and be another project.
    if (!this.#git('rev-parse', '--quiet', '--verify', `${undone}^`)) return;
    if (this.#git('revert', '--no-edit', undone)) return;
    this.#git('revert', '--abort');
  }

  reset(back: number): void {
    this.commit('Edit');
    this.#git('reset', '--quiet', '--hard', this.#before(back));
  }

  takeOldStates(back: number, paths: readonly string[]): void {
    for (const path of paths) this.#git('checkout', '--quiet', this.#before(back), '--', path);
  }

  takeBackup(path: string): void {
    const backup = join(this.directory, `${path}.bak`);
    if (existsSync(backup)) copyFileSync(backup, join(this.directory, path));
  }

  stashAndPop(): void {
    if (this.#git('stash', 'push', '--quiet', '--include-untracked')) this.#git('stash', 'pop', '--quiet');
  }

  /** Removes what git does not track, but for states, and puts back what it does. */
  tidyUp(): void {
    this.#git('clean', '-q', '-f', '-d', '-x', '-e', 'monitors.state*.json');
    this.#git('checkout', '--quiet', '--', ':!monitors.state*.json');
  }

  /** Makes a branch from an older commit, edits there, and merges it; `squash` makes one commit of it, as a hosted merge may. */
  mergeBranch({back, side, squash}: {readonly back: number; readonly side: Side; readonly squash: boolean}, edit: () => void): void {
    this.commit('Edit');
    const start = this.#read('rev-parse', '--abbrev-ref', 'HEAD');
    const isMade = this.#git('checkout', '--quiet', '-B', 'feature', this.#before(back));
    if (!isMade) return;
    edit();
    this.commit('Feature');
    this.#git('checkout', '--quiet', start);
    this.#join(['merge', '--quiet', ...(squash ? ['--squash'] : ['--no-edit']), 'feature'], side);
    if (squash) this.commit('Merge feature');
  }

  /** Takes a record out of a state by hand, with a correct checksum; answers whether there was one. */
  forge(path: string, key: string, line: boolean): boolean {
    const {checksum: _, ...root}: JsonObject = this.#readState(path) ?? {monitors: {}};
    const {[key]: record, ...monitors} = root['monitors'] as JsonObject;
    if (record === undefined) return false;
    const serial = (root['serial'] as number) + 1;
    const gone = {key, id: (record as JsonObject)['id'] as string, serial, at: '2026-11-20T00:00:00.000Z', by: 'apply'};
    const removed = [...((root['removed'] as JsonValue[] | undefined) ?? []), gone];
    const content: JsonObject = {...root, monitors, serial, ...(line ? {removed} : {})};
    const checksum = `sha256:${createHash('sha256').update(canonicalJson(content)).digest('hex')}`;
    writeFileSync(join(this.directory, path), JSON.stringify({...content, checksum}));
    return true;
  }

  /** Keeps that this machine has seen the state that is there now. */
  remember(path: string): void {
    const file = join(this.directory, path);
    if (existsSync(file)) this.#left.set(path, [...(this.#left.get(path) ?? []), readFileSync(file, 'utf8')]);
  }

  /** The ids that versions of a state within reach record, with their keys. */
  listKnown(path: string): Map<string, string> {
    return new Map(this.#listVersions(path).flatMap(({records}) => [...records].map(([key, id]) => [id, key] as const)));
  }

  /** The ids that any version of a state in the history of HEAD and of the remote's branch records, with their keys. */
  listEverRecorded(path: string): Map<string, string> {
    const commits = this.#read('log', '--full-history', '--format=%H', 'HEAD', 'origin/main', '--', path).split('\n');
    const texts = this.#showAll(commits, path).flatMap(text => readText(text) ?? []);
    return new Map(texts.flatMap(({records}) => [...records].map(([key, id]) => [id, key] as const)));
  }

  /** The ids that a commit's version of a state records. */
  listRecordedAt(commit: string, path: string): string[] {
    return this.#showAll([commit], path).flatMap(text => [...(readText(text)?.records.values() ?? [])]);
  }

  /** The keys of creates that a journal in HEAD's history calls sent, and that no version of the state there records. */
  listSentBefore(path: string): Set<string> {
    const journal = `${path}.journal`;
    const commits = this.#read('log', '--full-history', '--format=%H', 'HEAD', '--', journal).split('\n');
    const lines = this.#showAll(commits, journal).flatMap(text => text.split('\n').filter(line => line !== ''));
    const records = lines.map(line => (JSON.parse(line) as {record: {key?: string; phase?: string}}).record);
    const states = this.#read('log', '--full-history', '--format=%H', 'HEAD', '--', path).split('\n');
    const texts = this.#showAll(states, path).flatMap(text => readText(text) ?? []);
    const recorded = new Set(texts.flatMap(({records}) => [...records.keys()]));
    return new Set(
      records.flatMap(({key, phase}) =>
        key !== undefined && (phase === 'sending' || phase === 'unknown') && !recorded.has(key) ? [key] : [],
      ),
    );
  }

  /** The ids of which a version within reach says that an apply removed them. */
  listKnownRemoved(path: string): Set<string> {
    return new Set(this.#listVersions(path).flatMap(({removed}) => [...removed]));
  }

  /** Whether a version within reach, or the journal, has a higher serial than the state that is there. A shallow clone may have only the latter. */
  isBehind(path: string): boolean {
    const file = join(this.directory, path);
    const own = existsSync(file) ? readText(readFileSync(file, 'utf8')) : null;
    // A pull brings what the remote's branch has of another lineage, too.
    const isApart =
      own !== null && this.#showAll(['origin/main'], path).some(text => (readText(text)?.lineage ?? own.lineage) !== own.lineage);
    const later = [...this.#listVersions(path).map(({serial}) => serial), this.#readJournalSerial(path)];
    return isApart || later.some(serial => serial > (own?.serial ?? 0));
  }

  /** The serial of the state that a journal was written for; 0 without one. */
  #readJournalSerial(path: string): number {
    const file = join(this.directory, `${path}.journal`);
    const [head = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return head === '' ? 0 : ((JSON.parse(head) as {record: {serial?: number}}).record.serial ?? 0);
  }

  /** The ids that the remote's branch records, as the last fetch left it, in a state that was begun apart from the one here or is not later. */
  listRecordedApart(path: string): Set<string> {
    const file = join(this.directory, path);
    const own = existsSync(file) ? readText(readFileSync(file, 'utf8')) : null;
    const states = this.#showAll(['origin/main'], path).flatMap(text => readText(text) ?? []);
    const isLater = ({lineage, serial}: StateText) => lineage === own?.lineage && serial > own.serial;
    return new Set(states.flatMap(state => (isLater(state) ? [] : [...state.records.values()])));
  }

  /** The ids that a state records now, by key. */
  readRecords(path: string): ReadonlyMap<string, string> {
    const file = join(this.directory, path);
    return (existsSync(file) ? readText(readFileSync(file, 'utf8')) : null)?.records ?? new Map();
  }

  head(): string {
    return this.#read('rev-parse', 'HEAD');
  }

  hasConfig(): boolean {
    return existsSync(join(this.directory, 'monitors.config.yaml'));
  }

  /** The keys of the specs that are there now. */
  listKeys(): string[] {
    const specs = join(this.directory, 'monitors');
    return existsSync(specs) ? readdirSync(specs).map(name => name.replace(/\.yaml$/, '')) : [];
  }

  #readState(path: string): JsonObject | null {
    const file = join(this.directory, path);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as JsonObject) : null;
  }

  #listVersions(path: string): StateText[] {
    const reflog = this.#read('log', '--walk-reflogs', '--max-count=20', '--format=%H', 'HEAD');
    const commits = [...new Set(['HEAD', 'ORIG_HEAD', 'origin/main', ...reflog.split('\n').filter(line => line !== '')])];
    const texts = this.#showAll(commits, path);
    const backup = join(this.directory, `${path}.bak`);
    if (existsSync(backup)) texts.push(readFileSync(backup, 'utf8'));
    return [...texts, ...(this.#left.get(path) ?? [])].flatMap(text => readText(text) ?? []);
  }

  /** The texts that commits have of a file; those that have none are left out. */
  #showAll(commits: readonly string[], path: string): string[] {
    const input = commits.map(commit => `${commit}:${path}\n`).join('');
    const {stdout} = spawnSync('git', ['cat-file', '--batch'], {cwd: this.directory, env: gitEnv(this.home), input});
    const texts: string[] = [];
    for (let start = 0; start < stdout.length; ) {
      const end = stdout.indexOf('\n', start);
      const size = Number(/ blob (\d+)$/.exec(stdout.toString('latin1', start, end))?.[1] ?? -1);
      if (size >= 0) texts.push(stdout.toString('utf8', end + 1, end + 1 + size));
      start = end + 1 + (size < 0 ? 0 : size + 1);
    }
    return texts;
  }

  #before(back: number): string {
    const count = Number(this.#read('rev-list', '--first-parent', '--count', 'HEAD'));
    return `HEAD~${Math.min(back, count - 1)}`;
  }

  /** Merges or rebases; where files of both sides differ, one side is taken; where that is not enough, nothing is done. */
  #join(command: readonly string[], side: Side): void {
    const [name = '', ...more] = command;
    if (this.#git(name, '-X', side, ...more)) return;
    for (let left = 10; left > 0; left--) {
      this.#git('checkout', `--${side}`, '--', '.');
      this.#git('add', '--all');
      const isDone =
        name === 'rebase' ? this.#git('-c', 'core.editor=true', 'rebase', '--continue') : this.#git('commit', '--quiet', '--no-edit');
      if (isDone) return;
    }
    this.#git(name, '--abort');
  }

  /** Answers whether git did it. */
  #git(...args: readonly string[]): boolean {
    return spawnSync('git', [...args], {cwd: this.directory, env: gitEnv(this.home), stdio: 'ignore'}).status === 0;
  }

  #read(...args: readonly string[]): string {
    const {status, stdout} = spawnSync('git', [...args], {cwd: this.directory, env: gitEnv(this.home), encoding: 'utf8'});
    return status === 0 ? stdout.trim() : '';
  }
}

function readText(text: string): StateText | null {
  if (!text.startsWith('{')) return null;
  const root = JSON.parse(text) as {
    lineage: string;
    serial: number;
    monitors?: Record<string, {id: string}>;
    removed?: {id: string; by: string}[];
  };
  const records = Object.entries(root.monitors ?? {}).map(([key, {id}]) => [key, id] as const);
  return {
    lineage: root.lineage,
    serial: root.serial,
    records: new Map(records),
    removed: new Set((root.removed ?? []).flatMap(({id, by}) => (by === 'state rm' ? [] : [id]))),
  };
}

function gitEnv(home: string): Record<string, string> {
  const person = {NAME: 'user', EMAIL: 'user@example.com'};
  const people = Object.entries(person).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ]);
  return {PATH: process.env['PATH'] ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...Object.fromEntries(people)};
}
