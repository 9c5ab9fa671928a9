import {codePages} from './code-page';

/** Codes of the family `schema/`: the shape of specs and config files, before anything is known about their meaning. */
export const schemaCodes = codePages({
  'schema/unknown-field': {
    meaning:
      'The object has no member of this name, so it would be refused, or, in scrape options (where this is a warning), ignored at best. Most often it is a typing error or stands one level too high or too low.',
    example: 'schedul: {text: every 30 minutes}',
    fix: 'Use the name that the hint offers, or move the member where it belongs; docs/spec-reference.md lists all of them.',
  },
  'schema/missing-field': {
    meaning: 'A member that is required is not there.',
    example: 'targets:\n  - type: scrape   # and no "urls"',
    fix: 'Add the member; the hint shows a line that would do.',
  },
  'schema/type': {
    meaning:
      'The value is of another kind than is needed, such as text instead of a list. YAML decides by how a value is written: `10` is a number and `"10"` is text; `yes`, `on` and `1_000` are text.',
    example: 'urls: https://acme.example/   # a list is needed\nname: 2026                     # text is needed: "2026"',
    fix: 'Write it as the hint says; often that is a pair of quotes or of brackets.',
  },
  'schema/enum': {
    meaning: 'Only certain values are allowed here, and this is none of them. Upper and lower case matter.',
    example: 'searchWindow: 2h',
    fix: 'Use one of the values that the hint names.',
  },
  'schema/unknown-type': {
    meaning:
      'Targets, formats and actions are told apart by their `type`, and this one is not known. Its other members cannot be checked before it is.',
    example: '- type: scrap\n  urls: [https://acme.example/]',
    fix: 'Correct the type; the hint names the ones there are.',
  },
  'schema/too-long': {
    meaning: 'The text has more characters than the service takes.',
    example: 'name: a name of more than 256 characters',
    fix: 'Shorten it to the length that the message names.',
  },
  'schema/too-short': {
    meaning: 'The text is empty where something has to be.',
    example: 'queries: [""]',
    fix: 'Write something, or remove the item or member.',
  },
  'schema/too-many': {
    meaning: 'The list has more items than the service takes.',
    example: 'recipients: [...]   # 26 addresses, 25 are the most',
    fix: 'Remove some, or spread them over several monitors.',
  },
  'schema/too-few': {
    meaning: 'The list is empty where at least one item has to be.',
    example: 'targets: []',
    fix: 'Add an item, or remove the monitor.',
  },
  'schema/range': {
    meaning: 'The number is smaller or larger than the service takes.',
    example: 'retentionDays: 400   # 365 is the most',
    fix: 'Choose a number within the limit that the message names.',
  },
  'schema/format': {
    meaning: 'The text does not have the form that is needed here.',
    example: 'location: {country: de}   # two upper-case letters',
    fix: 'Write it in the form that the message describes.',
  },
  'schema/wait': {
    meaning: 'A `wait` action waits either for a time or for an element: exactly one of `milliseconds` and `selector`.',
    example: '- type: wait\n  milliseconds: 500\n  selector: "#content"',
    fix: 'Keep one of them. To wait for both, write two actions.',
  },
  'schema/more-findings': {
    meaning:
      'The document has more findings than are shown (50), or the file has (1,000). They are counted so that nobody takes the list for complete.',
    example: 'A file that is no spec at all, in the directory of the specs.',
    fix: 'Mend the ones that are shown, then run the command again. If the file is no spec, move it out of the directory.',
  },
});
