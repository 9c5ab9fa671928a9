import {keyCommand} from '../../core/base/command-line';
import {countOf, formatNumber} from '../../core/base/words';
import type {
  NoiseKind,
  NotWrittenDocument,
  ProposalDocument,
  RegionDocument,
  TuneDocument,
  TunedFailureDocument,
  TunedMonitorDocument,
} from './document';

/** Whether a monitor has something to do or to know: one that was not reached has not. */
export function isWorthALook({read, lines, proposals, failures}: TunedMonitorDocument): boolean {
  return read === 'failed' || read === 'missing' || lines.length + proposals.length + failures.length > 0;
}

/** Numbers of a monitor's checks: alerts, changes, credits. */
export function describeNumbers({checks, alertsPerWeek, changes, credits}: TunedMonitorDocument): string {
  const {meaningful, noise, notJudged, unread} = changes;
  const some = (count: number, words: string) => (count === 0 ? [] : [`${formatNumber(count)} ${words}`]);
  const kinds = [
    ...[...some(meaningful, 'meaningful'), ...some(noise, 'judged as noise')],
    ...[...some(notJudged, 'not judged'), ...some(unread, 'not read')],
  ];
  const total = meaningful + noise + notJudged + unread;
  const {charged, perMeaningfulChange} = credits;
  return [
    countOf(checks, 'check'),
    total === 0 ? 'no changes' : `${countOf(total, 'change')} (${kinds.join(', ')})`,
    ...(alertsPerWeek === null ? [] : [`${formatNumber(alertsPerWeek)} alerts a week`]),
    ...(charged === null ? [] : [`${countOf(charged, 'credit')} charged`]),
    ...(perMeaningfulChange === null ? [] : [`${formatNumber(perMeaningfulChange)} for each meaningful change`]),
  ].join(', ');
}

/** Why a monitor was not read, or has no proposals; null where there is nothing to say. */
export function describeLack({read, error, noProposals, checks}: TunedMonitorDocument): string | null {
  switch (read) {
    case 'missing':
      return 'the service does not have it';
    case 'failed':
      return `could not be read: ${error ?? 'the service gave no reason'}`;
    case 'left':
      return 'not read';
    case 'whole':
  }
  switch (noProposals) {
    case 'few-checks':
      return checks === 0 ? 'no check has ended' : 'no proposals: fewer than 10 checks have ended';
    case 'no-spec':
      return 'no proposals: no spec has this key';
    case 'not-applied':
      return 'no proposals: its spec was changed since it was applied';
    case 'paused':
      return 'no proposals: it is paused';
    case null:
      return null;
  }
}

/** Failures of one reason. */
export function describeFailures({kind, reason, checks}: TunedFailureDocument): string {
  const what = {failed: 'failed', 'some-pages': 'had pages that failed', 'no-credits': 'skipped: no credits were left'}[kind];
  // Of failed pages only those of the newest check are read.
  const unread = kind === 'no-credits' ? '' : ' (reason not read)';
  return `${countOf(checks, 'check')} ${what}${reason === null ? unread : `: ${reason}`}`;
}

/** A proposal in two parts of our own words, with text from outside between them. */
interface ProposalWords {
  readonly before: string;
  /** Of a page or a spec; empty for none. */
  readonly value: string;
  readonly after: string;
}

/** Beginnings of proposals about a line, by what changes: of most kinds the line itself is only how it was seen last. */
const LEAVE_OUT: Readonly<Record<NoiseKind, string>> = {
  numbers: 'leave out the line ',
  text: 'leave out the line that is another text each time, such as ',
  order: 'leave out the lines that change places, such as ',
};

/** Proposals for a monitor, and the way to get them. */
export function describeProposal(proposal: ProposalDocument, {key, lines}: Pick<TunedMonitorDocument, 'key' | 'lines'>): ProposalWords {
  const {kind, value, before, writable} = proposal;
  switch (kind) {
    case 'schedule':
      return {before: 'slower schedule: ', value: `${before ?? ''} -> ${value}`, after: ''};
    case 'region':
      return {before: 'leave out the region ', value, after: '; the next check reports its removal, once'};
    case 'lines':
      return {before: LEAVE_OUT[kindOfLine(value, lines)], value, after: `; see where it stands: ${keyCommand('try', key)} --twice`};
    case 'judging':
      return {before: `have changes judged: ${writable ? 'judgeEnabled: true' : 'write a goal'}`, value: '', after: ''};
    case 'goal':
      return {before: 'say in the goal what matters', value: '', after: ''};
    case 'queries':
      return {before: value === 'narrower' ? 'narrower queries' : 'wider queries', value: '', after: ''};
  }
}

/** Lines that stand on two pages are proposed with their address. */
function kindOfLine(value: string, lines: TunedMonitorDocument['lines']): NoiseKind {
  return lines.find(({line, url}) => value === line || value === `${line} (${url})`)?.kind ?? 'numbers';
}

/** Why a page has no region to leave out; null where it has one, which is proposed. */
export function describeNoRegion({outcome, selector, error, mayBeCharged}: RegionDocument): string | null {
  const name = selector ?? '';
  switch (outcome) {
    case 'found':
      return null;
    case 'line-missing':
      return 'the noisy lines are not on the page now';
    case 'several-places':
      return 'a noisy line stands at several places';
    case 'no-selector':
      return 'no selector leaves out just the noisy lines';
    case 'line-stays':
      return `without ${name}, a noisy line is still there`;
    case 'others-change':
      return `without ${name}, other lines change, too`;
    case 'no-text':
      return 'the page gave an error or no text';
    case 'failed':
      return `could not be fetched: ${error ?? 'the service gave no reason'}; it ${mayBeCharged ? 'may have been' : 'was not'} charged`;
    case 'not-sent':
      return 'not fetched';
    case 'left-out':
      return 'never fetched: its options need headers, actions, a profile, references or a copy, or its target has more addresses';
  }
}

/** What speaks for a proposal. */
export function describeEvidence({kind, value, evidence}: ProposalDocument): string {
  const {checks, count, of, shortestGapMinutes} = evidence;
  switch (kind) {
    case 'schedule': {
      const gap = shortestGapMinutes === null ? '' : `, at least ${formatNumber(shortestGapMinutes)} min apart`;
      return `${countOf(checks, 'check')} found nothing that matters: ${formatNumber(count)} without changes, ${formatNumber(of - count)} with noise${gap}`;
    }
    case 'region':
      return `its lines changed at ${formatNumber(count)} of ${formatNumber(of)} checks; without it, nothing else on the page changed`;
    case 'lines':
      return `it changed at ${formatNumber(count)} of ${formatNumber(of)} checks`;
    case 'judging':
      return `${formatNumber(count)} of ${countOf(of, 'change')} were not judged`;
    case 'goal':
      return `${formatNumber(count)} of ${formatNumber(of)} were judged as noise or stayed undecided`;
    case 'queries':
      return value === 'wider'
        ? `${countOf(count, 'check')} without a result`
        : `${formatNumber(count)} of ${countOf(of, 'result')} were ignored`;
  }
}

/** What a proposal saves a month; empty where that can't be said. */
export function describeSaving({saves: {creditsPerMonth, alertsPerMonth}}: ProposalDocument): string {
  const credits =
    creditsPerMonth === null || creditsPerMonth === 0
      ? []
      : [
          creditsPerMonth > 0
            ? `saves ${countOf(creditsPerMonth, 'credit')} a month`
            : `costs about ${countOf(-creditsPerMonth, 'credit')} a month`,
        ];
  const alerts = alertsPerMonth === null || alertsPerMonth === 0 ? [] : [`saves ${formatNumber(alertsPerMonth)} alerts a month`];
  return [...credits, ...alerts].join(', ');
}

/** What was found in all. */
export function describeSummary({summary, checks, complete}: TuneDocument): string {
  const {monitors, proposals, lines, notRead, requests, creditsPerMonth, fetches} = summary;
  const saved = creditsPerMonth > 0 ? ` that save ${countOf(creditsPerMonth, 'credit')} a month` : '';
  const rest = notRead === 0 ? '' : `; ${countOf(notRead, 'monitor')} not read`;
  const cut = complete ? '' : ' (incomplete)';
  const fetched = fetches === 0 ? '' : `, ${countOf(fetches, 'fetch', 'fetches')}`;
  return `${countOf(monitors, 'monitor')}, the newest ${countOf(checks, 'check')} of each: ${countOf(lines, 'noisy line')}, ${countOf(proposals, 'proposal')}${saved}${rest}; ${countOf(requests, 'request')}${fetched}${cut}.`;
}

/** Monitors that are named as the costliest, at most. */
const MOST_COSTLY = 3;
/** Milliseconds of 30 days. */
const MONTH_MS = 30 * 86_400_000;

/** The monitors that cost most and found nothing that matters, with their charged credits a month at the rate of their checks. */
export function listCostlyForNothing({monitors}: TuneDocument): readonly {readonly key: string; readonly credits: number}[] {
  return monitors
    .filter(({read, changes: {meaningful, notJudged, unread}}) => read === 'whole' && meaningful + notJudged + unread === 0)
    .map(monitor => ({key: monitor.key, credits: chargedAMonth(monitor)}))
    .filter(({credits}) => credits > 0)
    .sort((one, other) => other.credits - one.credits)
    .slice(0, MOST_COSTLY);
}

function chargedAMonth({credits: {charged, checks}, checks: all, since, until}: TunedMonitorDocument): number {
  const span = since === null || until === null ? 0 : Date.parse(until) - Date.parse(since);
  if (charged === null || checks === 0 || span <= 0) return 0;
  // All checks stand for one interval more than lies between them.
  return Math.round(((charged / checks) * (all - 1) * MONTH_MS) / span);
}

/** Why a proposal was not written. */
export function describeNotWritten({id, key, reason, file, line}: NotWrittenDocument): string {
  const place = line === null ? file : `${file}:${line}`;
  const why =
    reason === 'shared'
      ? `its value is in ${place}, which others share: change it there, or give ${key} one of its own`
      : `${place} leaves no room for it: write it by hand`;
  return `${id} (${key}) was not written: ${why}`;
}
