import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {Command, Option} from 'clipanion';
import {shellWord} from '../../../core/base/shell-word';
import type {KeyRepair, MovedKey} from '../../../features/state/keys';
import type {RestoreReport} from '../../../features/state/repair-reports';
import {escapeTerminal} from '../../../rendering/escape-terminal';
import {countOf} from '../../../rendering/sentences';
import type {UnresolvedDocument} from '../../../rendering/shared-documents';
import {lockTimeoutOption} from '../lock-timeout';
import {StateCommand} from './state-command';

function describeMove({from, to}: MovedKey): string {
  return `"${from}" is now "${to}" in the state.`;
}

function approveOption() {
  return Option.Boolean('--auto-approve', false, {description: 'Do not ask about a glob'});
}

/** Lists on stderr what a glob matches, and asks. */
function approver(command: StateCommand & {readonly autoApprove: boolean}, question: string): KeyRepair {
  return {
    approve: async keys => {
      command.note(keys.map(key => `${escapeTerminal(key)}\n`).join(''));
      if (command.autoApprove) return;
      const {confirm, nameApproved} = await import('../confirmation');
      const {context, argv} = command;
      await confirm(question, nameApproved(argv), context, context.watchInterruption());
    },
  };
}

/** `monitors state mv OLD NEW`: another key for a monitor; no request. */
export class StateMoveCommand extends StateCommand {
  static override paths = [['state', 'mv']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'rename the key of a recorded monitor; nothing is sent',
    details:
      'With one wildcard on each side, all keys that match are renamed, or none if one can not be: "*" matches within a segment, "**" across segments.',
    examples: [
      ['After a spec file was moved', 'monitors state mv pricing/old pricing/new'],
      ['After a folder was moved', "monitors state mv 'old/**' 'new/**'"],
      ['In another environment', 'monitors state mv pricing/old pricing/new --environment staging'],
    ],
  });
  override readonly commandName = 'state mv';
  override lockTimeout = lockTimeoutOption();
  from = Option.String({name: 'OLD'});
  to = Option.String({name: 'NEW'});
  async execute(): Promise<number> {
    const {moveKeys} = await import('../../../features/state/keys');
    const {from, to} = this;
    const moved = await moveKeys(await this.openForRepair(), from, to);
    const [first] = moved;
    const isOne = first?.from === from;
    const document = {formatVersion: 1, command: 'state mv', key: to, from} as const;
    await this.conclude(
      isOne ? {...document, id: first.id} : {...document, monitors: moved.map(({from: before, to: key, id}) => ({key, id, from: before}))},
      [
        ...moved.slice(0, -1).map(describeMove),
        ...moved.slice(-1).map(move => `${describeMove(move)} Nothing was sent: the service does not store keys.`),
      ],
    );
    return 0;
  }
}

/** `monitors state rm KEY`: forgets a monitor and leaves it in the service. */
export class StateRemoveCommand extends StateCommand {
  static override paths = [['state', 'rm']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'remove a monitor from the state; it stays in the service',
    details: 'For a glob such as "pricing/**", the command lists what it matches and asks.',
    examples: [
      ['A monitor whose spec was deleted', 'monitors state rm pricing/old'],
      ['A folder', "monitors state rm 'pricing/**'"],
      ['In another environment', 'monitors state rm pricing/old --environment staging'],
    ],
  });
  override readonly commandName = 'state rm';
  override lockTimeout = lockTimeoutOption();
  autoApprove = approveOption();
  key = Option.String({name: 'KEY'});
  async execute(): Promise<number> {
    const {removeKeys} = await import('../../../features/state/keys');
    const {key: given} = this;
    const removed = await removeKeys(await this.openForRepair(), given, approver(this, 'Remove these from the state?'));
    const entries = removed.map(([key, {id, leftovers}]) => ({key, id, ...(leftovers === undefined ? {} : {leftovers})}));
    const isOne = entries[0]?.key === given;
    const document = {formatVersion: 1, command: 'state rm', key: given} as const;
    await this.conclude(isOne ? {...document, ...entries[0]} : {...document, monitors: entries}, [
      ...entries.flatMap(({key, id, leftovers = []}) => [
        `"${key}" is removed from the state. The monitor ${id} stays in the service and still costs credits; delete it there if you do not need it.`,
        ...leftovers.map(left => `So does ${left}, which it replaced.`),
      ]),
      `If a spec still has ${isOne ? 'this key' : 'one of these keys'}, the next apply creates a new monitor for it.`,
    ]);
    return 0;
  }
}

/** `monitors state restore FILE|COMMIT`: a backup, what a rescue file saved, or the records of a commit. */
export class StateRestoreCommand extends StateCommand {
  static override paths = [['state', 'restore']];
  static override usage = Command.Usage({
    category: 'State',
    description: 'restore the state from a backup, or add the content of a rescue file or a commit',
    details: `
      With a commit, records of its state file that are missing here are taken in. The state then counts as the later one.

      For a state on a server, FILE is a file or the serial of a kept state; \`monitors state history\` lists them.
    `,
    examples: [
      ['The previous version', 'monitors state restore monitors.state.json.bak'],
      ['After "the state could not be saved"', 'monitors state restore monitors.state.rescue-4f1c.json'],
      ['After a revert took records away', 'monitors state restore HEAD~1'],
    ],
  });
  override readonly commandName = 'state restore';
  override lockTimeout = lockTimeoutOption();
  file = Option.String({name: 'FILE'});
  async execute(): Promise<number> {
    const restored = await this.restore();
    const {toStateVersion, toUnresolvedDocuments} = await import('../../../features/state/document');
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
    } else if (restored.kind === 'commit') {
      await this.concludeCommit(restored, shared);
      if (restored.refused.length > 0) return 1;
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

  private async concludeCommit(
    {from, version, monitors, recorded, dropped, refused, unresolved}: Extract<RestoreReport, {kind: 'commit'}>,
    shared: {readonly formatVersion: 1; readonly command: 'state restore'; readonly unresolved: readonly UnresolvedDocument[]},
  ): Promise<void> {
    const {toStateVersion} = await import('../../../features/state/document');
    const changes = {recorded, dropped, refused};
    await this.conclude(
      {...shared, source: 'commit', state: toStateVersion(version), monitors, ...changes},
      [
        `Took in from serial ${from.serial}: ${recorded.length === 0 ? 'no new record' : recorded.join(', ')}. The state now has serial ${version.serial}.`,
        ...(dropped.length === 0 ? [] : [`No longer recorded, since that version had removed them: ${dropped.join(', ')}.`]),
        ...(refused.length === 0 ? [] : [`Not taken in, since another monitor has the key here: ${refused.join(', ')}. Both run.`]),
      ],
      unresolved,
    );
  }

  private async restore(): Promise<RestoreReport> {
    const {restoreFile} = await import('../../../features/state/restore');
    const store = await this.open();
    if (store.backend !== 'file' && /^\d{1,15}$/.test(this.file)) {
      const {restoreBackup} = await import('../../../features/state/shared-repair');
      return restoreBackup(store, Number(this.file));
    }
    const path = resolve(this.workingDirectory(), this.file);
    if (store.backend === 'file' && !existsSync(path)) {
      const {readStateOf, restoreCommit} = await import('../../../features/state/restore-commit');
      const committed = await readStateOf(store, this.file, this.context.env);
      if (committed !== null) return restoreCommit(store, this.file, committed);
    }
    return store.backend === 'file' ? restoreFile(store, path) : restoreFile(await this.fileStore(), path, store);
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
    const {unlockState} = await import('../../../features/state/repair');
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
    details: 'For a glob such as "pricing/**", the command lists the protected monitors that it matches and asks.',
    examples: [
      ['Before you remove it from the state', 'monitors state unprotect suppliers/northsteel'],
      ['Then', 'monitors state rm suppliers/northsteel'],
    ],
  });
  override readonly commandName = 'state unprotect';
  override lockTimeout = lockTimeoutOption();
  autoApprove = approveOption();
  key = Option.String({name: 'KEY'});
  async execute(): Promise<number> {
    const {unprotectKeys} = await import('../../../features/state/keys');
    const {key: given} = this;
    const found = await unprotectKeys(await this.openForRepair(), given, approver(this, 'Remove their protection?'));
    const entries = found.map(([key, {id, protect}]) => ({key, id, wasProtected: protect}));
    const wasProtected = entries.some(entry => entry.wasProtected);
    const document = {formatVersion: 1, command: 'state unprotect', key: given, wasProtected} as const;
    await this.conclude(entries[0]?.key === given ? document : {...document, monitors: entries}, [
      ...entries.map(entry =>
        entry.wasProtected
          ? `"${entry.key}" is no longer protected. If its spec has "protect: true", the next apply protects it again.`
          : `"${entry.key}" was not protected.`,
      ),
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
    const {readAddress} = await import('../../../project/connection');
    const {setOrigin} = await import('../../../features/state/repair');
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
    const {resetState} = await import('../../../features/state/repair');
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
