import type {JsonValue} from '../json/value';

/** Path of creating and listing below the service's address (service document, "Create monitor"). */
export const createMonitorPath = '/v2/monitor';

/** Path of one monitor. An id is text from a service: encoded, so that it names nothing else whatever is in it. */
export function monitorPath(id: string): string {
  const encoded = encodeURIComponent(id);
  // A segment of dots alone would be taken for a direction.
  return `${createMonitorPath}/${/^\.+$/.test(encoded) ? encoded.replaceAll('.', '%2E') : encoded}`;
}

/** The statuses that the service document's error catalogue calls retryable; every other one is final. */
export const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** A successful answer to create (service document, "Create monitor"); nothing in it is trusted before it was read. */
export interface CreateAnswer {
  readonly success: true;
  readonly data: JsonValue;
}

/** The body of every answer that is no success (service document, "Error body"). */
export interface ErrorAnswer {
  readonly success: false;
  /** A message for people. */
  readonly error: string;
  /** Per-field validation errors where there are any; their shape is not documented. */
  readonly details?: JsonValue;
  /** Only some endpoints add it. */
  readonly code?: string;
}
