import {codePages} from './code-page';

/** Codes of the family `spec/`. */
export const specCodes = codePages({
  'spec/invalid': {
    meaning: 'The specs have errors, so nothing was planned and nothing was sent. The findings above it say which.',
    example: 'monitors plan   # while a spec says "schedul:"',
    fix: 'Mend the errors; `monitors validate` shows them again, with the warnings.',
  },
  'spec/key-missing': {
    meaning: 'A file with several documents gives each of them no key of its own, so each needs `sync.key`.',
    example: 'name: One\n---\nname: Two   # and no sync.key in either',
    fix: 'Add `sync: {key: ...}` to each document of the file.',
  },
  'spec/key-form': {
    meaning: 'A key is written like a path: no empty parts, no `.` or `..`, no backslash, no characters that cannot be seen.',
    example: 'sync: {key: ../acme}',
    fix: 'Write it like `pricing/acme`, or rename the file that gives the key.',
  },
  'spec/duplicate-key': {
    meaning:
      'Two specs have the same key, or keys that differ only in case or in how an accented letter is composed. A key names one monitor.',
    example: 'monitors/Acme.yaml and monitors/acme.yaml',
    fix: 'Give one of them another `sync.key`, or rename its file.',
  },
  'spec/duplicate-name': {
    meaning: 'Two monitors have the same name. The service allows it, but in its dashboard and mails nobody can tell them apart.',
    example: 'name: Acme pricing   # in two specs',
    fix: 'Give one of them another name.',
  },
  'spec/duplicate-target-id': {
    meaning: 'A target id is used twice. It identifies the history of one target, whatever its case.',
    example: 'id: 6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10   # in two specs',
    fix: 'Remove the id from one of them: one is derived for it.',
  },
  'spec/renamed-from': {
    meaning: '`sync.renamedFrom` cannot be meant: it names the own key, a key that another spec has, or one that two specs claim.',
    example: 'sync: {key: pricing/acme, renamedFrom: pricing/acme}',
    fix: 'Name the key that the monitor had before, in one spec only, or remove it.',
  },
  'spec/paused-needs-full': {
    meaning: '`sync.paused` works only with `service.operations: full`: the create of the service document cannot pause.',
    example: 'sync: {paused: true}',
    fix: 'Remove `sync.paused`; or, where the service can list, get, update and delete monitors too, write `service: {operations: full}` into `monitors.config.yaml`.',
  },
  'spec/goal-required': {
    meaning: 'A search target reports what matches the goal, so it needs one, unless judging is switched off.',
    example: 'targets:\n  - type: search\n    queries: [acme recall]   # and no goal',
    fix: 'Add a `goal`, or `judgeEnabled: false`.',
  },
  'spec/url': {
    meaning:
      'An address is not an absolute web address as RFC 3986 writes it: it has no scheme or host, white space around it, or characters that must be encoded.',
    example: 'urls: [acme.example/pricing]',
    fix: 'Write it as the hint says, e.g. `https://acme.example/pricing`.',
  },
  'spec/url-scheme': {
    meaning: 'Only `http` and `https` are supported.',
    example: 'urls: ["ftp://acme.example/list"]',
    fix: 'Watch an address that begins with `https://` or `http://`.',
  },
  'spec/target-id': {
    meaning: 'A target id is a UUID of RFC 9562: version 1 to 8, with its hyphens and nothing around them.',
    example: 'id: urn:uuid:6f1c2a52-3f0e-4c69-9d57-0a2b5a1d4e10',
    fix: 'Write the bare UUID, or leave the id out: one is derived.',
  },
  'spec/email': {
    meaning: 'The text is no e-mail address.',
    example: 'recipients: ["Ann <ann@example.com>"]',
    fix: 'Write the bare address, one an item: `ann@example.com`.',
  },
  'spec/country': {
    meaning: '`location.country` is a code of ISO 3166-1 alpha-2 that is assigned to a country.',
    example: 'location: {country: ZZ}',
    fix: 'Write an assigned code, e.g. `US`.',
  },
  'spec/threat-domain': {
    meaning: '`blacklist` and `whitelist` hold domains, plain or as a wildcard glob, without protocol, path and port.',
    example: 'blacklist: ["https://bad.example/"]',
    fix: 'Write `bad.example` or `*.bad.example`.',
  },
  'spec/threat-tld': {
    meaning: '`blockedTlds` holds top-level domains in lower case without a leading dot.',
    example: 'blockedTlds: [.ZIP]',
    fix: 'Write `zip`.',
  },
  'spec/crawl-option': {
    meaning: 'The service document does not describe this crawl option, and Firecrawl refuses this value of it.',
    example: 'crawlOptions: {sitemap: true}',
    fix: 'Write what the message names, or remove the option.',
  },
  'spec/estimate-too-high': {
    meaning: 'The monitor would cost more credits a month than the service can count (2,147,483,647); it answers with an error of its own.',
    example: 'fifty crawls of 10,000 pages, every 5 minutes',
    fix: 'Check less often, or lower the `limit` of the crawls.',
  },
});
