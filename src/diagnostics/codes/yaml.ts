import {codePages} from './code-page';

/** Codes of the family `yaml/`: what makes the text of a file no plain, unambiguous data. */
export const yamlCodes = codePages({
  'yaml/syntax': {
    meaning: 'The text is not valid YAML, so nothing in the file can be checked further.',
    example: 'schedule:\n  cron: */5 * * * *',
    fix: 'Mend the place that is marked. Text that begins with `*`, `&`, `!`, `%`, `@` or a backtick, or that holds `: ` or ` #`, belongs in quotes.',
  },
  'yaml/encoding': {
    meaning: 'The file is not UTF-8. Guessing another encoding could change what a monitor is told to do.',
    example: 'A file that an editor saved as UTF-16 or as Windows-1252.',
    fix: 'Save the file as UTF-8. A byte order mark at its start is tolerated.',
  },
  'yaml/control-character': {
    meaning:
      'The file holds a character that cannot be seen and does not belong in text: a NUL, an escape, a carriage return without a line feed, or half of a surrogate pair, as it stands or as an escape in double quotes.',
    example: 'name: "Shop\\x1b[2J"',
    fix: 'Remove the character. Lines may end with LF or CRLF.',
  },
  'yaml/invisible-character': {
    meaning:
      'The file holds a character that changes how the text looks but not what can be seen of it: a zero-width character or one that turns the direction of writing. What a reviewer reads may not be what the tool reads.',
    example: 'name: shop\u200b # a zero-width space behind "shop"',
    fix: 'Type the text again. If the character is meant, write it as an escape in a quoted text, where everyone can see it.',
  },
  'yaml/duplicate-member': {
    meaning: 'A member is given twice in one mapping. Most YAML tools silently take the last one.',
    example: 'name: Shop\nname: Shop 2',
    fix: 'Keep one of them. The message names both lines.',
  },
  'yaml/member-name': {
    meaning: 'A member name is not text: a number, `true`, `null`, nothing at all, a list, a mapping or an alias.',
    example: 'headers:\n  1: x',
    fix: 'Put the name in quotes: `"1": x`.',
  },
  'yaml/forbidden-name': {
    meaning: 'A member is named `__proto__`, which programs that read the data later could mistake for an instruction.',
    example: 'metadata:\n  __proto__: {admin: true}',
    fix: 'Choose another name.',
  },
  'yaml/merge-key': {
    meaning: 'Merge keys (`<<`) are not part of YAML 1.2, and tools differ in what they do with them.',
    example: 'webhook:\n  <<: *defaults\n  url: https://hooks.example.com/acme',
    fix: 'Write the members out, or refer to a whole value with an alias: `webhook: *defaults`.',
  },
  'yaml/tag': {
    meaning: 'Tags (`!name`) are not allowed: a spec holds plain data, and text that begins with `!` would lose its first word.',
    example: 'goal: !important tell me when a price changes',
    fix: 'Put the text in quotes, or remove the tag.',
  },
  'yaml/directive': {
    meaning: 'The only directive that is allowed is `%YAML 1.2`. Others would change how the rest of the file is read.',
    example: '%YAML 1.1\n---\nname: Shop',
    fix: 'Remove the line.',
  },
  'yaml/alias': {
    meaning:
      'An alias names an anchor that is not defined above it in the same document (anchors end at `---`), or stands inside what it refers to; or aliases are used more than 100 times in a document or make it much larger than it is written.',
    example: 'targets: *shared   # no "&shared" above',
    fix: 'Define the anchor before the alias, or write the value out. Put text that begins with `*` in quotes.',
  },
  'yaml/too-deep': {
    meaning: 'Mappings and lists are nested more than 64 levels deep. No spec needs more than ten.',
    example: '[[[[[[[[ and so on',
    fix: 'Look for a bracket or an indentation that was meant otherwise.',
  },
  'yaml/too-many-parts': {
    meaning:
      'The file holds more than 100,000 members, list items and lines. A spec has some hundreds; reading so many could take seconds.',
    example: 'A list of a million numbers saved as monitors/numbers.yaml.',
    fix: 'Move what is no spec out of the specs directory, or split the file.',
  },
  'yaml/number': {
    meaning:
      'A number that JSON cannot carry as it is written: infinite, not a number, or a whole number beyond 9007199254740991 that would be rounded.',
    example: 'limit: 12345678901234567890',
    fix: 'Give a number in range; put in quotes what is a name or an id.',
  },
  'yaml/empty': {
    meaning:
      'The file holds no document: it is empty or holds only comments. That is never taken for "this monitor is not wanted any more".',
    example: '# name: Shop',
    fix: 'Delete the file, or give it a name that begins with `_` so that it is skipped.',
  },
  'yaml/empty-document': {
    meaning: 'Between two `---` lines, or behind the last one, there is nothing. The empty document is skipped.',
    example: 'name: Shop\n---\n',
    fix: 'Remove the extra `---`.',
  },
  'yaml/more-findings': {
    meaning: 'The file has more than 50 findings of its YAML; only the first 50 are shown.',
    example: 'A file of another kind that ends in .yaml.',
    fix: 'Mend the findings shown and run the command again.',
  },
});
