import {CONCURRENCY, MAX_CREDITS, MOST_REQUESTS, TUNED_CHECKS} from '../../core/config/choices';
import {wholeNumber} from '../../core/config/option-values';
import type {TuneDocument} from '../../features/tune/document';
import {fetchRegions} from '../../features/tune/regions/fetch-regions';
import {tuneMonitors} from '../../features/tune/tune';
import {writeAndPlan} from '../../features/tune/write-and-plan';
import {toValidateDocument} from '../../features/validate/document';
import {checkOptions, refuse} from './check-options';
import {refuseDear} from './observe';
import type {TuneOptions} from './options';
import {refuseInvalid, runOnProject} from './run';

/** Finds noise and cost, and proposes; see `tune` in src/index.ts. */
export async function tune(given: TuneOptions): Promise<TuneDocument> {
  const {
    checks = 30,
    fetch = false,
    maxCredits,
    maxRequests,
    concurrency = 8,
    only,
    exclude,
    labels = {},
    write = [],
    ...options
  } = checkOptions(given);
  if (fetch && maxCredits === undefined) throw refuse('maxCredits is missing', 'to fetch is to pay: give the most that it may cost');
  return runOnProject({...options, command: 'tune'}, async project => {
    const outcome = await tuneMonitors(project, {
      ...{only, exclude},
      labels: Object.entries(labels).map(([name, value]) => `${name}=${value}`),
      checks: wholeNumber('checks', String(checks), TUNED_CHECKS),
      maxRequests: maxRequests === undefined ? null : wholeNumber('maxRequests', String(maxRequests), MOST_REQUESTS),
      concurrency: wholeNumber('concurrency', String(concurrency), CONCURRENCY),
      fetch,
    });
    if (outcome.kind === 'invalid') {
      const {report} = outcome.workspace;
      throw refuseInvalid(toValidateDocument(report).diagnostics, report.errorCount, 'read');
    }
    const most = wholeNumber('maxCredits', String(maxCredits ?? 0), MAX_CREDITS);
    const approve = async ({credits}: {readonly credits: number}) => refuseDear(credits, most);
    const found = fetch ? await fetchRegions(project, outcome, {approve}) : outcome;
    return write.length === 0 ? found.document : (await writeAndPlan(project, found, write)).document;
  });
}
