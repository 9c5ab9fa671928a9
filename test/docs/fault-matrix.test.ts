import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/fault-matrix.md'), 'utf8');

/** The rows of the page: `N1★`, `C7, C8, C9`. */
const rows = [...page.matchAll(/^\|([A-Z]\d+[a-z]?(?:, [A-Z]\d+)*)(★)?\|[^|]+\|[^|]+\|$/gm)].flatMap(([, names, star]) =>
  (names as string).split(', ').map(name => ({name, starred: star !== undefined})),
);

const starred = 'N1 N2 N3 N6 N7 N11 N15 N19 N20 N26 P1 P2 P4 P5 P6 P11 K1 I1 I5 I8 I11 I12 S1 S6 S7'.split(' ');

/** The names that titles begin with - of a test, a group, or a row of a table - alone or with others, with the files they are in. */
const tests = new Map<string, Set<string>>();
for (const path of readdirSync(join(root, 'test'), {recursive: true, encoding: 'utf8'}).filter(file => file.endsWith('.test.ts'))) {
  const text = readFileSync(join(root, 'test', path), 'utf8');
  for (const [, names = ''] of text.matchAll(/['"`]([A-Z]\d+[a-z]?(?:, [A-Z]\d+[a-z]?)*): /g)) {
    for (const name of names.split(', ')) tests.set(name, (tests.get(name) ?? new Set()).add(path));
  }
}

test('every starred row stands on the page, marked as such', () => {
  expect(
    rows
      .filter(row => row.starred)
      .map(row => row.name)
      .sort(),
  ).toEqual([...starred].sort());
});

test('every row has a test whose title begins with its name', () => {
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter(({name}) => !tests.has(name))).toEqual([]);
});

test('every such title has its row', () => {
  const known = new Set(rows.map(({name}) => name));
  expect([...tests].filter(([name]) => !known.has(name)).map(([name, files]) => [name, ...files])).toEqual([]);
});
