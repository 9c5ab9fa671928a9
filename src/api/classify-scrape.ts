import {type Answer, parseBody} from './answer';
import {type ClassifyContext, describeAnswer, describeUnreadable, isRedirect, isSuccess} from './classify-answer';
import {readScrapedPage} from './read-scrape';
import type {ScrapeOutcome} from './scrape-port';

/** Statuses that prove that no page was fetched. Every other failure may come after the work, which is charged. */
const UNCHARGED: ReadonlySet<number> = new Set([400, 401, 402, 405, 413, 415, 429, 501]);

/** Classifies the answer to a request that fetches a page. */
export function classifyScrape(answer: Answer, context: ClassifyContext): ScrapeOutcome {
  if (isSuccess(answer)) {
    const page = readScrapedPage(parseBody(answer), context.redact);
    if (page !== undefined) return {kind: 'applied', page};
    return {kind: 'ambiguous', failure: describeUnreadable(answer, {code: 'NO_PAGE', problem: 'does not contain a page'}, context)};
  }
  const failure = describeAnswer(answer, 'fetching pages', context);
  const isProof = UNCHARGED.has(answer.status) || failure.notOffered === true || isRedirect(answer);
  return {kind: isProof ? 'not-applied' : 'ambiguous', failure};
}
