import {markFrom, SETTLING_MS} from '../../core/observe/check-span';
import type {CheckReader} from '../../project/service-reader';
import type {RequestBudget} from '../observe/request-budget';
import {toChangesDocument} from './assemble';
import type {ChangesDocument} from './document';
import {type ReadHistory, readChanges} from './read-changes';
import type {MonitorReading, WatchedListing, WatchedMonitor, WatchedRecord} from './watched';

/** A span of a project whose monitors were listed already. */
interface SpanRequest {
  readonly project: string;
  readonly environment: string;
  /** An IANA name. */
  readonly timeZone: string;
  /** Start of the span, and the service's clock, milliseconds since 1970. */
  readonly since: number;
  readonly now: number;
}

/** Ports of a reading. */
interface SpanPorts {
  readonly reader: CheckReader;
  readonly budget: RequestBudget;
  /** Called before each step with the number of its requests, and how long they take at the rate so far, milliseconds; null if unknown. */
  readonly onStep: (step: 'checks' | 'pages', requests: number, ms: number | null) => void;
  readonly onRead: (done: number, total: number, noun: 'monitor' | 'check') => void;
  readonly onHistory: (watched: WatchedMonitor, history: ReadHistory) => void;
}

/** Findings of a span, and what they were made of. */
interface SpanChanges {
  readonly document: ChangesDocument;
  readonly readings: readonly MonitorReading[];
}

/** Reads what the checks of listed monitors found since a moment, as `monitors changes` does. Sends only reads. Throws `UserError`. */
export async function readSpan(
  monitors: readonly (WatchedRecord & {readonly listed: WatchedListing | null})[],
  {since, now, ...names}: SpanRequest,
  {reader, budget, onStep, onRead, onHistory}: SpanPorts,
): Promise<SpanChanges> {
  const until = Math.max(now - SETTLING_MS, since);
  const watched = monitors.map(monitor => ({...monitor, mark: markFrom(since)}));
  const step = (name: 'checks' | 'pages', requests: number) => onStep(name, requests, budget.estimateMs(requests));
  const wanted = {changes: true, reasons: true};
  const {readings, incomplete} = await readChanges(watched, {reader, budget, until, wanted, onStep: step, onRead, onHistory});
  const findings = {...names, since, until, readings, incomplete, requests: budget.sent, bookmark: null};
  return {document: toChangesDocument(findings, {show: null, by: null, limit: null}), readings};
}
