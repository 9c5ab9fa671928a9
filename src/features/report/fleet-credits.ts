import type {TeamCredits} from '../../core/api/check-port';
import {compileGlob} from '../../core/base/glob';
import {addToGroup} from '../../core/base/grouping';
import {scaleToActual} from '../../core/specs/credits';
import type {FleetMonitor} from './fleet';

/** Credits of monitors per month, and their budgets. */
export interface FleetCredits {
  readonly total: CreditGroup;
  /** The dearest first. */
  readonly byFolder: readonly CreditGroup[];
  /** By label, `team=pricing`; a monitor counts for each of its labels. The dearest first. */
  readonly byLabel: readonly CreditGroup[];
  /** Of the config. */
  readonly budget: FleetBudget | null;
  /** Budgets by keys, in the order of the config; the name is the glob. */
  readonly byKeys: readonly BudgetedGroup[];
  /** Null where the service was not asked, or has nothing to say. */
  readonly team: TeamCredits | null;
}

/** Credits a month, and the figures that they are held against. */
export interface FleetBudget {
  readonly creditsPerMonth: number;
  readonly by: 'estimate' | 'actual';
}

/** Credits of the monitors that a budget by keys is for. */
export interface BudgetedGroup extends CreditGroup {
  readonly budget: number;
}

/** Credits of some monitors per month. */
export interface CreditGroup {
  readonly name: string;
  readonly monitors: number;
  /** By the price list: an upper bound. */
  readonly estimated: number;
  /** Charges of recent checks, as credits a month; null where they are known of none. */
  readonly actual: {
    readonly credits: number;
    /** The monitors that it is known of, and their estimate. */
    readonly monitors: number;
    readonly estimated: number;
  } | null;
}

/** The name of the group of keys that have no folder. */
export const NO_FOLDER = '(no folder)';

/** Sums up by folder and by label. */
export function sumCredits(
  monitors: readonly FleetMonitor[],
  {budget, keyBudgets = {}, team}: Pick<FleetCredits, 'budget' | 'team'> & {readonly keyBudgets?: {readonly [glob: string]: number}},
): FleetCredits {
  const depth = chooseDepth(monitors);
  const labelled = monitors.flatMap(monitor =>
    Object.entries(monitor.labels).map(([name, value]) => [`${name}=${value}`, monitor] as const),
  );
  return {
    total: sumGroup('', monitors),
    byFolder: sumGroups(monitors.map(monitor => [folderOf(monitor.key, depth), monitor] as const)),
    byLabel: sumGroups(labelled),
    budget,
    byKeys: Object.entries(keyBudgets).map(([glob, limit]) => {
      const matches = compileGlob(glob);
      return {
        ...sumGroup(
          glob,
          monitors.filter(({key}) => matches(key)),
        ),
        budget: limit,
      };
    }),
    team,
  };
}

/** More folders than this are summed up by those that they are in. */
const MOST_FOLDERS = 20;
const DEEPEST = 8;

/** Chooses the number of segments of a folder that are looked at: as many as give few groups. */
function chooseDepth(monitors: readonly FleetMonitor[]): number {
  let depth = 1;
  while (depth < DEEPEST && new Set(monitors.map(({key}) => folderOf(key, depth + 1))).size <= MOST_FOLDERS) depth++;
  return depth;
}

/** The folder of a key, at most so many segments of it. */
export function folderOf(key: string, depth: number): string {
  const folders = key.split('/').slice(0, -1);
  return folders.length === 0 ? NO_FOLDER : folders.slice(0, depth).join('/');
}

function sumGroups(placed: readonly (readonly [name: string, monitor: FleetMonitor])[]): readonly CreditGroup[] {
  const groups = new Map<string, FleetMonitor[]>();
  for (const [name, monitor] of placed) addToGroup(groups, name, monitor);
  const sums = [...groups].map(([name, members]) => sumGroup(name, members));
  return sums.sort((one, other) => other.estimated - one.estimated || (one.name < other.name ? -1 : 1));
}

function sumGroup(name: string, monitors: readonly FleetMonitor[]): CreditGroup {
  let estimated = 0;
  const actual = {credits: 0, monitors: 0, estimated: 0};
  for (const monitor of monitors) {
    const {creditsPerMonth} = monitor;
    estimated += creditsPerMonth;
    const charged = chargedOf(monitor);
    if (charged === null) continue;
    actual.credits += charged;
    actual.monitors += 1;
    actual.estimated += creditsPerMonth;
  }
  return {name, monitors: monitors.length, estimated, actual: actual.monitors === 0 ? null : actual};
}

/**
 * Calculates the charges of a monitor in 30 days: its estimate, scaled as in plans by its recent checks; null where
 * that is not known, or it does not run as it did.
 */
export function chargedOf({times, isEdited, observed, creditsPerMonth}: FleetMonitor): number | null {
  const credits = observed?.sample?.credits ?? null;
  if (times === null || isEdited || credits === null || credits.estimated === 0) return null;
  return scaleToActual(creditsPerMonth, credits);
}
