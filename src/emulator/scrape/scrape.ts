import {errorAnswer, errorText, type HttpAnswer, jsonAnswer} from '../http';
import type {Operating} from '../operating';
import {badRequest} from '../queries';
import {creditsPerPage} from '../requests/estimate';
import {Problems} from '../requests/problems';
import {type AcceptedScrape, isBadAddress, readScrapeRequest} from '../requests/scrape';
import type {Served} from '../site/page';
import {commandsModels, writeScrape} from './read-page';

/** The answer to a scrape, and what it was charged. */
interface Scraped {
  readonly answer: HttpAnswer;
  /** Credits. */
  readonly charged: number;
}

/** Scrapes a page of the emulator's own site, never one of the network (API v2, `POST /v2/scrape`). */
export function scrapePage(operating: Operating): Scraped {
  const problems = new Problems();
  const request = readScrapeRequest(problems, operating.body ?? null);
  if (request === undefined) return free(isBadAddress(problems) ? refuseAddress(problems) : badRequest(problems.list));
  const {credits} = operating;
  const price = creditsPerPage(request.options);
  if (credits.lacks(price)) return free(errorAnswer(402, errorText(402)));
  const found = findPage(request, operating);
  if ('answer' in found) return charge(operating, found);
  const {served} = found;
  if ((served.takesMs ?? 0) > request.timeoutMs) return free(errorAnswer(408, errorText(408)));
  const isScanned = request.formats.some(format => format['checkPromptInjection'] === true);
  if (isScanned && commandsModels(served)) {
    const refused = errorAnswer(403, 'The page tries to instruct the model', {code: 'SCRAPE_PROMPT_INJECTION_DETECTED'});
    return charge(operating, {answer: refused, charged: 4});
  }
  const data = writeScrape(request.url, served, request.options, request.formats);
  return charge(operating, {
    answer: jsonAnswer(200, {success: true, data}),
    charged: price + morePages(served, request) + (isScanned ? 4 : 0),
  });
}

function free(answer: HttpAnswer): Scraped {
  return {answer, charged: 0};
}

function charge({credits}: Operating, scraped: Scraped): Scraped {
  credits.charge(scraped.charged);
  return scraped;
}

function refuseAddress(problems: Problems): HttpAnswer {
  return errorAnswer(400, 'Invalid URL', {details: problems.list.map(problem => ({...problem}))});
}

/** A copy from the cache, or a visit; or why there is neither. */
function findPage({url, options}: AcceptedScrape, {site, cache, clock}: Operating): {readonly served: Served} | Scraped {
  const now = clock.now();
  const copy = cache.find(url, options, now);
  if (copy !== undefined) return copy;
  if (options['lockdown'] === true) {
    return {answer: errorAnswer(404, 'No cached data for this page', {code: 'SCRAPE_LOCKDOWN_CACHE_MISS'}), charged: 1};
  }
  if (options['minAge'] !== undefined) return free(errorAnswer(404, 'No cached data for this page', {code: 'SCRAPE_NO_CACHED_DATA'}));
  const served = site.visit(url, now);
  cache.keep(url, options, {served, at: now});
  return {served};
}

/** A PDF costs a credit for each of its pages, unless it is not read. */
function morePages({pdfPages = 1}: Served, {options}: AcceptedScrape): number {
  const {parsers} = options;
  return Array.isArray(parsers) && parsers.length === 0 ? 0 : pdfPages - 1;
}
