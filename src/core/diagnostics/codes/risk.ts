import {codePages} from './code-page';

/** Codes of the family `risk/`. */
export const riskCodes = codePages({
  'risk/judge-without-goal': {
    meaning: 'Changed pages are judged against a goal, and there is none.',
    example: 'judgeEnabled: true   # and no goal',
    fix: 'Add a `goal`, or remove `judgeEnabled`.',
  },
  'risk/no-alert': {
    meaning: 'No one is notified of what these monitors find: no webhook, no e-mail, no Slack.',
    fix: 'Add a `webhook` or `notification`, or write `sync: {alerts: none}` if that is meant, also in a layer.',
  },
  'risk/chat-webhook': {
    meaning: 'Slack, Discord and Microsoft Teams do not take the JSON that the service sends to a webhook.',
    example: 'webhook: {url: "https://hooks.slack.com/services/${env:SLACK_PATH}"}',
    fix: 'Put a service of yours between, or set Slack up in the dashboard of the service.',
  },
  'risk/cache-only': {
    meaning: 'With `lockdown` or `minAge` pages are never fetched; uncached ones fail.',
    example: 'scrapeOptions: {lockdown: true}',
    fix: 'Remove it, unless something else fills the cache.',
  },
  'risk/stale-copy': {
    meaning: 'Checks run more often than `maxAge` and compare a cached copy with itself.',
    example: 'schedule: {text: hourly}\nscrapeOptions: {maxAge: 86400000}',
    fix: 'Write `maxAge: 0`, or less than the time between two checks.',
  },
  'risk/store-in-cache': {
    meaning: 'Headers and actions keep the page out of the cache, despite `storeInCache`.',
    example: 'storeInCache: true\nheaders: {Cookie: "${env:COOKIE}"}',
    fix: 'Remove `storeInCache`.',
  },
  'risk/clean-content-lockdown': {
    meaning: '`onlyCleanContent` does not work with `lockdown`, which keeps no data.',
    example: 'lockdown: true\nonlyCleanContent: true',
    fix: 'Remove one of them.',
  },
  'risk/write-without-click': {
    meaning: 'A `write` needs a `click` before it, which focuses an element.',
    example: 'actions:\n  - {type: write, text: acme}',
    fix: 'Add a `click` before it.',
  },
  'risk/change-tracking-mode': {
    meaning: '`schema` and `prompt` of `changeTracking` need mode `json`.',
    example: '- {type: changeTracking, prompt: Compare the prices}',
    fix: 'Add `modes: [json]`, or remove them.',
  },
  'risk/crawl-without-limit': {
    meaning: 'A crawl without `limit` may bill 10,000 pages per check.',
    example: '- {type: crawl, url: https://docs.acme.example/}',
    fix: 'Add `crawlOptions: {limit: 100}`.',
  },
  'risk/search-window': {
    meaning: 'Checks are further apart than the window: results in between are missed.',
    example: 'schedule: {text: weekly}\nsearchWindow: 24h',
    fix: 'Widen the window, or check more often.',
  },
  'risk/repeated-url': {
    meaning: 'The monitor scrapes a URL twice, and pays for each.',
    example: 'urls: [https://acme.example, https://acme.example/]',
    fix: 'Remove one of them.',
  },
  'risk/shared-url': {
    meaning: 'Several monitors watch the same URLs on the same schedule.',
    fix: 'Watch each URL in one monitor.',
  },
  'risk/same-minute': {
    meaning: 'More than 50 monitors run at the same minute; they wait for each other.',
    fix: 'Take the schedules that `monitors report --suggest` prints.',
  },
  'risk/slow-crawl': {
    meaning: 'With this delay so many pages take more than an hour, after which a check fails.',
    example: 'crawlOptions: {limit: 1000, delay: 5}',
    fix: 'Lower `limit` or `delay`.',
  },
  'risk/private-address': {
    meaning: 'The service can hardly reach a private network.',
    example: 'urls: [http://10.0.0.5/]',
    fix: 'Watch a public address.',
  },
});
