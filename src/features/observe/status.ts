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
import {CheckReader, withChecks} from '../../project/service-reader';
import {nothingStored} from '../../project/state-access';
import {tooFew} from './checks';
import {type FailingMonitor, readFailures} from './failures';
import {type ListedRecord, type RecordedMonitors, readListed} from './listed';
import {hasAlerts, needsRecipients, type ReadRecipients, readRecipients} from './recipients';
import {RequestBudget} from './request-budget';
import {type StatusDocument, toStatusDocument} from './status-document';
import {type NotReadDocument, UnreadMonitors} from './unread-monitors';

/** Request of `monitors status`. */
interface StatusRequest extends Choice {
  /** Number of the newest checks of each monitor to read; 0 for the list alone. */
  readonly checks: number;
  /** Read the newest check of each monitor of which the list does not say whether it fails. */
  readonly failing: 'as-listed' | 'certain';
  /** Whether to read if alerts arrive: 25 checks of each monitor that has any, and the recipients of mail. Default: no. */
  readonly alerts?: 'read' | 'left-out';
  /** Whether to read since when and why monitors fail. Default: no. */
  readonly failures?: 'read' | 'left-out';
  /** Requests that are sent, at most; null for any number. */
  readonly maxRequests?: number | null;
}

/** Health of judged monitors, by key. */
interface JudgedMonitors {
  readonly monitors: readonly MonitorHealth[];
  /** Operation that the service does not offer, in one sentence; null where it offers all that was asked for. */
  readonly lack: string | null;
  /** The credits of the team; null where they were not asked for, as no monitor's last check was without pages. */
  readonly team: TeamCredits | null;
  /** The newest checks of the monitors of which they were read. */
  readonly checks: ReadonlyMap<ListedHealth, KnownHistory>;
  /** The limit of requests left something out. */
  readonly isCut: boolean;
  /** Monitors of which checks or recipients could not be read; by key. */
  readonly notRead: readonly NotReadDocument[];
}

/** Health of the chosen monitors, and when the credits of the team are renewed: null where that was not asked for. */
export interface ReadStatus {
  readonly document: StatusDocument;
  readonly creditsUntil: string | null;
  /** The labels that the state has of a monitor. */
  readonly labelsOf: (key: Key) => Readonly<Record<string, string>>;
  /** Why it could not be read since when and why monitors fail, in a sentence; null where it could. */
  readonly unexplained: string | null;
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
  const read = await withChecks(project, view, ({service}) => {
    const budget = new RequestBudget(request.maxRequests ?? null, project.world);
    const reader = new CheckReader(budget.bound(service), project);
    return readThem({chosen: recorded, total}, {...request, budget}, reader, progress);
  });
  return {...read, labelsOf};
}

async function readThem(
  recorded: RecordedMonitors,
  request: StatusRequest & {readonly budget: RequestBudget},
  reader: CheckReader,
  progress: CheckProgress,
): Promise<Omit<ReadStatus, 'labelsOf'>> {
  const {budget} = request;
  const {now, seen} = await readListed(recorded, request.alerts === 'read' ? observeAlerts : observe, reader, progress).catch(error => {
    throw budget.isRefused ? tooFew(budget.most, 'the list of monitors') : error;
  });
  const judged = await judgeListed(seen, now, request, reader, progress);
  const failing = judged.monitors.filter(({isFailing}) => isFailing === true);
  const isRead = request.failures === 'read' && judged.lack === null && failing.length > 0;
  const failures = isRead ? await readFailures(listFailing(failing, judged.checks), reader, budget, progress) : null;
  const monitors = judged.monitors.map(monitor => ({...monitor, failure: failures?.found.get(monitor.key)}));
  const isCut = judged.isCut || failures?.isCut === true;
  return {
    document: toStatusDocument({...judged, monitors, isCut}, now),
    creditsUntil: judged.team?.periodEnd ?? null,
    unexplained: failures?.error ?? null,
  };
}

/** Failing monitors, with the checks that were read of them. */
export function listFailing(
  monitors: readonly MonitorHealth[],
  checks: ReadonlyMap<ListedHealth, KnownHistory>,
): readonly FailingMonitor[] {
  return monitors.map(({key, id, monitor, isWithoutCredits}) => {
    const known = monitor === null ? undefined : checks.get(monitor);
    return {key, id, isWithoutCredits, checks: known?.checks, isWhole: known?.isWhole === true};
  });
}

/** Judges listed monitors, with their newest checks where asked; by key. `now` is the service's clock, milliseconds since 1970. Throws `UserError`. */
export async function judgeListed(
  seen: readonly ListedRecord[],
  now: number,
  request: JudgeRequest,
  reader: CheckReader,
  progress: CheckProgress = {},
): Promise<JudgedMonitors> {
  const {budget = new RequestBudget(null, reader.world)} = request;
  const unread = new UnreadMonitors<ListedHealth>();
  const read = await readChecks(seen, now, {...request, budget, unread}, reader, progress);
  const listed = seen.flatMap(({monitor}) => (monitor === null ? [] : [monitor]));
  const known = new Map([...read.found].map(([monitor, {checks}]) => [monitor, checks]));
  const credits = await lookForCredits(listed, {now, read: known, lack: read.lack, team: request.team, budget, unread}, reader);
  const asked = request.alerts === 'read' ? takeRecipients(listed, budget) : null;
  const recipients = asked === null ? null : await readRecipients(asked, reader, budget, unread);
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
    const known = unread.reasons.has(monitor) ? null : recipients;
    const alerts = recipients === null ? {} : {alerts: known === null ? null : judgeAlertsOf(monitor, checks, known, now)};
    return {key, id, monitor, ...health, sample, ...alerts};
  });
  const lack = read.lack ?? recipients?.lack ?? null;
  const isCut = read.isCut || (asked !== null && asked.length < listed.length) || budget.isRefused;
  monitors.sort((one, other) => (one.key < other.key ? -1 : 1));
  return {monitors, lack, team: credits.team, checks: read.found, isCut, notRead: listUnread(monitors, unread)};
}

function listUnread(monitors: readonly MonitorHealth[], {reasons}: UnreadMonitors<ListedHealth>): NotReadDocument[] {
  return monitors.flatMap(({key, monitor}) => {
    const reason = monitor === null ? undefined : reasons.get(monitor);
    return reason === undefined ? [] : [{key, reason}];
  });
}

/** The monitors whose recipients the limit of requests allows to read. */
function takeRecipients(listed: readonly ListedHealth[], budget: RequestBudget): readonly ListedHealth[] {
  return budget.affordable(listed, monitor => (needsRecipients(monitor) ? 1 : 0));
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

/** Request of {@link judgeListed}. */
interface JudgeRequest extends Pick<StatusRequest, 'checks' | 'failing' | 'alerts'> {
  /** The credits of the team where they were read. */
  readonly team?: TeamCredits | null;
  /** Default: no limit. */
  readonly budget?: RequestBudget;
  /** Checks that were read already. */
  readonly known?: ReadonlyMap<string, KnownHistory>;
}

/** Limit of a reading, and the monitors that it could not read. */
interface Bounds {
  readonly budget: RequestBudget;
  readonly unread: UnreadMonitors<ListedHealth>;
}

/** The newest checks of a monitor as far as they were read. */
export interface KnownHistory {
  /** Newest first. */
  readonly checks: readonly Check[];
  /** The service has no older ones. */
  readonly isWhole: boolean;
}

/** Result of reading one monitor's checks. */
interface ReadChecks extends KnownHistory {
  /** Of a search: the pages of some of them. */
  readonly pages?: readonly CheckPage[];
}

/** Checks of a search of which the pages are read, at most. */
const MOST_SEARCHES = 5;

async function readChecks(
  seen: readonly ListedRecord[],
  now: number,
  {checks: count, failing, alerts, known = new Map(), budget, unread}: JudgeRequest & Bounds,
  reader: CheckReader,
  {onChecks, onChecked, onEnd}: CheckProgress,
): Promise<{found: ReadonlyMap<ListedHealth, ReadChecks>; lack: string | null; isCut: boolean}> {
  const monitors = seen.flatMap(({monitor}) => (monitor === null ? [] : [monitor]));
  const isUnknown = (monitor: ListedHealth) => failing === 'certain' && judgeHealth(monitor, now).isFailing === null;
  const isJudged = (monitor: ListedHealth) => alerts === 'read' && hasAlerts(monitor);
  const isNeeded = (monitor: ListedHealth) => known.has(monitor.id) || isJudged(monitor) || isUnknown(monitor);
  const asked = count > 0 ? monitors : monitors.filter(isNeeded);
  if (asked.length === 0) return {found: new Map(), lack: null, isCut: false};
  const perSearch = Math.min(count, MOST_SEARCHES);
  const most = (monitor: ListedHealth) => Math.max(count, isJudged(monitor) ? CHECKS_FOR_ALERTS : NEWEST);
  const knownOf = (monitor: ListedHealth) => {
    const history = known.get(monitor.id);
    return history !== undefined && (history.isWhole || history.checks.length >= most(monitor)) ? history : null;
  };
  const costOf = (monitor: ListedHealth) => (knownOf(monitor) === null ? 1 : 0) + (monitor.hasSearch ? perSearch : 0);
  const affordable = budget.affordable(asked, costOf);
  const requests = affordable.reduce((sum, monitor) => sum + costOf(monitor), 0);
  const forMail = alerts === 'read' ? monitors.filter(needsRecipients).length : 0;
  const sent = Math.min(budget.left, requests + forMail);
  if (sent > 0) onChecks?.(affordable.length, sent, budget.estimateMs(sent));
  try {
    const read = async (monitor: ListedHealth) =>
      unread.tolerate(
        monitor,
        budget.tolerate(await readOneMonitor(monitor, {count, most: most(monitor), perSearch, known: knownOf(monitor)}, reader)),
      );
    const {found, lack} = await reader.each(affordable, read, onChecked);
    return {found, lack, isCut: affordable.length < asked.length};
  } finally {
    onEnd?.();
  }
}

async function readOneMonitor(
  {id, hasSearch}: ListedHealth,
  {
    count,
    most,
    perSearch,
    known,
  }: {readonly count: number; readonly most: number; readonly perSearch: number; readonly known: KnownHistory | null},
  reader: CheckReader,
): Promise<ReadOutcome<ReadChecks | null>> {
  const listed = known === null ? await reader.checksUntil(id, most, checks => checks.length >= most) : {...READ, value: known};
  if (listed.kind === 'failed') return listed;
  const {value} = listed;
  if (value === null || !hasSearch) return {...listed, value};
  const withPages = value.checks
    .slice(0, count)
    .filter(({summary}) => (summary?.totalPages ?? 0) > 0)
    .slice(0, perSearch);
  const pages: CheckPage[] = [];
  for (const check of withPages) {
    const part = await reader.pages(id, check.id);
    if (part.kind === 'failed') return part;
    pages.push(...(part.value?.pages ?? []));
  }
  return {...listed, value: {...value, pages}};
}

const READ = {kind: 'read', serverTime: null} as const;

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
interface KnownChecks extends Bounds {
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
  {now, read, lack, team: known, budget, unread}: KnownChecks,
  reader: CheckReader,
): Promise<CreditLook> {
  const suspects = monitors.filter(endedWithoutPages);
  if (suspects.length === 0) return NOTHING;
  const byRun = suspects
    .filter(monitor => !read.has(monitor))
    .sort((one, other) => ((one.lastRunAt ?? '') > (other.lastRunAt ?? '') ? -1 : 1));
  const most = lack === null ? Math.max(0, MOST_READ - read.size) : 0;
  const asked = budget.affordable(byRun.slice(0, most), () => 1);
  const {found} = await reader.each(asked, async monitor => {
    const outcome = budget.tolerate(await reader.checks(monitor.id, NEWEST));
    return unread.tolerate(monitor, outcome);
  });
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
