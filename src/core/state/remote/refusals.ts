import {listDoubted} from '../../base/words';
import {UserError} from '../../diagnostics/user-error';
import type {SharedBackend} from '../addresses/kinds';
import {nameRecord} from '../earlier';
import {describeHolder, type LockHolder} from '../format/lock';
import {nameCreates, Refusals, type StateFileFacts} from '../format/refusals';
import type {JournaledCreate} from '../journal';
import {StateLocked} from '../store';
import type {MissingRecord} from './last-seen';

/** The errors about a state on a server. `facts.shown` is the place, such as `the PostgreSQL table "monitors_state" at db.example:5432/app`. */
export class SharedRefusals extends Refusals {
  constructor(
    facts: StateFileFacts,
    /** The kind of server, as `state migrate --to` takes it. */
    readonly backend: SharedBackend,
  ) {
    super(facts);
  }

  protected override listCopies(): string {
    return `go back to a state that "${this.command('state history')}" lists; if that is refused, too, restore a backup of the server`;
  }

  notInitialized(): UserError {
    const {shown, project, environment} = this.facts;
    const message = `${shown} has no state of project "${project}", environment "${environment}"`;
    const migrate = this.command(`state migrate --to ${this.backend}`);
    const hint = `if the state of this environment is still in a file, run "${migrate}"; if there is none yet, run "${this.command('state init')}" once; else check the config: an empty place would mean to create every monitor again`;
    return new UserError('state/not-initialized', message, hint);
  }

  locked(holder: LockHolder, now: number, isHeld: () => Promise<boolean>): StateLocked {
    const words = describeHolder(holder, now);
    const message = `${this.facts.shown} is locked by ${words}`;
    const hint = `wait until that run ends, or use --lock-timeout 5m to wait for it; if that process is certainly dead, run "${this.command(`state unlock ${holder.id}`)}"`;
    return new StateLocked(message, hint, {holder: words, isHeld});
  }

  notLocked(): UserError {
    return new UserError('state/not-locked', `${this.facts.shown} is not locked`, `run "${this.command('plan')}"`);
  }

  otherLock(holder: LockHolder, now: number): UserError {
    const message = `${this.facts.shown} is locked with another id: ${holder.id} (${describeHolder(holder, now)})`;
    const hint = `if that process is certainly dead, run "${this.command(`state unlock ${holder.id}`)}"`;
    return new UserError('state/lock-id', message, hint);
  }

  /** Another run took the lock over, or a person removed it: this run sends and writes nothing more. */
  lockLost(holder: LockHolder | null, now: number): UserError {
    const who = holder === null ? 'it was unlocked' : `${describeHolder(holder, now)} holds it`;
    const message = `this run lost the lock of ${this.facts.shown}: ${who}`;
    const hint = `run "${this.command('plan')}": it shows what was recorded and what is unresolved; if the state was moved meanwhile, run the same "monitors state migrate" again: it brings what this run created`;
    return new UserError('state/lock-lost', message, hint);
  }

  /** The credentials may read only. `words` say what the server refuses; `advice` is what may be known of the way out. */
  mayOnlyRead(words: string, advice: string | null, cause: unknown): UserError {
    const message = `${this.facts.shown} can't be written: ${words}`;
    const hint = `${advice ?? 'use credentials that may write there'}; "${this.command('plan')}" only needs to read`;
    return new UserError('state/not-writable', message, hint, {cause});
  }

  /** The server can't be reached, or refuses. `words` never hold its own. */
  failed(code: keyof typeof FAILED, words: string, hint: string, cause: unknown): UserError {
    return new UserError(code, `${this.facts.shown} ${FAILED[code]}: ${words}`, hint, {cause});
  }

  /** Others were faster again and again, or the service never answers the same twice. */
  busy(): UserError {
    const message = `${this.facts.shown} was changed by another run at each try`;
    return new UserError('state/unreadable', message, `wait until that run ends, then run "${this.command('plan')}"`);
  }

  noBackup(serial: number): UserError {
    const message = `${this.facts.shown} keeps no state with serial ${serial}`;
    return new UserError('state/no-backup', message, `run "${this.command('state history')}" to see which it keeps`);
  }

  /** The server is not the one that the state was written on, or was set back. */
  serverChanged(missing: readonly MissingRecord[] = [], found: 'first-use' | 'present' = 'present'): UserError {
    const {shown, project, environment} = this.facts;
    const names = missing.length === 0 ? '' : `: ${listDoubted(missing.map(nameRecord))}, which this machine saw there`;
    const message = `${shown} was moved to another server or restored from a backup: what was recorded last may be missing${names}`;
    const compare = `compare "${this.command('state list')}" with the monitors of the service; when nothing is missing, run "${this.command('state verify --fix')}"`;
    const begin = `restore a backup of the server${this.facts.canRecover === true ? `, or run "${this.command('recover')}"` : ''}; if no monitor is left, run "${this.command(`state init --new-state ${project}/${environment}`)}": apply then creates all`;
    return new UserError('state/server-changed', message, found === 'first-use' ? begin : compare);
  }

  override checksum(): UserError {
    const message = `${this.facts.shown} does not match its checksum: parts of it were changed by hand, lost, or restored`;
    return new UserError('state/checksum', message, this.orRecover(this.listCopies()));
  }

  override malformed(what: string): UserError {
    return new UserError('state/malformed', `${this.facts.shown} holds no valid state: ${what}`, this.orRecover(this.listCopies()));
  }

  override sharedId(first: string, second: string, id: string): UserError {
    const message = `${this.facts.shown} records the monitor id ${id} under two keys, "${first}" and "${second}"`;
    return new UserError('state/shared-id', message, this.orRecover(this.listCopies()));
  }

  override journalDamaged(line: number, what: string): UserError {
    const message = `line ${line} of the journal in ${this.facts.shown} is damaged: ${what}`;
    return new UserError('state/journal-damaged', message, this.orRecover(this.listCopies()));
  }

  override newerJournal(version: number, tool: string): UserError {
    const message = `the journal in ${this.facts.shown} was written by a newer version of this tool (${tool}, journal format ${version})`;
    return new UserError('state/newer-version', message, `install monitors ${tool} or newer; nothing was written`);
  }

  override journalMismatch(): UserError {
    const message = `the journal and the state in ${this.facts.shown} do not belong together (their lineages differ): one of the two was replaced`;
    return new UserError('state/journal-mismatch', message, this.orRecover(this.listCopies()));
  }

  override journalAhead(journal: number, state: number, creates: readonly JournaledCreate[]): UserError {
    const message = `the journal in ${this.facts.shown} was written for serial ${journal}, but the state has serial ${state}: the state is an older copy${nameCreates(creates)}`;
    return new UserError('state/journal-ahead', message, this.orRecover(this.listCopies()));
  }
}

const FAILED = {
  'state/unreachable': "can't be reached",
  'state/unreadable': "can't be read",
  'state/not-saved': 'could not be written',
} as const;
