import {NEW_ON_A_PAGE} from '../../core/api/list-monitors';
import type {Interruption} from '../../core/base/interruption';
import {UserError} from '../../core/diagnostics/user-error';
import type {Bookmark} from '../../core/observe/bookmark-text';
import {markFrom, SETTLING_MS} from '../../core/observe/check-span';
import {type GivenMoment, resolveMoment} from '../../core/observe/moment';
import type {Choice} from '../../core/plan/change';
import {type StateView, viewState} from '../../core/state/fold-open';
import {chooseKeys} from '../../project/choose-keys';
import {type Project, requireFullOperations} from '../../project/project';
import type {ListProgress} from '../../project/refresh';
import {CheckReader, withChecks} from '../../project/service-reader';
import {nothingStored} from '../../project/state-access';
import {RequestBudget} from '../observe/request-budget';
import {toChangesDocument, type View} from './assemble';
import {type BookmarkPlace, type OpenedBookmark, openBookmark} from './bookmark';
import type {ChangesDocument} from './document';
import {leaveAll, readChanges} from './read-changes';
import {type MonitorReading, toListed, type WatchedListing, type WatchedRecord} from './watched';

/** Request of `monitors changes`. */
export interface ChangesRequest extends Choice, View {
  readonly since: GivenMoment;
  /** Null for the service's clock. */
  readonly until: GivenMoment | null;
  /** Finds the zone of what is shown. */
  readonly timeZone: () => string;
  readonly bookmark: BookmarkPlace | null;
  /** Requests that are sent, at most; null for any number. */
  readonly maxRequests: number | null;
}

/** Ports of a call. */
interface ChangesPorts extends ListProgress {
  /** Called before each step with the number of its requests, and how long they take at the rate so far, milliseconds; null if unknown. */
  readonly onStep?: (step: 'list' | 'checks' | 'pages', requests: number, ms: number | null) => void;
  readonly onRead?: (done: number, total: number, noun: 'monitor' | 'check') => void;
  /** Opens what chains calls, where that is not a file; `known` has the ids of all recorded monitors. Default: nothing does. */
  readonly openChain?: (known: ReadonlySet<string>) => OpenedBookmark;
  /** Hands over the result: false where it could not be handed over whole. Only then does the bookmark move. */
  readonly deliver: (document: ChangesDocument) => Promise<boolean>;
}

/** End of a call. */
interface ChangesOutcome {
  readonly document: ChangesDocument;
  /** The signal that ended the reading; null without one. */
  readonly interruption: Interruption | null;
  /** The result was handed over, and the bookmark has moved where there is one. */
  readonly isDelivered: boolean;
}

/**
 * Finds what the checks of monitors found since a moment, hands it over, and then moves the bookmark. Sends only reads. Throws
 * `UserError`, also where the bookmark can't be written: then nothing, or nothing more, was handed over.
 */
export async function reportChanges(project: Project, request: ChangesRequest, ports: ChangesPorts): Promise<ChangesOutcome> {
  requireFullOperations(project.settings, 'monitors changes');
  let view: StateView | null = await viewState(project.store);
  if (view.stored === null) throw nothingStored();
  const [recorded, known] = [listRecorded(view, request, project), listIds(view)];
  const bookmark = request.bookmark === null ? (ports.openChain?.(known) ?? null) : await openBookmark(request.bookmark, project);
  try {
    const {document, next} = await withChecks(project, null, reader => {
      if (view !== null) project.checkOrigin(view, reader.service.origin);
      // A state of 10,000 monitors takes tens of megabytes, and reading checks may take minutes.
      view = null;
      return findChanges(project, request, {...ports, reader, recorded, known, bookmark});
    });
    const isCut = document.incomplete.includes('interrupted');
    if (isCut || next === null || bookmark === null) {
      const isDelivered = await ports.deliver(document);
      return {document, interruption: isCut ? (project.watchInterruption().reason as Interruption) : null, isDelivered};
    }
    // A call that dies from here on may have handed its result over: the next one says so.
    await bookmark.write(next.before);
    const isDelivered = await ports.deliver(document);
    if (isDelivered) await bookmark.write(next.after);
    return {document, interruption: null, isDelivered};
  } finally {
    bookmark?.release();
  }
}

function listRecorded({stored}: StateView, request: Choice, project: Project): WatchedRecord[] {
  const state = stored?.state ?? null;
  const chosen = chooseKeys(request, {desired: [], state, unresolved: []}, project.nameOption);
  const all = [...(state?.monitors ?? [])].filter(([key]) => chosen === undefined || chosen.has(key));
  return all.map(([key, {id, labels}]) => ({key, id, labels}));
}

function listIds({stored}: StateView): ReadonlySet<string> {
  return new Set([...(stored?.state.monitors.values() ?? [])].map(({id}) => id));
}

interface Finding extends ChangesPorts {
  readonly reader: CheckReader;
  readonly recorded: readonly WatchedRecord[];
  /** Ids of all recorded monitors. */
  readonly known: ReadonlySet<string>;
  readonly bookmark: OpenedBookmark | null;
}

/** A result, and the bookmark before and after it is handed over. */
interface Found {
  readonly document: ChangesDocument;
  /** Null without a bookmark, and where it must not move. */
  readonly next: {readonly before: Bookmark; readonly after: Bookmark} | null;
}

async function findChanges(project: Project, request: ChangesRequest, finding: Finding): Promise<Found> {
  const {reader, recorded, bookmark, onStep = () => {}} = finding;
  const {world} = project;
  const budget = new RequestBudget(request.maxRequests, world);
  const counting = new CheckReader(budget.bound(reader.service), project);
  const step = (name: 'list' | 'checks' | 'pages', requests: number) => onStep(name, requests, budget.estimateMs(requests));
  const listing = readMonitors(counting, finding, budget, count => step('list', count));
  // The first use of a zone takes a while: beside the first answer, it costs nothing.
  setImmediate(request.timeZone);
  const listed = await listing;
  const found = bookmark?.find({origin: reader.service.origin, now: listed.now}) ?? null;
  const span = findSpan(request, listed.now, found);
  const watched = recorded.map(monitor => {
    const mark = found?.marks.get(monitor.id) ?? markFrom(span.first);
    return {...monitor, listed: listed.monitors.get(monitor.id) ?? null, mark};
  });
  const wanted = {changes: request.show !== 'failed', reasons: request.show === null || request.show === 'failed'};
  const reading = {reader: counting, budget, until: span.until, wanted, onStep: step, onRead: finding.onRead ?? (() => {})};
  const {readings, incomplete} = listed.isWhole ? await readChanges(watched, reading) : leaveAll(watched);
  const {project: name, environment} = project.settings;
  const document = toChangesDocument(
    {
      ...{project: name, environment, timeZone: request.timeZone()},
      ...{since: span.since, until: span.until, readings, requests: budget.sent},
      incomplete,
      bookmark:
        bookmark === null
          ? null
          : {
              before: found === null || found.calls === 0 ? null : toIso(found.moment),
              mayRepeat: readings.some(one => one.read === 'whole' && found?.printed.has(one.watched.id) === true),
            },
    },
    request,
  );
  if (bookmark === null || !listed.isWhole) return {document, next: null};
  const base = {project: name, environment, origin: reader.service.origin, calls: found?.calls ?? 0};
  return {document, next: moveBookmark(found, base, {readings, span, known: finding.known})};
}

/** Start and end of a span, milliseconds since 1970. */
interface Span {
  readonly since: number;
  /** Start for a monitor that the bookmark does not know. */
  readonly first: number;
  readonly until: number;
}

function findSpan({since: given, until: end}: ChangesRequest, now: number, bookmark: Bookmark | null): Span {
  const asked = end === null ? now : resolveMoment(end, now);
  const before = bookmark?.moment ?? Number.NEGATIVE_INFINITY;
  if (asked < before) {
    throw new UserError(
      'config/usage',
      '--until is before the end of the call before, which the bookmark holds',
      'leave --until out, or --bookmark',
    );
  }
  // Called twice within a minute, the second one finds nothing new.
  const until = Math.max(Math.min(asked, now - SETTLING_MS), before);
  const since = resolveMoment(given, now);
  if (bookmark === null && since >= Math.min(asked, now)) {
    throw new UserError('config/usage', '--since is not before the end of the span', 'give an earlier moment, such as --since 1d');
  }
  const first = Math.min(since, before > 0 ? before : since, until);
  return {since: bookmark === null || bookmark.calls === 0 ? first : before, first, until};
}

/** A mark of a monitor that is not recorded any more is kept so long, milliseconds: it may come back, as after a move between environments. */
const ABSENCE = 90 * 24 * 3_600_000;

/** The bookmark before and after the result is handed over. */
function moveBookmark(
  found: Bookmark | null,
  base: Pick<Bookmark, 'project' | 'environment' | 'origin' | 'calls'>,
  {readings, span, known}: {readonly readings: readonly MonitorReading[]; readonly span: Span; readonly known: ReadonlySet<string>},
): NonNullable<Found['next']> {
  // Those that were not chosen begin here too: a later call may choose them.
  const first = [...known].map(id => [id, markFrom(span.first)] as const);
  const kept = [...first, ...[...(found?.marks ?? [])].filter(([id, {settledAt}]) => known.has(id) || settledAt >= span.until - ABSENCE)];
  const marks = (toMark: (reading: MonitorReading) => MonitorReading['next']) =>
    new Map([...kept, ...readings.map(reading => [reading.watched.id, toMark(reading)] as const)]);
  const printed = new Set([...(found?.printed ?? []), ...idsOf(readings, ['whole'])]);
  const settled = new Set(idsOf(readings, ['whole', 'skipped', 'missing']));
  const left = new Set([...(found?.printed ?? [])].filter(id => !settled.has(id)));
  return {
    before: {...base, moment: found?.moment ?? span.first, isOpen: true, printed, marks: marks(({watched}) => watched.mark)},
    after: {...base, moment: span.until, calls: base.calls + 1, isOpen: false, printed: left, marks: marks(({next}) => next)},
  };
}

function idsOf(readings: readonly MonitorReading[], kinds: readonly MonitorReading['read'][]): string[] {
  return readings.filter(({read}) => kinds.includes(read)).map(({watched}) => watched.id);
}

/** Chosen monitors as the service lists them. */
interface Listed {
  readonly monitors: ReadonlyMap<string, WatchedListing>;
  /** The service's clock, milliseconds since 1970. */
  readonly now: number;
  /** The limit of requests was enough. */
  readonly isWhole: boolean;
}

/** Reads the monitors alone; null where the service offers the list only. */
async function readEach(reader: CheckReader, recorded: readonly WatchedRecord[]) {
  let serverTime: number | null = null;
  const ids = recorded.map(({id}) => id);
  const {found, lack} = await reader.each(ids, async id => {
    const outcome = await reader.monitor(id);
    if (outcome.kind === 'failed') return outcome;
    serverTime ??= outcome.serverTime;
    return {...outcome, value: outcome.value === null ? null : toListed(outcome.value)};
  });
  return lack === null ? {monitors: found, serverTime} : null;
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Reads monitors one by one where that takes fewer requests than the list. */
async function readMonitors(
  reader: CheckReader,
  {recorded, known, onPage, onEnd}: Finding,
  budget: RequestBudget,
  announce: (requests: number) => void,
): Promise<Listed> {
  const pages = Math.max(1, Math.ceil(known.size / NEW_ON_A_PAGE));
  // Where there is none, the list tells the service's clock all the same.
  const isFew = recorded.length > 0 && recorded.length < pages;
  announce(isFew ? recorded.length : pages);
  const clock = (serverTime: number | null) => reader.service.checkTime() ?? serverTime ?? reader.world.now();
  try {
    const each = isFew ? await readEach(reader, recorded) : null;
    if (each !== null) return {monitors: each.monitors, now: clock(each.serverTime), isWhole: true};
    const wanted = new Set(recorded.map(({id}) => id));
    const {monitors, serverTime} = await reader.list(live => (wanted.has(live.id) ? toListed(live) : null), {
      ...{expected: known.size, wanted},
      ...(onPage === undefined ? {} : {onPage}),
    });
    const found = monitors.filter(monitor => monitor !== null);
    return {monitors: new Map(found.map(monitor => [monitor.id, monitor])), now: clock(serverTime), isWhole: true};
  } catch (error) {
    if (!budget.isRefused) throw error;
    return {monitors: new Map(), now: clock(null), isWhole: false};
  } finally {
    onEnd?.();
  }
}
