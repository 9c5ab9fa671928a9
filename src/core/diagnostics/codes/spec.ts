import {codePages} from './code-page';

/** Codes of the family `spec/`. */
export const specCodes = codePages({
  'spec/invalid': {
    meaning: 'The specs have errors.',
    fix: 'Fix them; `monitors validate` shows them again.',
  },
  'spec/key-missing': {
    meaning: 'In a file with several documents each needs `sync.key`.',
    example: 'name: One\n---\nname: Two   # and no sync.key in either',
    fix: 'Add `sync: {key: ...}` to each document.',
  },
  'spec/key-form': {
    meaning: 'A key looks like a path, without empty parts, `.`, `..`, backslashes or invisible characters.',
    example: 'sync: {key: ../acme}',
    fix: 'Write it like `pricing/acme`, or rename the file.',
  },
  'spec/duplicate-key': {
    meaning: 'Two specs have one key; case and the encoding of accents do not count.',
    fix: 'Give one of them another `sync.key`, or rename its file.',
  },
  'spec/duplicate-name': {
    meaning: 'Two monitors have the same name.',
    fix: 'Rename one of them.',
  },
  'spec/alerts': {
    meaning: '`sync: {alerts: none}` stands beside a webhook, enabled e-mail or Slack.',
    example: 'webhook: {url: "https://hooks.example.com/acme"}\nsync: {alerts: none}',
    fix: 'Remove `alerts`. Where it is inherited, write `alerts: null`.',
  },
  'spec/duplicate-target-id': {
    meaning: 'A target id is used twice; case does not count.',
    fix: 'Remove one; it is derived then.',
  },
  'spec/unknown-environment': {
    meaning: '`sync.environments` names an undeclared environment.',
    fix: 'Correct the name, or declare it under `environments` in `monitors.config.yaml`.',
  },
  'spec/none-here': {
    meaning: 'No spec names this environment in `sync.environments`.',
    fix: 'Choose another environment, or add this one to a spec.',
  },
  'spec/renamed-from': {
    meaning: "`sync.renamedFrom` is the spec's own key, another spec's, or used twice.",
    example: 'sync: {key: pricing/acme, renamedFrom: pricing/acme}',
    fix: "Write the monitor's earlier key, in one spec only, or remove it.",
  },
  'spec/labels': {
    meaning: 'Too many labels, or one whose name or value is not plain.',
    example: 'sync: {labels: {"team name": pricing}}',
    fix: 'At most 20; names of 1-63 letters, digits, `.`, `_`, `/`, `-`; values of at most 200 visible characters.',
  },
  'spec/paused-needs-full': {
    meaning: '`sync.paused` needs `service.operations: full`.',
    example: 'sync: {paused: true}',
    fix: 'Remove it, or set `service: {operations: full}` if the service supports that.',
  },
  'spec/goal-required': {
    meaning: 'A search needs a goal, unless judging is off.',
    example: 'targets:\n  - type: search\n    queries: [acme recall]   # and no goal',
    fix: 'Add a `goal`, or `judgeEnabled: false`.',
  },
  'spec/url': {
    meaning: 'Not an absolute URL: scheme or host is missing, or characters need encoding.',
    example: 'urls: [acme.example/pricing]',
    fix: 'Write it as in the hint.',
  },
  'spec/url-scheme': {
    meaning: 'Only `http` and `https` work.',
    example: 'urls: ["ftp://acme.example/list"]',
    fix: 'Use an `https://` or `http://` address.',
  },
  'spec/target-id': {
    meaning: 'A target id is a bare UUID with hyphens, version 1-8.',
    example: 'id: urn:uuid:6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10',
    fix: 'Write the UUID, or remove `id`; one is derived.',
  },
  'spec/email': {
    meaning: 'Not an e-mail address.',
    example: 'recipients: ["Ann <ann@example.com>"]',
    fix: 'Write one bare address per item: `ann@example.com`.',
  },
  'spec/country': {
    meaning: '`location.country` is not an assigned ISO 3166-1 alpha-2 code.',
    example: 'location: {country: ZZ}',
    fix: 'Write a code such as `US`.',
  },
  'spec/threat-domain': {
    meaning: '`blacklist` and `whitelist` take domains, also with wildcards, without protocol, path or port.',
    example: 'blacklist: ["https://bad.example/"]',
    fix: 'Write `bad.example` or `*.bad.example`.',
  },
  'spec/threat-tld': {
    meaning: '`blockedTlds` takes lower-case top-level domains without dot.',
    example: 'blockedTlds: [.ZIP]',
    fix: 'Write `zip`.',
  },
  'spec/crawl-option': {
    meaning: 'Firecrawl refuses this value of an undocumented crawl option.',
    example: 'crawlOptions: {sitemap: true}',
    fix: 'Write a value in the message, or remove the option.',
  },
  'spec/estimate-too-high': {
    meaning: 'The monitor would cost more than 2,147,483,647 credits a month.',
    fix: 'Check less often, or lower the `limit` of crawls.',
  },
});
