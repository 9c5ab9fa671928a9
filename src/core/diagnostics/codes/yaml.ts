import {codePages} from './code-page';

/** Codes of the family `yaml/`: text that is not plain, unambiguous data. */
export const yamlCodes = codePages({
  'yaml/syntax': {
    meaning: 'Not valid YAML; nothing else was checked.',
    example: 'schedule:\n  cron: */5 * * * *',
    fix: 'Fix the marked place. Quote text that begins with `*`, `&`, `!`, `%`, `@` or a backtick, or contains `: ` or ` #`.',
  },
  'yaml/encoding': {
    meaning: 'The file is not UTF-8.',
    fix: 'Save it as UTF-8; a byte order mark is allowed.',
  },
  'yaml/control-character': {
    meaning: 'A control character or half a surrogate pair.',
    example: 'name: "Shop\\x1b[2J"',
    fix: 'Remove it. Lines end with LF or CRLF.',
  },
  'yaml/invisible-character': {
    meaning: 'A zero-width or direction-changing character can deceive reviewers.',
    example: 'name: shop\u200b # a zero-width space behind "shop"',
    fix: 'Type the text again, or write the character as an escape in quotes.',
  },
  'yaml/duplicate-member': {
    meaning: 'A mapping has the same member twice.',
    example: 'name: Shop\nname: Shop 2',
    fix: 'Keep one; the message names both lines.',
  },
  'yaml/member-name': {
    meaning: 'A member name is not text.',
    example: 'headers:\n  1: x',
    fix: 'Quote the name: `"1": x`.',
  },
  'yaml/forbidden-name': {
    meaning: '`__proto__` is not allowed; other programs could misread it.',
    example: 'metadata:\n  __proto__: {admin: true}',
    fix: 'Choose another name.',
  },
  'yaml/merge-key': {
    meaning: 'Merge keys (`<<`) are not part of YAML 1.2.',
    example: 'webhook:\n  <<: *defaults\n  url: https://hooks.example.com/acme',
    fix: 'Write the members out, or use an alias for the whole value: `webhook: *defaults`.',
  },
  'yaml/tag': {
    meaning: 'Tags (`!name`) are not allowed.',
    example: 'goal: !important tell me when a price changes',
    fix: 'Quote the text, or remove the tag.',
  },
  'yaml/directive': {
    meaning: 'Only the directive `%YAML 1.2` is allowed.',
    example: '%YAML 1.1\n---\nname: Shop',
    fix: 'Remove the line.',
  },
  'yaml/alias': {
    meaning: 'The anchor is not defined above in this document, or contains the alias; or there are more than 100 aliases.',
    example: 'targets: *shared   # no "&shared" above',
    fix: 'Define the anchor first (anchors end at `---`), or repeat the value. Quote text that begins with `*`.',
  },
  'yaml/too-deep': {
    meaning: 'More than 64 levels.',
    fix: 'Look for a wrong bracket or indentation.',
  },
  'yaml/too-many-parts': {
    meaning: 'More than 100,000 members, list items and lines.',
    fix: 'Split the file, or move it out of the specs directory.',
  },
  'yaml/number': {
    meaning: 'Not finite, or a whole number beyond 9007199254740991: JSON cannot hold it.',
    example: 'limit: 12345678901234567890',
    fix: 'Use a number in range, or quote it.',
  },
  'yaml/empty': {
    meaning: 'The file has no content. This never deletes its monitor.',
    example: '# name: Shop',
    fix: 'Delete the file, or begin its name with `_` to skip it.',
  },
  'yaml/empty-document': {
    meaning: 'An empty document between `---` lines was skipped.',
    example: 'name: Shop\n---\n',
    fix: 'Remove the extra `---`.',
  },
  'yaml/more-findings': {
    meaning: 'Only the first 50 YAML errors are shown.',
    fix: 'Fix those and run the command again.',
  },
});
