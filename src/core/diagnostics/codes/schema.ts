import {codePages} from './code-page';

/** Codes of the family `schema/`: the shape of specs and config files. */
export const schemaCodes = codePages({
  'schema/unknown-field': {
    meaning: 'Unknown member: a typing error, or the wrong level. In scrape options a warning.',
    example: 'schedul: {text: every 30 minutes}',
    fix: 'Use the name in the hint, or move the member (docs/spec-reference.md).',
  },
  'schema/undocumented-field': {
    meaning: 'Firecrawl takes this member and does not document it. A warning.',
    example: 'notification: {slack: {enabled: true, channelId: C0123456789}}',
    fix: 'Set it in the dashboard, or keep the warning.',
  },
  'schema/allowed-field': {
    meaning: 'A member is known only to `service.allowFields` and sent unchecked. Named once per path.',
    fix: 'Once a version of `monitors` knows the member, upgrade and remove the path.',
  },
  'schema/missing-field': {
    meaning: 'A required member is missing.',
    example: 'targets:\n  - type: scrape   # and no "urls"',
    fix: 'Add it; the hint shows a line.',
  },
  'schema/type': {
    meaning: 'The value has the wrong type. `10` is a number, `"10"` text; `yes`, `on` and `1_000` are text.',
    example: 'urls: https://acme.example/   # a list is needed\nname: 2026                     # text is needed: "2026"',
    fix: 'Write it as in the hint; often quotes or brackets are missing.',
  },
  'schema/enum': {
    meaning: 'The value is not among those allowed. Case matters.',
    example: 'searchWindow: 2h',
    fix: 'Use one of the values in the hint.',
  },
  'schema/unknown-type': {
    meaning: 'The `type` is unknown; other members were not checked.',
    example: '- type: scrap\n  urls: [https://acme.example/]',
    fix: 'Use a type in the hint.',
  },
  'schema/too-long': {
    meaning: 'The text has too many characters.',
    fix: 'Shorten it to the length in the message.',
  },
  'schema/too-short': {
    meaning: 'The text must not be empty.',
    example: 'queries: [""]',
    fix: 'Write a text, or remove the item or member.',
  },
  'schema/too-many': {
    meaning: 'The list has too many items.',
    fix: 'Remove some, or use several monitors.',
  },
  'schema/too-few': {
    meaning: 'The list needs an item.',
    example: 'targets: []',
    fix: 'Add an item, or remove the monitor.',
  },
  'schema/range': {
    meaning: 'The number is too small or too large.',
    example: 'retentionDays: 400   # maximum 365',
    fix: 'Choose a number within the limits in the message.',
  },
  'schema/format': {
    meaning: 'The text does not have the required form.',
    example: 'location: {country: de}   # two upper-case letters',
    fix: 'Write it in the form that the message describes.',
  },
  'schema/wait': {
    meaning: 'A `wait` action needs exactly one of `milliseconds` and `selector`.',
    example: '- type: wait\n  milliseconds: 500\n  selector: "#content"',
    fix: 'Keep one of them, or write two actions.',
  },
  'schema/more-findings': {
    meaning: 'Only 50 findings a document and 1,000 a file are shown.',
    fix: 'Fix those and run the command again. Move a file that is not a spec away.',
  },
});
