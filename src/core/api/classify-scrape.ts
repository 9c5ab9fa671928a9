import {type Answer, parseBody} from './answer';
import {type ClassifyContext, describeAnswer, describeUnreadable, isRedirect, isSuccess} from './classify-answer';
import {maskAddress, maskAddresses, readScrapedPage} from './read-scrape';
import type {ScrapeOutcome} from './scrape-port';

/** Statuses that prove that no page was fetched. Every other failure may come after the work, which is charged. */
const UNCHARGED: ReadonlySet<number> = new Set([400, 401, 402, 405, 413, 415, 429, 501]);

/** Classifies the answer to a request that fetches the page at `url`, which is hidden where it comes back as far as it is secret. */
export function classifyScrape(answer: Answer, url: string, given: ClassifyContext): ScrapeOutcome {
  const shown = maskAddress(url);
  const context = shown === url ? given : {...given, redact: (text: string) => given.redact(text.replaceAll(url, shown))};
  if (isSuccess(answer)) {
    const page = readScrapedPage(parseBody(answer), context.redact);
    if (page !== undefined) return {kind: 'applied', page};
    return {kind: 'ambiguous', failure: describeUnreadable(answer, {code: 'NO_PAGE', problem: 'does not contain a page'}, context)};
  }
  const redact = (text: string) => context.redact(maskAddresses(text));
  const failure = describeAnswer(answer, 'fetching pages', {...context, redact});
  const isProof = UNCHARGED.has(answer.status) || failure.notOffered === true || isRedirect(answer);
  return {kind: isProof ? 'not-applied' : 'ambiguous', failure};
}
