import {codePages} from './code-page';

/** Codes of the family `risk/`. */
export const riskCodes = codePages({
  'risk/judge-without-goal': {
    meaning: 'Changed pages are judged against the goal; without one nothing is.',
    example: 'judgeEnabled: true   # and no goal',
    fix: 'Add a `goal`, or remove `judgeEnabled`.',
  },
  'risk/email-without-recipients': {
    meaning: 'E-mail is switched on, and nobody gets it.',
    example: 'email: {enabled: true}',
    fix: 'Add `recipients`.',
  },
  'risk/cache-only': {
    meaning: 'With `lockdown` or `minAge` the page itself is never asked: what is not in the cache fails each check.',
    example: 'scrapeOptions: {lockdown: true}',
    fix: 'Remove it, unless something else fills the cache.',
  },
  'risk/stale-copy': {
    meaning: 'A copy as old as `maxAge` will do, and the checks come more often: they compare a copy with itself.',
    example: 'schedule: {text: hourly}\nscrapeOptions: {maxAge: 86400000}',
    fix: 'Write `maxAge: 0`, or less than the time between two checks.',
  },
  'risk/store-in-cache': {
    meaning: 'Headers and actions make the service keep the page out of its cache, whatever `storeInCache` says.',
    example: 'storeInCache: true\nheaders: {Cookie: "${env:COOKIE}"}',
    fix: 'Remove `storeInCache`.',
  },
  'risk/clean-content-lockdown': {
    meaning: '`lockdown` keeps no data, and `onlyCleanContent` is not supported then.',
    example: 'lockdown: true\nonlyCleanContent: true',
    fix: 'Remove one of them.',
  },
  'risk/write-without-click': {
    meaning: 'A `write` types into the element that has the focus; without a `click` before it that is none.',
    example: 'actions:\n  - {type: write, text: acme}',
    fix: 'Add a `click` before it.',
  },
  'risk/change-tracking-mode': {
    meaning: '`schema` and `prompt` of `changeTracking` count only in mode `json`.',
    example: '- {type: changeTracking, prompt: Compare the prices}',
    fix: 'Add `modes: [json]`, or remove them.',
  },
  'risk/crawl-without-limit': {
    meaning: 'A crawl without a limit may visit, and bill, 10,000 pages at each check.',
    example: '- {type: crawl, url: https://docs.acme.example/}',
    fix: 'Add `crawlOptions: {limit: 100}`.',
  },
  'risk/search-window': {
    meaning: 'Only results published within the window count, and checks are further apart: what is published in between is never seen.',
    example: 'schedule: {text: weekly}\nsearchWindow: 24h',
    fix: 'Widen the window, or check more often.',
  },
  'risk/private-address': {
    meaning: 'The address belongs to a private network, which the service can hardly reach.',
    example: 'urls: [http://10.0.0.5/]',
    fix: 'Watch a public address.',
  },
});
