import type {JsonObject, JsonValue} from '../json/value';
import type {HideText} from '../secrets/redaction';
import type {Secret} from '../secrets/secret';

/** Operations of a service that apply uses, in the domain's words. */
export interface MonitorService {
  /** The address without `/v2`, e.g. `https://api.example.dev/prefix`: what the state records as origin. */
  readonly origin: string;
  /** Whether the emulator gave all successful answers so far; false once another service gave one, null before the first. */
  isEmulator(): boolean | null;
  /** The clock of checks as the emulator last told it, milliseconds since 1970; null, or left out, where it is that of `serverTime`. */
  checkTime?(): number | null;
  /**
   * Sends one create request (POST /v2/monitor), once: no retry, no redirect. Never throws for anything that the
   * network or the service does: the outcome says what is known. `body` has its references resolved and is never
   * kept, logged or put into an error.
   */
  createMonitor(body: JsonObject, signal?: AbortSignal): Promise<CreateOutcome>;
  /** Reads one page of the list (GET /v2/monitor), newest first. `limit` is 1 to 100, `offset` 0 or more. Never throws, like all of these. */
  listMonitors(page: {readonly limit: number; readonly offset: number}, signal?: AbortSignal): Promise<ReadOutcome<readonly LiveMonitor[]>>;
  /** Reads one monitor (GET /v2/monitor/{id}); null where the service has none with that id, or its replica does not know it yet. */
  getMonitor(id: string, signal?: AbortSignal): Promise<ReadOutcome<LiveMonitor | null>>;
  /**
   * Sends one PATCH with these members, references resolved; they are never kept, logged or put into an error. `whole` is the body that the
   * monitor has, as its spec says it: its literal secrets are hidden in the answer, too.
   */
  updateMonitor(id: string, changes: JsonObject, signal?: AbortSignal, whole?: JsonObject): Promise<UpdateOutcome>;
  /** Sends one DELETE. */
  deleteMonitor(id: string, signal?: AbortSignal): Promise<DeleteOutcome>;
  close(): Promise<void>;
}

/** Outcome of one create request. See docs/reliability.md. */
export type CreateOutcome =
  /** 2xx with complete JSON, `success: true` and an id. */
  | {readonly kind: 'applied'; readonly monitor: CreatedMonitor}
  /** Proof that the service did not carry it out: refused, or never connected. */
  | {readonly kind: 'not-applied'; readonly failure: Failure}
  /** It may have been carried out. */
  | {readonly kind: 'ambiguous'; readonly failure: Failure};

/** The service's answer to a create, read defensively. */
export interface CreatedMonitor {
  readonly id: string;
  readonly createdAt: string;
  /** Lower case, in the answer's order; empty where the answer has none. */
  readonly targetIds: readonly string[];
  readonly nextRunAt: string | null;
  readonly estimatedCreditsPerMonth: number | null;
  /** The whole `data` object; may hold webhook headers in clear: mask before it is kept or shown. Values of references are hidden elsewhere. */
  readonly data: JsonObject;
  /** The same with nothing hidden, where something is. */
  readonly clear?: Secret<JsonObject>;
  /** Hides the values of references in what is kept or shown of `clear`; absent where none is known. */
  readonly hide?: HideText;
}

/** A monitor as list, get and update answer it, read defensively. */
export interface LiveMonitor extends CreatedMonitor {
  /** Empty when the service says none. */
  readonly name: string;
  /** `active`, `paused`, or whatever else the service says; empty when it says nothing. */
  readonly status: string;
}

/** Outcome of one reading request. */
export type ReadOutcome<Value> =
  | {
      readonly kind: 'read';
      readonly value: Value;
      /** The service's clock when it answered (`Date`), milliseconds since 1970; null when it did not say. */
      readonly serverTime: number | null;
    }
  | {readonly kind: 'failed'; readonly failure: Failure};

/** Outcome of one update request. */
export type UpdateOutcome =
  | {readonly kind: 'applied'; readonly monitor: LiveMonitor}
  /** The service has no monitor with that id. */
  | {readonly kind: 'missing'; readonly failure: Failure}
  | {readonly kind: 'not-applied'; readonly failure: Failure}
  | {readonly kind: 'ambiguous'; readonly failure: Failure};

/** Outcome of one delete request. */
export type DeleteOutcome =
  | {readonly kind: 'applied'}
  /** The service has no monitor with that id: it is gone already. */
  | {readonly kind: 'missing'; readonly failure: Failure}
  | {readonly kind: 'not-applied'; readonly failure: Failure}
  | {readonly kind: 'ambiguous'; readonly failure: Failure};

/** Failure of one request; free of secrets: sanitized, redacted, at most 500 characters a text. */
export interface Failure {
  /** `http` has a status, unless the request could not be put into HTTP; `connect` failed before anything was sent; `transport` after; `body` is an answer that can't be read. */
  readonly kind: 'http' | 'connect' | 'tls' | 'transport' | 'timeout' | 'body' | 'aborted';
  readonly status?: number;
  /** A system or library code (`ECONNREFUSED`, `UND_ERR_SOCKET`) or the service's `code`. */
  readonly code?: string;
  /** One sentence for people: what happened. */
  readonly message: string;
  /** The service's per-field details, sanitized. */
  readonly details?: JsonValue;
  /** Where a redirect pointed: host only. */
  readonly redirectHost?: string;
  /** Wait that the service asked for, milliseconds from the answer's arrival; undefined when it did not say (or not validly). */
  readonly retryAfterMs?: number;
  /** `retryAfterMs` was read from the words of the body, not from a header: it lengthens a computed delay, no more. */
  readonly retryAfterIsHint?: boolean;
  /** The answer was no JSON although it should be: not the service, or something before it. */
  readonly notTheService?: boolean;
  /** This service does not offer the operation: 405, 501, a 404 that is not the service's own of a monitor; a list also 403. */
  readonly notOffered?: true;
}
