import type {Failure} from '../../core/api/port';
import type {ApplyEvent, ApplyOutcome, ApplyResult, OnAmbiguous, Outcome, StopReason} from '../../core/apply/ports';
import type {Count, Ordinal} from '../../core/json/count';
import type {JsonValue} from '../../core/json/value';
import type {Plan} from '../../core/plan/change';
import {renderJson, stringifyJson} from '../../rendering/escape-json';
import {type FindingDocument, toFindingDocument} from '../../rendering/finding';
import {listPlanFindings} from '../plan/findings';
import {type ApplySummary, explainStop, summarizeApply} from './sentences';

/** Result of `monitors apply`. */
export interface ApplyDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'apply';
  /** Number of monitors by result. */
  readonly summary: ApplySummary;
  /** One result per change that was not blocked, sorted by key. */
  readonly results: readonly ResultDocument[];
  /** Why the run stopped early; missing if it did not. */
  readonly stopped?: StopDocument;
  /** What this run did if a create may or may not have happened: sent it again (`retry`), looked it up first (`verify`), or stopped (`stop`). */
  readonly onAmbiguous: OnAmbiguous;
  /** Findings of the plan and the run. */
  readonly diagnostics: readonly FindingDocument[];
}

/** Result of one change. */
export interface ResultDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The planned action. */
  readonly action: ApplyResult['action'];
  /** The result. */
  readonly outcome: Outcome;
  /**
   * Monitor id; null if there is none.
   * @example "0190a1b2-0000-4000-8000-000000000002"
   */
  readonly id: string | null;
  /** Number of requests. */
  readonly attempts: Count;
  /** The answer was lost; the monitor was found by its target ids. */
  readonly recovered?: true;
  /** A failed attempt may have created a duplicate: look in the service for `targetIds`. */
  readonly mayExistTwice?: boolean;
  /**
   * The ids that the monitor's targets were sent with, for looking them up.
   * @example ["5f0c1a52-0000-5000-8000-000000000003"]
   */
  readonly targetIds?: readonly string[];
  /**
   * Credits per month, estimated by the service; null if it gave none.
   * @example 5760
   */
  readonly estimatedCreditsPerMonth?: number | null;
  /**
   * Time of the next check; null if the service gave none.
   * @example "2026-01-02T03:30:00.000Z"
   */
  readonly nextRunAt?: string | null;
  /** The error, if there was one. */
  readonly error?: FailureDocument;
}

/** Error of one change, in the service's words if it gave any; sanitized. */
export interface FailureDocument {
  /**
   * HTTP status, if there was an answer.
   * @asType integer
   * @example 400
   */
  readonly status?: number;
  /**
   * Error code of the service, or of the system without an answer.
   * @example "ECONNREFUSED"
   */
  readonly code?: string;
  /**
   * What happened, in one sentence.
   * @example "the service answered 400: Bad Request"
   */
  readonly message: string;
  /** Errors of single fields, unchanged from the service. */
  readonly details?: JsonValue;
}

/** Why a run stopped early. */
export interface StopDocument {
  /** The reason. */
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

/** One line of `apply --format jsonl`: an event; the last one contains the whole document. */
export type ApplyLine = StartedLine | SendingLine | RetryingLine | LookingLine | WaitingLine | FinishedLine | StoppingLine | CompletedLine;

interface LineOfApply {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'apply';
}

/** Start of the changes. */
export interface StartedLine extends LineOfApply {
  readonly type: 'started';
  /** Number of changes in this run. */
  readonly total: Count;
  /** Maximum parallel changes. */
  readonly concurrency: Count;
}

/** A request of a change is sent. */
export interface SendingLine extends LineOfApply {
  readonly type: 'sending';
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** Number of the attempt. */
  readonly attempt: Ordinal;
}

/** A change will be retried. */
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

/** The answer to a create was lost: it is looked up in the service's list. */
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
   * Milliseconds after which a create that is not found counts as not carried out.
   * @minimum 0
   * @example 90000
   */
  readonly settleMs: number;
  /** What went wrong. */
  readonly error: FailureDocument;
}

/** Sending pauses. */
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

/** A change is finished. */
export interface FinishedLine extends LineOfApply {
  readonly type: 'finished';
  /** The result. */
  readonly result: ResultDocument;
  /** Number of finished changes. */
  readonly done: Count;
  /** Number of changes in this run. */
  readonly total: Count;
}

/** No more changes are started. */
export interface StoppingLine extends LineOfApply, StopDocument {
  readonly type: 'stopping';
}

/** The last line, with the document of `--format json`. */
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

/** Renders the result of apply, for programs. */
export function renderApplyJson(outcome: ApplyOutcome, plan: Plan): string {
  return renderJson(toApplyDocument(outcome, plan));
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
      const {key, attempt, lookupMs, error} = event;
      return {...HEAD, type: 'looking', key, attempt, settleMs: lookupMs, error: toFailureDocument(error)};
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
