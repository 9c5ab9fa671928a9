import {addToGroup} from '../core/base/grouping';
import {countOf} from '../core/base/words';
import type {Change} from '../core/plan/change';
import {keysLine} from './plan-group-lines';
import {noteLine} from './plan-lines';
import type {RenderOptions} from './render-options';
import {dataLine, type Line, styled} from './text';

type RenameChange = Extract<Change, {readonly action: 'rename'}>;

/** Renames from one folder into another, whose names stay. */
export interface RenameGroup {
  /** `old/*`, or `*` for the top. */
  readonly from: string;
  readonly to: string;
  readonly changes: readonly RenameChange[];
}

/** Renames from which on one block shows them. */
const LEAST = 3;
const SHOWN_KEYS = 5;

/** The moved folders of a plan. They are one block for people alone: each rename is approved by itself. */
export function groupRenames(changes: readonly Change[]): RenameGroup[] {
  const groups = new Map<string, RenameChange[]>();
  for (const change of changes) {
    if (change.action !== 'rename') continue;
    const [old, now] = [cut(change.from), cut(change.key)];
    if (old.name === now.name) addToGroup(groups, JSON.stringify([old.folder, now.folder]), change);
  }
  const several = [...groups].filter(([, members]) => members.length >= LEAST);
  return several.flatMap(([, members]) => {
    const [first] = members;
    return first === undefined ? [] : [{from: `${cut(first.from).folder}*`, to: `${cut(first.key).folder}*`, changes: members}];
  });
}

/** A moved folder as one block. */
export function renameLines({from, to, changes}: RenameGroup, options: RenderOptions): Line[] {
  const count = styled('strong', countOf(changes.length, 'monitor'));
  return [
    dataLine(0, styled('changed', '~'), ' ', count, '  ', styled('changed', 'rename'), `  ${from} -> ${to}`),
    noteLine('the same monitors, no request is sent'),
    keysLine(changes, options.verbosity === 'verbose' ? changes.length : SHOWN_KEYS),
  ];
}

function cut(key: string): {readonly folder: string; readonly name: string} {
  const end = key.lastIndexOf('/') + 1;
  return {folder: key.slice(0, end), name: key.slice(end)};
}
