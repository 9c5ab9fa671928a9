import type {Failure} from '../api/port';
import type {ApplyEvent, ApplyOutcome, ApplyResult, OnAmbiguous, Outcome, StopReason} from '../apply/model';
import type {JsonValue} from '../json/value';
import type {Plan} from '../plan/model';
import {type ApplySummary, explainStop, summarizeApply} from './apply-sentences';
import {type FindingDocument, toFindingDocument} from './documents';
import {stringifyJson} from './escape-json';

/** What `apply --format json` prints. */
export interface ApplyDocument {
  readonly formatVersion: 1;
  readonly command: 'apply';
  readonly summary: ApplySummary;
  /** One for each create and rename of the plan, sorted by key. */
  readonly results: readonly ResultDocument[];
  /** Why the run ended before it was through. */
  readonly stopped?: StopDocument;
  /** What an ambiguous answer led to in this run. */
  readonly onAmbiguous: OnAmbiguous;
  readonly diagnostics: readonly FindingDocument[];
}

/** What became of one change. */
export interface ResultDocument {
  readonly key: string;
  readonly action: ApplyResult['action'];
  readonly outcome: Outcome;
  /** The service's id; null where there is none. */
  readonly id: string | null;
  /** Requests made for it. */
  readonly attempts: number;
  /** An attempt that seemed to fail may have been carried out too: look for `targetIds`. */
  readonly mayExistTwice?: boolean;
  readonly targetIds?: readonly string[];
  readonly estimatedCreditsPerMonth?: number | null;
  readonly nextRunAt?: string | null;
  readonly error?: FailureDocument;
}

/** What went wrong with one change, in the service's words where it had any; sanitized. */
export interface FailureDocument {
  /** HTTP status, where there was an answer. */
  readonly status?: number;
  readonly code?: string;
  readonly message: string;
  readonly details?: JsonValue;
}

/** Why a run ended before it was through. */
export interface StopDocument {
  readonly reason: StopReason['kind'];
  readonly message: string;
  readonly hint: string;
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
    diagnostics: [...plan.findings, ...outcome.findings].map(toFindingDocument),
  };
}

/** What apply came to, for programs. */
export function renderApplyJson(outcome: ApplyOutcome, plan: Plan): string {
  return `${stringifyJson(toApplyDocument(outcome, plan), 2)}\n`;
}

/** One event as a line of `apply --format jsonl`. */
export function renderEventJson(event: ApplyEvent): string {
  return jsonLine(toEventDocument(event));
}

/** The last line of `apply --format jsonl`: the document of `--format json` as an event. */
export function renderCompletionJson(outcome: ApplyOutcome, plan: Plan): string {
  return jsonLine({type: 'completed', ...toApplyDocument(outcome, plan)});
}

function jsonLine(value: object): string {
  return `${stringifyJson({formatVersion: 1, command: 'apply', ...value}, 0)}\n`;
}

function toEventDocument(event: ApplyEvent): object {
  switch (event.type) {
    case 'started':
    case 'sending':
    case 'waiting':
      return event;
    case 'retrying':
      return {...event, error: toFailureDocument(event.error)};
    case 'finished':
      return {...event, result: toResultDocument(event.result)};
    case 'stopping':
      return {type: event.type, ...toStopDocument(event.stop)};
  }
}

function toResultDocument(result: ApplyResult): ResultDocument {
  const {key, action, outcome, id, attempts, mayExistTwice, targetIds, estimatedCreditsPerMonth, nextRunAt, error} = result;
  return {
    key,
    action,
    outcome,
    id: id ?? null,
    attempts,
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
