import type {JsonObject} from '../json/value';
import {memberOf} from '../service/table';

/** What the service itself may need beyond the time that a page may take, milliseconds. */
const MARGIN_MS = 30_000;

/** How long a page may take where the options do not say, milliseconds. */
const PAGE_MS = memberOf('ScrapeOptions', 'timeout').default as number;

/** How long to wait for the answer to a fetch, milliseconds: it is paid for, so that giving up early would lose it. */
export function scrapeWaitMs({timeout}: JsonObject): number {
  return (typeof timeout === 'number' ? timeout : PAGE_MS) + MARGIN_MS;
}
