import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Count} from '../../core/json/count';
import type {JsonValue} from '../../core/json/value';
import {renderJson} from '../../rendering/escape-json';

/** Result of `monitors try`. */
export interface TryDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'try';
  /** Pages by result. */
  readonly summary: TryCounts;
  /** Credits that the fetches cost, as estimated. */
  readonly estimatedCredits: Count;
  /** `now`: with `maxAge: 0` and `storeInCache: false`; `cached`: as the spec says. The second fetch is always `now`. */
  readonly firstFetch: 'now' | 'cached';
  /** The pages, by key and place in the spec. */
  readonly pages: readonly TriedPageDocument[];
  /** Keys of monitors with searches, which cannot be tried. */
  readonly searches: readonly string[];
}

/** Pages by result. */
export interface TryCounts {
  /** All. */
  readonly pages: Count;
  /** Surely not worth watching. */
  readonly bad: Count;
  /** Perhaps not worth watching. */
  readonly doubtful: Count;
  /** Could not be fetched. */
  readonly failed: Count;
  /** Not sent after a failure that concerns all, or an interruption. */
  readonly notSent: Count;
}

/** One page. */
export interface TriedPageDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** As in the spec; secrets in it are masked. */
  readonly url: string;
  /** It is the start page of a crawl. */
  readonly startPage: boolean;
  /** `not-sent`: left out after a failure that concerns all pages, or an interruption. */
  readonly outcome: 'fetched' | 'failed' | 'not-sent';
  /** It was not fetched, but may have been charged. */
  readonly mayBeCharged: boolean;
  /** HTTP status of the page; null if unknown. */
  readonly statusCode: number | null;
  /** Address after redirects; secrets in it are masked. */
  readonly finalUrl: string | null;
  /** The page's title. */
  readonly title: string | null;
  /** Size of the content in UTF-16 code units; null if no text came. */
  readonly characters: number | null;
  /** First lines of the content. */
  readonly firstLines: readonly string[];
  /** The extraction of a JSON format; null without one. */
  readonly json: JsonValue;
  /** What differs between two fetches, as a unified diff; null if nothing does, or it was fetched once. */
  readonly noise: string | null;
  /** What speaks against watching it. */
  readonly findings: readonly PageFindingDocument[];
  /** Names of files in the directory of `--out`. */
  readonly files: readonly string[];
}

/** What speaks against watching a page. */
export interface PageFindingDocument {
  /** `error` means surely, `warning` perhaps. */
  readonly severity: 'error' | 'warning';
  /**
   * Its code.
   * @example "page/empty"
   */
  readonly code: string;
  /** What was found. */
  readonly message: string;
  /** What to do. */
  readonly hint: string | null;
}

/** Result for one page. */
export type TriedPage = {
  readonly key: string;
  /** Secrets masked. */
  readonly url: string;
  readonly isStart: boolean;
  readonly findings: readonly Diagnostic[];
} & (
  | {readonly outcome: 'fetched'; readonly page: PageSummary; readonly noise: string | null; readonly files: readonly string[]}
  | {readonly outcome: 'failed'; readonly status: number | null; readonly mayBeCharged: boolean}
  | {readonly outcome: 'not-sent'}
);

/** Facts of a page that people want to see. */
export interface PageSummary {
  readonly statusCode: number | null;
  readonly finalUrl: string | null;
  readonly title: string | null;
  readonly warning: string | null;
  /** Null where no text came. */
  readonly characters: number | null;
  readonly firstLines: readonly string[];
  /** The extraction of a JSON format; absent without one. */
  readonly json?: JsonValue;
  /** Members that other formats filled. */
  readonly others: readonly string[];
}

/** Findings of `monitors try`. */
export interface TryView {
  readonly pages: readonly TriedPage[];
  readonly searches: readonly string[];
  readonly credits: number;
  readonly notIncluded: readonly string[];
  readonly first: 'cached' | 'now';
  readonly isTwice: boolean;
  /** The directory of `--out`; null without. */
  readonly keptIn: string | null;
}

/** The document that `monitors try --format json` prints. */
export function renderTryJson(view: TryView): string {
  const document: TryDocument = {
    formatVersion: 1,
    command: 'try',
    summary: countTried(view),
    estimatedCredits: view.credits,
    firstFetch: view.first,
    pages: view.pages.map(toPage),
    searches: [...view.searches],
  };
  return renderJson(document);
}

/** Counts pages by result. */
export function countTried({pages}: Pick<TryView, 'pages'>): TryCounts {
  const fetched = pages.filter(({outcome}) => outcome === 'fetched');
  const isBad = ({findings}: TriedPage) => findings.some(({severity}) => severity === 'error');
  return {
    pages: pages.length,
    bad: fetched.filter(isBad).length,
    doubtful: fetched.filter(page => !isBad(page) && page.findings.length > 0).length,
    failed: pages.filter(({outcome}) => outcome === 'failed').length,
    notSent: pages.filter(({outcome}) => outcome === 'not-sent').length,
  };
}

function toPage(tried: TriedPage): TriedPageDocument {
  const {key, url, isStart, outcome, findings} = tried;
  const page = tried.outcome === 'fetched' ? tried.page : null;
  return {
    ...{key, url, startPage: isStart, outcome},
    mayBeCharged: tried.outcome === 'failed' && tried.mayBeCharged,
    statusCode: page?.statusCode ?? null,
    finalUrl: page?.finalUrl ?? null,
    title: page?.title ?? null,
    characters: page?.characters ?? null,
    firstLines: [...(page?.firstLines ?? [])],
    json: page?.json ?? null,
    noise: tried.outcome === 'fetched' ? tried.noise : null,
    findings: findings.map(({severity, code, message, hint}) => ({severity, code, message, hint: hint ?? null})),
    files: tried.outcome === 'fetched' ? [...tried.files] : [],
  };
}
