import type {Check, CheckPage, TeamCredits} from '../../core/api/check-port';
import {NEW_ON_A_PAGE} from '../../core/api/list-monitors';
import type {ReadOutcome} from '../../core/api/port';
import {type CreditsLeft, endedWithoutPages, judgeHealth, type ListedHealth, observe} from '../../core/observe/health';
import {type MonitorHealth, takeSample} from '../../core/observe/sample';
import type {Choice} from '../../core/plan/change';
import type {Key} from '../../core/specs/desired-monitor';
import {viewState} from '../../core/state/fold-open';
import type {RecordedOutline} from '../../core/state/state';
import {chooseKeys} from '../../project/choose-keys';
import {type Project, requireFullOperations} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {type CheckReader, withChecks} from '../../project/service-reader';
import {nothingStored} from '../../project/state-access';
import {type StatusDocument, toStatusDocument} from './status-document';

/** Request of `monitors status`. */
interface StatusRequest extends Choice {
  /** Number of the newest checks of each monitor to read; 0 for the list alone. */
  readonly checks: number;
  /** Read the newest check of each monitor of which the list does not say whether it fails. */
  readonly failing: 'as-listed' | 'certain';
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
interface ReadStatus {
  readonly document: StatusDocument;
  readonly creditsUntil: string | null;
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
  return withChecks(project, view, reader => readThem({recorded, total}, request, reader, progress));
}

type Recorded = readonly (readonly [key: Key, record: RecordedOutline])[];

async function readThem(
  {recorded, total}: {readonly recorded: Recorded; readonly total: number},
  request: StatusRequest,
  reader: CheckReader,
  progress: CheckProgress,
): Promise<ReadStatus> {
  const wanted = new Set(recorded.map(([, {id}]) => id));
  const listed = (await readEach(reader, recorded, total)) ?? (await readList(reader, wanted, progress));
  const now = reader.service.checkTime() ?? listed.serverTime ?? reader.world.now();
  const seen = recorded.map(([key, {id}]) => ({key, id, monitor: listed.monitors.get(id) ?? null}));
  const judged = await judgeListed(seen, now, request, reader, progress);
  return {document: toStatusDocument(judged, now), creditsUntil: judged.team?.periodEnd ?? null};
}

/** A recorded monitor, and how the service lists it. */
export type ListedRecord = Pick<MonitorHealth, 'key' | 'id' | 'monitor'>;

/** Judges listed monitors, with their newest checks where asked; by key. `now` is the service's clock, milliseconds since 1970. Throws `UserError`. */
export async function judgeListed(
  seen: readonly ListedRecord[],
  now: number,
  request: Pick<StatusRequest, 'checks' | 'failing'> & {readonly team?: TeamCredits | null},
  reader: CheckReader,
  progress: CheckProgress = {},
): Promise<JudgedMonitors> {
  const read = await readChecks(seen, now, request, reader, progress);
  const listed = seen.flatMap(({monitor}) => (monitor === null ? [] : [monitor]));
  const known = new Map([...read.found].map(([monitor, {checks}]) => [monitor, checks]));
  const credits = await lookForCredits(listed, {now, read: known, lack: read.lack, team: request.team}, reader);
  const monitors = seen.map(({key, id, monitor}): MonitorHealth => {
    if (monitor === null) return {key, id, monitor, isFailing: null, isWithoutCredits: false, isOverdue: false, sample: null};
    const {checks, pages = []} = read.found.get(monitor) ?? {};
    const health = judgeHealth(monitor, now, checks ?? credits.checks.get(monitor), credits.left);
    const sample = checks === undefined || request.checks === 0 ? null : takeSample(monitor, checks.slice(0, request.checks), pages);
    return {key, id, monitor, ...health, sample};
  });
  return {monitors: monitors.sort((one, other) => (one.key < other.key ? -1 : 1)), lack: read.lack, team: credits.team};
}

/** Facts that the list or single answers showed. */
interface Listed {
  readonly serverTime: number | null;
  readonly monitors: ReadonlyMap<string, ListedHealth>;
}

/** Reads monitors one by one where that takes fewer requests than the list; null where it does not, or where the service offers the list only. */
async function readEach(reader: CheckReader, recorded: Recorded, total: number): Promise<Listed | null> {
  if (recorded.length > Math.ceil(total / NEW_ON_A_PAGE)) return null;
  const ids = recorded.map(([, {id}]) => id);
  let serverTime: number | null = null;
  const {found, lack} = await reader.each(ids, async id => {
    const outcome = await reader.monitor(id);
    if (outcome.kind === 'failed') return outcome;
    serverTime = outcome.serverTime;
    return {...outcome, value: outcome.value === null ? null : observe(outcome.value)};
  });
  if (lack !== null) return null;
  return {serverTime, monitors: found};
}

async function readList(reader: CheckReader, wanted: ReadonlySet<string>, progress: CheckProgress): Promise<Listed> {
  try {
    const {monitors, serverTime} = await reader.list(live => (wanted.has(live.id) ? observe(live) : null), progress);
    const found = monitors.filter(monitor => monitor !== null);
    return {serverTime, monitors: new Map(found.map(monitor => [monitor.id, monitor]))};
  } finally {
    progress.onEnd?.();
  }
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
  {checks: count, failing}: Pick<StatusRequest, 'checks' | 'failing'>,
  reader: CheckReader,
  {onChecks, onChecked, onEnd}: CheckProgress,
): Promise<{found: ReadonlyMap<ListedHealth, ReadChecks>; lack: string | null}> {
  const monitors = seen.flatMap(({monitor}) => (monitor === null ? [] : [monitor]));
  const isUnknown = (monitor: ListedHealth) => failing === 'certain' && judgeHealth(monitor, now).isFailing === null;
  const asked = count > 0 ? monitors : monitors.filter(isUnknown);
  if (asked.length === 0) return {found: new Map(), lack: null};
  const perSearch = Math.min(count, MOST_SEARCHES);
  onChecks?.(asked.length, asked.length + perSearch * asked.filter(({hasSearch}) => hasSearch).length);
  try {
    const read = (monitor: ListedHealth) => readOneMonitor(monitor, Math.max(count, NEWEST), perSearch, reader);
    return await reader.each(asked, read, onChecked);
  } finally {
    onEnd?.();
  }
}

async function readOneMonitor(
  {id, hasSearch}: ListedHealth,
  count: number,
  perSearch: number,
  reader: CheckReader,
): Promise<ReadOutcome<ReadChecks | null>> {
  const listed = await reader.checks(id, count);
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
