import {finishOf} from '../../core/observe/check-span';
import type {DesiredMonitor} from '../../core/specs/desired-monitor';
import type {RecordedOutline} from '../../core/state/state';
import type {NoProposalsReason, TuneDocument, TunedChangesDocument, TunedMonitorDocument, TuneIncompleteReason} from './document';
import type {TunedHistory} from './history/history';
import {countChanges, countComparisons, countFailures, hasTold, rateOf, sumCredits} from './history/measure';
import {isTooShort, type Proposal, propose} from './history/propose';
import type {ChosenMonitor, MonitorHistory} from './read-history';

/** A chosen monitor with its spec and its record. */
export interface RecordedSubject extends ChosenMonitor {
  readonly recorded: RecordedOutline;
  /** Null where no spec has its key. */
  readonly spec: DesiredMonitor | null;
}

/** Findings about one monitor. */
export interface TunedMonitor {
  readonly document: TunedMonitorDocument;
  readonly proposals: readonly Proposal[];
  /** Null where no spec has its key. */
  readonly spec: DesiredMonitor | null;
  /** Pages of it that were fetched, each fetch counted. */
  readonly fetches: number;
}

const NOTHING: TunedChangesDocument = {meaningful: 0, noise: 0, notJudged: 0, degraded: 0, unread: 0};

/** Sums up what was read of a monitor, of which `wanted` checks were asked for. */
export function tuneOne(subject: RecordedSubject, {read, error, history}: MonitorHistory, wanted: number): TunedMonitor {
  const {key, id, spec} = subject;
  const base = {key, id, read, error, file: spec?.file ?? null};
  if (history === null) {
    const credits = {charged: null, checks: 0, perMeaningfulChange: null};
    const none = {checks: 0, since: null, until: null, alertsPerWeek: null, changes: NOTHING, lines: [], failures: [], credits};
    return {document: {...base, ...none, proposals: [], noProposals: null, regions: []}, proposals: [], spec, fetches: 0};
  }
  const {checks, tally} = history;
  const changes = countChanges(checks);
  const lines = tally.list(countComparisons(checks));
  const times = checks.map(({check}) => finishOf(check));
  const noProposals = findReason(subject, history);
  const isSilent = spec?.isSilent === true || spec?.sync.alerts === 'none';
  const proposals =
    spec === null || noProposals !== null ? [] : propose({key, body: spec.body(), isSilent}, {history, changes, lines, wanted});
  const document: TunedMonitorDocument = {
    ...base,
    checks: checks.length,
    since: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    until: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    alertsPerWeek: rateOf(isSilent ? 0 : checks.filter(hasTold).length, checks, 7),
    changes,
    lines,
    failures: countFailures(history),
    credits: sumCredits(checks, changes.meaningful),
    proposals: proposals.map(proposal => proposal.document),
    noProposals,
    regions: [],
  };
  return {document, proposals, spec, fetches: 0};
}

function findReason({spec, recorded}: RecordedSubject, {checks}: TunedHistory): NoProposalsReason | null {
  if (isTooShort(checks)) return 'few-checks';
  if (spec === null) return 'no-spec';
  if (recorded.paused === true || spec.paused) return 'paused';
  // Its checks were made by what was applied.
  return recorded.pending !== undefined || recorded.bodyHash !== spec.bodyHash ? 'not-applied' : null;
}

/** Facts about a call. */
interface Call extends Pick<TuneDocument, 'project' | 'environment' | 'checks'> {
  readonly incomplete: readonly TuneIncompleteReason[];
  readonly requests: number;
}

/** Puts the monitors together, and counts. */
export function assemble(tuned: readonly TunedMonitor[], {project, environment, checks, incomplete, requests}: Call): TuneDocument {
  const monitors = tuned.map(({document}) => document);
  const sum = (count: (monitor: TunedMonitorDocument) => number) => monitors.reduce((total, monitor) => total + count(monitor), 0);
  return {
    ...{formatVersion: 1, command: 'tune', project, environment, checks},
    complete: incomplete.length === 0,
    incomplete,
    summary: {
      monitors: monitors.length,
      notRead: sum(({read}) => Number(read === 'failed' || read === 'left')),
      checks: sum(monitor => monitor.checks),
      meaningful: sum(({changes}) => changes.meaningful),
      noise: sum(({changes}) => changes.noise),
      notJudged: sum(({changes}) => changes.notJudged),
      lines: sum(({lines}) => lines.length),
      proposals: sum(({proposals}) => proposals.length),
      creditsPerMonth: sum(({proposals}) => proposals.reduce((total, {saves}) => total + (saves.creditsPerMonth ?? 0), 0)),
      requests,
      fetches: tuned.reduce((total, {fetches}) => total + fetches, 0),
    },
    monitors,
    written: null,
  };
}
