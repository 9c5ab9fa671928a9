import {writeCommand} from '../core/base/command-line';
import {addToGroup} from '../core/base/grouping';
import {formatNumber} from '../core/base/words';
import type {Diagnostic} from '../core/diagnostics/diagnostic';
import type {Change, FolderMove, Plan} from '../core/plan/change';
import {type HeldChange, isHeld} from '../core/plan/change-facts';
import type {Key} from '../core/specs/desired-monitor';
import {DOUBT_REASONS} from './reasons/doubts';
import type {BriefExplanation, Explanation, HeldReason, HeldReasons, ReasonPlace} from './reasons/reason';
import {RENAME_REASONS} from './reasons/renames';
import {RULE_REASONS} from './reasons/rules';

/** Every kind of reason that holds a change: a new one is one entry of the table where it belongs. */
const REASONS: HeldReasons = {...RULE_REASONS, ...RENAME_REASONS, ...DOUBT_REASONS};

/** The kind of reason that holds a change. */
export function kindOf(change: HeldChange): keyof HeldReasons {
  return change.action === 'unresolved' ? 'unresolved' : change.reason.kind;
}

/** All that is said of the reason of a change. */
export function reasonOf(change: HeldChange): HeldReason<HeldChange> {
  return REASONS[kindOf(change)] as unknown as HeldReason<HeldChange>;
}

/** Commands name the environment: run in another, they would change its state. */
export function placeOf(environment: string): ReasonPlace {
  return {environment, command: (words, keys, flags) => writeCommand(words, keys, environment, flags)};
}

/** Says why a blocked or unresolved change is not made and how to continue, in words that text, JSON and markdown share. */
export function explainChange(change: HeldChange, environment: string): Explanation {
  const {code, one} = reasonOf(change);
  return {code, ...one(change, placeOf(environment))};
}

/** The same as a finding, for JSON and annotations. */
export function toFinding(change: HeldChange, environment: string): Diagnostic {
  const {code, message, waysOut} = explainChange(change, environment);
  return {code, severity: 'warning', message, hint: waysOut.join('; or ')};
}

/** One reason that holds several changes: given once with their number, and how to continue with any of them. */
export interface SharedExplanation extends Explanation {
  readonly changes: readonly HeldChange[];
  /** They are the two changes of one rename. */
  readonly isOneRename: boolean;
}

/** The reasons that hold more than one change, in the order of their first ones. Their ways out say KEY, OLD and NEW where one change's own would name it. */
export function shareExplanations(changes: readonly Change[], environment: string): SharedExplanation[] {
  const byTopic = new Map<string, HeldChange[]>();
  for (const change of changes) {
    if (isHeld(change)) addToGroup(byTopic, `${kindOf(change)} ${reasonOf(change).topic?.(change) ?? ''}`, change);
  }
  return [...byTopic.values()].flatMap(held => (held.length < 2 ? [] : [share(held, environment)]));
}

function share(held: readonly HeldChange[], environment: string): SharedExplanation {
  const typical = held.find(change => change.action === 'blocked' && change.wanted !== 'create') ?? (held[0] as HeldChange);
  const monitors = countMonitors(held);
  // The two changes of one rename: its own words fit both.
  if (monitors === 1) return {...explainChange(typical, environment), changes: held, isOneRename: true};
  const {many, withPlaceholders} = reasonOf(typical);
  const {code, waysOut} = explainChange(withPlaceholders?.(typical) ?? {...typical, key: 'KEY'}, environment);
  const message = many(typical, {changes: formatNumber(held.length), monitors: formatNumber(monitors)}, held);
  return {code, message, waysOut, changes: held, isOneRename: false};
}

/** Counts the monitors that changes are about: a rename holds two, that of the old key and that of the new one. */
function countMonitors(held: readonly HeldChange[]): number {
  return new Set(held.map(change => JSON.stringify([change.key, otherKeyOf(change) ?? change.key].sort()))).size;
}

function otherKeyOf(change: HeldChange): Key | null {
  return change.action === 'blocked' && 'other' in change.reason ? change.reason.other : null;
}

/** Explains the part of a change that a shared reason leaves out; null where its headline says it. */
export function explainBriefly(change: HeldChange, {isOneRename}: SharedExplanation, environment: string): BriefExplanation | null {
  return reasonOf(change).brief?.(change, placeOf(environment), isOneRename) ?? null;
}

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
      `if they moved: run "monitors init --upgrade" for editors, and add to moves in monitors.config.yaml: - {from: ${JSON.stringify(from)}, to: ${JSON.stringify(to)}}`,
      ...(isWhole ? commands : []),
    ],
  };
}

/** The first pairs, and how many more there are. */
export function showPairs({pairs}: FolderGroup, verbosity: 'all' | 'first'): string[] {
  if (verbosity === 'all' || pairs.length <= SHOWN_PAIRS) return [...pairs];
  return [...pairs.slice(0, SHOWN_PAIRS), `and ${formatNumber(pairs.length - SHOWN_PAIRS)} more`];
}
