/** Path of creating and listing below the service's address ("Create monitor" in its API description). */
export const createMonitorPath = '/v2/monitor';

/**
 * Path of one monitor. An id is text from a service: it is encoded, so that it names nothing else whatever is in it.
 * Undefined where no encoding helps: every part of the way may take a segment of dots for a direction, encoded or not,
 * an empty one names the list, and half of a surrogate pair has no encoding.
 */
export function monitorPath(id: string): string | undefined {
  return /^\.*$/.test(id) || !isWellFormed(id) ? undefined : `${createMonitorPath}/${encodeURIComponent(id)}`;
}

/** Path of what hangs on one monitor: its checks, one of them, or a run. Undefined where an id fits into no path. */
export function belowMonitorPath(id: string, ...steps: readonly string[]): string | undefined {
  const parts = [id, ...steps];
  if (parts.some(part => monitorPath(part) === undefined)) return undefined;
  return `${createMonitorPath}/${parts.map(encodeURIComponent).join('/')}`;
}

/** Path of the credits of the key's team. */
export const creditUsagePath = '/v2/team/credit-usage';

/** Path of fetching one page. */
export const scrapePath = '/v2/scrape';

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The statuses that the error catalogue of the service's API calls retryable; every other one is final. */
export const retryableStatuses: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
