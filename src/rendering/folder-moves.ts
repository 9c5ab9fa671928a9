import {writeCommand} from '../core/base/command-line';
import {formatNumber} from '../core/base/words';
import type {Change, FolderMove, Plan} from '../core/plan/change';

/** The possible renames of a moved folder, explained together in the place of their changes. */
export interface FolderGroup {
  /** `4 monitors  moved?  old/** -> new/**`. */
  readonly title: string;
  readonly pairs: readonly string[];
  readonly waysOut: readonly string[];
}

/** Reason that all of a group have in common. */
export const FOLDER_REASON = 'their specs are gone, and new specs look the same: nothing is created or deleted until you say what they are';

/** So many pairs of a group are shown; `--verbose` shows all. */
export const SHOWN_PAIRS = 5;

/** The moved folders of a plan, and the changes that their groups stand for. */
export function groupFolders({changes, folderMoves = [], environment}: Plan): {
  readonly groups: readonly FolderGroup[];
  readonly grouped: ReadonlySet<Change>;
} {
  if (folderMoves.length === 0) return {groups: [], grouped: new Set()};
  const keys = new Set(folderMoves.flatMap(move => move.keys.flatMap(({from, to}) => [from, to])));
  const grouped = changes.filter(change => change.action === 'blocked' && change.reason.kind === 'possible-rename' && keys.has(change.key));
  return {groups: folderMoves.map(move => toGroup(move, environment)), grouped: new Set(grouped)};
}

function toGroup({from, to, keys, isWhole}: FolderMove, environment: string): FolderGroup {
  // A command with this pattern would also take recorded monitors whose specs are still there.
  const commands = [
    `or run: ${writeCommand('state mv', [from, to], environment)}`,
    `if not, remove the old ones from the state (they keep running until you delete them in the service): ${writeCommand('state rm', [from], environment)}`,
  ];
  return {
    title: `${formatNumber(keys.length)} monitors  moved?  ${from} -> ${to}`,
    pairs: keys.map(pair => `${pair.from} -> ${pair.to}`),
    waysOut: [
      `if they moved: add to moves in monitors.config.yaml: - {from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)}}`,
      ...(isWhole ? commands : []),
    ],
  };
}

/** The first pairs, and how many more there are. */
export function showPairs({pairs}: FolderGroup, verbosity: 'all' | 'first'): string[] {
  if (verbosity === 'all' || pairs.length <= SHOWN_PAIRS) return [...pairs];
  return [...pairs.slice(0, SHOWN_PAIRS), `and ${formatNumber(pairs.length - SHOWN_PAIRS)} more`];
}
