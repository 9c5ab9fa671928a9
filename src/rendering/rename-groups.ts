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

/** Names old and new key with `*` for the part of the name that stays: `old/* -> new/*`, `*-pricing -> pricing/*`, `a-* -> b-*`. */
export function renamePattern({from, key}: Pick<RenameChange, 'from' | 'key'>): string {
  const [old, now] = [from, key].map(cut) as [CutKey, CutKey];
  const [short, long] = [old.name, now.name].sort((a, b) => a.length - b.length) as [string, string];
  let end = short.length;
  while (!long.endsWith(short.slice(short.length - end))) end -= 1;
  const stays = long.includes(short) ? short : short.slice(short.length - end);
  return [old, now].map(({folder, name}) => folder + (stays === '' ? name : name.replace(stays, () => '*'))).join(' -> ');
}

type CutKey = ReturnType<typeof cut>;

function cut(key: string): {readonly folder: string; readonly name: string} {
  const end = key.lastIndexOf('/') + 1;
  return {folder: key.slice(0, end), name: key.slice(end)};
}
