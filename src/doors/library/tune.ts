import {CONCURRENCY, MOST_REQUESTS, TUNED_CHECKS} from '../../core/config/choices';
import {wholeNumber} from '../../core/config/option-values';
import type {TuneDocument} from '../../features/tune/document';
import {tuneMonitors} from '../../features/tune/tune';
import {writeAndPlan} from '../../features/tune/write-and-plan';
import {toValidateDocument} from '../../features/validate/document';
import {checkOptions} from './check-options';
import type {TuneOptions} from './options';
import {refuseInvalid, runOnProject} from './run';

/** Finds noise and cost, and proposes; see `tune` in src/index.ts. */
export async function tune(given: TuneOptions): Promise<TuneDocument> {
  const {checks = 30, maxRequests, concurrency = 8, only, exclude, labels = {}, write = [], ...options} = checkOptions(given);
  return runOnProject({...options, command: 'tune'}, async project => {
    const outcome = await tuneMonitors(project, {
      ...{only, exclude},
      labels: Object.entries(labels).map(([name, value]) => `${name}=${value}`),
      checks: wholeNumber('checks', String(checks), TUNED_CHECKS),
      maxRequests: maxRequests === undefined ? null : wholeNumber('maxRequests', String(maxRequests), MOST_REQUESTS),
      concurrency: wholeNumber('concurrency', String(concurrency), CONCURRENCY),
    });
    if (outcome.kind === 'invalid') {
      const {report} = outcome.workspace;
      throw refuseInvalid(toValidateDocument(report).diagnostics, report.errorCount, 'read');
    }
    return write.length === 0 ? outcome.document : (await writeAndPlan(project, outcome, write)).document;
  });
}
