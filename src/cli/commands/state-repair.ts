import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {shellWord} from '../../base/shell-word';
import {countOf} from '../../report/sentences';
import {lockTimeoutOption} from '../lock-timeout';
import {StateCommand} from './state-command';

/** `monitors state mv OLD NEW`: another key for a monitor; no request. */
export class StateMoveCommand extends StateCommand {
  static override paths = [['state', 'mv']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'rename the key of a recorded monitor; nothing is sent',
    examples: [
      ['After a spec file was moved', 'monitors state mv pricing/old pricing/new'],
      ['In another environment', 'monitors state mv pricing/old pricing/new --environment staging'],
    ],
  });
  override readonly commandName = 'state mv';
  override lockTimeout = lockTimeoutOption();
  from = Option.String({name: 'OLD'});
  to = Option.String({name: 'NEW'});
  async execute(): Promise<number> {
    const {moveKey} = await import('../../engine/state-repair');
    const {from, to} = this;
    const {state} = await moveKey(await this.openForRepair(), from, to);
    const id = state.monitors.get(to)?.id ?? '';
    await this.conclude({formatVersion: 1, command: 'state mv', key: to, from, id}, [
      `"${from}" is now "${to}" in the state. Nothing was sent: the service does not store keys.`,
    ]);
    return 0;
  }
}

/** `monitors state rm KEY`: forgets a monitor and leaves it in the service. */
export class StateRemoveCommand extends StateCommand {
  static override paths = [['state', 'rm']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'remove a monitor from the state; it stays in the service',
    examples: [
      ['A monitor whose spec was deleted', 'monitors state rm pricing/old'],
      ['In another environment', 'monitors state rm pricing/old --environment staging'],
    ],
  });
  override readonly commandName = 'state rm';
  override lockTimeout = lockTimeoutOption();
  key = Option.String({name: 'KEY'});
  async execute(): Promise<number> {
    const {removeKey} = await import('../../engine/state-repair');
    const {key} = this;
    const {id, leftovers = []} = await removeKey(await this.openForRepair(), key);
    await this.conclude({formatVersion: 1, command: 'state rm', key, id, ...(leftovers.length === 0 ? {} : {leftovers})}, [
      `"${key}" is removed from the state. The monitor ${id} stays in the service and still costs credits; delete it there if you do not need it.`,
      ...leftovers.map(left => `So does ${left}, which it replaced.`),
      'If a spec still has this key, the next apply creates a new monitor for it.',
    ]);
    return 0;
  }
}

/** `monitors state restore FILE`: a backup, or what a rescue file saved. */
export class StateRestoreCommand extends StateCommand {
  static override paths = [['state', 'restore']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'restore the state from a backup, or add the content of a rescue file',
    examples: [
      ['The previous version', 'monitors state restore monitors.state.json.bak'],
      ['After "the state could not be saved"', 'monitors state restore monitors.state.rescue-4f1c.json'],
    ],
  });
  override readonly commandName = 'state restore';
  override lockTimeout = lockTimeoutOption();
  file = Option.String({name: 'FILE'});
  async execute(): Promise<number> {
    const {restoreFile} = await import('../../engine/state-restore');
    const restored = await restoreFile(await this.open(), resolve(this.workingDirectory(), this.file));
    const {toStateVersion, toUnresolvedDocuments} = await import('../../report/state');
    const {unresolved} = restored;
    const shared = {formatVersion: 1, command: 'state restore', unresolved: toUnresolvedDocuments(unresolved)} as const;
    if (restored.kind === 'state') {
      const {from, version, monitors} = restored;
      await this.conclude(
        {...shared, source: 'state', state: toStateVersion(version), monitors, recorded: []},
        [
          `Restored ${countOf(monitors, 'monitor')} from serial ${from.serial}; the state now has serial ${version.serial}.`,
          'It includes the journal, but not what later runs created: run "monitors plan" and check it before you apply.',
        ],
        unresolved,
      );
    } else {
      const {recorded} = restored;
      await this.conclude(
        {...shared, source: 'rescue', state: null, monitors: null, recorded},
        [`Recorded from the rescue file: ${recorded.length === 0 ? 'nothing new' : recorded.join(', ')}.`],
        unresolved,
      );
    }
    return unresolved.length > 0 ? 1 : 0;
  }
}

/** `monitors state unlock ID`: removes the lock of a run that a person knows to be gone. */
export class StateUnlockCommand extends StateCommand {
  static override paths = [['state', 'unlock']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'remove the lock of a run that is dead',
    details: 'The message "locked by ..." shows the id. Make sure that the process is dead: a live run would go on writing to the state.',
    examples: [
      ['With the id from the message', 'monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11'],
      ['The lock of another state file', 'monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11 --state ops/monitors.state.json'],
    ],
  });
  override readonly commandName = 'state unlock';
  lockId = Option.String({name: 'ID'});
  async execute(): Promise<number> {
    const {unlockState} = await import('../../engine/state-repair');
    const {id, user, host, pid} = await unlockState(await this.open(), this.lockId);
    await this.conclude({formatVersion: 1, command: 'state unlock', id, user, host, pid}, [
      `Unlocked. The lock belonged to ${user}@${host}, process ${pid}.`,
    ]);
    return 0;
  }
}

/** `monitors state unprotect KEY`: takes the protection off a record. */
export class StateUnprotectCommand extends StateCommand {
  static override paths = [['state', 'unprotect']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'remove the protection from a recorded monitor',
    examples: [
      ['Before you remove it from the state', 'monitors state unprotect suppliers/northsteel'],
      ['Then', 'monitors state rm suppliers/northsteel'],
    ],
  });
  override readonly commandName = 'state unprotect';
  override lockTimeout = lockTimeoutOption();
  key = Option.String({name: 'KEY'});
  async execute(): Promise<number> {
    const {unprotectKey} = await import('../../engine/state-repair');
    const {key} = this;
    const wasProtected = (await unprotectKey(await this.openForRepair(), key)) === 'unprotected';
    await this.conclude({formatVersion: 1, command: 'state unprotect', key, wasProtected}, [
      wasProtected
        ? `"${key}" is no longer protected. If its spec has "protect: true", the next apply protects it again.`
        : `"${key}" was not protected.`,
    ]);
    return 0;
  }
}

/** `monitors state set-origin URL`: the service moved and kept its monitors. */
export class StateSetOriginCommand extends StateCommand {
  static override paths = [['state', 'set-origin']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'change the address in the state after the service moved and kept its monitors',
    examples: [
      ['After a move', 'monitors state set-origin https://api.example.com'],
      ['In another environment', 'monitors state set-origin https://staging.example.com --environment staging'],
    ],
  });
  override readonly commandName = 'state set-origin';
  override lockTimeout = lockTimeoutOption();
  url = Option.String({name: 'URL'});
  async execute(): Promise<number> {
    const {readAddress} = await import('../../engine/connection');
    const {setOrigin} = await import('../../engine/state-repair');
    const {before, after} = await setOrigin(await this.openForRepair(), readAddress(this.url, {}).origin);
    await this.conclude({formatVersion: 1, command: 'state set-origin', origin: after, before}, [
      before === after ? `Origin is already ${after}.` : `Origin changed from ${before} to ${after}.`,
    ]);
    return 0;
  }
}

/** `monitors state reset`: forgets everything that a trial with the emulator left. */
export class StateResetCommand extends StateCommand {
  static override paths = [['state', 'reset']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'delete the state of a trial with the emulator',
    details: `
      Works only for a state of the emulator (or of a loopback address, in a state of an older version). Anywhere else, the next
      apply would create every monitor again. A state that git tracks is emptied, not deleted; the command says what to commit.
    `,
    examples: [
      ['After a trial', 'monitors state reset'],
      ['In another environment', 'monitors state reset --environment sandbox'],
    ],
  });
  override readonly commandName = 'state reset';
  override lockTimeout = lockTimeoutOption();
  async execute(): Promise<number> {
    const {resetState} = await import('../../engine/state-repair');
    const {origin, forgotten, toCommit} = await resetState(await this.open());
    const files = (toCommit ?? []).map(shellWord).join(' ');
    await this.conclude({formatVersion: 1, command: 'state reset', origin, forgotten, ...(toCommit === undefined ? {} : {toCommit})}, [
      `Removed ${countOf(forgotten, 'monitor')} of ${origin} from the state. The next apply starts with an empty state.`,
      ...(toCommit === undefined
        ? []
        : [
            `Git tracks the trial. Commit the change of ${toCommit.join(' and ')} and push it: "git add -A -- ${files}", then "git commit -m 'Forget the trial' -- ${files}".`,
          ]),
    ]);
    return 0;
  }
}
