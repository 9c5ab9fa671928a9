import {codePages} from './code-page';

/** Codes of the family `page/`: what `monitors try` finds about pages. */
export const pageCodes = codePages({
  'page/bad-status': {
    meaning: 'The page answers 400 or more.',
    fix: 'Fix the address, or set `sync.expect.status`.',
  },
  'page/other-status': {
    meaning: 'The page does not answer what `sync.expect.status` says.',
    fix: 'Fix either.',
  },
  'page/empty': {
    meaning: 'The page has no content, or `includeTags` selects none.',
    fix: 'Fix the address or the selectors, or set `waitFor`.',
  },
  'page/other-site': {
    meaning: 'The page redirects to another registrable domain.',
    fix: 'Watch the new address.',
  },
  'page/error-page': {
    meaning: 'Several signs of an error page, but the status is success.',
    fix: 'Fix the address.',
  },
  'page/login': {
    meaning: 'Several signs of a page to sign in.',
    fix: 'Send cookies with `headers`, or watch a public page.',
  },
  'page/consent': {
    meaning: 'Several signs of a page that asks for consent.',
    fix: 'Accept with `actions`, or set `location`.',
  },
  'page/challenge': {
    meaning: 'Several signs of a check for robots.',
    fix: 'Try `proxy: enhanced`.',
  },
  'page/selectors': {
    meaning: 'The page ignores `includeTags`.',
    fix: 'Fix the selectors.',
  },
  'page/no-extraction': {
    meaning: 'The JSON format found nothing.',
    fix: 'Fix its schema or prompt.',
  },
  'page/noise': {
    meaning: 'Two fetches differ: each check would report that.',
    fix: 'Exclude it with `excludeTags`.',
  },
  'page/cache-only': {
    meaning: 'With `minAge` or `lockdown` the service never fetches the page.',
    fix: 'Use `--cached` without `--twice`.',
  },
  'page/failed': {
    meaning: 'The page could not be fetched; it may have been charged.',
    fix: 'Read the message before you repeat the command.',
  },
});
