import type {TeamCredits} from '../../core/api/check-port';
import {refuseInterrupted} from '../../core/base/interruption';
import {listFirst} from '../../core/base/words';
import {UserError} from '../../core/diagnostics/user-error';
import {finishOf} from '../../core/observe/check-span';
import {countLastChanges} from '../../core/observe/health';
import {type GivenMoment, resolveMoment} from '../../core/observe/moment';
import type {MonitorHealth} from '../../core/observe/sample';
import type {Key, Labels} from '../../core/specs/desired-monitor';
import type {Project} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {CheckReader, refuseRead, withChecks} from '../../project/service-reader';
import {readSpan} from '../changes/span-changes';
import type {MonitorReading, WatchedListing} from '../changes/watched';
import {changesOf} from '../observe/checks';
import {readFailures} from '../observe/failures';
import type {RequestBudget} from '../observe/request-budget';
import {judgeListed, type KnownHistory, listFailing} from '../observe/status';
import type {NotReadDocument} from '../observe/unread-monitors';
import type {Planned} from '../plan/plan';
import {DaySums} from './days';
import {findFailing, makeFindings, type ReportFindings, type SpanFindings} from './findings';
import type {LatestChanges} from './html/changes-section';

/** Answers of the service. */
export interface Seen {
  readonly statuses: ReadonlyMap<Key, MonitorHealth>;
  readonly team: TeamCredits | null;
  /** Operations that it does not offer, in sentences. */
  readonly lacks: readonly string[];
  /** What changed and what fails; null where the service was not asked. */
  readonly findings: ReportFindings | null;
  /** Texts of pages; null where they were not asked for. */
  readonly changes: LatestChanges | null;
  /** False where the limit of requests, or a monitor that could not be read, left something out. */
  readonly isComplete: boolean;
}

/** Without asking the service. */
export const NOTHING_SEEN: Seen = {statuses: new Map(), team: null, lacks: [], findings: null, changes: null, isComplete: true};

/** Notes how far reading has come. */
export interface ReportProgress extends CheckProgress {
  /** Called before checks or changed pages of a span are read, with the number of requests, and how long they take, milliseconds. */
  readonly onStep?: (step: 'checks' | 'pages', requests: number, ms: number | null) => void;
}

/** What the list showed. */
interface Listed {
  /** Null for all. */
  readonly chosen: ReadonlySet<Key> | null;
  readonly listed: ReadonlyMap<string, WatchedListing>;
  /** The service's clock, milliseconds since 1970. */
  readonly now: number;
  readonly budget: RequestBudget;
}

/** What is asked beyond the list. */
interface RefreshRequest {
  readonly checks: number;
  readonly diffs: 'left-out' | 'included';
  readonly since: GivenMoment | null;
  readonly zone: string;
}

/** Asks the service, beyond its list, what monitors found and how they do. Sends only reads. Throws `UserError`. */
export async function askService(
  project: Project,
  {view}: Planned,
  {chosen, listed, now, budget}: Listed,
  {checks, diffs, since, zone}: RefreshRequest,
  progress: ReportProgress,
): Promise<Seen> {
  const recorded = [...(view.stored?.state.monitors ?? [])].filter(([key]) => chosen?.has(key) ?? true);
  const seen = recorded.map(([key, {id, labels}]) => ({key, id, labels, monitor: listed.get(id) ?? null}));
  return withChecks(project, null, async ({service}) => {
    const reader = new CheckReader(budget.bound(service), project);
    const credits = budget.tolerate(await reader.credits());
    if (credits.kind === 'failed' && credits.failure.notOffered !== true) throw refuseRead(credits.failure, 'read the credits of the team');
    const team = credits.kind === 'read' ? credits.value : null;
    const span =
      since === null ? null : await readSpanOf(project, seen, {since: startOf(since, now), now, zone}, {reader, budget, progress});
    const isOffered = span === null || span.kind === 'read';
    const read = span?.kind === 'read' ? span : null;
    const known = read?.known ?? new Map<string, KnownHistory>();
    const {monitors, lack, ...judged} = await judgeListed(
      seen,
      now,
      {checks: isOffered ? checks : 0, failing: 'as-listed', team, budget, known},
      reader,
      progress,
    );
    const failing = findFailing(monitors, read?.findings ?? null);
    const failures = isOffered && lack === null ? await readFailures(listFailing(failing, judged.checks), reader, budget, progress) : null;
    const canRead = diffs === 'included' && lack === null && isOffered;
    const changes = canRead ? await readTexts(monitors, read?.readings ?? null, reader, budget) : {views: [], leftOut: 0};
    const explained = monitors.map(monitor => ({...monitor, failure: failures?.found.get(monitor.key)}));
    return {
      statuses: new Map(monitors.map(status => [status.key, status])),
      team,
      lacks: [
        ...(credits.kind === 'failed' ? [credits.failure.message] : []),
        ...(span?.kind === 'not-offered' ? [span.message] : []),
        ...(lack === null ? [] : [lack]),
        ...describeUnread(judged.notRead),
        ...(failures?.error == null ? [] : [`since when and why some monitors fail: ${failures.error}`]),
      ],
      findings: makeFindings(explained, read?.findings ?? null),
      changes: diffs === 'left-out' ? null : changes,
      isComplete:
        !budget.isRefused &&
        !judged.isCut &&
        judged.notRead.length === 0 &&
        failures?.isCut !== true &&
        (read?.findings.document.complete ?? true),
    };
  });
}

function describeUnread(notRead: readonly NotReadDocument[]): string[] {
  const [first] = notRead;
  return first === undefined ? [] : [`the checks of ${listFirst(notRead.map(({key}) => key))}: ${first.reason}`];
}

function startOf(since: GivenMoment, now: number): number {
  const start = resolveMoment(since, now);
  if (start < now) return start;
  throw new UserError('config/usage', '--since is not before now', 'give an earlier moment, such as --since 7d');
}

/** What was found in a span, and the checks that were read for it, by the service's id of their monitor. */
type ReadSpan =
  | {readonly kind: 'not-offered'; readonly message: string}
  | {
      readonly kind: 'read';
      readonly findings: SpanFindings;
      readonly readings: readonly MonitorReading[];
      readonly known: ReadonlyMap<string, KnownHistory>;
    };

/** Checks of one monitor that are kept, at most: a span may hold many more. */
const MOST_KEPT = 100;

async function readSpanOf(
  {settings: {project, environment}}: Project,
  seen: readonly {readonly key: Key; readonly id: string; readonly monitor: WatchedListing | null; readonly labels: Labels | undefined}[],
  {since, now, zone}: {readonly since: number; readonly now: number; readonly zone: string},
  {reader, budget, progress}: {readonly reader: CheckReader; readonly budget: RequestBudget; readonly progress: ReportProgress},
): Promise<ReadSpan> {
  const known = new Map<string, KnownHistory>();
  const days = new DaySums(zone);
  try {
    const {document, readings} = await readSpan(
      seen.map(({key, id, labels, monitor: listed}) => ({key, id, labels, listed})),
      {project, environment, timeZone: zone, since, now},
      {
        ...{reader, budget, onStep: progress.onStep ?? (() => {}), onRead: progress.onChecked ?? (() => {})},
        onHistory: ({id}, {checks, isWhole, inSpan}) => {
          known.set(id, {checks: checks.slice(0, MOST_KEPT), isWhole: isWhole && checks.length <= MOST_KEPT});
          days.addChecks(id, inSpan);
        },
      },
    );
    if (document.incomplete.includes('interrupted')) refuseInterrupted(reader);
    const whole = readings.filter(({read}) => read === 'whole').map(({watched}) => watched.id);
    return {kind: 'read', findings: {document, days: days.list(document, new Set(whole))}, readings, known};
  } catch (error) {
    if (error instanceof UserError && error.code === 'live/not-offered') return {kind: 'not-offered', message: error.message};
    throw error;
  } finally {
    progress.onEnd?.();
  }
}

/** Monitors of which the changes are read, at most. */
const MOST_CHANGED = 50;
/** Pages of one check whose diffs are kept, at most: no more have room. */
const MOST_DIFFS = 20;

/** The latest changes of the monitors that changed last: those of a span were read already. */
async function readTexts(
  monitors: readonly MonitorHealth[],
  readings: readonly MonitorReading[] | null,
  reader: CheckReader,
  budget: RequestBudget,
): Promise<LatestChanges> {
  if (readings !== null) return takeTexts(readings);
  const changed = monitors.filter(({monitor}) => monitor !== null && countLastChanges(monitor) > 0);
  changed.sort((one, other) => ((one.monitor?.lastRunAt ?? '') > (other.monitor?.lastRunAt ?? '') ? -1 : 1));
  // The list of its checks, and one result of one of them, at least.
  const asked = budget.affordable(changed.slice(0, MOST_CHANGED), () => 4);
  const read = asked.map(async ({key, id}) => {
    const changes = await changesOf(reader, {key, id});
    return {...changes, pages: dropDiffs(changes.pages)};
  });
  return {views: await Promise.all(read), leftOut: changed.length - read.length};
}

function takeTexts(readings: readonly MonitorReading[]): LatestChanges {
  const views = readings.flatMap(({watched: {key, id}, changed}) => {
    // A first check found no change, but for the results of a search.
    const hasNews = (check: (typeof changed)[number]) => !check.isFirstLook || check.pages?.some(({searchStatus}) => searchStatus !== null);
    const [newest] = changed.filter(check => (check.pages?.length ?? 0) > 0 && hasNews(check));
    return newest === undefined ? [] : [{...newest, key, id, pages: dropDiffs(newest.pages ?? []), lookedAt: changed.length}];
  });
  views.sort((one, other) => finishOf(other.check) - finishOf(one.check));
  return {views: views.slice(0, MOST_CHANGED), leftOut: Math.max(0, views.length - MOST_CHANGED)};
}

function dropDiffs(pages: LatestChanges['views'][number]['pages']): LatestChanges['views'][number]['pages'] {
  return pages.map((page, index) => (index < MOST_DIFFS ? page : {...page, diff: null}));
}
