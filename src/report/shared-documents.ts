import type {Count} from '../json/count';
import type {JournaledCreate} from '../state/journal';

/** One generation of one state file. */
export type StateVersionDocument = {
  /**
   * Names the state file for its whole life, also through copies.
   * @example "4f1c7f6e-3b0c-4a7e-9d5e-0f6c2c9b8a10"
   */
  readonly lineage: string;
  /**
   * Counts the writes of that state.
   * @asType integer
   * @minimum 0
   * @example 7
   */
  readonly serial: number;
};

/** A monitor as the service holds it. */
export type LiveMonitorDocument = {
  /** The service's id. */
  readonly id: string;
  /**
   * Its name in the service.
   * @example "Acme pricing"
   */
  readonly name: string;
  /**
   * When it was created, as the service says it; empty when it does not.
   * @example "2026-11-20T08:00:00Z"
   */
  readonly createdAt: string;
};

/** A monitor of the service, as documents name it. */
export function toLiveMonitor({id, name, createdAt}: LiveMonitorDocument): LiveMonitorDocument {
  return {id, name, createdAt};
}

/** A create whose outcome is unknown: `monitors resolve` settles it. */
export interface UnresolvedDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * The ids that its targets were sent with: what to look for in the service.
   * @example ["5f0c1a52-0000-5000-8000-000000000003"]
   */
  readonly targetIds: readonly string[];
  /**
   * The service's address that it was sent to.
   * @example "https://api.example.com"
   */
  readonly origin: string;
  /** Requests made for it, as far as that is known. */
  readonly attempts: Count;
  /** When it was first sent, ISO 8601; null where that is not known. */
  readonly firstSentAt: string | null;
  /** When it was last sent, ISO 8601; null where that is not known. */
  readonly lastSentAt: string | null;
  /** What was seen last; left out where there was no answer at all. */
  readonly error?: UnresolvedErrorDocument;
}

/** What a create whose outcome is unknown was answered. */
export interface UnresolvedErrorDocument {
  /** The status of the answer, where there was one. */
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
