import type {Count} from '../json/count';
import type {JournaledCreate} from '../state/journal';

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
