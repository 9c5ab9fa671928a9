import type {JsonObject} from '../json/value';
import {memberOf} from '../service/table';

/** Milliseconds that the service itself may need beyond the time that a page may take. */
const MARGIN_MS = 30_000;

/** Milliseconds that a page may take where the options do not say. */
const PAGE_MS = memberOf('ScrapeOptions', 'timeout').default as number;

/** Calculates the milliseconds to wait for the answer to a fetch: it is paid for, so that giving up early would lose it. */
export function scrapeWaitMs({timeout}: JsonObject): number {
  return (typeof timeout === 'number' ? timeout : PAGE_MS) + MARGIN_MS;
}
