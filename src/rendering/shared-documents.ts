import type {Count} from '../core/json/count';
import type {JournaledCreate} from '../core/state/journal';

/** One version of a state file. */
export type StateVersionDocument = {
  /**
   * Identity of the state file, kept in copies.
   * @example "4f1c7f6e-3b0c-4a7e-9d5e-0f6c2c9b8a10"
   */
  readonly lineage: string;
  /**
   * Number of writes of that state.
   * @asType integer
   * @minimum 0
   * @example 7
   */
  readonly serial: number;
};

/** A monitor in the service. */
export type LiveMonitorDocument = {
  /** The service's id. */
  readonly id: string;
  /**
   * Its name in the service.
   * @example "Acme pricing"
   */
  readonly name: string;
  /**
   * Time of creation; empty if the service gave none.
   * @example "2026-11-20T08:00:00Z"
   */
  readonly createdAt: string;
};

/** A monitor of the service, as documents name it. */
export function toLiveMonitor({id, name, createdAt}: LiveMonitorDocument): LiveMonitorDocument {
  return {id, name, createdAt};
}

/** An unresolved create; see `monitors resolve`. */
export interface UnresolvedDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * Its target ids, to look for in the service.
   * @example ["5f0c1a52-0000-5000-8000-000000000003"]
   */
  readonly targetIds: readonly string[];
  /**
   * Address of the service.
   * @example "https://api.example.com"
   */
  readonly origin: string;
  /** Number of requests, if known. */
  readonly attempts: Count;
  /** Time of the first request, ISO 8601; null if unknown. */
  readonly firstSentAt: string | null;
  /** Time of the last request, ISO 8601; null if unknown. */
  readonly lastSentAt: string | null;
  /** The last answer; missing if there was none. */
  readonly error?: UnresolvedErrorDocument;
}

/** Answer to an unresolved create. */
export interface UnresolvedErrorDocument {
  /** HTTP status, if there was an answer. */
  readonly status?: number;
  /** What happened, in one word. */
  readonly code: string;
  /** What happened, in one sentence. */
  readonly message: string;
}

/** A create whose outcome is unknown, as JSON documents hold it. */
export function toUnresolvedDocument({intent, attempt, firstSentAt, lastSentAt, error}: JournaledCreate): UnresolvedDocument {
  const {key, targetIds, origin} = intent;
  return {
    key,
    targetIds,
    origin,
    attempts: attempt,
    firstSentAt: orNull(firstSentAt),
    lastSentAt: orNull(lastSentAt),
    ...(error === undefined ? {} : {error}),
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
