import type {Failure} from '../api/port';
import type {ApplyEvent, ApplyOutcome, ApplyResult, OnAmbiguous, Outcome, StopReason} from '../apply/ports';
import type {Count, Ordinal} from '../json/count';
import type {JsonValue} from '../json/value';
import type {Plan} from '../plan/change';
import {type ApplySummary, explainStop, summarizeApply} from './apply-sentences';
import {stringifyJson} from './escape-json';
import {type FindingDocument, toFindingDocument} from './finding';
import {listPlanFindings} from './plan-findings';

/** What `apply --format json` prints. */
export interface ApplyDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'apply';
  /** How many monitors came to what. */
  readonly summary: ApplySummary;
  /** One for each change of the plan that is not held back, sorted by key. */
  readonly results: readonly ResultDocument[];
  /** Why the run ended before it was through; left out where it got there. */
  readonly stopped?: StopDocument;
  /** What an answer that leaves doubt led to in this run: sent again (`retry`), looked up first (`verify`), or left alone (`stop`). */
  readonly onAmbiguous: OnAmbiguous;
  /** What the plan and the run point out. */
  readonly diagnostics: readonly FindingDocument[];
}

/** What became of one change. */
export interface ResultDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** What the plan wanted. */
  readonly action: ApplyResult['action'];
  /** What came of it. */
  readonly outcome: Outcome;
  /**
   * The service's id; null where there is none.
   * @example "0190a1b2-0000-4000-8000-000000000002"
   */
  readonly id: string | null;
  /** Requests made for it. */
  readonly attempts: Count;
  /** The answer was lost, and the monitor was found in the service by its target ids. */
  readonly recovered?: true;
  /** An attempt that seemed to fail may have been carried out too: look in the service for `targetIds`. */
  readonly mayExistTwice?: boolean;
  /**
   * The ids that the monitor's targets were sent with, for looking them up.
   * @example ["5f0c1a52-0000-5000-8000-000000000003"]
   */
  readonly targetIds?: readonly string[];
  /**
   * Credits a month as the service estimates them; null where it gave no figure.
   * @example 5760
   */
  readonly estimatedCreditsPerMonth?: number | null;
  /**
   * When the service will check it next, as it answered; null where it gave no time.
   * @example "2026-01-02T03:30:00.000Z"
   */
  readonly nextRunAt?: string | null;
  /** What went wrong, where something did. */
  readonly error?: FailureDocument;
}

/** What went wrong with one change, in the service's words where it had any; sanitized. */
export interface FailureDocument {
  /**
   * HTTP status, where there was an answer.
   * @asType integer
   * @example 400
   */
  readonly status?: number;
  /**
   * The code of the service, or of the system where no answer came.
   * @example "ECONNREFUSED"
   */
  readonly code?: string;
  /**
   * What happened, in one sentence.
   * @example "the service answered 400: Bad Request"
   */
  readonly message: string;
  /** What the service said about single fields, as it said it. */
  readonly details?: JsonValue;
}

/** Why a run ended before it was through. */
export interface StopDocument {
  /** Which kind of end. */
  readonly reason: StopReason['kind'];
  /**
   * What happened, in one sentence.
   * @example "the service refused the key (401)"
   */
  readonly message: string;
  /**
   * What to do next.
   * @example "check MONITORS_API_KEY"
   */
  readonly hint: string;
}

/** One line of `apply --format jsonl`: what happens as it happens, and at last the whole document; told apart by `type`. */
export type ApplyLine = StartedLine | SendingLine | RetryingLine | LookingLine | WaitingLine | FinishedLine | StoppingLine | CompletedLine;

interface LineOfApply {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'apply';
}

/** The changes begin. */
export interface StartedLine extends LineOfApply {
  readonly type: 'started';
  /** Changes that this run makes. */
  readonly total: Count;
  /** Changes under way at once, at most. */
  readonly concurrency: Count;
}

/** A change is sent. */
export interface SendingLine extends LineOfApply {
  readonly type: 'sending';
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** Which attempt. */
  readonly attempt: Ordinal;
}

/** A change is going to be sent again. */
export interface RetryingLine extends LineOfApply {
  readonly type: 'retrying';
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The attempt that failed. */
  readonly attempt: Ordinal;
  /**
   * Milliseconds until the next attempt.
   * @minimum 0
   */
  readonly waitMs: number;
  /** What went wrong. */
  readonly error: FailureDocument;
}

/** The answer to a create was lost: the service's list is looked at until the create shows, or could have shown. */
export interface LookingLine extends LineOfApply {
  readonly type: 'looking';
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The attempt whose answer was lost. */
  readonly attempt: Ordinal;
  /**
   * Milliseconds after which a create that does not show counts as not carried out.
   * @minimum 0
   * @example 90000
   */
  readonly settleMs: number;
  /** What went wrong. */
  readonly error: FailureDocument;
}

/** Nothing is sent for a while. */
export interface WaitingLine extends LineOfApply {
  readonly type: 'waiting';
  readonly reason: 'rate-limit';
  /**
   * Milliseconds.
   * @minimum 0
   */
  readonly waitMs: number;
  /**
   * When it continues.
   * @example "2026-01-02T03:30:00.000Z"
   */
  readonly until: string;
}

/** A change has come to its end. */
export interface FinishedLine extends LineOfApply {
  readonly type: 'finished';
  /** What became of it. */
  readonly result: ResultDocument;
  /** Changes that have come to their end. */
  readonly done: Count;
  /** Changes that this run makes. */
  readonly total: Count;
}

/** No more changes are begun. */
export interface StoppingLine extends LineOfApply, StopDocument {
  readonly type: 'stopping';
}

/** The last line: the document of `--format json`. */
export interface CompletedLine extends ApplyDocument {
  readonly type: 'completed';
}

/** The document of `apply --format json`. */
export function toApplyDocument(outcome: ApplyOutcome, plan: Plan): ApplyDocument {
  return {
    formatVersion: 1,
    command: 'apply',
    summary: summarizeApply(outcome, plan),
    results: outcome.results.map(toResultDocument),
    ...(outcome.stop === undefined ? {} : {stopped: toStopDocument(outcome.stop)}),
    onAmbiguous: outcome.onAmbiguous,
    diagnostics: [...listPlanFindings(plan), ...outcome.findings].map(toFindingDocument),
  };
}

/** What apply came to, for programs. */
export function renderApplyJson(outcome: ApplyOutcome, plan: Plan): string {
  return `${stringifyJson(toApplyDocument(outcome, plan), 2)}\n`;
}

/** One event as a line of `apply --format jsonl`. */
export function renderEventJson(event: ApplyEvent): string {
  return jsonLine(toLine(event));
}

/** The last line of `apply --format jsonl`: the document of `--format json` as an event. */
export function renderCompletionJson(outcome: ApplyOutcome, plan: Plan): string {
  return jsonLine({...HEAD, type: 'completed', ...toApplyDocument(outcome, plan)});
}

const HEAD = {formatVersion: 1, command: 'apply'} as const;

function jsonLine(line: ApplyLine): string {
  return `${stringifyJson(line, 0)}\n`;
}

function toLine(event: ApplyEvent): ApplyLine {
  switch (event.type) {
    case 'started':
      return {...HEAD, type: 'started', total: event.total, concurrency: event.concurrency};
    case 'sending':
      return {...HEAD, type: 'sending', key: event.key, attempt: event.attempt};
    case 'retrying': {
      const {key, attempt, waitMs, error} = event;
      return {...HEAD, type: 'retrying', key, attempt, waitMs, error: toFailureDocument(error)};
    }
    case 'looking': {
      const {key, attempt, settleMs, error} = event;
      return {...HEAD, type: 'looking', key, attempt, settleMs, error: toFailureDocument(error)};
    }
    case 'waiting':
      return {...HEAD, type: 'waiting', reason: event.reason, waitMs: event.waitMs, until: event.until};
    case 'finished':
      return {...HEAD, type: 'finished', result: toResultDocument(event.result), done: event.done, total: event.total};
    case 'stopping':
      return {...HEAD, type: event.type, ...toStopDocument(event.stop)};
  }
}

function toResultDocument(result: ApplyResult): ResultDocument {
  const {key, action, outcome, id, attempts, recovered, mayExistTwice, targetIds, estimatedCreditsPerMonth, nextRunAt, error} = result;
  return {
    key,
    action,
    outcome,
    id: id ?? null,
    attempts,
    ...(recovered === undefined ? {} : {recovered}),
    ...(mayExistTwice === undefined ? {} : {mayExistTwice}),
    ...(targetIds === undefined ? {} : {targetIds}),
    ...(estimatedCreditsPerMonth === undefined ? {} : {estimatedCreditsPerMonth}),
    ...(nextRunAt === undefined ? {} : {nextRunAt}),
    ...(error === undefined ? {} : {error: toFailureDocument(error)}),
  };
}

function toFailureDocument({status, code, message, details}: Failure): FailureDocument {
  return {
    ...(status === undefined ? {} : {status}),
    ...(code === undefined ? {} : {code}),
    message,
    ...(details === undefined ? {} : {details}),
  };
}

function toStopDocument(stop: StopReason): StopDocument {
  return {reason: stop.kind, ...explainStop(stop)};
}
