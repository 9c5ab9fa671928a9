import {compileMove, hasWildcard} from '../base/glob';
import {addToGroup} from '../base/grouping';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import type {JournaledCreate} from '../state/journal';
import type {ReadableState, RecordedOutline} from '../state/state';
import type {Change, FolderMove, Plan} from './change';

/** An entry of `moves` in the config: two keys, or two patterns with one wildcard each. */
export interface KeyMove {
  readonly from: string;
  readonly to: string;
}

/** Input of moves. */
interface MoveWorld {
  readonly desired: readonly DesiredMonitor[];
  readonly state: ReadableState | null;
  readonly unresolved: readonly JournaledCreate[];
}

/** The specs after `moves`. */
interface MovedSpecs {
  /** A spec that is the new place of a record has its key as `renamedFrom`. In the order of the given ones. */
  readonly desired: readonly DesiredMonitor[];
  /** Records that cannot move, and new specs that several records would become: each with the other key. */
  readonly moveConflicts: ReadonlyMap<Key, Key>;
}

/**
 * Lets records whose specs are gone become the new specs that `moves` name: as if these said `renamedFrom`. The first entry
 * that matches a key decides, and its result is not moved again; without a spec under the result, nothing happens. Linear in
 * the number of such records times that of entries; free without entries.
 */
export function applyMoves(moves: readonly KeyMove[], {desired, state, unresolved}: MoveWorld): MovedSpecs {
  if (moves.length === 0) return {desired, moveConflicts: new Map()};
  const findResult = compileMoves(moves);
  const specs = new Map(desired.map(spec => [spec.key, spec]));
  const recorded: ReadonlyMap<Key, RecordedOutline> = state?.monitors ?? new Map<Key, RecordedOutline>();
  const known = new Set([...recorded.keys(), ...unresolved.map(({intent}) => intent.key)]);
  const claimed = new Set(desired.map(({sync}) => sync.renamedFrom));
  const sources = new Map<Key, Key[]>();
  for (const key of known) {
    if (specs.has(key) || claimed.has(key)) continue;
    const to = findResult(key);
    if (to !== null && specs.has(to)) addToGroup(sources, to, key);
  }
  const moveConflicts = new Map<Key, Key>();
  const from = new Map<Key, Key>();
  for (const [to, keys] of sources) {
    const [first, second] = keys;
    if (first === undefined) continue;
    const spec = specs.get(to);
    const isTaken = known.has(to) || (spec !== undefined && findFormerKey(spec, specs, known) !== null);
    if (!isTaken && second === undefined) {
      from.set(to, first);
      continue;
    }
    for (const key of keys) moveConflicts.set(key, to);
    if (!isTaken) moveConflicts.set(to, first);
  }
  if (from.size === 0) return {desired, moveConflicts};
  return {desired: desired.map(spec => moveSpec(spec, from.get(spec.key))), moveConflicts};
}

/** Finds what `moves` make of a key; null where no entry matches it. */
function compileMoves(moves: readonly KeyMove[]): (key: Key) => Key | null {
  const renames = moves.map(({from, to}) => compileMove(from, to)).flatMap(move => (move.kind === 'move' ? [move.rename] : []));
  return key => {
    for (const rename of renames) {
      const result = rename(key);
      if (result !== null) return result;
    }
    return null;
  };
}

/**
 * Finds the spec that a key which this state does not have would be recorded for, were it here: its own, the one that says `renamedFrom`,
 * or the one that `moves` name. Null where there is none.
 */
export function findContinuation(moves: readonly KeyMove[], desired: readonly DesiredMonitor[]): (key: Key) => Key | null {
  const specs = new Set(desired.map(({key}) => key));
  const renamed = new Map(desired.flatMap(({key, sync}) => (sync.renamedFrom === undefined ? [] : [[sync.renamedFrom, key] as const])));
  const findResult = compileMoves(moves);
  return key => {
    if (specs.has(key)) return key;
    const to = renamed.get(key) ?? findResult(key);
    return to !== null && specs.has(to) ? to : null;
  };
}

/** The keys for which monitors that are to be created may be recorded elsewhere. */
interface SoughtKeys {
  readonly isSought: (key: Key) => boolean;
  /** Those that may be. */
  readonly names: ReadonlySet<Key>;
}

/** Tells of the keys that created monitors have, or had before `renamedFrom` or `moves`. */
export function listSoughtKeys(moves: readonly KeyMove[], desired: readonly DesiredMonitor[], created: ReadonlySet<Key>): SoughtKeys {
  const findSpec = findContinuation(moves, desired);
  const back = moves.map(({from, to}) => compileMove(to, from)).flatMap(move => (move.kind === 'move' ? [move.rename] : []));
  const listFormer = ({key, sync}: DesiredMonitor) => [sync.renamedFrom, ...back.map(rename => rename(key))].flatMap(one => one ?? []);
  const former = desired.filter(({key}) => created.has(key)).flatMap(listFormer);
  return {isSought: key => created.has(findSpec(key) ?? key), names: new Set([...created, ...former])};
}

/** Some keys. */
type Keys = Pick<ReadonlySet<Key>, 'has'>;

/**
 * The known key that a spec continues, by its own `renamedFrom`, which has precedence, or by `moves`, once they were applied; null where
 * it continues none.
 */
export function findFormerKey({sync}: Pick<DesiredMonitor, 'sync'>, specs: Keys, known: Keys): Key | null {
  const from = sync.renamedFrom;
  return from !== undefined && known.has(from) && !specs.has(from) ? from : null;
}

function moveSpec(spec: DesiredMonitor, from: Key | undefined): DesiredMonitor {
  return from === undefined ? spec : {...spec, sync: {...spec.sync, renamedFrom: from}};
}

/** The plan with the moves of folders that its possible renames suggest. `recorded` are all keys of the state. Pure; nearly free where nothing is a possible rename. */
export function proposeMoves(plan: Plan, recorded: Iterable<Key>): Plan {
  const pairs = listPairs(plan.changes);
  const folderMoves = pairs.length < 2 ? [] : findFolderMoves(pairs, recorded);
  return folderMoves.length === 0 ? plan : {...plan, folderMoves};
}

/** Finds the patterns whose possible renames all say the same: moved folders, and names of which a part became a folder. */
function findFolderMoves(pairs: readonly KeyPair[], recorded: Iterable<Key>): FolderMove[] {
  const folders = pairs.flatMap(pair => splitFolders(pair));
  const byFolders = groupPairs(folders, ({oldFolder, newFolder}) => [oldFolder, newFolder])
    .map(nameFolders)
    .sort((a, b) => b[0]!.oldFolder.length - a[0]!.oldFolder.length || b.length - a.length);
  const spread = nameSpread(byFolders, pairs);
  const byNames = groupPairs(
    pairs.flatMap(pair => splitNames(pair)),
    ({oldName, newName}) => [oldName, newName],
  ).sort(([a], [b]) => b!.oldName.length - a!.oldName.length);
  const moves = [
    ...spread.values(),
    ...byFolders.flatMap(group => (spread.has(group) ? [] : toMove(group, ...wholeFolders(group[0] as FolderPair)))),
    ...byNames.flatMap(group => toMove(group, (group[0] as NamePair).oldName, (group[0] as NamePair).newName)),
  ];
  // The first pattern that fits decides, and the deepest folder stands first.
  const firstFit = (key: Key) => moves.map(({rename}) => rename(key)).find(to => to !== null);
  const sound = moves.filter(({keys}) => keys.every(({from, to}) => firstFit(from) === to));
  if (sound.length === 0) return [];
  const known = [...recorded];
  return sound.map(({from, to, keys, rename}) => {
    return {from, to, keys, isWhole: known.filter(key => rename(key) !== null).length === keys.length};
  });
}

/** Groups of at least two. */
function groupPairs<Pair extends KeyPair>(pairs: readonly Pair[], sign: (pair: Pair) => readonly string[]): Pair[][] {
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) addToGroup(groups, JSON.stringify(sign(pair)), pair);
  return [...groups.values()].filter(group => group.length > 1);
}

interface KeyPair {
  readonly from: Key;
  readonly to: Key;
}

interface FolderPair extends KeyPair {
  readonly oldFolder: string;
  readonly newFolder: string;
}

/** Patterns with `*` for what the last parts of both keys have alike. */
interface NamePair extends KeyPair {
  readonly oldName: string;
  readonly newName: string;
}

/** Old and new keys that each name the other. */
function listPairs(changes: readonly Change[]): KeyPair[] {
  const created = new Map<Key, Key>();
  const vanished: [Key, Key][] = [];
  for (const change of changes) {
    if (change.action !== 'blocked' || change.reason.kind !== 'possible-rename') continue;
    const {key, wanted, reason} = change;
    if (wanted === 'delete') vanished.push([key, reason.other]);
    else if (wanted === 'create') created.set(key, reason.other);
  }
  return vanished.flatMap(([from, to]) => (created.get(to) === from ? [{from, to}] : []));
}

/** The folders in which both are the same; none where the last part differs, or a folder's name has a wildcard. */
function splitFolders({from, to}: KeyPair): FolderPair[] {
  const [old, now] = [from.split('/'), to.split('/')];
  let equal = 0;
  while (equal < Math.min(old.length, now.length) && old.at(-1 - equal) === now.at(-1 - equal)) equal += 1;
  if (equal === 0) return [];
  const [oldFolder, newFolder] = [old, now].map(parts => parts.slice(0, parts.length - equal).join('/')) as [string, string];
  return hasWildcard(oldFolder) || hasWildcard(newFolder) ? [] : [{from, to, oldFolder, newFolder}];
}

/** Of two last parts where one is the other with whole words before or behind it; else, or with a wildcard, none. */
function splitNames({from, to}: KeyPair): NamePair[] {
  const [old, now] = [cutName(from), cutName(to)];
  const [short, long] = old.name.length < now.name.length ? [old.name, now.name] : [now.name, old.name];
  if (short === long || hasWildcard(from) || hasWildcard(to)) return [];
  const rest = long.startsWith(short) ? ['', long.slice(short.length)] : [long.slice(0, -short.length), ''];
  const [before = '', after = ''] = rest;
  if (before + short + after !== long || !/^(?:.*[^\p{L}\p{N}])?$/u.test(before) || !/^(?:[^\p{L}\p{N}].*)?$/u.test(after)) return [];
  const named = (folder: string, name: string) => `${folder}${name === long ? `${before}*${after}` : '*'}`;
  return [{from, to, oldName: named(old.folder, old.name), newName: named(now.folder, now.name)}];
}

function cutName(key: Key): {readonly folder: string; readonly name: string} {
  const end = key.lastIndexOf('/') + 1;
  return {folder: key.slice(0, end), name: key.slice(end)};
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

/**
 * Names groups that left one folder for several by the words that their keys have alike, such as `*-pricing`: the folder's own pattern fits
 * them all. Left out where it would fit a key of another group, too.
 */
function nameSpread(groups: readonly FolderPair[][], pairs: readonly KeyPair[]): Map<FolderPair[], CompiledMove> {
  const left = new Map<string, FolderPair[][]>();
  for (const group of groups) addToGroup(left, group[0]!.oldFolder, group);
  const named = new Map<FolderPair[], CompiledMove>();
  for (const group of [...left.values()].flatMap(several => (several.length > 1 ? several : []))) {
    const words = findSharedWords(group);
    if (words === null) continue;
    const {oldFolder, newFolder} = group[0]!;
    const [from, to] = [oldFolder, newFolder].map(folder => `${folder === '' ? '' : `${folder}/`}${words}`) as [string, string];
    const own = new Set(group.map(pair => pair.from));
    const [move] = toMove(group, from, to);
    if (move !== undefined && pairs.every(pair => own.has(pair.from) || move.rename(pair.from) === null)) named.set(group, move);
  }
  return named;
}

/** The whole words that all names of a group begin and end with, with `*` between them; null for none, or with folders below. */
function findSharedWords(group: readonly FolderPair[]): string | null {
  const names = group.map(({from, oldFolder}) => (oldFolder === '' ? from : from.slice(oldFolder.length + 1)));
  const [first = ''] = names;
  if (names.some(name => name.includes('/') || hasWildcard(name))) return null;
  const begins = [...first.matchAll(/[^\p{L}\p{N}]/gu)].map(({index}) => first.slice(0, index + 1));
  const before = begins.findLast(begin => names.every(name => name.startsWith(begin))) ?? '';
  const ends = [...first.matchAll(/[^\p{L}\p{N}]/gu)].map(({index}) => first.slice(index));
  const after = ends.find(end => names.every(name => name.endsWith(end) && name.length > before.length + end.length)) ?? '';
  return before + after === '' ? null : `${before}*${after}`;
}

type CompiledMove = Omit<FolderMove, 'isWhole'> & {readonly rename: (key: Key) => Key | null};

function wholeFolders({oldFolder, newFolder}: FolderPair): [from: string, to: string] {
  return [oldFolder, newFolder].map(folder => (folder === '' ? '**' : `${folder}/**`)) as [string, string];
}

function toMove(group: readonly KeyPair[], from: string, to: string): CompiledMove[] {
  const move = compileMove(from, to);
  return move.kind === 'move' ? [{from, to, keys: group.map(pair => ({from: pair.from, to: pair.to})), rename: move.rename}] : [];
}
