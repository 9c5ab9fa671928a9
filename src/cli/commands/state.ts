import {Command, Option} from 'clipanion';
import {UserError} from '../../diagnostics/user-error';
import {countOf} from '../../report/sentences';
import {lockTimeoutOption} from '../lock-timeout';
import {StateCommand} from './state-command';
import {
  StateMoveCommand,
  StateRemoveCommand,
  StateResetCommand,
  StateRestoreCommand,
  StateSetOriginCommand,
  StateUnlockCommand,
  StateUnprotectCommand,
} from './state-repair';

/** `monitors state list`: keys and ids. */
class StateListCommand extends StateCommand {
  static override paths = [['state', 'list']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'list the recorded monitors and what is unresolved',
    examples: [
      ['Keys and ids', 'monitors state list'],
      ['For a program', 'monitors state list --format json'],
      ['Of another environment', 'monitors state list --environment staging'],
    ],
  });
  override readonly commandName = 'state list';
  async execute(): Promise<number> {
    const {listState} = await import('../../engine/state-repair');
    const listing = await listState(await this.open());
    if (this.isMachineReadable()) this.print((await import('../../report/state')).renderStateListJson(listing));
    else this.print((await import('../../report/state-text')).renderStateList(listing, this.renderOptions(this.context.stdout)));
    return 0;
  }
}

/** `monitors state show KEY`: all that is known under one key. */
class StateShowCommand extends StateCommand {
  static override paths = [['state', 'show']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'show what is recorded under one key',
    examples: [
      ['One monitor', 'monitors state show pricing/acme'],
      ['In another environment', 'monitors state show pricing/acme --environment staging'],
    ],
  });
  override readonly commandName = 'state show';
  key = Option.String({name: 'KEY'});
  async execute(): Promise<number> {
    const {showKey} = await import('../../engine/state-repair');
    const {key, monitor, unresolved} = await showKey(await this.open(), this.key);
    if (this.isMachineReadable()) this.print((await import('../../report/state')).renderStateEntryJson(key, monitor, unresolved));
    else {
      const {renderStateEntry} = await import('../../report/state-text');
      this.print(renderStateEntry(key, monitor, unresolved, this.renderOptions(this.context.stdout)));
    }
    return 0;
  }
}

/** `monitors state verify [--fix]`: what state and journal hold, even where their checksums are wrong. */
class StateVerifyCommand extends StateCommand {
  static override paths = [['state', 'verify']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'check the state file; --fix signs what it holds',
    details: `
      Shows what the state and its journal hold even where their checksums are wrong, as after a hand edit or a merge by git,
      and what was changed since, as far as git or the backup tells.
      With \`--fix\` writes them anew, signed. Read what is shown first: a monitor that is missing from the list would be
      created again.
    `,
    examples: [
      ['Look', 'monitors state verify'],
      ['Accept what the file holds', 'monitors state verify --fix'],
    ],
  });
  override readonly commandName = 'state verify';
  fix = Option.Boolean('--fix', false, {description: 'Sign what the file holds'});
  override lockTimeout = lockTimeoutOption();
  async execute(): Promise<number> {
    if (this.lockTimeout !== undefined && !this.fix) {
      throw new UserError('config/usage', '--lock-timeout needs --fix: without it nothing is locked', 'leave --lock-timeout out');
    }
    const {verifyState} = await import('../../engine/state-restore');
    const found = await verifyState(await this.open(), this.fix ? 'sign' : 'show');
    const {version, monitors, signed, changes, journal, unreadableLines, unresolved, fixed} = found;
    const isSound = fixed || (signed && journal !== 'damaged');
    const {toStateChanges, toStateVersion, toUnresolvedDocuments} = await import('../../report/state');
    const {describeChanges} = await import('../../report/state-text');
    const sentences = [
      `The state holds ${countOf(monitors.length, 'monitor')} at serial ${version.serial}, lineage ${version.lineage}.`,
      ...monitors.map(key => `  ${key}`),
      signed ? 'Its checksum is right.' : 'Its checksum is wrong: it was edited by hand or merged by git.',
      ...(signed ? [] : describeChanges(changes)),
      ...(journal === 'absent' ? [] : [`Its journal is ${journal}.`]),
      ...(unreadableLines.length === 0 ? [] : [`Lines of the journal that can't be read: ${unreadableLines.join(', ')}.`]),
      ...(fixed ? ['Signed: plan and apply take it as it is.'] : []),
      ...(isSound ? [] : ['If that is what the service holds for this repository, run "monitors state verify --fix".']),
    ];
    const document = {
      ...({formatVersion: 1, command: 'state verify', sound: isSound, fixed, signed, journal, unreadableLines} as const),
      changes: changes === null ? null : toStateChanges(changes),
      ...{state: toStateVersion(version), monitors, unresolved: toUnresolvedDocuments(unresolved)},
    };
    await this.conclude(document, sentences, unresolved);
    return isSound ? 0 : 1;
  }
}

/** All commands of `monitors state`. */
export const stateCommands = [
  StateListCommand,
  StateShowCommand,
  StateMoveCommand,
  StateRemoveCommand,
  StateVerifyCommand,
  StateRestoreCommand,
  StateUnlockCommand,
  StateUnprotectCommand,
  StateSetOriginCommand,
  StateResetCommand,
];
