import {readRows} from '../../../../../src/core/specs/fleet/rows';
import {documentOf, filesOf, linesOf} from './list-world';
import {check} from './world';

/** A spec with a list of this form. */
function specOf(each: string, texts = ''): string {
  return `name: \${each:name} pricing
goal: Tell me when a price changes
targets: [{type: scrape, urls: ["\${each:site}/pricing"]}]
schedule: {text: daily}
${texts}sync:
  alerts: none
  each: ${each}
`;
}

const EXPORT = 'Team;Slug;Company name;site\nsales;acme;"Acme; Inc";https://acme.example\nlegal;acme;Acme;https://acme.example/legal\n';
const FORM = '{file: _export.csv, delimiter: ";", columns: {team: Team, slug: Slug, name: Company name}, key: "${each:team}/${each:slug}"}';

test('a list made elsewhere: its separator, its names of columns, keys of several cells', () => {
  const {findings, monitors, lists} = check({'pages.yaml': specOf(FORM), '_export.csv': EXPORT});
  expect(findings).toEqual([]);
  expect(monitors.map(({key, list, name}) => [key, list, name])).toEqual([
    ['pages/legal/acme', 'pages', 'Acme pricing'],
    ['pages/sales/acme', 'pages', 'Acme; Inc pricing'],
  ]);
  expect([...lists]).toEqual([['pages', {file: 'monitors/pages.yaml', rows: 2}]]);
});

test('tabs, and keys of cells in YAML', () => {
  const tabs = check({'a.yaml': specOf('{file: _a.csv, delimiter: tab}'), '_a.csv': 'key\tname\tsite\nb\tB, Inc\thttps://b.example\n'});
  expect(tabs.findings).toEqual([]);
  expect(tabs.monitors.map(({key, name}) => [key, name])).toEqual([['a/b', 'B, Inc pricing']]);
  const spec = documentOf('sync: {each: {file: _a.yaml, key: "${each:team}-${each:slug}"}}\n');
  const {rows, findings} = readRows(spec, filesOf({'_a.yaml': '- {team: x, slug: y}\n- {team: x, slug: z}\n'}), new Set());
  expect({keys: rows.map(({key}) => key), findings}).toEqual({keys: ['x-y', 'x-z'], findings: []});
});

test.each([
  [
    'an empty cell of the key',
    EXPORT.replace('legal;acme', 'legal;'),
    'monitors/_export.csv:3:7 list/key this cell of the column "slug", of which the key is made, is empty',
  ],
  [
    'a slash in one',
    EXPORT.replace('legal;', 'a/b;'),
    'monitors/_export.csv:3:1 list/key this cell of the column "team", of which the key is made, has a slash',
  ],
  [
    'two rows with one key',
    EXPORT.replace('legal', 'sales'),
    'monitors/_export.csv:3:1 list/key another row has the same key, or one that differs only in case or in how letters are composed: monitors/_export.csv:2:1',
  ],
  [
    'a missing column',
    EXPORT.replace('Company name', 'Company'),
    'monitors/pages.yaml:7:85 list/header the file has no column "Company name"',
  ],
  ['a wrong cell', EXPORT.replace('https://acme.example/legal', 'acme'), 'monitors/_export.csv:3:17 spec/url "acme/pricing" has no scheme'],
])('%s names file, line and column', (_name, rows, line) => {
  const {findings} = check({'pages.yaml': specOf(FORM), '_export.csv': rows});
  expect(linesOf(findings)).toEqual([expect.stringContaining(line)]);
});

test.each([
  [
    'a separator that is not named',
    '{file: _export.csv}',
    EXPORT.replaceAll('"', ''),
    'write sync: {each: {file: ..., delimiter: ";"}}, or save the file as CSV with commas',
  ],
  [
    'a separator that is not there',
    '{file: _a.csv, delimiter: ";"}',
    'key,name,site\na,A,https://a.example\n',
    'remove "delimiter" from sync.each',
  ],
  [
    'a row that is cut at the separator of the file',
    '{file: _a.csv, delimiter: ";"}',
    'key;name;site\na;A;B;https://a.example\n',
    'put a cell that contains a semicolon in quotes; leave a cell empty rather than out',
  ],
  ['another separator', '{file: _a.csv, delimiter: "|"}', 'key|name\n', 'write delimiter: ";" or delimiter: tab'],
  ['a key without a cell', '{file: _a.csv, key: acme}', 'key,name,site\na,A,https://a.example\n', 'write key: ${each:team}/${each:name}'],
  [
    'a key of a column that is not there',
    '{file: _a.csv, key: "${each:slog}"}',
    'slug,name,site\na,A,https://a.example\n',
    'did you mean "slug"?',
  ],
  ['a name for two columns', '{file: _a.csv, columns: {a: name, b: name}}', 'key,name,site\na,A,https://a.example\n', 'keep one of them'],
])('%s: there is advice', (_name, each, rows, hint) => {
  const {findings, monitors} = check({'pages.yaml': specOf(each), '_export.csv': rows, '_a.csv': rows});
  expect(findings.map(({hint: given}) => given)).toContain(hint);
  expect(monitors).toEqual([]);
});

test.each([
  [';', 'key\tname\n', 'the columns are separated by tabs, not by ";"'],
  [';', 'key,name\n', 'the columns are separated by commas, not by ";"'],
  ['tab', 'key;name\n', 'the columns are separated by ";", not by tabs'],
])('a separator other than the one that is set names both: %s', (delimiter, rows, message) => {
  const {findings} = check({'pages.yaml': specOf(`{file: _a.csv, delimiter: "${delimiter}"}`), '_a.csv': rows});
  expect(findings.map(finding => finding.message)).toContain(message);
});
