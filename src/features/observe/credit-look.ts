import type {Check, TeamCredits} from '../../core/api/check-port';
import {type CreditsLeft, endedWithoutPages, judgeHealth, type ObservedMonitor} from '../../core/observe/health';
import type {CheckReader} from '../../project/service-reader';

/** Credits that tell a check that was skipped for lack of them from a quiet one. */
export interface CreditLook {
  readonly left: CreditsLeft;
  /** The credits of the team; null where they were not asked for, or the service has nothing to say. */
  readonly team: TeamCredits | null;
  /** The newest checks of the monitors that were looked at. */
  readonly checks: ReadonlyMap<ObservedMonitor, readonly Check[]>;
}

/** Monitors whose newest checks are read for this alone, at most: a lack of credits hits all monitors of a team at once. */
const MOST_READ = 5;

/** The newest check that ended may stand behind some that run or were skipped: so many are read. */
export const NEWEST = 5;

const NOTHING: CreditLook = {left: 'not-known', team: null, checks: new Map()};

/** Facts that are known before a look. */
export interface KnownChecks {
  /** The service's clock, milliseconds since 1970. */
  readonly now: number;
  /** The newest checks of the monitors of which they were read. */
  readonly read: ReadonlyMap<ObservedMonitor, readonly Check[]>;
  /** Operation that the service does not offer, in a sentence: then no check is read. */
  readonly lack: string | null;
  /** The credits of the team where they were read. */
  readonly team: TeamCredits | null | undefined;
}

/**
 * Looks whether last checks without pages were skipped for lack of credits: by those that were read already, a few others, and the
 * credits of the team, asked once. Asks nothing where every last check had pages. Throws `UserError` where checks can't be read.
 */
export async function lookForCredits(
  monitors: readonly ObservedMonitor[],
  {now, read, lack, team: known}: KnownChecks,
  reader: CheckReader,
): Promise<CreditLook> {
  const suspects = monitors.filter(endedWithoutPages);
  if (suspects.length === 0) return NOTHING;
  const byRun = suspects
    .filter(monitor => !read.has(monitor))
    .sort((one, other) => ((one.lastRunAt ?? '') > (other.lastRunAt ?? '') ? -1 : 1));
  const most = lack === null ? Math.max(0, MOST_READ - read.size) : 0;
  const {found} = await reader.each(byRun.slice(0, most), ({id}) => reader.checks(id, NEWEST));
  const team = known === undefined ? await readTeam(reader) : known;
  const isHit = [...read, ...found].some(([monitor, checks]) => judgeHealth(monitor, now, checks).isWithoutCredits);
  const isSpent = team !== null && team.remaining !== null && team.remaining <= 0;
  return {left: isHit || isSpent ? 'none' : 'not-known', team, checks: found};
}

/** Null also where it can't be read: the checks tell without it. */
async function readTeam(reader: CheckReader): Promise<TeamCredits | null> {
  const credits = await reader.credits();
  return credits.kind === 'read' ? credits.value : null;
}
