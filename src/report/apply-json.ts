import type {Failure} from '../api/port';
import type {ApplyEvent, ApplyOutcome, ApplyResult, StopReason} from '../apply/ports';
import type {Plan} from '../plan/change';
import type {ApplyDocument, ApplyLine, FailureDocument, ResultDocument, StopDocument} from './apply-document';
import {explainStop, summarizeApply} from './apply-sentences';
import {stringifyJson} from './escape-json';
import {toFindingDocument} from './finding-document';
import {listPlanFindings} from './plan-findings';

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
    case 'sending':
    case 'waiting':
      return {...HEAD, ...event};
    case 'retrying':
    case 'looking':
      return {...HEAD, ...event, error: toFailureDocument(event.error)};
    case 'finished':
      return {...HEAD, ...event, result: toResultDocument(event.result)};
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
