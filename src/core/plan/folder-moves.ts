import {compileMove, hasWildcard} from '../base/glob';
import {addToGroup} from '../base/grouping';
import type {Key} from '../specs/desired-monitor';
import type {Change, FolderMove, Plan} from './change';

/** The plan with the moves of folders that its possible renames suggest. `recorded` are all keys of the state. Pure; nearly free where nothing is a possible rename. */
export function proposeMoves(plan: Plan, recorded: Iterable<Key>): Plan {
  const folderMoves = findFolderMoves(plan.changes, recorded);
  return folderMoves.length === 0 ? plan : {...plan, folderMoves};
}

/** Finds the folders whose possible renames all say the same. */
function findFolderMoves(changes: readonly Change[], recorded: Iterable<Key>): FolderMove[] {
  const pairs = listPairs(changes);
  if (pairs.length < 2) return [];
  const byFolders = new Map<string, FolderPair[]>();
  for (const pair of pairs) addToGroup(byFolders, JSON.stringify([pair.oldFolder, pair.newFolder]), pair);
  const groups = [...byFolders.values()]
    .filter(group => group.length > 1)
    .map(nameFolders)
    .sort(([a], [b]) => b!.oldFolder.length - a!.oldFolder.length);
  const moves = groups.flatMap(group => toMove(group));
  // The first pattern that fits decides, and the deepest folder stands first.
  const firstFit = (key: Key) => moves.map(({rename}) => rename(key)).find(to => to !== null);
  const sound = moves.filter(({keys}) => keys.every(({from, to}) => firstFit(from) === to));
  if (sound.length === 0) return [];
  const known = [...recorded];
  return sound.map(({from, to, keys, rename}) => {
    return {from, to, keys, isWhole: known.filter(key => rename(key) !== null).length === keys.length};
  });
}

interface FolderPair {
  readonly from: Key;
  readonly to: Key;
  readonly oldFolder: string;
  readonly newFolder: string;
}

/** Old and new keys that each name the other, and the folders in which they are the same. */
function listPairs(changes: readonly Change[]): FolderPair[] {
  const created = new Map<Key, Key>();
  const vanished: [Key, Key][] = [];
  for (const change of changes) {
    if (change.action !== 'blocked' || change.reason.kind !== 'possible-rename') continue;
    const {key, wanted, reason} = change;
    if (wanted === 'delete') vanished.push([key, reason.other]);
    else if (wanted === 'create') created.set(key, reason.other);
  }
  return vanished.flatMap(([from, to]) => {
    const folders = created.get(to) === from ? splitFolders(from, to) : null;
    return folders === null ? [] : [{from, to, ...folders}];
  });
}

/** Null where the last part differs, or a folder's name has a wildcard. */
function splitFolders(from: Key, to: Key): Pick<FolderPair, 'oldFolder' | 'newFolder'> | null {
  const [old, now] = [from.split('/'), to.split('/')];
  let equal = 0;
  while (equal < Math.min(old.length, now.length) && old.at(-1 - equal) === now.at(-1 - equal)) equal += 1;
  if (equal === 0) return null;
  const [oldFolder, newFolder] = [old, now].map(parts => parts.slice(0, parts.length - equal).join('/')) as [string, string];
  return hasWildcard(oldFolder) || hasWildcard(newFolder) ? null : {oldFolder, newFolder};
}

/** Where one side is the top, the folders below it that all keys of a group share belong to the names: a pattern `**` would fit every key. */
function nameFolders(group: readonly FolderPair[]): FolderPair[] {
  const [first] = group as [FolderPair, ...FolderPair[]];
  const {oldFolder, newFolder} = first;
  if (oldFolder !== '' && newFolder !== '') return [...group];
  const rests = group.map(({from}) => from.split('/').slice(oldFolder === '' ? 0 : oldFolder.split('/').length, -1));
  const [own = []] = rests;
  const end = own.findIndex((part, at) => hasWildcard(part) || rests.some(rest => rest[at] !== part));
  const shared = own.slice(0, end === -1 ? own.length : end);
  const below = (folder: string) => [...(folder === '' ? [] : [folder]), ...shared].join('/');
  return group.map(pair => ({...pair, oldFolder: below(oldFolder), newFolder: below(newFolder)}));
}

type CompiledMove = Omit<FolderMove, 'isWhole'> & {readonly rename: (key: Key) => Key | null};

function toMove(group: readonly FolderPair[]): CompiledMove[] {
  const [first] = group;
  if (first === undefined) return [];
  const [from, to] = [first.oldFolder, first.newFolder].map(folder => (folder === '' ? '**' : `${folder}/**`)) as [string, string];
  const move = compileMove(from, to);
  return move.kind === 'move' ? [{from, to, keys: group.map(pair => ({from: pair.from, to: pair.to})), rename: move.rename}] : [];
}
