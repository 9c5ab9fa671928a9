import {codePages} from './code-page';

/** Codes of the families `fleet/` and `list/`: what specs inherit, and lists of rows. */
export const fleetCodes = codePages({
  'fleet/malformed-reference': {
    meaning: 'A `${each:` or `${var:` lacks name or `}`, or contains another reference.',
    example: 'name: "${each:${var:COLUMN}} pricing"',
    fix: 'Write `${each:column}` or `${var:NAME}`; `$${each:` is the literal text.',
  },
  'fleet/unknown-reference': {
    meaning: 'Warning: a text of a list looks like a reference, but its first word is none. It is sent as it stands.',
    example: 'name: ${ech:name} pricing',
    fix: 'Write `${each:column}`, or other words.',
  },
  'fleet/misplaced-reference': {
    meaning: "A reference stands in a member name, a target's `id` or `type`, `sync.key` or the like; or `${var:}` in `sync`.",
    example: 'targets: [{type: "${each:type}", urls: ["https://acme.example/"]}]',
    fix: 'Write the value itself.',
  },
  'fleet/unknown-variable': {
    meaning: 'The variable has no value in this environment.',
    example: 'webhook: {url: "${var:HOKS}/acme"}',
    fix: 'Correct its name, or add it to `vars` in monitors.config.yaml.',
  },
  'fleet/open-origin': {
    meaning: 'A cell decides scheme, host or port of a URL that receives `${env:}`: a row could send the secret anywhere.',
    example: 'webhook: {url: "https://${each:host}/hook", headers: {Authorization: "Bearer ${env:ALERTS_TOKEN}"}}',
    fix: 'Write the host itself, and use cells behind it.',
  },
  'list/each-without-list': {
    meaning: '`${each:column}` stands in a spec without `sync.each`.',
    example: 'name: ${each:name} pricing   # and no sync.each',
    fix: 'Add `sync: {each: {file: _rows.csv}}`, or write the value itself.',
  },
  'list/unknown-column': {
    meaning: 'No row has the column.',
    example: 'name: ${each:nmae} pricing',
    fix: 'Correct its name, or add the column.',
  },
  'list/near-column': {
    meaning: 'An unused column is named nearly like a used or reserved one.',
    example: 'sync: {each: [{key: acme, sit: "https://acme.example"}]}   # the spec uses "site"',
    fix: 'Correct its name, or give it one that differs more.',
  },
  'list/data-file': {
    meaning: 'The path in `sync.each` leads to no file that specs may read.',
    example: 'sync: {each: {file: ../.env}}',
    fix: "Name a .csv, .yaml or .yml file in the config's directory; no part of its path begins with `.` or is a link.",
  },
  'list/too-large': {
    meaning: 'CSV may have 16 MiB and 2,000,000 cells; YAML data and a filled row 1 MiB.',
    fix: 'Split the file and the list.',
  },
  'list/csv': {
    meaning: 'The file is not CSV by RFC 4180: UTF-8, commas, quotes around whole cells.',
    example: 'key;site\nacme;https://acme.example',
    fix: 'Save it as CSV with commas.',
  },
  'list/header': {
    meaning: 'The first line of a CSV names each column once; `key` is required.',
    example: 'key,site,site',
    fix: 'Correct the first line.',
  },
  'list/row': {
    meaning: 'A row is not a mapping, has more or fewer cells than the header, or `sync` beside a reserved column.',
    fix: 'Correct the row; quote cells that contain commas.',
  },
  'list/key': {
    meaning: 'Each row needs its own `key`: text without slashes.',
    example: '[{key: acme}, {key: acme}]',
    fix: 'Give the row a unique key, e.g. `acme`.',
  },
  'list/no-rows': {
    meaning: 'The list has no rows. This never deletes its monitors.',
    fix: 'Add a row, or remove the spec.',
  },
  'list/too-many-rows': {
    meaning: 'A list has more than 10,000 rows.',
    fix: 'Split the list.',
  },
  'list/cell': {
    meaning: 'A cell within longer text is empty or not text, or ends in `$` before `${env:}`.',
    fix: 'Fill or correct the cell.',
  },
  'fleet/not-factored': {
    meaning: '`monitors factor` or `pull --share` would change a monitor. Nothing is written.',
    fix: 'Follow the hint, or factor a smaller folder.',
  },
});
