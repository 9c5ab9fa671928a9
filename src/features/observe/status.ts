import type {Check, CheckPage, TeamCredits} from '../../core/api/check-port';
import type {ReadOutcome} from '../../core/api/port';
import {CHECKS_FOR_ALERTS, judgeAlerts, type MonitorAlerts} from '../../core/observe/deliveries';
import {type CreditsLeft, endedWithoutPages, judgeHealth, type ListedHealth, observe, observeAlerts} from '../../core/observe/health';
import {type MonitorHealth, takeSample} from '../../core/observe/sample';
import type {Choice} from '../../core/plan/change';
import type {Key} from '../../core/specs/desired-monitor';
import {viewState} from '../../core/state/fold-open';
import {chooseKeys} from '../../project/choose-keys';
import {type Project, requireFullOperations} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {type CheckReader, withChecks} from '../../project/service-reader';
import {nothingStored} from '../../project/state-access';
import {type ListedRecord, type RecordedMonitors, readListed} from './listed';
import {hasAlerts, needsRecipients, type ReadRecipients, readRecipients} from './recipients';
import {type StatusDocument, toStatusDocument} from './status-document';

/** Request of `monitors status`. */
interface StatusRequest extends Choice {
  /** Number of the newest checks of each monitor to read; 0 for the list alone. */
  readonly checks: number;
  /** Read the newest check of each monitor of which the list does not say whether it fails. */
  readonly failing: 'as-listed' | 'certain';
  /** Whether to read if alerts arrive: 25 checks of each monitor that has any, and the recipients of mail. Default: no. */
  readonly alerts?: 'read' | 'left-out';
}

/** Health of judged monitors, by key. */
interface JudgedMonitors {
  readonly monitors: readonly MonitorHealth[];
  /** Operation that the service does not offer, in one sentence; null where it offers all that was asked for. */
  readonly lack: string | null;
  /** The credits of the team; null where they were not asked for, as no monitor's last check was without pages. */
  readonly team: TeamCredits | null;
}

/** Health of the chosen monitors, and when the credits of the team are renewed: null where that was not asked for. */
export interface ReadStatus {
  readonly document: StatusDocument;
  readonly creditsUntil: string | null;
  /** The labels that the state has of a monitor. */
  readonly labelsOf: (key: Key) => Readonly<Record<string, string>>;
}

/** Reads how monitors do: from the list alone, and from their newest checks where asked. Sends only reads, and writes nothing. Throws `UserError`. */
export async function readStatus(project: Project, request: StatusRequest, progress: CheckProgress = {}): Promise<ReadStatus> {
  requireFullOperations(project.settings, 'monitors status');
  const view = await viewState(project.store);
  if (view.stored === null) throw nothingStored();
  const {state} = view.stored;
  const chosen = chooseKeys(request, {desired: [], state, unresolved: []}, project.nameOption);
  const recorded = [...state.monitors].filter(([key]) => chosen === undefined || chosen.has(key));
  const total = state.monitors.size;
  const labelsOf = (key: Key) => state.monitors.get(key)?.labels ?? {};
  const read = await withChecks(project, view, reader => readThem({chosen: recorded, total}, request, reader, progress));
  return {...read, labelsOf};
}

async function readThem(
  recorded: RecordedMonitors,
  request: StatusRequest,
  reader: CheckReader,
  progress: CheckProgress,
): Promise<Omit<ReadStatus, 'labelsOf'>> {
  const {now, seen} = await readListed(recorded, request.alerts === 'read' ? observeAlerts : observe, reader, progress);
  const judged = await judgeListed(seen, now, request, reader, progress);
  return {document: toStatusDocument(judged, now), creditsUntil: judged.team?.periodEnd ?? null};
}

/** Judges listed monitors, with their newest checks where asked; by key. `now` is the service's clock, milliseconds since 1970. Throws `UserError`. */
export async function judgeListed(
  seen: readonly ListedRecord[],
  now: number,
  request: Pick<StatusRequest, 'checks' | 'failing' | 'alerts'> & {readonly team?: TeamCredits | null},
  reader: CheckReader,
  progress: CheckProgress = {},
): Promise<JudgedMonitors> {
  const read = await readChecks(seen, now, request, reader, progress);
  const listed = seen.flatMap(({monitor}) => (monitor === null ? [] : [monitor]));
  const known = new Map([...read.found].map(([monitor, {checks}]) => [monitor, checks]));
  const credits = await lookForCredits(listed, {now, read: known, lack: read.lack, team: request.team}, reader);
  const recipients = request.alerts === 'read' ? await readRecipients(listed, reader) : null;
  const monitors = seen.map(({key, id, monitor}): MonitorHealth => {
    if (monitor === null)
      return {
        key,
        id,
        monitor,
        isFailing: null,
        isWithoutCredits: false,
        isOverdue: false,
        sample: null,
        ...(recipients === null ? {} : {alerts: null}),
      };
    const {checks, pages = []} = read.found.get(monitor) ?? {};
    const health = judgeHealth(monitor, now, checks ?? credits.checks.get(monitor), credits.left);
    const sample = checks === undefined || request.checks === 0 ? null : takeSample(monitor, checks.slice(0, request.checks), pages);
    const alerts = recipients === null ? {} : {alerts: judgeAlertsOf(monitor, checks, recipients, now)};
    return {key, id, monitor, ...health, sample, ...alerts};
  });
  const lack = read.lack ?? recipients?.lack ?? null;
  return {monitors: monitors.sort((one, other) => (one.key < other.key ? -1 : 1)), lack, team: credits.team};
}

/** Null where the checks of a monitor that tells someone were not read. */
function judgeAlertsOf(
  monitor: ListedHealth,
  checks: readonly Check[] | undefined,
  recipients: ReadRecipients,
  now: number,
): MonitorAlerts | null {
  const {alerts: setup} = monitor;
  if (setup === undefined || (checks === undefined && hasAlerts(monitor))) return null;
  return judgeAlerts(setup, checks ?? [], now, recipients.found.get(monitor) ?? null);
}

/** Result of reading one monitor's checks. */
interface ReadChecks {
  readonly checks: readonly Check[];
  /** Of a search: the pages of some of them. */
  readonly pages?: readonly CheckPage[];
}

/** Checks of a search of which the pages are read, at most. */
const MOST_SEARCHES = 5;

async function readChecks(
  seen: readonly ListedRecord[],
  now: number,
  {checks: count, failing, alerts}: Pick<StatusRequest, 'checks' | 'failing' | 'alerts'>,
  reader: CheckReader,
  {onChecks, onChecked, onEnd}: CheckProgress,
): Promise<{found: ReadonlyMap<ListedHealth, ReadChecks>; lack: string | null}> {
  const monitors = seen.flatMap(({monitor}) => (monitor === null ? [] : [monitor]));
  const isUnknown = (monitor: ListedHealth) => failing === 'certain' && judgeHealth(monitor, now).isFailing === null;
  const isJudged = (monitor: ListedHealth) => alerts === 'read' && hasAlerts(monitor);
  const asked = count > 0 ? monitors : monitors.filter(monitor => isJudged(monitor) || isUnknown(monitor));
  if (asked.length === 0) return {found: new Map(), lack: null};
  const perSearch = Math.min(count, MOST_SEARCHES);
  const forMail = alerts === 'read' ? monitors.filter(needsRecipients).length : 0;
  onChecks?.(asked.length, asked.length + perSearch * asked.filter(({hasSearch}) => hasSearch).length + forMail);
  try {
    const least = (monitor: ListedHealth) => (isJudged(monitor) ? CHECKS_FOR_ALERTS : NEWEST);
    const read = (monitor: ListedHealth) => readOneMonitor(monitor, {count, least: least(monitor), perSearch}, reader);
    return await reader.each(asked, read, onChecked);
  } finally {
    onEnd?.();
  }
}

async function readOneMonitor(
  {id, hasSearch}: ListedHealth,
  {count, least, perSearch}: {readonly count: number; readonly least: number; readonly perSearch: number},
  reader: CheckReader,
): Promise<ReadOutcome<ReadChecks | null>> {
  const listed = await reader.checks(id, Math.max(count, least));
  if (listed.kind === 'failed') return listed;
  const checks = listed.value;
  if (checks === null) return {...listed, value: null};
  if (!hasSearch) return {...listed, value: {checks}};
  const withPages = checks
    .slice(0, count)
    .filter(({summary}) => (summary?.totalPages ?? 0) > 0)
    .slice(0, perSearch);
  const pages: CheckPage[] = [];
  for (const check of withPages) {
    const part = await reader.pages(id, check.id);
    if (part.kind === 'failed') return part;
    pages.push(...(part.value?.pages ?? []));
  }
  return {...listed, value: {checks, pages}};
}

/** Credits that tell a check that was skipped for lack of them from a quiet one. */
interface CreditLook {
  readonly left: CreditsLeft;
  /** The credits of the team; null where they were not asked for, or the service has nothing to say. */
  readonly team: TeamCredits | null;
  /** The newest checks of the monitors that were looked at. */
  readonly checks: ReadonlyMap<ListedHealth, readonly Check[]>;
}

/** Monitors whose newest checks are read for this alone, at most: a lack of credits hits all monitors of a team at once. */
const MOST_READ = 5;

/** The newest check that ended may stand behind some that run or were skipped: so many are read. */
const NEWEST = 5;

const NOTHING: CreditLook = {left: 'not-known', team: null, checks: new Map()};

/** Facts that are known before a look. */
interface KnownChecks {
  /** The service's clock, milliseconds since 1970. */
  readonly now: number;
  /** The newest checks of the monitors of which they were read. */
  readonly read: ReadonlyMap<ListedHealth, readonly Check[]>;
  /** Operation that the service does not offer, in a sentence: then no check is read. */
  readonly lack: string | null;
  /** The credits of the team where they were read. */
  readonly team: TeamCredits | null | undefined;
}

/**
 * Looks whether last checks without pages were skipped for lack of credits: by those that were read already, a few others, and the
 * credits of the team, asked once. Asks nothing where every last check had pages. Throws `UserError` where checks can't be read.
 */
async function lookForCredits(
  monitors: readonly ListedHealth[],
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
