import type {PageChangeDocument} from './document';

/** Changes that may be those of an error page. */
type Change = Pick<PageChangeDocument, 'key' | 'url' | 'at' | 'statusCode'>;

/** Whether a page answered with an error. */
export function isErrorStatus(statusCode: number | null): statusCode is number {
  return statusCode !== null && statusCode >= 400;
}

/** A page of a monitor, as one value. */
export function nameOfPage({key, url}: Change): string {
  return `${key}\n${url}`;
}

/**
 * Finds the pages whose newest change was to an error status, by {@link nameOfPage}. To the service a page that is gone changes once:
 * later checks find it the same, so that nothing else says so.
 */
export function findErrorPages<C extends Change>(changes: readonly C[]): ReadonlyMap<string, C> {
  const newest = new Map<string, C>();
  for (const change of changes) {
    const page = nameOfPage(change);
    if (change.at > (newest.get(page)?.at ?? '')) newest.set(page, change);
  }
  return new Map([...newest].filter(([, {statusCode}]) => isErrorStatus(statusCode)));
}
