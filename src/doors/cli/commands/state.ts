import {Command, Option} from 'clipanion';
import {UserError} from '../../../core/diagnostics/user-error';
import {countOf} from '../../../rendering/sentences';
import {lockTimeoutOption} from '../lock-timeout';
import {StateCommand} from './state-command';
import {StateHistoryCommand, StateInitCommand, StateMigrateCommand} from './state-place';
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
    description: 'list recorded monitors and unresolved creates: all, or those that keys and globs match',
    examples: [
      ['One folder', "monitors state list 'pricing/**'"],
      ['For a program', 'monitors state list --format json'],
      ['Of another environment', 'monitors state list --environment staging'],
    ],
  });
  override readonly commandName = 'state list';
  label = Option.Array('--label', {description: '<NAME=VALUE> Only monitors with this label (repeatable: all must match)'});
  keys = Option.Rest({name: 'KEY'});
  async execute(): Promise<number> {
    const {listState} = await import('../../../features/state/keys');
    const listing = await listState(await this.open(), {keys: this.keys, labels: this.label ?? []});
    if (this.isMachineReadable()) this.print((await import('../../../features/state/document')).renderStateListJson(listing));
    else this.print((await import('../../../features/state/text')).renderStateList(listing, this.renderOptions(this.context.stdout)));
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
    const {showKey} = await import('../../../features/state/repair');
    const {key, monitor, unresolved} = await showKey(await this.open(), this.key);
    if (this.isMachineReadable())
      this.print((await import('../../../features/state/document')).renderStateEntryJson(key, monitor, unresolved));
    else {
      const {renderStateEntry} = await import('../../../features/state/text');
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
    description: 'check the state file and its journal; --fix accepts their content',
    details: `
      Shows the content of the state and its journal, also when a checksum is wrong. A manual edit or a merge by git makes it
      wrong. Shows what changed since the version in git or the backup.

      \`--fix\` writes both again with a valid checksum. Check the list first: a monitor that is missing from it will be
      created again.
    `,
    examples: [
      ['Check', 'monitors state verify'],
      ['Accept the content of the file', 'monitors state verify --fix'],
    ],
  });
  override readonly commandName = 'state verify';
  fix = Option.Boolean('--fix', false, {description: 'Write the files again with a valid checksum'});
  override lockTimeout = lockTimeoutOption();
  async execute(): Promise<number> {
    if (this.lockTimeout !== undefined && !this.fix) {
      throw new UserError('config/usage', '--lock-timeout needs --fix: without it nothing is locked', 'remove --lock-timeout');
    }
    const {verifyState} = await import('../../../features/state/restore');
    const found = await verifyState(await this.open(), this.fix ? 'sign' : 'show');
    const {version, monitors, signed, changes, journal, unreadableLines, unresolved, fixed} = found;
    const isSound = fixed || (signed && journal !== 'damaged');
    const {toStateChanges, toStateVersion, toUnresolvedDocuments} = await import('../../../features/state/document');
    const {describeChanges} = await import('../../../features/state/text');
    const sentences = [
      `The state holds ${countOf(monitors.length, 'monitor')} at serial ${version.serial}, lineage ${version.lineage}.`,
      ...monitors.map(key => `  ${key}`),
      signed ? 'The checksum is valid.' : 'The checksum is wrong: the file was edited by hand or merged by git.',
      ...(signed ? [] : describeChanges(changes)),
      ...(journal === 'absent' ? [] : [`The journal is ${journal}.`]),
      ...(unreadableLines.length === 0 ? [] : [`Unreadable lines of the journal: ${unreadableLines.join(', ')}.`]),
      ...(fixed ? ['Fixed: plan and apply accept it now.'] : []),
      ...(isSound ? [] : ['If this list is right, run "monitors state verify --fix".']),
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
  StateHistoryCommand,
  StateInitCommand,
  StateMigrateCommand,
];
