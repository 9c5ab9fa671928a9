import {hashJson} from '../../../core/json/canonical';
import {isObject, type JsonValue} from '../../../core/json/value';
import type {Change, Plan} from '../../../core/plan/change';
import {isSent} from '../../../core/plan/change-facts';
import {member} from '../../../core/service/member';
import {estimatePage} from '../../../core/specs/credits';
import {listTrialPages, type TrialPage} from '../../../features/try/try-plan';
import {DIGEST_LENGTH} from './record';
import {findUnsent} from './sent-options';

/** A page that a pull request adds or changes. */
export interface ChangedPage {
  readonly page: TrialPage;
  /** Of the body that is sent: address and options. */
  readonly digest: string;
  readonly credits: number;
}

/** A page that is not sent from a pull request, and why. */
export interface OwnHandsPage {
  readonly page: TrialPage;
  readonly reason: string;
}

/** The pages of a plan that are new or watched in another way than before. */
interface ChangedPages {
  readonly pages: readonly ChangedPage[];
  readonly byHand: readonly OwnHandsPage[];
}

/** Finds the pages that a plan adds or changes, and sorts out those that a pull request may not send. */
export function findChangedPages({changes}: Pick<Plan, 'changes'>): ChangedPages {
  const pages: ChangedPage[] = [];
  const byHand: OwnHandsPage[] = [];
  for (const change of changes) {
    const known = new Set(listBefore(change).map(page => digestOf(page).digest));
    for (const page of listAfter(change)) {
      const {digest, refers, url} = digestOf(page);
      if (known.has(digest)) continue;
      const reason = refers ? 'it refers to an environment variable' : (findAllowed(change) ?? findUnsent(page.options));
      if (reason === null) pages.push({page: withoutLongPdf(page), digest, credits: estimatePage(page.options, url).credits});
      else byHand.push({page, reason});
    }
  }
  return {pages, byHand};
}

function listAfter(change: Change): readonly TrialPage[] {
  return isSent(change) ? listTrialPages(change.after) : [];
}

function listBefore(change: Change): readonly TrialPage[] {
  if (change.action !== 'update' && change.action !== 'replace') return [];
  return listTrialPages({...change.after, body: () => change.before.applied});
}

/** A member that no version knows has no price: see `service.allowFields`. */
function findAllowed(change: Change): string | null {
  const allowed = 'after' in change ? change.after?.allowed?.[0] : undefined;
  return allowed === undefined ? null : `it has \`${allowed}\`, which only the config allows`;
}

/** Of a PDF only the first page is fetched: each costs a credit, and how many there are is no estimate's to know. */
function withoutLongPdf(page: TrialPage): TrialPage {
  return {
    ...page,
    resolve: lookup => {
      const {url, options} = page.resolve(lookup);
      const given = member(options, 'parsers');
      const parsers: readonly JsonValue[] = Array.isArray(given) ? given : ['pdf'];
      return {url, options: {...options, parsers: parsers.map(toFirstPage)}};
    },
  };
}

function toFirstPage(parser: JsonValue): JsonValue {
  if (parser === 'pdf') return {type: 'pdf', maxPages: 1};
  return isObject(parser) ? {...parser, maxPages: 1} : parser;
}

/** Resolves nothing: a reference only shows that there is one. */
function digestOf(page: TrialPage): {readonly digest: string; readonly refers: boolean; readonly url: string} {
  let refers = false;
  const {url, options} = page.resolve(() => {
    refers = true;
    return '';
  });
  return {digest: hashJson({url, options}).slice(0, DIGEST_LENGTH), refers, url};
}
