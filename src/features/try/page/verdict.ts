import type {ScrapedPage} from '../../../core/api/scrape-port';
import type {DiagnosticCode} from '../../../core/diagnostics/codes';
import type {Diagnostic} from '../../../core/diagnostics/diagnostic';
import {isObject, type JsonObject, type JsonValue, property} from '../../../core/json/value';
import {isSameSite, siteOf} from './address';
import {findUnmatchedSelectors, readMarkup} from './markup';
import {
  findChallengeSigns,
  findConsentSigns,
  findErrorSigns,
  findJsonErrorSigns,
  findLoginSigns,
  type JudgedPage,
  type Sign,
} from './signs';
import {fold, hasContent, readPageText} from './text';

/** Request for a page to watch. */
interface Watch {
  /** As the spec has it, secrets masked. */
  readonly url: string;
  readonly options: JsonObject;
  /** `sync.expect.status`; null where the spec does not say. */
  readonly expectedStatus: number | null;
}

/**
 * Judges whether a page is worth watching: errors for what surely is not, warnings for what may not be. Warnings need several signs
 * together, since pages about errors, and pages with a link to sign in, are many.
 */
export function judgePage(watch: Watch, page: ScrapedPage): readonly Diagnostic[] {
  const sure = [...judgeStatus(watch, page), ...judgeContent(watch, page), ...judgeSite(watch, page)];
  const isExpected = watch.expectedStatus !== null && watch.expectedStatus === page.statusCode;
  if (isExpected || sure.some(({code}) => code !== 'page/other-status')) return sure;
  return [...sure, ...judgeText(watch, page), ...judgeSelectors(watch, page), ...judgeExtraction(page)];
}

function judgeStatus({expectedStatus}: Watch, {statusCode, error}: ScrapedPage): Diagnostic[] {
  if (expectedStatus !== null) {
    if (statusCode === null || statusCode === expectedStatus) return [];
    const message = `the page answered ${statusCode}; "sync.expect.status" says ${expectedStatus}`;
    const isBad = statusCode >= 400;
    return [
      {
        code: isBad ? 'page/bad-status' : 'page/other-status',
        severity: isBad ? 'error' : 'warning',
        message,
        hint: 'fix the address or sync.expect.status',
      },
    ];
  }
  if (statusCode === null || statusCode < 400) return [];
  const why = error === null || error.includes(String(statusCode)) ? '' : `: ${error}`;
  return [
    {
      code: 'page/bad-status',
      severity: 'error',
      message: `the page answered ${statusCode}${why}`,
      hint: `fix the address; if this is what you watch for, write "sync: {expect: {status: ${statusCode}}}"`,
    },
  ];
}

function judgeContent({options, expectedStatus}: Watch, page: ScrapedPage): Diagnostic[] {
  if (expectedStatus !== null && page.statusCode === expectedStatus) return [];
  const {markdown, html, rawHtml, summary, answer, json, others} = page;
  const texts = [markdown, summary, answer, html, rawHtml].filter(text => text !== null);
  if (texts.some(text => hasContent(stripTags(text))) || others.length > 0 || (json !== undefined && json !== null)) return [];
  const included = textsOf(property(options, 'includeTags'));
  return [
    {
      code: 'page/empty',
      severity: 'error',
      message:
        included.length === 0 ? 'the page is empty' : `nothing is left of the page: "includeTags" (${included.join(', ')}) selects nothing`,
      hint:
        included.length === 0
          ? 'if a script fills it, set `waitFor`; otherwise fix the address'
          : 'fix the selectors of `includeTags`, or remove them',
    },
  ];
}

function judgeSite({url}: Watch, {finalUrl}: ScrapedPage): Diagnostic[] {
  if (finalUrl === null || isSameSite(url, finalUrl) !== false) return [];
  return [
    {
      code: 'page/other-site',
      severity: 'error',
      message: `the page was redirected to another site: ${siteOf(finalUrl)}`,
      hint: 'watch the new address, if it is the one you mean',
    },
  ];
}

interface Kind {
  readonly code: DiagnosticCode;
  readonly what: string;
  readonly find: (page: JudgedPage) => readonly Sign[];
  readonly hint: string;
}

/** Finds the first kind of page with enough signs that it is probably not a page to watch. */
function judgeText({url}: Watch, {finalUrl, title, markdown, html, rawHtml, summary}: ScrapedPage): Diagnostic[] {
  const text = readPageText(markdown ?? summary ?? stripTags(html ?? rawHtml ?? ''));
  const page: JudgedPage = {url, finalUrl, title, text};
  const answer = readJsonPage(markdown);
  if (answer !== null) {
    const signs = findJsonErrorSigns(answer);
    return signs.length === 0 ? [] : [toWarning(ERROR_PAGE, signs)];
  }
  for (const kind of KINDS) {
    const signs = kind.find(page);
    if (signs.length > 0) return [toWarning(kind, signs)];
  }
  return [];
}

function toWarning({code, what, hint}: Kind, signs: readonly Sign[]): Diagnostic {
  const seen = signs.map(({words}) => words).join('; ');
  return {code, severity: 'warning', message: `this may be ${what}: ${seen}`, hint};
}

/** The object that a page for programs holds; null where it is another page. Longer ones report no error. */
function readJsonPage(markdown: string | null): JsonObject | null {
  const text = (markdown ?? '').trim().replace(/^```(?:json)?\n([\s\S]*)\n```$/, '$1');
  if (!text.startsWith('{') || text.length > LONGEST_JSON) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const LONGEST_JSON = 10_000;

const ERROR_PAGE: Kind = {
  ...{code: 'page/error-page', what: 'an error page that answers with success', find: findErrorSigns},
  hint: 'open the address in a browser, and fix it',
};

/** Kinds of pages that are not pages to watch, the most telling first. */
const KINDS: readonly Kind[] = [
  {
    ...{code: 'page/challenge', what: 'a check for robots', find: findChallengeSigns},
    hint: 'try `proxy: enhanced`, or watch another page of the site',
  },
  {
    ...{code: 'page/login', what: 'a page to sign in', find: findLoginSigns},
    hint: 'send cookies with `headers`, or watch a public page',
  },
  {
    ...{code: 'page/consent', what: 'a page that asks for consent', find: findConsentSigns},
    hint: 'accept with `actions`, or set `location` to another country',
  },
  ERROR_PAGE,
];

/** Signs that headers and footers are there although only parts of the page were asked for. */
const FRAME = [
  'skip to content',
  'skip to main content',
  'all rights reserved',
  'privacy policy',
  'terms of service',
  'cookie policy',
  '\u00a9',
];

function judgeSelectors({options}: Watch, {markdown, html, contentType}: ScrapedPage): Diagnostic[] {
  const included = textsOf(property(options, 'includeTags'));
  if (included.length === 0) return [];
  if (contentType !== null && !/html|xml/i.test(contentType)) {
    const message = `"includeTags" changes nothing: the page is not HTML (${contentType})`;
    return [{code: 'page/selectors', severity: 'warning', message, hint: 'remove `includeTags`, or watch a web page'}];
  }
  const hint = 'fix the selectors of `includeTags`: each change of the whole page counts now';
  const unmatched = html === null ? [] : findUnmatchedSelectors(html, included);
  if (html !== null && unmatched.length === included.length) {
    return [
      {
        code: 'page/selectors',
        severity: 'warning',
        message: `the page holds nothing that "includeTags" selects (${included.join(', ')})`,
        hint,
      },
    ];
  }
  const text = fold((markdown ?? '').slice(0, LOOKED_AT) + (markdown ?? '').slice(LOOKED_AT).slice(-LOOKED_AT));
  const seen = FRAME.filter(phrase => text.includes(phrase));
  if (html !== null || seen.length < 2) return [];
  const message = `the whole page may have come, not what "includeTags" selects (${included.join(', ')}): it holds ${seen.map(phrase => `"${phrase}"`).join(' and ')}`;
  return [{code: 'page/selectors', severity: 'warning', message, hint}];
}

/** Characters from each end of a page. */
const LOOKED_AT = 20_000;

function judgeExtraction({json}: ScrapedPage): Diagnostic[] {
  if (json === undefined || holdsValue(json)) return [];
  return [
    {
      code: 'page/no-extraction',
      severity: 'warning',
      message: 'the JSON format found nothing on the page: every value is empty',
      hint: 'fix its schema or prompt, or the address',
    },
  ];
}

function holdsValue(value: JsonValue): boolean {
  if (value === null || value === '') return false;
  if (Array.isArray(value)) return value.some(holdsValue);
  return isObject(value) ? Object.values(value).some(holdsValue) : true;
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

/** Markup without its tags: enough to see whether anything is left, and to look for phrases. */
function stripTags(text: string): string {
  return text.includes('<')
    ? readMarkup(text)
        .map(({text: part}) => part)
        .join('\n')
    : text;
}
