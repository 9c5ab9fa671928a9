import {countOf} from '../../core/base/words';
import {UserError} from '../../core/diagnostics/user-error';
import {command} from '../../project/command-table';
import {formats, labels, lockTimeout, many, required, toggle} from '../../project/flags';
import {conclude, openState} from './conclude';

/** `monitors state list`: keys and ids. */
export const stateListCommand = command(
  {
    path: 'state list',
    summary: 'list recorded monitors and unresolved creates: all, or those that keys and globs match',
    examples: [
      ['One folder', "monitors state list 'pricing/**'"],
      ['For a program', 'monitors state list --format json'],
      ['Of another environment', 'monitors state list --environment staging'],
    ],
    flags: {format: formats({text: '', json: ''}), label: labels()},
    operands: {keys: many('KEY', 'recorded')},
  },
  async ({format, keys, label: labels = []}, door) => {
    const {listState} = await import('./keys');
    const listing = await listState(await openState(door), {keys, labels});
    if (format === 'json') door.print((await import('./document')).renderStateListJson(listing));
    else door.print((await import('./text')).renderStateList(listing, door.look('stdout')));
    return 0;
  },
);

/** `monitors state show KEY`: all that is known under one key. */
export const stateShowCommand = command(
  {
    path: 'state show',
    summary: 'show what is recorded under one key',
    examples: [
      ['One monitor', 'monitors state show pricing/acme'],
      ['In another environment', 'monitors state show pricing/acme --environment staging'],
    ],
    flags: {format: formats({text: '', json: ''})},
    operands: {key: required('KEY', 'recorded')},
  },
  async ({format, key: given}, door) => {
    const {showKey} = await import('./repair');
    const {key, monitor, unresolved} = await showKey(await openState(door), given);
    if (format === 'json') door.print((await import('./document')).renderStateEntryJson(key, monitor, unresolved));
    else door.print((await import('./text')).renderStateEntry(key, monitor, unresolved, door.look('stdout')));
    return 0;
  },
);

/** `monitors state verify [--fix]`: what state and journal hold, even where their checksums are wrong. */
export const stateVerifyCommand = command(
  {
    path: 'state verify',
    summary: 'check the state file and its journal; --fix accepts their content',
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
    flags: {format: formats({text: '', json: ''}), lockTimeout, fix: toggle('Write the files again with a valid checksum')},
  },
  async (options, door) => {
    const {fix} = options;
    if (options.lockTimeout !== undefined && !fix) {
      throw new UserError('config/usage', '--lock-timeout needs --fix: without it nothing is locked', 'remove --lock-timeout');
    }
    const {format} = options;
    const {verifyState} = await import('./restore');
    const found = await verifyState(await openState(door), fix ? 'sign' : 'show');
    const {version, monitors, signed, changes, journal, unreadableLines, unresolved, fixed} = found;
    const isSound = fixed || (signed && journal !== 'damaged');
    const {toStateChanges, toStateVersion, toUnresolvedDocuments} = await import('./document');
    const {describeChanges} = await import('./text');
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
    await conclude(door, format, document, sentences, unresolved);
    return isSound ? 0 : 1;
  },
);
