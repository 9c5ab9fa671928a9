import type {Check, CheckPage} from '../../core/api/check-port';
import {sha256} from '../../core/json/canonical';
import {finishOf} from '../../core/observe/check-span';
import type {Key, Labels} from '../../core/specs/desired-monitor';
import {toPageDocument} from '../observe/checks-document';
import type {
  BookmarkDocument,
  ChangesCounts,
  ChangesDocument,
  ChangeVerdict,
  IncompleteReason,
  MonitorFailureDocument,
  PageChangeDocument,
  ReadMonitorDocument,
  RunningCheckDocument,
} from './document';
import {findErrorPages, nameOfPage} from './error-pages';
import type {MonitorReading} from './watched';

/** Parts of a result. */
export interface Findings {
  readonly project: string;
  readonly environment: string;
  readonly timeZone: string;
  /** Start and end of the span, milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
  readonly readings: readonly MonitorReading[];
  readonly incomplete: readonly IncompleteReason[];
  readonly requests: number;
  readonly bookmark: BookmarkDocument | null;
}

/** Shown part, and its groups. */
export interface View {
  readonly show: 'meaningful' | 'changed' | 'failed' | null;
  /** `folder`, `day` or `label:NAME`. */
  readonly by: string | null;
  /** Changed pages, at most; null for all. */
  readonly limit: number | null;
}

/** Characters of all diffs that are kept: a page may hold anything. */
const MOST_DIFF_TEXT = 16 * 1024 * 1024;

/** Makes the document of a call. */
export function toChangesDocument(findings: Findings, view: View): ChangesDocument {
  const {project, environment, timeZone, since, until, readings, incomplete, bookmark} = findings;
  const found = listChanges(readings, groupBy(view.by, timeZone));
  const {changes, hidden, cut} = choose(found, view);
  const failures = readings.flatMap(reading => toFailures(reading));
  const running = readings.flatMap(({watched, running}) => running.map(check => toRunning(watched, check)));
  return {
    formatVersion: 1,
    command: 'changes',
    project,
    environment,
    since: toIso(since),
    until: toIso(until),
    timeZone,
    show: view.show,
    by: view.by,
    complete: incomplete.length === 0,
    incomplete,
    bookmark,
    summary: {...countAll(findings, found), hidden, cut, running: running.length, ...countFailures(failures)},
    changes: boundDiffs(changes),
    failures: view.show === 'meaningful' || view.show === 'changed' ? [] : failures.sort(compareFailures),
    running: running.sort(compareKeys),
    monitors: readings.map(reading => toMonitor(reading, since, until)).sort(compareKeys),
  };
}

type Grouping = (monitor: {readonly key: Key; readonly labels: Labels | undefined}, at: string) => string | null;

function groupBy(by: string | null, timeZone: string): Grouping {
  if (by === null) return () => null;
  if (by === 'folder') return ({key}) => (key.includes('/') ? key.slice(0, key.lastIndexOf('/')) : '');
  if (by === 'day') {
    const format = new Intl.DateTimeFormat('en-CA', {timeZone, year: 'numeric', month: '2-digit', day: '2-digit'});
    return (_monitor, at) => format.format(new Date(at));
  }
  const name = by.slice(by.indexOf(':') + 1);
  return ({labels = {}}) => (Object.hasOwn(labels, name) ? (labels[name] ?? null) : null);
}

function listChanges(readings: readonly MonitorReading[], group: Grouping): PageChangeDocument[] {
  return readings.flatMap(({watched, changed}) =>
    changed.flatMap(({check, pages, isFirstLook}) => {
      const at = toIso(finishOf(check));
      const name = group(watched, at);
      const seen = new Map<string, number>();
      return (pages ?? []).map(page => {
        const same = seen.get(page.url) ?? 0;
        seen.set(page.url, same + 1);
        const id = sha256(JSON.stringify([watched.id, check.id, page.status, page.url, same])).slice(0, 16);
        const place = {id, group: name, key: watched.key, monitorId: watched.id, checkId: check.id, at};
        return toChange(page, place, isFirstLook);
      });
    }),
  );
}

type Place = Pick<PageChangeDocument, 'id' | 'group' | 'key' | 'monitorId' | 'checkId' | 'at'>;

function toChange(page: CheckPage, place: Place, isFirstLook: boolean): PageChangeDocument {
  const {url, status, statusCode, searchStatus, judgeDegraded, judgment, diff, fields} = toPageDocument(page);
  return {
    ...place,
    url,
    status,
    statusCode,
    verdict: verdictOf(page, isFirstLook),
    judgment,
    judgeDegraded,
    searchStatus,
    diff,
    diffCut: page.diff?.isCut === true,
    fields,
  };
}

/** A judge that did not work judged nothing. Results of a search are found, not compared: the first ones count as the later ones do. */
function verdictOf({judgment, isJudgeDegraded, searchStatus}: CheckPage, isFirstLook: boolean): ChangeVerdict {
  if (isFirstLook && searchStatus === null && (judgment === null || isJudgeDegraded)) return 'first-seen';
  if (judgment === null || isJudgeDegraded) return 'not-judged';
  return judgment.meaningful ? 'meaningful' : 'noise';
}

const RANKS: Readonly<Record<ChangeVerdict, number>> = {meaningful: 0, 'not-judged': 1, noise: 2, 'first-seen': 3};

/** Changes that matter most come first, of those not judged pages that are gone, and stay where a limit cuts. Groups come last: they only arrange what is left. */
function choose(found: readonly PageChangeDocument[], {show, limit}: View) {
  const shown = found.filter(({verdict}) => show === null || show === 'changed' || (show === 'meaningful' && verdict === 'meaningful'));
  const gone = findErrorPages(found);
  const isThere = (change: PageChangeDocument) => Number(!gone.has(nameOfPage(change)));
  const sorted = shown.sort(
    (one, other) =>
      RANKS[one.verdict] - RANKS[other.verdict] ||
      isThere(one) - isThere(other) ||
      compare(other.at, one.at) ||
      compareKeys(one, other) ||
      compare(one.id, other.id),
  );
  const left = limit === null ? sorted : sorted.slice(0, limit);
  const changes = [...left].sort((one, other) => compareGroups(one.group, other.group));
  return {changes, hidden: found.length - shown.length, cut: sorted.length - left.length};
}

/** A change without such a label stands behind all that have one. */
function compareGroups(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return compare(one, other);
}

function boundDiffs(changes: readonly PageChangeDocument[]): PageChangeDocument[] {
  let left = MOST_DIFF_TEXT;
  return changes.map(change => {
    left -= change.diff?.length ?? 0;
    return left >= 0 || change.diff === null ? change : {...change, diff: null, diffCut: true};
  });
}

function toFailures({watched: {key, id, listed}, failure, failedPage}: MonitorReading): MonitorFailureDocument[] {
  if (failure === null) return [];
  const {kind, newest, oldest, count, isOpen, recovery} = failure;
  return [
    {
      key,
      monitorId: id,
      checkId: newest.id,
      kind,
      since: toIso(finishOf(oldest)),
      sinceIsOpen: isOpen,
      until: recovery === null ? null : toIso(finishOf(recovery)),
      paused: recovery === null && listed?.status === 'paused',
      checks: count,
      failedPages: newest.summary?.error ?? null,
      pages: newest.summary?.totalPages ?? null,
      reason: newest.error ?? failedPage?.error ?? null,
      url: newest.error === null ? (failedPage?.url ?? null) : null,
    },
  ];
}

function compareFailures(one: MonitorFailureDocument, other: MonitorFailureDocument): number {
  const rank = ({until, paused}: MonitorFailureDocument) => (until !== null ? 2 : Number(paused));
  return rank(one) - rank(other) || compareKeys(one, other);
}

function toRunning({key, id}: MonitorReading['watched'], {id: checkId, status, startedAt, createdAt}: Check): RunningCheckDocument {
  return {key, monitorId: id, checkId, status, since: startedAt ?? createdAt};
}

const DAY = 86_400_000;

function toMonitor({watched, read, checks, error}: MonitorReading, since: number, until: number): ReadMonitorDocument {
  const {key, id, listed, mark} = watched;
  // The last report of a quiet monitor may be long ago: the calls since then found nothing.
  const start = mark.lastRunAt === null ? mark.settledAt : Math.max(mark.settledAt, since);
  const days = listed?.retentionDays ?? null;
  const lost = days === null || read === 'skipped' ? Number.NEGATIVE_INFINITY : until - days * DAY;
  const isShort = start < lost && !(listed?.createdAt != null && Date.parse(listed.createdAt) > lost);
  return {key, id, read, since: toIso(start), checks, retentionDays: isShort ? days : null, error};
}

function countAll(
  {readings, requests}: Findings,
  found: readonly PageChangeDocument[],
): Omit<ChangesCounts, 'hidden' | 'cut' | 'running' | 'failing' | 'partlyFailing' | 'paused' | 'recovered'> {
  const readAs = (...kinds: readonly string[]) => readings.filter(({read}) => kinds.includes(read)).length;
  const judged = (wanted: ChangeVerdict) => found.filter(({verdict}) => verdict === wanted).length;
  const unread = readings.flatMap(({changed}) => changed.map(countUnread));
  return {
    monitors: readings.length,
    skipped: readAs('skipped'),
    notRead: readAs('failed', 'left'),
    checks: readings.reduce((sum, {checks}) => sum + checks, 0),
    meaningful: judged('meaningful'),
    notJudged: judged('not-judged'),
    noise: judged('noise'),
    firstSeen: judged('first-seen'),
    unread: unread.reduce((sum, count) => sum + count, 0),
    requests,
  };
}

function countUnread({check: {summary}, pages, isWhole}: MonitorReading['changed'][number]): number {
  const all = summary === null ? 0 : summary.changed + summary.new + summary.removed;
  if (pages === null) return all;
  return isWhole ? 0 : Math.max(1, all - pages.length);
}

function countFailures(
  failures: readonly MonitorFailureDocument[],
): Pick<ChangesCounts, 'failing' | 'partlyFailing' | 'paused' | 'recovered'> {
  const failing = failures.filter(({until, paused}) => until === null && !paused);
  const paused = failures.filter(one => one.paused).length;
  const partlyFailing = failing.filter(({kind}) => kind === 'some-pages').length;
  return {failing: failing.length, partlyFailing, paused, recovered: failures.length - failing.length - paused};
}

function compareKeys(one: {readonly key: string}, other: {readonly key: string}): number {
  return compare(one.key, other.key);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
