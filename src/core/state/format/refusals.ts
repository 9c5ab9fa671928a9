import {gitPath, writeEnvironmentMove} from '../../base/command-line';
import {countOf, formatNumber, listDoubted} from '../../base/words';
import {UserError} from '../../diagnostics/user-error';
import {baseOfStateFile, stateFileOf} from '../../files/state-name';
import type {JournaledCreate} from '../journal';
import {isLoopback, isOfEmulator, mayBeTrial} from '../origin';
import {refuseMigrating} from '../remote/migrating';
import type {Migration} from '../remote/store';
import type {State} from '../state';
import type {Conflict} from './damage';

/** Facts that errors name: the file as people see it, and the project and environment that it should belong to. */
export interface StateFileFacts {
  /** The state file as messages show it. */
  readonly shown: string;
  readonly project: string;
  readonly environment: string;
  /** The serial of the `.bak` beside it when that one is sound; null when there is none. Looked up only for a refusal. */
  readonly soundBackup: () => number | null;
  /** The service can be asked what it holds: `monitors recover` is a way out. */
  readonly canRecover?: boolean;
  /** The file is a copy that `state restore` was given, not the state itself. */
  readonly isCopy?: boolean;
  /** It is only compared: project and environment may have had other names then. */
  readonly isOfAnyOwner?: boolean;
}

/** The errors about a state file: each says what was found and which command to run next. */
export class Refusals {
  constructor(readonly facts: StateFileFacts) {}

  /** A command line of this tool for this environment. */
  command(words: string): string {
    const {environment} = this.facts;
    return environment === 'default' ? `monitors ${words}` : `monitors ${words} --environment ${environment}`;
  }

  /** A hint, and where the service can be asked, the command that rebuilds the state from it. */
  protected orRecover(hint: string): string {
    if (this.facts.canRecover !== true) return hint;
    return `${hint}; or run "${this.command('recover')}" to rebuild the state from what the service holds`;
  }

  /** Advises on a state whose content is gone. */
  private restoreHint(): string {
    return this.orRecover(this.listCopies());
  }

  protected listCopies(): string {
    const {shown, isCopy} = this.facts;
    if (isCopy === true) return 'give another file: a backup, a rescue file, or an older version of the state from git';
    const serial = this.facts.soundBackup();
    if (serial !== null) {
      // The backup is one write older: what the last run created is not in it, and would be created again.
      return `restore the file from git ("git checkout -- ${gitPath(shown)}"); if git does not have it, run "${this.command(`state restore ${shown}.bak`)}": that backup is older (serial ${serial}) and may lack what the last run created`;
    }
    return `restore the file from git ("git log -- ${gitPath(shown)}" lists its versions), then run "${this.command('state verify')}"`;
  }

  empty(size: number): UserError {
    const what = size === 0 ? 'is empty (0 bytes)' : `contains only white space or NUL bytes (${countOf(size, 'byte')})`;
    return new UserError('state/empty', `${this.facts.shown} ${what}: a write was cut off, or the file was emptied`, this.restoreHint());
  }

  nuls(count: number, size: number): UserError {
    const message = `${this.facts.shown} is damaged: ${countOf(count, 'byte')} of its ${countOf(size, 'byte')} are NUL, as after a power loss`;
    return new UserError('state/empty', message, this.restoreHint());
  }

  encoding(what: string): UserError {
    const hint = `an editor saved it in another encoding: ${this.restoreHint()}`;
    return new UserError('state/encoding', `${this.facts.shown} ${what}; a state file is UTF-8 without a byte order mark`, hint);
  }

  conflict({ours, theirs}: Conflict): UserError {
    const sides = [ours === null ? null : `ours has serial ${ours}`, theirs === null ? null : `theirs has serial ${theirs}`];
    const known = sides.filter(side => side !== null).join(', ');
    const message = `${this.facts.shown} contains git conflict markers${known === '' ? '' : ` (${known})`}`;
    const {shown} = this.facts;
    const hint = `keep one side ("git checkout --theirs ${gitPath(shown)}" or "--ours"), add the records that only the other side has (those monitors exist too), then run "${this.command('state verify --fix')}"`;
    return new UserError('state/conflict', message, this.orRecover(hint));
  }

  syntax(offset: number, size: number, cause: unknown): UserError {
    const where =
      offset >= size
        ? `it ends too early, after ${countOf(size, 'byte')}`
        : `reading stopped at byte ${formatNumber(offset)} of ${formatNumber(size)}`;
    return new UserError('state/syntax', `${this.facts.shown} is not valid JSON: ${where}`, this.restoreHint(), {cause});
  }

  malformed(what: string): UserError {
    return new UserError('state/malformed', `${this.facts.shown} is not a valid state file: ${what}`, this.restoreHint());
  }

  newer(version: number, tool: string): UserError {
    const message = `${this.facts.shown} was written by a newer version of this tool (${tool}, state format ${version}); this one reads format 1`;
    return new UserError('state/newer-version', message, `install monitors ${tool} or newer; nothing was written`);
  }

  migrating(migration: Migration): UserError {
    return refuseMigrating(migration, {place: this.facts.shown, kind: 'file'}, this.facts);
  }

  checksum(found: 'wrong' | 'missing'): UserError {
    const what = found === 'wrong' ? 'does not match its checksum' : 'has no checksum';
    const message = `${this.facts.shown} ${what}: it was edited by hand or merged by git`;
    const look = `run "${this.command('state verify')}" to see its content, then "${this.command('state verify --fix')}" to accept it`;
    const isCopy = this.facts.isCopy === true;
    const hint = isCopy
      ? `give another file; if there is none, copy this one over the state file, then ${look}`
      : `${look}; or restore the file from git`;
    return new UserError('state/checksum', message, this.orRecover(hint));
  }

  sharedId(first: string, second: string, id: string): UserError {
    const message = `${this.facts.shown} records the monitor id ${id} under two keys, "${first}" and "${second}"`;
    const hint = `restore the file from git, or delete one of the two records in it and run "${this.command('state verify --fix')}"`;
    return new UserError('state/shared-id', message, this.orRecover(hint));
  }

  tooLarge(shown: string, size: number, limit: number): UserError {
    return new UserError(
      'state/too-large',
      `${shown} is too large: ${countOf(size, 'byte')}, the limit is ${countOf(limit, 'byte')}`,
      this.restoreHint(),
    );
  }

  notAFile(shown: string, kind: 'directory' | 'symlink' | 'other' | 'file'): UserError {
    const what = {directory: 'a directory', symlink: 'a symbolic link', other: 'a pipe, socket or device', file: 'a file'}[kind];
    const hint = 'replace it with a regular file, or choose another one with --state';
    return new UserError('state/not-a-file', `${shown} is ${what}; state and journal must be regular files`, hint);
  }

  unreadable(shown: string, cause: unknown): UserError {
    const hint = 'check the permissions of the file and its directory, then run the command again';
    return new UserError('state/unreadable', `${shown} can't be read: ${describeError(cause)}`, hint, {cause});
  }

  notWritable(what: string, hint: string, cause?: unknown): UserError {
    return new UserError('state/not-writable', what, hint, {cause});
  }

  notSaved(shown: string, cause: unknown): UserError {
    const hint = `free disk space or fix the permissions, then run "${this.command('plan')}": it shows what was recorded and what is unresolved`;
    return new UserError('state/not-saved', `${shown} could not be written: ${describeError(cause)}`, hint, {cause});
  }

  trackedFile(path: string): UserError {
    const message = `git tracks ${path}, so it is not read: it could come from a pull request`;
    return new UserError('state/tracked-by-git', message, `run "git rm --cached ${gitPath(path)}", commit, and try again`);
  }

  journalDamaged(line: number, what: string): UserError {
    const message = `line ${line} of ${this.facts.shown}.journal is damaged: ${what}`;
    const hint = `restore the journal from git, or run "${this.command('state verify')}" to see its content and "${this.command('state verify --fix')}" to accept it`;
    return new UserError('state/journal-damaged', message, this.orRecover(hint));
  }

  newerJournal(version: number, tool: string): UserError {
    const message = `${this.facts.shown}.journal was written by a newer version of this tool (${tool}, journal format ${version})`;
    return new UserError('state/newer-version', message, `install monitors ${tool} or newer; nothing was written`);
  }

  journalMismatch(): UserError {
    const {shown} = this.facts;
    const message = `${shown}.journal and ${shown} belong to different states (their lineages differ): one of the two was replaced`;
    return new UserError(
      'state/journal-mismatch',
      message,
      this.orRecover(`restore both files from the same commit ("git log -- ${gitPath(shown)}" lists them)`),
    );
  }

  /** `creates` are those that only the journal knows of. */
  journalAhead(journal: number, state: number, creates: readonly JournaledCreate[]): UserError {
    const {shown} = this.facts;
    const message = `${shown}.journal was written for serial ${journal}, but ${shown} has serial ${state}: the state is an older copy${nameCreates(creates)}`;
    const hint = `restore the newer state from git; if there is only this copy, run "${this.command(`state restore ${shown}`)}" to continue from it`;
    return new UserError('state/journal-ahead', message, this.orRecover(hint));
  }

  /** Throws when a state belongs to another project or environment. */
  checkOwner(found: {readonly project: string; readonly environment: string}): void {
    const {shown, project, environment, isOfAnyOwner} = this.facts;
    if (isOfAnyOwner === true) return;
    if (found.project !== project) {
      const message = `${shown} belongs to project "${found.project}", but the config says "${project}"`;
      throw new UserError(
        'state/wrong-project',
        message,
        `set "project: ${found.project}" in the config, or choose another file with --state`,
      );
    }
    if (found.environment !== environment) {
      const message = `${shown} belongs to environment "${found.environment}", but this run is for "${environment}"`;
      throw new UserError(
        'state/wrong-environment',
        message,
        `run with --environment ${found.environment}, or choose another file with --state${this.orMove(found.environment)}`,
      );
    }
  }

  private orMove(from: string): string {
    const {shown, environment, isCopy} = this.facts;
    if (isCopy === true) return '';
    const name = stateFileOf(baseOfStateFile(shown, environment), from);
    return `; to move it here, rename it to ${name}, then run "${writeEnvironmentMove(from, environment)}"`;
  }

  /** Throws when a run is for another address than the one where the monitors live. */
  checkOrigin(state: Pick<State, 'origin' | 'emulator'>, origin: string): void {
    if (state.origin === origin) return;
    const message = `the monitors in ${this.facts.shown} are at ${state.origin}, but this run is for ${origin}`;
    const right = `check MONITORS_BASE_URL (or --base-url): for these monitors it must be ${state.origin}`;
    throw new UserError('state/wrong-origin', message, [right, ...this.listMoves(state, origin)].join('; '));
  }

  /** Lists other possible causes for a state whose address is not that of the run. */
  private listMoves(state: Pick<State, 'origin' | 'emulator'>, origin: string): string[] {
    const setOrigin = `run "${this.command(`state set-origin ${origin}`)}"`;
    const reset = `run "${this.command('state reset')}"`;
    const moved = `if the service moved and kept its monitors, ${setOrigin}`;
    if (isOfEmulator(state)) {
      // The emulator's monitors are at no other machine, but its data file may be served at another port.
      const restarted = isLoopback(origin) ? [`if the emulator was started again with the same --data, ${setOrigin}`] : [];
      return [...restarted, `this state is from the emulator: if that trial is over, ${reset}`];
    }
    // An older version noted no emulator: that the run is for another machine is what makes a trial likely.
    if (mayBeTrial(state) && state.emulator === undefined && !isLoopback(origin)) {
      return [moved, `if this state is from a trial with the emulator, ${reset}`];
    }
    return [moved];
  }

  lost(remaining: 'journal' | 'backup' | 'both'): UserError {
    const {shown} = this.facts;
    const left = {journal: `${shown}.journal`, backup: `${shown}.bak`, both: `${shown}.journal and ${shown}.bak`}[remaining];
    const exist = remaining === 'both' ? 'exist' : 'exists';
    const message = `state file ${shown} is missing but ${left} ${exist}; applying without it would create duplicates`;
    const hint = `${this.restoreHint()}; if no monitor was ever created, delete ${left} and start again`;
    return new UserError('state/lost', message, hint);
  }

  /** The file of another environment, `place`, holds the state of this one: the file was renamed by hand. */
  misplaced(file: string, place: string): UserError {
    const {shown, environment} = this.facts;
    const message = `state file ${shown} is missing, and ${file} holds the state of environment "${environment}"`;
    const hint = `give the file its name back: ${shown}; to move it to environment "${place}", then run "${writeEnvironmentMove(environment, place)}"`;
    return new UserError('state/misplaced', message, hint);
  }

  changed(): UserError {
    const message = `another process changed ${this.facts.shown} during this run; it was not overwritten`;
    return new UserError('state/changed', message, `run "${this.command('plan')}" to see the current state`);
  }
}

/** The system's error in words, with its code, which is what people search for. */
function describeError(cause: unknown): string {
  const {code, message} = (typeof cause === 'object' && cause !== null ? cause : {}) as {code?: unknown; message?: unknown};
  const words = typeof code === 'string' && Object.hasOwn(SYSTEM_ERRORS, code) ? SYSTEM_ERRORS[code] : undefined;
  if (words !== undefined) return `${words} (${String(code)})`;
  return typeof message === 'string' ? message : String(cause);
}

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reports an input/output error',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EBUSY: 'the file is in use',
  EXDEV: 'the paths are on different file systems',
  ENOENT: 'its directory does not exist',
  ENOTDIR: 'its directory is a file',
  EMFILE: 'too many files are open',
};

/** Names creates that a state may lack: those that were made, and those that may exist. */
export function nameCreates(creates: readonly JournaledCreate[]): string {
  const keysOf = (...phases: JournaledCreate['phase'][]) =>
    creates.flatMap(({intent, phase}) => (phases.includes(phase) ? [JSON.stringify(intent.key)] : []));
  const [made, doubted] = [keysOf('done'), keysOf('sending', 'unknown')];
  return [
    ...(made.length === 0 ? [] : [`; the journal notes as created: ${listDoubted(made)}`]),
    ...(doubted.length === 0 ? [] : [`; created or not, nothing says: ${listDoubted(doubted)}`]),
  ].join('');
}
