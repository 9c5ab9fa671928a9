import type {JsonObject, JsonValue} from '../../core/json/value';
import type {RouteName} from '../routes';

/**
 * A fault script, read from `--faults FILE` or the control route; docs/emulator.md explains every member.
 * The delays of all entries that match a request add up; the first one that matches and has a `do` decides what happens.
 */
export interface FaultScript {
  readonly faults?: readonly Fault[];
  readonly answers?: AnswerStyle;
}

/** Differences between installations of the service that are not faults. */
export interface AnswerStyle {
  /** `iso` (default): `2026-11-20T23:30:00.000Z`; `postgres`: `2026-11-20 23:30:00+00`. */
  readonly timestamps?: 'iso' | 'postgres';
  /** Whether the minute of a schedule text is spread by monitor id; default false. */
  readonly spreadSchedules?: boolean;
  /** The body of an answer to an unknown path: the documented error body (`json`) or a web page (`html`); default `html` with full operations, else `json`. */
  readonly unknownPaths?: 'json' | 'html';
  /** Milliseconds by which lists and reads lag behind writes; default 0. Setting it to 0 shows what was hidden. */
  readonly replicaLagMs?: number;
  /**
   * `reads` (default): between any two reads of a monitor one of its checks begins or ends, so that
   * what checks change does change; `asked`: checks run only on request; `schedule` (default with a speed, or once the clock
   * was moved): also when they are due.
   */
  readonly checks?: 'reads' | 'asked' | 'schedule';
  /** The factor of credit estimates in answers, for another price list; default 1. */
  readonly creditFactor?: number;
  /** Milliseconds from the end of a check until the monitor's `lastRunAt` tells of it; default 0. */
  readonly runLagMs?: number;
  /** Milliseconds from the end of a check until its `notificationStatus` is there; default 0. */
  readonly deliveryLagMs?: number;
}

/** One entry of a fault script: which requests, how often, and what happens to them. */
export type Fault = FaultScope & FaultAction;

/** The requests that a fault applies to. */
export interface FaultScope {
  /** All members must match; without it every request to the service matches. */
  readonly when?: FaultMatch;
  /** Number of matching requests that pass first; default 0. */
  readonly skip?: number;
  /** Number of requests that it applies to after those; default all. */
  readonly times?: number;
  /** Milliseconds to wait before anything else is done. */
  readonly delayMs?: number;
}

/** Conditions on a request; a list means any of its items. */
export interface FaultMatch {
  /** The number of the request, from 1, since this script was set. */
  readonly request?: number | readonly number[];
  readonly method?: string | readonly string[];
  /** The path without its query. */
  readonly path?: string | readonly string[];
  /** The operation that the request asks for, offered or not. */
  readonly operation?: RouteName | readonly RouteName[];
  /** The monitor's name in the request's body, or the name that the monitor in its path has. */
  readonly name?: string | readonly string[];
  /** A target's url, or one of its urls, in the request's body. */
  readonly url?: string | readonly string[];
}

/** Whether and when the request is carried out although its answer is lost or damaged; `afterMs` counts from the end of the request's connection or answer. */
export type Work = 'none' | 'done' | {readonly afterMs: number};

/** The action of a fault. An action without `work` carries out the request as usual. */
export type FaultAction =
  /** Nothing but the delay: later entries still get their turn. */
  | {readonly do?: 'pass'}
  /** The connection is closed without an answer, `reset` by RST. */
  | {readonly do: 'drop'; readonly work?: Work; readonly reset?: boolean}
  /** There is never an answer. */
  | {readonly do: 'hang'; readonly work?: Work}
  | AnswerAction
  /** The usual answer with changed ids; `null` leaves the member out. */
  | {readonly do: 'alter'; readonly id?: JsonValue; readonly targetIds?: 'changed' | 'dropped'}
  /**
   * The request is carried out as if its body said something else: without these members (`all` of them), and with those. An
   * update of which nothing is left changes nothing, and is answered all the same.
   */
  | {readonly do: 'rewrite'; readonly without?: readonly string[] | 'all'; readonly with?: JsonObject}
  /** The usual answer, cut in half. */
  | {readonly do: 'truncate'; readonly framing: 'content-length' | 'chunked' | 'close'}
  /** The usual answer, compressed, with so many megabytes of white space in it. */
  | {readonly do: 'gzip-bomb'; readonly megabytes?: number}
  /** An answer that never stops. */
  | {readonly do: 'endless'; readonly work?: Work}
  /** The usual answer, a few bytes at a time. */
  | {readonly do: 'slow'; readonly bytesPerSecond?: number}
  /** The usual answer under that many bytes of headers. */
  | {readonly do: 'large-headers'; readonly bytes?: number}
  | {readonly do: 'redirect'; readonly location: string; readonly status?: number; readonly work?: Work}
  /** A token bucket: `limit` requests a window, refilled evenly; what is over gets a 429. */
  | {readonly do: 'rate-limit'; readonly limit: number; readonly windowMs: number; readonly tell?: 'header' | 'text' | 'both' | 'nothing'};

/** Any answer at all. */
export interface AnswerAction {
  readonly do: 'answer';
  readonly status: number;
  readonly work?: Work;
  /** The text of the `Retry-After` header, sent as it is. */
  readonly retryAfter?: string | number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The documented error body's `error`; default the catalogue's text for the status. */
  readonly error?: string;
  readonly code?: string;
  readonly details?: JsonValue;
  /** Instead of the error body: text is sent as it is, any other value as JSON. */
  readonly body?: JsonValue;
  /** Default `text/html` for a body that begins with `<`, else `application/json`. */
  readonly contentType?: string;
  /** Whether the error text repeats the request's headers, the key among them. */
  readonly echoHeaders?: boolean;
}
