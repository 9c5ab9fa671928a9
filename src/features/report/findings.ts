import {addToGroup} from '../../core/base/grouping';
import {finishOf} from '../../core/observe/check-span';
import {countLastChanges} from '../../core/observe/health';
import type {MonitorHealth} from '../../core/observe/sample';
import type {Key} from '../../core/specs/desired-monitor';
import type {ChangesDocument, MonitorFailureDocument, PageChangeDocument} from '../changes/document';
import {findErrorPages} from '../changes/error-pages';
import type {DayFigures} from './days';

/** What the checks of a span found. */
export interface SpanFindings {
  readonly document: ChangesDocument;
  readonly days: readonly DayFigures[];
}

/** What changed and what fails: in a span, or without one in the last check of each monitor. */
export interface ReportFindings {
  readonly span: SpanFindings | null;
  /** Those whose checks fail wholly first, then by key. */
  readonly failing: readonly FoundFailure[];
  /** Those with a page that is gone first, then those with the most meaningful changes, then by key. */
  readonly changed: readonly FoundChanges[];
}

/** A monitor that fails. */
export interface FoundFailure extends Pick<MonitorFailureDocument, 'kind' | 'failedPages' | 'pages' | 'reason' | 'sinceIsOpen'> {
  readonly key: Key;
  /** Null where it was not read. */
  readonly since: string | null;
  readonly checks: number;
}

/** A monitor whose pages changed. */
export interface FoundChanges {
  readonly key: Key;
  /** Changed pages by what they were judged; with a span. */
  readonly judged: {readonly meaningful: number; readonly notJudged: number; readonly noise: number} | null;
  /** Changed, new and removed pages. */
  readonly pages: number;
  /** When the newest of them was found. */
  readonly at: string | null;
  /** Why the newest meaningful one matters, as the service judged it. */
  readonly reason: string | null;
  /** The error status of a page that changed to it last; null where none did. */
  readonly errorStatus: number | null;
}

/** The failing monitors, those with some failed pages too, of which a span does not say since when and why. */
export function findFailing(monitors: readonly MonitorHealth[], span: SpanFindings | null): readonly MonitorHealth[] {
  const told = new Set(listCurrent(span).map(({key}) => key));
  return monitors.filter(monitor => kindOf(monitor) !== null && !told.has(monitor.key)).sort((one, other) => rank(one) - rank(other));
}

/** Makes the findings of judged monitors, with since when and why they fail where that was read. */
export function makeFindings(monitors: readonly MonitorHealth[], span: SpanFindings | null): ReportFindings {
  const failures = new Map(listCurrent(span).map(failure => [failure.key, failure]));
  const failing = [...monitors].sort((one, other) => rank(one) - rank(other)).flatMap(monitor => toFailure(monitor, failures));
  return {span, failing, changed: span === null ? monitors.flatMap(toLastChanges) : sumChanges(span.document)};
}

function listCurrent(span: SpanFindings | null): readonly MonitorFailureDocument[] {
  return span?.document.failures.filter(({until, paused}) => until === null && !paused) ?? [];
}

/** How a monitor fails; null where it does not. */
function kindOf({monitor, isFailing, isWithoutCredits}: MonitorHealth): FoundFailure['kind'] | null {
  if (isWithoutCredits) return 'no-credits';
  if (isFailing === true) return 'failed';
  return monitor?.status === 'active' && (monitor.summary?.error ?? 0) > 0 ? 'some-pages' : null;
}

const RANKS = {failed: 0, 'no-credits': 1, 'some-pages': 2} as const;

function rank(monitor: MonitorHealth): number {
  const kind = kindOf(monitor);
  return kind === null ? 3 : RANKS[kind];
}

function toFailure(monitor: MonitorHealth, failures: ReadonlyMap<Key, MonitorFailureDocument>): FoundFailure[] {
  const kind = kindOf(monitor);
  if (kind === null) return [];
  const {key, failure} = monitor;
  const told = failures.get(key);
  if (told !== undefined) {
    const {since, sinceIsOpen, checks, failedPages, pages, reason} = told;
    return [{key, kind, since, sinceIsOpen, checks, failedPages, pages, reason}];
  }
  const {error: failedPages = null, totalPages: pages = null} = monitor.monitor?.summary ?? {};
  if (failure === undefined) return [{key, kind, since: null, sinceIsOpen: false, checks: 0, failedPages, pages, reason: null}];
  const {row, reason} = failure;
  const since = new Date(finishOf(row.oldest)).toISOString();
  return [{key, kind, since, sinceIsOpen: row.isOpen, checks: row.count, failedPages, pages, reason}];
}

function toLastChanges({key, monitor}: MonitorHealth): FoundChanges[] {
  const pages = monitor?.status === 'active' ? countLastChanges(monitor) : 0;
  return pages === 0 ? [] : [{key, judged: null, pages, at: monitor?.lastRunAt ?? null, reason: null, errorStatus: null}];
}

/** Changes are listed by their weight, the newest first within it. */
function sumChanges({changes}: ChangesDocument): FoundChanges[] {
  const byKey = new Map<Key, PageChangeDocument[]>();
  for (const change of changes) if (change.verdict !== 'first-seen') addToGroup(byKey, change.key, change);
  const found = [...byKey].map(([key, own]): FoundChanges => {
    const count = (verdict: PageChangeDocument['verdict']) => own.filter(change => change.verdict === verdict).length;
    const judged = {meaningful: count('meaningful'), notJudged: count('not-judged'), noise: count('noise')};
    const at = own.reduce((newest, change) => (change.at > newest ? change.at : newest), '');
    const reason = own.find(({verdict}) => verdict === 'meaningful')?.judgment?.reason ?? null;
    const [gone] = findErrorPages(own).values();
    return {key, judged, pages: own.length, at, reason, errorStatus: gone?.statusCode ?? null};
  });
  const isThere = ({errorStatus}: FoundChanges) => Number(errorStatus === null);
  return found.sort((one, other) => isThere(one) - isThere(other) || compareJudged(one, other) || (one.key < other.key ? -1 : 1));
}

function compareJudged({judged: one}: FoundChanges, {judged: other}: FoundChanges): number {
  if (one === null || other === null) return 0;
  return other.meaningful - one.meaningful || other.notJudged - one.notJudged || other.noise - one.noise;
}
