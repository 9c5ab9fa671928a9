import {codePages} from './code-page';

/** Codes of the family `service/`. */
export const serviceCodes = codePages({
  'service/empty-name': {
    meaning: 'The service document allows an empty name; Firecrawl refuses it.',
    example: 'name: ""',
    fix: 'Write a name.',
  },
  'service/schedule-length': {
    meaning: 'Firecrawl takes at most 128 characters of `cron` or `text`.',
    example: 'cron: a list of all minutes of all hours',
    fix: 'Write it with ranges and steps.',
  },
  'service/schedule-text': {
    meaning:
      'Firecrawl takes only numbers of minutes that divide 60 and of hours that divide 24, so that runs come at the same times each day.',
    example: 'text: every 8 minutes',
    fix: 'Write the next number that the hint names, or a cron expression.',
  },
  'service/cron-syntax': {
    meaning: 'Firecrawl takes numbers only: no names of months and days, no `?`, `L`, `W` and `#`.',
    example: 'cron: "0 12 * * MON"',
    fix: 'Write the numbers that the hint gives: `"0 12 * * 1"`.',
  },
  'service/never-runs': {
    meaning:
      'Firecrawl refuses a schedule that does not run twice within 366 days each. Day of month, month and day of week must all match, and the time must exist on that day: where the clocks go forward, an hour is missing. Fridays the 13th come more than a year apart.',
    example: 'cron: "0 6 13 * 5"',
    fix: 'Write `*` for one of the fields, or a day that comes every year.',
  },
  'service/url-user-info': {
    meaning: 'Firecrawl refuses addresses with a user name or password in them.',
    example: 'urls: ["https://ann:secret@acme.example/"]',
    fix: 'Remove the part before the `@`.',
  },
  'service/url-host': {
    meaning: 'Firecrawl takes only hosts that look public: a dot and a top-level domain of two letters or more, or an IPv4 address.',
    example: 'urls: [http://intranet/]',
    fix: 'Watch a public address.',
  },
  'service/domain': {
    meaning: 'Firecrawl takes bare host names only in `includeDomains` and `excludeDomains`.',
    example: 'includeDomains: ["https://acme.example"]',
    fix: 'Write `acme.example`.',
  },
  'service/include-and-exclude': {
    meaning: 'Firecrawl refuses a search with both `includeDomains` and `excludeDomains`.',
    example: 'includeDomains: [a.example]\nexcludeDomains: [b.example]',
    fix: 'Keep one of them.',
  },
  'service/email': {
    meaning: 'The address is valid, but Firecrawl refuses its characters.',
    example: 'recipients: [a&b@example.com]',
    fix: 'Use another address or an alias.',
  },
  'service/webhook-header': {
    meaning:
      'Firecrawl refuses this header: it signs what it sends with `X-Firecrawl-Signature` itself, and takes no header named `constructor`.',
    example: 'headers: {X-Firecrawl-Signature: mine}',
    fix: 'Remove it, or give it another name.',
  },
  'service/webhook-metadata': {
    meaning: 'The service document allows any value in `metadata`; Firecrawl takes texts only.',
    example: 'metadata: {team: 7}',
    fix: 'Write it in quotes: `"7"`.',
  },
  'service/wait-for': {
    meaning: 'Every check fails in Firecrawl when `waitFor` is negative, above 60,000 or above half of a `timeout` that is given.',
    example: 'waitFor: 5000\ntimeout: 6000',
    fix: 'Wait less, or raise the timeout.',
  },
  'service/negative-age': {
    meaning: 'Every check fails in Firecrawl when an age is negative.',
    example: 'maxAge: -1',
    fix: 'Write 0 or more milliseconds.',
  },
  'service/formats': {
    meaning:
      'Every check fails in Firecrawl with these formats. A monitor always reads markdown as well, so `rawBase64`, which works only alone, never works.',
    example: 'formats: [rawBase64]',
    fix: 'Use `rawHtml`; of two formats that exclude each other, remove one, or watch the page with two targets.',
  },
  'service/undocumented-format': {
    meaning: 'Firecrawl has this format, but the service document does not give it, so another may not.',
    example: 'formats: [deterministicJson]',
    fix: 'Use a documented format.',
  },
  'service/crawl-option': {
    meaning: 'The create accepts this crawl option or its value, and then every check fails in Firecrawl.',
    example: 'crawlOptions: {maxDepth: 3}',
    fix: 'Write what the hint names: `maxDiscoveryDepth: 3`.',
  },
  'service/header-value': {
    meaning: 'The create accepts a header whose value is not text, and then every check fails in Firecrawl.',
    example: 'scrapeOptions: {headers: {X-Count: 3}}',
    fix: 'Write it in quotes: `"3"`.',
  },
  'service/format-value': {
    meaning:
      'The create accepts this member of a format, and then every check fails in Firecrawl: a prompt above 10,000 characters, an empty question or query, a JSON Schema that only says that any members are allowed.',
    example: '- {type: json, schema: {type: object, additionalProperties: true}}',
    fix: 'Name the members that you want in `properties`, or shorten the text.',
  },
  'service/viewport': {
    meaning:
      'The create accepts this size of the window, and then every check fails in Firecrawl: a width is 1 to 7,680 pixels, a height 1 or more.',
    example: 'formats:\n  - {type: screenshot, viewport: {width: 10000, height: 800}}',
    fix: 'Write a size that a screen has.',
  },
  'service/actions': {
    meaning:
      'The create accepts these actions, and then every check fails in Firecrawl: 50 at most, and at most 60 seconds of waits in all.',
    example: 'actions:\n  - {type: wait, milliseconds: 61000}',
    fix: 'Wait for a selector rather than a time, or remove actions.',
  },
  'service/text-length': {
    meaning:
      'The service document counts characters. Firecrawl counts UTF-16 units, of which an emoji has two or more, and refuses the text.',
    example: 'name: a name of 129 emoji',
    fix: 'Shorten the text.',
  },
  'service/path-pattern': {
    meaning: 'Firecrawl takes patterns of at most 2,000 characters.',
    example: 'includePaths: [a pattern of 3,000 characters]',
    fix: 'Write several shorter ones.',
  },
});
