import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import type {FileStateStore} from '../state/file-store';
import type {JournaledCreate} from '../state/journal';
import {MonitorsCommand} from './command';

abstract class StateCommand extends MonitorsCommand {
  protected async open(): Promise<FileStateStore> {
    return this.store(await this.settings());
  }

  /** For what folds the journal into the state: says first what that takes over. */
  protected async openForRepair(): Promise<FileStateStore> {
    const {noteWhatIsFolded} = await import('./notes');
    const store = await this.open();
    await noteWhatIsFolded(store, this);
    return store;
  }

  protected async say(...sentences: readonly string[]): Promise<void> {
    const {renderSentences} = await import('../report/state-text');
    this.print(renderSentences(sentences, this.renderOptions(this.context.stdout)));
  }

  protected async showUnresolved(creates: readonly JournaledCreate[]): Promise<void> {
    const {unresolvedLines} = await import('../report/state-text');
    const {printText} = await import('../report/text');
    const options = this.renderOptions(this.context.stdout);
    this.print(
      printText(
        creates.flatMap(create => unresolvedLines(create, options)),
        options,
      ),
    );
  }
}

/** `monitors state list`: keys and ids. */
class StateListCommand extends StateCommand {
  static override paths = [['state', 'list']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'list the recorded monitors and what is unresolved',
    examples: [
      ['Keys and ids', 'monitors state list'],
      ['Of another environment', 'monitors state list --environment staging'],
    ],
  });
  override readonly commandName = 'state list';
  async execute(): Promise<number> {
    const {listState} = await import('../workflows/state-repair');
    const {renderStateList} = await import('../report/state-text');
    this.print(renderStateList(await listState(await this.open()), this.renderOptions(this.context.stdout)));
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
    const {showKey} = await import('../workflows/state-repair');
    const {renderStateEntry} = await import('../report/state-text');
    const {key, monitor, unresolved} = await showKey(await this.open(), this.key);
    this.print(renderStateEntry(key, monitor, unresolved, this.renderOptions(this.context.stdout)));
    return 0;
  }
}

/** `monitors state mv OLD NEW`: another key for a monitor; no request. */
class StateMoveCommand extends StateCommand {
  static override paths = [['state', 'mv']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'give a recorded monitor another key; nothing is sent',
    examples: [
      ['After a spec file was moved', 'monitors state mv pricing/old pricing/new'],
      ['In another environment', 'monitors state mv pricing/old pricing/new --environment staging'],
    ],
  });
  override readonly commandName = 'state mv';
  from = Option.String({name: 'OLD'});
  to = Option.String({name: 'NEW'});
  async execute(): Promise<number> {
    const {moveKey} = await import('../workflows/state-repair');
    await moveKey(await this.openForRepair(), this.from, this.to);
    await this.say(`"${this.from}" is now "${this.to}". The service was not asked: it knows nothing of keys.`);
    return 0;
  }
}

/** `monitors state rm KEY`: forgets a monitor and leaves it in the service. */
class StateRemoveCommand extends StateCommand {
  static override paths = [['state', 'rm']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'forget a monitor and leave it in the service',
    examples: [
      ['Let go of a monitor whose spec is gone', 'monitors state rm pricing/old'],
      ['In another environment', 'monitors state rm pricing/old --environment staging'],
    ],
  });
  override readonly commandName = 'state rm';
  key = Option.String({name: 'KEY'});
  async execute(): Promise<number> {
    const {removeKey} = await import('../workflows/state-repair');
    const {id} = await removeKey(await this.openForRepair(), this.key);
    await this.say(
      `"${this.key}" is forgotten. The monitor ${id} stays in the service and goes on running and costing: delete it there if nobody needs it.`,
      'If a spec still has this key, the next apply creates a new monitor for it.',
    );
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
      Shows what the state and its journal hold even where their checksums are wrong, as after a hand edit or a merge by git.
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
  async execute(): Promise<number> {
    const {verifyState} = await import('../workflows/state-restore');
    const found = await verifyState(await this.open(), this.fix ? 'sign' : 'show');
    const {version, monitors, signed, journal, unreadableLines, unresolved, fixed} = found;
    const isSound = fixed || (signed && journal !== 'damaged');
    await this.say(
      `The state holds ${monitors.length} monitors at serial ${version.serial}, lineage ${version.lineage}.`,
      ...monitors.map(key => `  ${key}`),
      signed ? 'Its checksum is right.' : 'Its checksum is wrong: it was edited by hand or merged by git.',
      ...(journal === 'absent' ? [] : [`Its journal is ${journal}.`]),
      ...(unreadableLines.length === 0 ? [] : [`Lines of the journal that can't be read: ${unreadableLines.join(', ')}.`]),
      ...(fixed ? ['Signed: plan and apply take it as it is.'] : []),
      ...(isSound ? [] : ['If that is what the service holds for this repository, run "monitors state verify --fix".']),
    );
    await this.showUnresolved(unresolved);
    return isSound ? 0 : 1;
  }
}

/** `monitors state restore FILE`: a backup, or what a rescue file saved. */
class StateRestoreCommand extends StateCommand {
  static override paths = [['state', 'restore']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'take the state from a backup, or merge what a rescue file saved',
    examples: [
      ['The generation before', 'monitors state restore monitors.state.json.bak'],
      ['After "the state could not be saved"', 'monitors state restore monitors.state.rescue-4f1c.json'],
    ],
  });
  override readonly commandName = 'state restore';
  file = Option.String({name: 'FILE'});
  async execute(): Promise<number> {
    const {restoreFile} = await import('../workflows/state-restore');
    const restored = await restoreFile(await this.open(), resolve(this.workingDirectory(), this.file));
    if (restored.kind === 'state') {
      await this.say(
        `Restored ${restored.monitors} monitors from serial ${restored.from.serial}; the state is at serial ${restored.version.serial} now.`,
      );
      await this.say(
        'What the journal beside it tells is in it; what later runs created is not: run "monitors plan" and look before applying.',
      );
      await this.showUnresolved(restored.unresolved);
      return restored.unresolved.length > 0 ? 1 : 0;
    }
    await this.say(`Recorded from the rescue file: ${restored.recorded.length === 0 ? 'nothing new' : restored.recorded.join(', ')}.`);
    await this.showUnresolved(restored.unresolved);
    return restored.unresolved.length > 0 ? 1 : 0;
  }
}

/** `monitors state unlock ID`: removes the lock of a run that a person knows to be gone. */
class StateUnlockCommand extends StateCommand {
  static override paths = [['state', 'unlock']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'remove the lock of a run that is gone for sure',
    details: 'The message "locked by ..." shows the id. A run that still lives would go on writing: make sure that it is gone.',
    examples: [
      ['With the id from the message', 'monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11'],
      ['The lock of another state file', 'monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11 --state ops/monitors.state.json'],
    ],
  });
  override readonly commandName = 'state unlock';
  lockId = Option.String({name: 'ID'});
  async execute(): Promise<number> {
    const {unlockState} = await import('../workflows/state-repair');
    const {user, host, pid} = await unlockState(await this.open(), this.lockId);
    await this.say(`Unlocked. The lock was held by ${user}@${host}, process ${pid}.`);
    return 0;
  }
}

/** `monitors state unprotect KEY`: takes the protection off a record. */
class StateUnprotectCommand extends StateCommand {
  static override paths = [['state', 'unprotect']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'take the protection off a recorded monitor',
    examples: [
      ['Before letting go of it', 'monitors state unprotect suppliers/northsteel'],
      ['Let go of it then', 'monitors state rm suppliers/northsteel'],
    ],
  });
  override readonly commandName = 'state unprotect';
  key = Option.String({name: 'KEY'});
  async execute(): Promise<number> {
    const {unprotectKey} = await import('../workflows/state-repair');
    const result = await unprotectKey(await this.openForRepair(), this.key);
    await this.say(
      result === 'unprotected'
        ? `"${this.key}" is no longer protected. A spec that says "protect: true" protects it again.`
        : `"${this.key}" was not protected.`,
    );
    return 0;
  }
}

/** `monitors state set-origin URL`: the service moved and kept its monitors. */
class StateSetOriginCommand extends StateCommand {
  static override paths = [['state', 'set-origin']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'note that the service moved to another address and kept its monitors',
    examples: [
      ['After a move', 'monitors state set-origin https://api.example.com'],
      ['In another environment', 'monitors state set-origin https://staging.example.com --environment staging'],
    ],
  });
  override readonly commandName = 'state set-origin';
  url = Option.String({name: 'URL'});
  async execute(): Promise<number> {
    const {readAddress} = await import('../workflows/connection');
    const {setOrigin} = await import('../workflows/state-repair');
    const {before, after} = await setOrigin(await this.openForRepair(), readAddress(this.url, {}).origin);
    await this.say(
      before === after ? `The state belongs to ${after} already.` : `The state belongs to ${after} now; before, it was ${before}.`,
    );
    return 0;
  }
}

/** `monitors state reset`: forgets everything that a trial with the emulator left. */
class StateResetCommand extends StateCommand {
  static override paths = [['state', 'reset']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'forget everything that a trial with the emulator left',
    details: 'Works only for a state whose service was on loopback: anywhere else it would make every monitor a second time.',
    examples: [
      ['After trying out', 'monitors state reset'],
      ['Of an environment for trying out', 'monitors state reset --environment sandbox'],
    ],
  });
  override readonly commandName = 'state reset';
  async execute(): Promise<number> {
    const {resetState} = await import('../workflows/state-repair');
    const {origin, forgotten} = await resetState(await this.open());
    await this.say(`Forgot ${forgotten} monitors of ${origin}. The next apply starts anew.`);
    return 0;
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
