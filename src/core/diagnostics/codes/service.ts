import {codePages} from './code-page';

/** Codes of the family `service/`. */
export const serviceCodes = codePages({
  'service/empty-name': {
    meaning: 'Firecrawl refuses an empty name.',
    example: 'name: ""',
    fix: 'Write a name.',
  },
  'service/schedule-length': {
    meaning: 'Firecrawl takes at most 128 characters.',
    fix: 'Use ranges and steps.',
  },
  'service/schedule-text': {
    meaning: 'Firecrawl takes only minutes that divide 60 and hours that divide 24.',
    example: 'text: every 8 minutes',
    fix: 'Use the number in the hint, or a cron expression.',
  },
  'service/cron-syntax': {
    meaning: 'Firecrawl takes only numbers in cron: no names, `?`, `L`, `W`, `#`.',
    example: 'cron: "0 12 * * MON"',
    fix: 'Write the numbers in the hint: `"0 12 * * 1"`.',
  },
  'service/never-runs': {
    meaning: 'Firecrawl refuses more than 366 days between runs. All three day fields must match.',
    example: 'cron: "0 6 13 * 5"',
    fix: 'Write `*` for one of them.',
  },
  'service/url-user-info': {
    meaning: 'Firecrawl refuses URLs with a password; older versions also those with a user name.',
    example: 'urls: ["https://ann:secret@acme.example/"]',
    fix: 'Remove the part before the `@`.',
  },
  'service/url-host': {
    meaning: 'Firecrawl takes only public hosts: IPv4, or a name with a top-level domain.',
    example: 'urls: [http://intranet/]',
    fix: 'Watch a public address.',
  },
  'service/domain': {
    meaning: '`includeDomains` and `excludeDomains` take bare host names.',
    example: 'includeDomains: ["https://acme.example"]',
    fix: 'Write `acme.example`.',
  },
  'service/include-and-exclude': {
    meaning: 'Firecrawl refuses a search with `includeDomains` and `excludeDomains`.',
    example: 'includeDomains: [a.example]\nexcludeDomains: [b.example]',
    fix: 'Keep one of them.',
  },
  'service/email': {
    meaning: 'Firecrawl refuses some characters of this valid address.',
    example: 'recipients: [a&b@example.com]',
    fix: 'Use another address or an alias.',
  },
  'service/webhook-header': {
    meaning: 'Firecrawl refuses the headers `X-Firecrawl-Signature`, which it sets, and `constructor`.',
    example: 'headers: {X-Firecrawl-Signature: mine}',
    fix: 'Remove it, or use another name.',
  },
  'service/webhook-metadata': {
    meaning: 'Firecrawl takes only text in `metadata`.',
    example: 'metadata: {team: 7}',
    fix: 'Write it in quotes: `"7"`.',
  },
  'service/wait-for': {
    meaning: 'Checks fail if `waitFor` is negative, above 60,000, or above half of `timeout`.',
    example: 'waitFor: 5000\ntimeout: 6000',
    fix: 'Lower `waitFor`, or raise `timeout`.',
  },
  'service/negative-age': {
    meaning: 'Checks fail with a negative age.',
    example: 'maxAge: -1',
    fix: 'Write 0 or more milliseconds.',
  },
  'service/formats': {
    meaning: 'Checks fail with these formats. Monitors add markdown, so `rawBase64` never works.',
    example: 'formats: [rawBase64]',
    fix: 'Use `rawHtml`, remove one of the formats, or use two targets.',
  },
  'service/undocumented-format': {
    meaning: 'Firecrawl does not document this format.',
    example: 'formats: [deterministicJson]',
    fix: 'Use a documented format.',
  },
  'service/crawl-option': {
    meaning: 'Firecrawl accepts this crawl option, but checks fail.',
    example: 'crawlOptions: {maxDepth: 3}',
    fix: 'Write what the hint says: `maxDiscoveryDepth: 3`.',
  },
  'service/header-value': {
    meaning: 'Checks fail if a header value is not text.',
    example: 'scrapeOptions: {headers: {X-Count: 3}}',
    fix: 'Write it in quotes: `"3"`.',
  },
  'service/format-value': {
    meaning: 'Checks fail: a prompt above 10,000 characters, an empty question, or a schema that allows any members.',
    example: '- {type: json, schema: {type: object, additionalProperties: true}}',
    fix: 'Name the wanted members in `properties`, or shorten the text.',
  },
  'service/viewport': {
    meaning: 'Checks fail unless the width is 1-7,680 pixels and the height at least 1: see [its maximum](#serviceviewport-height).',
    example: 'formats:\n  - {type: screenshot, viewport: {width: 10000, height: 800}}',
    fix: 'Write a common screen size.',
  },
  'service/actions': {
    meaning: 'Checks fail with more than 50 actions or 60 seconds of waits.',
    example: 'actions:\n  - {type: wait, milliseconds: 61000}',
    fix: 'Wait for a selector, or remove actions.',
  },
  'service/text-length': {
    meaning: 'Firecrawl refuses the text: it counts UTF-16 units (an emoji has two or more).',
    fix: 'Shorten the text.',
  },
  'service/path-pattern': {
    meaning: 'Firecrawl takes at most 2,000 characters in a pattern.',
    fix: 'Write several shorter ones.',
  },
  'service/path-regex': {
    meaning:
      'Patterns are regular expressions of Rust. Firecrawl drops one that is not: without it, a crawl may visit and pay for the whole site.',
    example: 'includePaths: ["*.pdf"]',
    fix: 'Write `.*\\.pdf`; instead of look-around, use `includePaths` and `excludePaths` together.',
    since: '0.1',
  },
  'service/too-many-paths': {
    meaning: 'Firecrawl refuses more than 1,000 patterns in a list.',
    fix: 'Join some with `|`.',
    since: '0.1',
  },
  'service/crawl-no-effect': {
    meaning: 'Firecrawl takes this crawl option and does nothing with it.',
    example: 'crawlOptions: {scrapeOptions: {formats: [html]}}',
    fix: 'Remove it; `scrapeOptions` belong into the target.',
    since: '0.1',
  },
  'service/crawl-url': {
    meaning: 'The crawl begins at this address, not at that of the target.',
    example: 'crawlOptions: {url: "https://b.example/"}',
    fix: 'Remove it.',
    since: '0.1',
  },
  'service/repeated-url': {
    meaning: 'A target has a URL twice: the check waits for two results, gets one, and fails.',
    example: 'urls: ["https://a.example/", "https://a.example/"]',
    fix: 'Remove one of them.',
    since: '0.1',
  },
  'service/open-schema': {
    meaning: 'Checks fail with an object that allows any members, anywhere in a schema.',
    example: '- {type: json, schema: {type: array, items: {type: object, additionalProperties: true}}}',
    fix: 'Name the wanted members in `properties`.',
    since: '0.1',
  },
  'service/change-tracking': {
    meaning: 'Checks fail: `changeTracking` in mode `json` beside `deterministicJson`, or with a prompt above 10,000 characters.',
    example: 'formats: [deterministicJson, {type: changeTracking, modes: [json]}]',
    fix: 'Remove one of the formats, or shorten the prompt.',
    since: '0.1',
  },
  'service/member-name': {
    meaning: 'Firecrawl refuses members named `constructor`, and fails checks with them or with `hasOwnProperty` in a schema.',
    example: 'scrapeOptions: {headers: {constructor: x}}',
    fix: 'Use another name.',
    since: '0.1',
  },
  'service/viewport-height': {
    meaning: 'Checks fail with a viewport above 4,320 pixels of height.',
    example: 'formats:\n  - {type: screenshot, viewport: {width: 1280, height: 5000}}',
    fix: 'Write a common screen size.',
    since: '0.1',
  },
  'service/selector-waits': {
    meaning: 'Checks fail with more than 60 seconds of waits. A wait for a selector counts as one second.',
    fix: 'Wait less.',
    since: '0.1',
  },
  'service/threat-list': {
    meaning: 'Checks fail unless each domain is a host name or `*.` before one, and each top-level domain one label.',
    example: 'blacklist: ["*"]',
    fix: 'Write `*.acme.example` and `uk`.',
    since: '0.1',
  },
  'service/estimate': {
    meaning: 'Firecrawl reckons with the time between the next two checks. At some minutes it refuses this estimate as too high.',
    fix: 'Check at even times, or lower the limit of the crawls.',
    since: '0.1',
  },
});
