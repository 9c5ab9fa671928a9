import {sha256} from '../../../core/json/canonical';
import type {JsonObject} from '../../../core/json/value';
import {finishOf} from '../../../core/observe/check-span';
import {isOver} from '../../../core/observe/health';
import {type SearchVerdict, takeSample} from '../../../core/observe/sample';
import {member} from '../../../core/service/member';
import {estimateCredits, hasGoal, totalPerMonth} from '../../../core/specs/credits';
import type {EvidenceDocument, NoisyLineDocument, ProposalDocument, SavingDocument, TunedChangesDocument} from '../document';
import type {SeenCheck, TunedHistory} from './history';
import {countComparisons, hasTold, rateOf} from './measure';
import {findSlowerSchedule} from './slower-schedule';

/** A monitor whose checks are looked at. */
interface Subject {
  readonly key: string;
  /** The body of its spec, as it was applied. */
  readonly body: JsonObject;
  /** It tells no one, so that no alert can be saved. */
  readonly isSilent: boolean;
}

/** Findings that proposals are made from. */
interface Measured {
  readonly history: TunedHistory;
  readonly changes: TunedChangesDocument;
  readonly lines: readonly NoisyLineDocument[];
  /** Checks that were asked for. */
  readonly wanted: number;
}

/** A proposal, and how it is written. */
export interface Proposal {
  readonly document: ProposalDocument;
  /** Null where it needs a person's words. */
  readonly edit: BodyEdit | null;
  /** The line that it is about. */
  readonly line?: NoisyLineDocument;
}

/** An edit of a spec's body. */
interface BodyEdit {
  /** Where the value stands that it replaces, as a JSON pointer; null where it adds one. */
  readonly at: string | null;
  readonly make: (body: JsonObject) => JsonObject;
}

/** Checks and changes that say anything. */
const LEAST_CHECKS = 10;
const LEAST_CHANGES = 5;
/** Lines of one monitor that are proposed, at most. */
const MOST_LINES = 10;

/** Whether so few checks have ended that nothing is proposed. */
export function isTooShort(checks: readonly SeenCheck[]): boolean {
  return countOver(checks) < LEAST_CHECKS;
}

/** Proposes what would make a monitor quieter or cheaper. */
export function propose(subject: Subject, measured: Measured): Proposal[] {
  if (isTooShort(measured.history.checks)) return [];
  return [
    ...proposeSchedule(subject, measured),
    ...proposeLines(subject, measured),
    ...proposeJudging(subject, measured),
    ...proposeWords(subject, measured),
  ];
}

type Draft = Omit<ProposalDocument, 'id' | 'writable' | 'before'> & {readonly before?: string};

function make({key}: Pick<Subject, 'key'>, draft: Draft, edit: BodyEdit | null = null): Proposal {
  const id = sha256(JSON.stringify([key, draft.kind, draft.value])).slice(0, 8);
  return {document: {id, ...draft, before: draft.before ?? null, writable: edit !== null}, edit};
}

function evidenceOf(checks: readonly SeenCheck[], count: number, of: number, shortestGapMinutes: number | null = null): EvidenceDocument {
  const times = checks.map(({check}) => finishOf(check));
  return {
    checks: checks.length,
    since: new Date(Math.min(...times)).toISOString(),
    until: new Date(Math.max(...times)).toISOString(),
    ...{count, of, shortestGapMinutes},
  };
}

const UNKNOWN: SavingDocument = {creditsPerMonth: null, alertsPerMonth: null};

function proposeSchedule(subject: Subject, {history: {checks}, wanted}: Measured): Proposal[] {
  const {body} = subject;
  const slower = findSlowerSchedule(member(body, 'schedule'), checks, wanted);
  if (slower === null) return [];
  const members = {schedule: slower.schedule};
  const [now, then] = [estimateCredits(body), estimateCredits({...body, ...members})];
  const known = checks.flatMap(({check: {actualCredits}}) => actualCredits ?? []);
  const mean = known.reduce((sum, credits) => sum + credits, 0) / known.length;
  const creditsPerMonth =
    known.length === 0 ? totalPerMonth(now) - totalPerMonth(then) : Math.round(mean * (now.checksPerMonth - then.checksPerMonth));
  const draft = {
    kind: 'schedule',
    value: slower.value,
    before: slower.before,
    evidence: evidenceOf(slower.checks, slower.checks.length - slower.changed, slower.checks.length, slower.shortestGapMinutes),
    saves: {creditsPerMonth, alertsPerMonth: null},
  } as const;
  const inner = (['cron', 'text'] as const).find(name => member(member(body, 'schedule'), name) !== undefined);
  const at = `/schedule${inner === undefined ? '' : `/${inner}`}`;
  return [make(subject, draft, {at, make: old => ({...old, ...members})})];
}

function proposeLines(subject: Subject, {history, lines}: Measured): Proposal[] {
  const {checks, tally} = history;
  const compared = countComparisons(checks);
  const isOnlyNoise = (seen: SeenCheck) =>
    (seen.check.summary?.error ?? 0) === 0 && seen.unread === 0 && seen.pages.every(({change}) => tally.isNoise(change, compared));
  const spared = subject.isSilent ? 0 : checks.filter(seen => hasTold(seen) && seen.pages.length > 0 && isOnlyNoise(seen)).length;
  return lines.slice(0, MOST_LINES).map(noisy => {
    const {url, line, changes, checks: of} = noisy;
    const draft = {
      // Two pages may have the same line.
      ...{kind: 'lines' as const, value: lines.some(other => other.url !== url && other.line === line) ? `${line} (${url})` : line},
      evidence: evidenceOf(checks, changes, of),
      // Alone it would save no more than all of them together.
      saves: {creditsPerMonth: null, alertsPerMonth: lines.length === 1 ? rateOf(spared, checks, 30) : null},
    };
    return {...make(subject, draft), line: noisy};
  });
}

/** Proposes to leave out a region in place of its lines. */
export function proposeRegion(
  key: string,
  {value, lines, edit}: {readonly value: string; readonly lines: readonly Proposal[]; readonly edit: BodyEdit},
): Proposal | null {
  const [first, ...others] = [...lines].sort((one, other) => other.document.evidence.count - one.document.evidence.count);
  if (first === undefined) return null;
  const {evidence, saves} = first.document;
  return make({key}, {kind: 'region', value, evidence, saves: others.length === 0 ? saves : UNKNOWN}, edit);
}

function proposeJudging(subject: Subject, {history: {checks}, changes}: Measured): Proposal[] {
  const {body} = subject;
  const {meaningful, noise, notJudged, degraded} = changes;
  const all = meaningful + noise + notJudged;
  const isJudged = hasGoal(body) && member(body, 'judgeEnabled') !== false;
  const unjudged = notJudged - degraded;
  if (isJudged || unjudged < LEAST_CHANGES || unjudged <= all / 2) return [];
  // The judge charges a credit for each changed page.
  const price = Math.ceil((unjudged / countOver(checks)) * estimateCredits(body).checksPerMonth);
  const at = member(body, 'judgeEnabled') === undefined ? null : '/judgeEnabled';
  const edit = hasGoal(body) ? {at, make: (old: JsonObject) => ({...old, judgeEnabled: true})} : null;
  const saves = {creditsPerMonth: -price, alertsPerMonth: null};
  return [make(subject, {kind: 'judging', value: 'on', evidence: evidenceOf(checks, unjudged, all), saves}, edit)];
}

/** Proposals that need a person's words. */
function proposeWords(subject: Subject, {history: {checks, results}, changes}: Measured): Proposal[] {
  const {meaningful, noise, notJudged} = changes;
  const all = meaningful + noise + notJudged;
  const search = findSearchVerdict(subject, checks, results);
  const isNoisy = noise >= LEAST_CHANGES && noise > all / 2;
  const found = results.filter(({searchStatus, isJudgeDegraded}) => searchStatus !== null && !isJudgeDegraded);
  const of = (status: string) => found.filter(({searchStatus}) => searchStatus === status).length;
  const drafts: Draft[] = [
    ...(isNoisy ? [{kind: 'goal', value: 'sharpen', evidence: evidenceOf(checks, noise, all), saves: UNKNOWN} as const] : []),
    ...(search === 'too-vague' && !isNoisy
      ? [{kind: 'goal', value: 'sharpen', evidence: evidenceOf(checks, of('watching'), found.length), saves: UNKNOWN} as const]
      : []),
    ...(search === 'too-wide'
      ? [{kind: 'queries', value: 'narrower', evidence: evidenceOf(checks, of('ignored'), found.length), saves: UNKNOWN} as const]
      : []),
    ...(search === 'too-narrow'
      ? [{kind: 'queries', value: 'wider', evidence: evidenceOf(checks, countOver(checks), countOver(checks)), saves: UNKNOWN} as const]
      : []),
  ];
  return drafts.map(draft => make(subject, draft));
}

function findSearchVerdict({body}: Subject, checks: readonly SeenCheck[], results: TunedHistory['results']): SearchVerdict | null {
  const sample = takeSample(
    {hasSearch: hasSearch(body), estimatedCreditsPerMonth: null},
    checks.map(({check}) => check),
    results,
  );
  return sample.search;
}

/** Whether a monitor searches. */
export function hasSearch(body: JsonObject): boolean {
  const targets = member(body, 'targets');
  return Array.isArray(targets) && targets.some(target => member(target, 'type') === 'search');
}

function countOver(checks: readonly SeenCheck[]): number {
  return checks.filter(({check}) => isOver(check)).length;
}
