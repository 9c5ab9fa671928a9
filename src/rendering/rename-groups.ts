import {addToGroup} from '../core/base/grouping';
import type {Change} from '../core/plan/change';
import {type ChangeGroup, groupChanges} from '../core/plan/groups';

type RenameChange = Extract<Change, {readonly action: 'rename'}>;

/** Renames from which on one block shows them. */
const LEAST = 3;

/** Puts equal changes together, and renames of one pattern. For people alone: each rename is approved by itself. Linear. */
export function groupForPeople(changes: readonly Change[]): ChangeGroup[] {
  const groups = groupChanges(changes);
  const patterns = new Map(
    groups.flatMap(({first}) => (first.action === 'rename' ? [[first as Change, renamePattern(first)] as const] : [])),
  );
  if (patterns.size < LEAST) return groups;
  const alike = new Map<string, Change[]>();
  for (const [change, pattern] of patterns) addToGroup(alike, pattern, change);
  return groups.flatMap(group => {
    const members = alike.get(patterns.get(group.first) ?? '');
    if (members === undefined || members.length < LEAST) return [group];
    return members[0] === group.first ? [{first: group.first, changes: members}] : [];
  });
}

/** Names old and new key with `*` for the name, or for the longest part of it that stays: `old/* -> new/*`, `*-pricing -> pricing/*`. */
export function renamePattern({from, key}: Pick<RenameChange, 'from' | 'key'>): string {
  const [old, now] = [from.split('/'), key.split('/')];
  if (old.at(-1) === now.at(-1)) return [old, now].map(parts => [...parts.slice(0, -1), '*'].join('/')).join(' -> ');
  let shared = 0;
  while (shared < Math.min(old.length, now.length) - 1 && old[shared] === now[shared]) shared += 1;
  const folder = [...old.slice(0, shared), ''].join('/');
  const stays = findLongest(from.slice(folder.length), key.slice(folder.length));
  if (stays === '') return `${from} -> ${key}`;
  return [from, key].map(whole => folder + whole.slice(folder.length).replace(stays, () => '*')).join(' -> ');
}

/** The longest text that both have; the first of several. */
function findLongest(a: string, b: string): string {
  let longest = '';
  let before: number[] = [];
  for (let at = 0; at < a.length; at += 1) {
    const row = Array.from(b, (_, other) => (a[at] === b[other] ? (before[other - 1] ?? 0) + 1 : 0));
    for (const length of row) if (length > longest.length) longest = a.slice(at + 1 - length, at + 1);
    before = row;
  }
  return longest;
}
