import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import {gitPath} from '../../core/base/command-line';
import {countOf} from '../../core/base/words';
import {command} from '../../project/command-table';
import type {Door} from '../../project/door';
import {formats, lockTimeout, required, toggle} from '../../project/flags';
import {escapeTerminal} from '../../rendering/escape-terminal';
import type {UnresolvedDocument} from '../../rendering/shared-documents';
import {conclude, openForRepair, openState} from './conclude';
import type {KeyRepair, MovedKey} from './keys';
import type {RestoreReport} from './repair-reports';

function describeMove({from, to}: MovedKey): string {
  return `"${from}" is now "${to}" in the state.`;
}

/** Lines of monitors that are shown; `--verbose` shows all. */
const MOST_SHOWN = 10;

/** The first of many lines, and what is said of the others. */
function showFirst(lines: readonly string[], door: Door, elsewhere = ''): string[] {
  const rest = lines.length - MOST_SHOWN;
  if (rest <= 1 || door.look('stderr').verbosity === 'verbose') return [...lines];
  return [...lines.slice(0, MOST_SHOWN), `... ${countOf(rest, 'more monitor')} (--verbose shows them${elsewhere})`];
}

/** Lists on stderr what a glob matches, and asks. */
function approver(door: Door, autoApprove: boolean, question: string): KeyRepair {
  return {
    approve: async keys => {
      const shown = showFirst(keys.map(escapeTerminal), door);
      door.note([`${countOf(keys.length, 'monitor')}:`, ...shown].map(line => `${line}\n`).join(''));
      if (!autoApprove) await door.ask(question, door.context.watchInterruption());
    },
  };
}

/** `monitors state mv OLD NEW`: another key for a monitor; no request. */
export const stateMoveCommand = command(
  {
    path: 'state mv',
    summary: 'rename the key of a recorded monitor; nothing is sent',
    details:
      'With one wildcard on each side, all keys that match are renamed, or none if one can not be: "*" matches within a segment, "**" across segments.',
    examples: [
      ['After a spec file was moved', 'monitors state mv pricing/old pricing/new'],
      ['After a folder was moved', "monitors state mv 'old/**' 'new/**'"],
      ['In another environment', 'monitors state mv pricing/old pricing/new --environment staging'],
    ],
    flags: {format: formats({text: '', json: ''}), lockTimeout},
    operands: {from: required('OLD', 'keys'), to: required('NEW', 'keys')},
  },
  async ({format, from, to}, door) => {
    const {moveKeys} = await import('./keys');
    const moved = await moveKeys(await openForRepair(door), from, to);
    const [first] = moved;
    const isOne = first?.from === from;
    const document = {formatVersion: 1, command: 'state mv', key: to, from} as const;
    await conclude(
      door,
      format,
      isOne ? {...document, id: first.id} : {...document, monitors: moved.map(({from: before, to: key, id}) => ({key, id, from: before}))},
      [...showFirst(moved.map(describeMove), door), 'Nothing was sent: the service does not store keys.'],
    );
    return 0;
  },
);

/** `monitors state rm KEY`: forgets a monitor and leaves it in the service. */
export const stateRemoveCommand = command(
  {
    path: 'state rm',
    summary: 'remove a monitor from the state; it stays in the service',
    details: 'For a glob such as "pricing/**", the command lists what it matches and asks.',
    examples: [
      ['A monitor whose spec was deleted', 'monitors state rm pricing/old'],
      ['A folder', "monitors state rm 'pricing/**'"],
      ['In another environment', 'monitors state rm pricing/old --environment staging'],
    ],
    flags: {format: formats({text: '', json: ''}), lockTimeout, autoApprove: toggle('Do not ask about a glob')},
    operands: {key: required('KEY', 'recorded')},
  },
  async ({format, autoApprove, key: given}, door) => {
    const {removeKeys} = await import('./keys');
    const removed = await removeKeys(await openForRepair(door), given, approver(door, autoApprove, 'Remove these from the state?'));
    const entries = removed.map(([key, {id, leftovers}]) => ({key, id, ...(leftovers === undefined ? {} : {leftovers})}));
    const isOne = entries[0]?.key === given;
    const document = {formatVersion: 1, command: 'state rm', key: given} as const;
    await conclude(door, format, isOne ? {...document, ...entries[0]} : {...document, monitors: entries}, [
      ...describeRemoved(entries, door),
      `If a spec still has ${isOne ? 'this key' : 'one of these keys'}, the next apply creates a new monitor for it; with full operations it records this one again, if its pages are the same.`,
    ]);
    return 0;
  },
);

interface RemovedEntry {
  readonly key: string;
  readonly id: string;
  readonly leftovers?: readonly string[];
}

/** The ids stand nowhere else once the records are gone. */
function describeRemoved(entries: readonly RemovedEntry[], door: Door): string[] {
  const [first, second] = entries;
  if (first !== undefined && second === undefined) {
    return [
      `"${first.key}" is removed from the state. The monitor ${first.id} stays in the service and still costs credits; delete it there if you do not need it.`,
      ...(first.leftovers ?? []).map(left => `So does ${left}, which it replaced.`),
    ];
  }
  return [
    `${countOf(entries.length, 'monitor')} are removed from the state. They stay in the service and still cost credits; delete there those that you do not need:`,
    ...showFirst(
      entries.map(({key, id, leftovers = []}) => `"${key}"  ${[id, ...leftovers.map(left => `${left} (which it replaced)`)].join(', ')}`),
      door,
      '; the backup of the state has their ids',
    ),
  ];
}

/** `monitors state restore FILE|COMMIT`: a backup, what a rescue file saved, or the records of a commit. */
export const stateRestoreCommand = command(
  {
    path: 'state restore',
    summary: 'restore the state from a backup, or add the content of a rescue file or a commit',
    details: `
      With a commit, records of its state file that are missing here are taken in. The state then counts as the later one. It may be on
      a server by now.

      For a state on a server, FILE is a file or the serial of a kept state; \`monitors state history\` lists them.
    `,
    examples: [
      ['The previous version', 'monitors state restore monitors.state.json.bak'],
      ['After "the state could not be saved"', 'monitors state restore monitors.state.rescue-4f1c.json'],
      ['After a revert took records away', 'monitors state restore HEAD~1'],
    ],
    flags: {format: formats({text: '', json: ''}), lockTimeout},
    operands: {file: required('FILE', 'files')},
  },
  async ({format, file}, door) => {
    const restored = await restore(file, door);
    const {toStateVersion, toUnresolvedDocuments} = await import('./document');
    const {unresolved} = restored;
    const shared = {formatVersion: 1, command: 'state restore', unresolved: toUnresolvedDocuments(unresolved)} as const;
    if (restored.kind === 'state') {
      const {from, version, monitors, leftOut} = restored;
      await conclude(
        door,
        format,
        {...shared, source: 'state', state: toStateVersion(version), monitors, leftOut, recorded: []},
        [
          `Restored ${countOf(monitors, 'monitor')} from serial ${from.serial}; the state now has serial ${version.serial}.`,
          ...(leftOut.length === 0 ? [] : ['It does not record these any more, which may still run and cost credits:']),
          ...showFirst(
            leftOut.map(({key, id}) => `"${escapeTerminal(key)}"  ${id}`),
            door,
          ),
          'It includes the journal, but not what later runs created: run "monitors plan" and check it before you apply.',
        ],
        unresolved,
      );
    } else if (restored.kind === 'commit') {
      await concludeCommit(restored, shared, format, door);
      if (restored.refused.length > 0) return 1;
    } else {
      const {recorded} = restored;
      await conclude(
        door,
        format,
        {...shared, source: 'rescue', state: null, monitors: null, recorded},
        [`Recorded from the rescue file: ${recorded.length === 0 ? 'nothing new' : recorded.join(', ')}.`],
        unresolved,
      );
    }
    return unresolved.length > 0 ? 1 : 0;
  },
);

async function concludeCommit(
  {from, version, monitors, recorded, dropped, refused, unresolved}: Extract<RestoreReport, {kind: 'commit'}>,
  shared: {readonly formatVersion: 1; readonly command: 'state restore'; readonly unresolved: readonly UnresolvedDocument[]},
  format: 'text' | 'json',
  door: Door,
): Promise<void> {
  const {toStateVersion} = await import('./document');
  const changes = {recorded, dropped, refused};
  await conclude(
    door,
    format,
    {...shared, source: 'commit', state: toStateVersion(version), monitors, ...changes},
    [
      `Took in from serial ${from.serial}: ${recorded.length === 0 ? 'no new record' : recorded.join(', ')}. The state now has serial ${version.serial}.`,
      ...(dropped.length === 0 ? [] : [`No longer recorded, since that version had removed them: ${dropped.join(', ')}.`]),
      ...(refused.length === 0 ? [] : [`Not taken in, since another monitor has the key here: ${refused.join(', ')}. Both run.`]),
    ],
    unresolved,
  );
}

async function restore(file: string, door: Door): Promise<RestoreReport> {
  const {restoreFile} = await import('./restore');
  const store = await openState(door);
  if (store.backend !== 'file' && /^\d{1,15}$/.test(file)) {
    const {restoreBackup} = await import('./shared-repair');
    return restoreBackup(store, Number(file));
  }
  const path = resolve(door.workingDirectory(), file);
  const settings = await door.settings();
  const {openFileStoreOf} = await import('../../project/project');
  // The store of the state file, though the state may be on a server: it reads files and commits.
  const files = store.backend === 'file' ? store : openFileStoreOf(door.projectOptions(settings, 'change'), door.context);
  if (!existsSync(path)) {
    const {readStateOf, restoreCommit} = await import('./restore-commit');
    const committed = await readStateOf(files, file, {settings, context: door.context});
    if (committed !== null) return restoreCommit(store, {commit: file, committed, files});
  }
  return store.backend === 'file' ? restoreFile(files, path) : restoreFile(files, path, store);
}

/** `monitors state unlock ID`: removes the lock of a run that a person knows to be gone. */
export const stateUnlockCommand = command(
  {
    path: 'state unlock',
    summary: 'remove the lock of a run that is dead',
    details: 'The message "locked by ..." shows the id. Make sure that the process is dead: a live run would go on writing to the state.',
    examples: [
      ['With the id from the message', 'monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11'],
      ['The lock of another state file', 'monitors state unlock 7d0c3f0e-4a4e-4a0e-8a53-6d3c1f6f2a11 --state ops/monitors.state.json'],
    ],
    flags: {format: formats({text: '', json: ''})},
    operands: {lockId: required('ID')},
  },
  async ({format, lockId}, door) => {
    const {unlockState} = await import('./repair');
    const {id, user, host, pid} = await unlockState(await openState(door), lockId);
    await conclude(door, format, {formatVersion: 1, command: 'state unlock', id, user, host, pid}, [
      `Unlocked. The lock belonged to ${user}@${host}, process ${pid}.`,
    ]);
    return 0;
  },
);

/** `monitors state unprotect KEY`: takes the protection off a record. */
export const stateUnprotectCommand = command(
  {
    path: 'state unprotect',
    summary: 'remove the protection from a recorded monitor',
    details: 'For a glob such as "pricing/**", the command lists the protected monitors that it matches and asks.',
    examples: [
      ['Before you remove it from the state', 'monitors state unprotect suppliers/northsteel'],
      ['Then', 'monitors state rm suppliers/northsteel'],
    ],
    flags: {format: formats({text: '', json: ''}), lockTimeout, autoApprove: toggle('Do not ask about a glob')},
    operands: {key: required('KEY', 'recorded')},
  },
  async ({format, autoApprove, key: given}, door) => {
    const {unprotectKeys} = await import('./keys');
    const found = await unprotectKeys(await openForRepair(door), given, approver(door, autoApprove, 'Remove their protection?'));
    const entries = found.map(([key, {id, protect}]) => ({key, id, wasProtected: protect}));
    const wasProtected = entries.some(entry => entry.wasProtected);
    const document = {formatVersion: 1, command: 'state unprotect', key: given, wasProtected} as const;
    const sentences = entries.map(entry =>
      entry.wasProtected
        ? `"${entry.key}" is no longer protected. If its spec has "protect: true", the next apply protects it again.`
        : `"${entry.key}" was not protected.`,
    );
    await conclude(door, format, entries[0]?.key === given ? document : {...document, monitors: entries}, showFirst(sentences, door));
    return 0;
  },
);

/** `monitors state set-origin URL`: the service moved and kept its monitors. */
export const stateSetOriginCommand = command(
  {
    path: 'state set-origin',
    summary: 'change the address in the state after the service moved and kept its monitors',
    examples: [
      ['After a move', 'monitors state set-origin https://api.example.com'],
      ['In another environment', 'monitors state set-origin https://staging.example.com --environment staging'],
    ],
    flags: {format: formats({text: '', json: ''}), lockTimeout},
    operands: {url: required('URL')},
  },
  async ({format, url}, door) => {
    const {readAddress} = await import('../../project/connection');
    const {setOrigin} = await import('./repair');
    const {before, after} = await setOrigin(await openForRepair(door), readAddress(url, {}).origin);
    await conclude(door, format, {formatVersion: 1, command: 'state set-origin', origin: after, before}, [
      before === after ? `Origin is already ${after}.` : `Origin changed from ${before} to ${after}.`,
    ]);
    return 0;
  },
);

/** `monitors state reset`: forgets everything that a trial with the emulator left. */
export const stateResetCommand = command(
  {
    path: 'state reset',
    summary: 'delete the state of a trial with the emulator',
    details: `
      Works only for a state of the emulator (or of a loopback address, in a state of an older version). Anywhere else, the next
      apply would create every monitor again. A state that git tracks is emptied, not deleted; the command says what to commit.
    `,
    examples: [
      ['After a trial', 'monitors state reset'],
      ['In another environment', 'monitors state reset --environment sandbox'],
    ],
    flags: {format: formats({text: '', json: ''}), lockTimeout},
  },
  async ({format}, door) => {
    const {resetState} = await import('./repair');
    const {origin, forgotten, toCommit} = await resetState(await openState(door));
    const files = (toCommit ?? []).map(gitPath).join(' ');
    await conclude(
      door,
      format,
      {formatVersion: 1, command: 'state reset', origin, forgotten, ...(toCommit === undefined ? {} : {toCommit})},
      [
        `Removed ${countOf(forgotten, 'monitor')} of ${origin} from the state. The next apply starts with an empty state.`,
        ...(toCommit === undefined
          ? []
          : [
              `Git tracks the trial. Commit the change of ${toCommit.join(' and ')} and push it: "git add -A -- ${files}", then "git commit -m 'Forget the trial' -- ${files}".`,
            ]),
      ],
    );
    return 0;
  },
);
