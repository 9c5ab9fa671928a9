import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/fault-matrix.md'), 'utf8');

/** The rows of the page that name tests: `N1 ★`, `C7, C8, C9`. */
const rows = [...page.matchAll(/^\|([A-Z]\d+[a-z]?(?:, [A-Z]\d+)*)( ★)?\|[^|]+\|[^|]+\|([^|]+)\|$/gm)].flatMap(([, names, star, tests]) =>
  (names as string).split(', ').map(name => ({name, starred: star !== undefined, tests: (tests as string).trim().split(', ')})),
);

const starred = 'N1 N2 N3 N6 N7 N11 N15 N19 N20 N26 P1 P2 P4 P5 P6 P11 K1 I1 I5 I8 I11 I12 S1 S6 S7'.split(' ');

/** Whether a title in the file - of a test, a group, or a row of a table - begins with the name of the row, alone or with others. */
function hasTitle(file: string, name: string): boolean {
  const title = new RegExp(
    `(?:test|describe|it)(?:\\.each\\([^]*?\\))?\\(\\s*['"\`](?:[A-Z]\\d+, )*${name}(?:, [A-Z]\\d+)*: |(?:row|name|what|title|fault): ['"\`](?:[A-Z]\\d+, )*${name}(?:, [A-Z]\\d+)*: |\\[\\s*['"\`](?:[A-Z]\\d+, )*${name}(?:, [A-Z]\\d+)*: |\\)\\(\\s*['"\`](?:[A-Z]\\d+, )*${name}(?:, [A-Z]\\d+)*: `,
  );
  return title.test(readFileSync(file, 'utf8'));
}

test('every starred row stands on the page, marked as such', () => {
  expect(
    rows
      .filter(row => row.starred)
      .map(row => row.name)
      .sort(),
  ).toEqual([...starred].sort());
});

test.each(rows)('$name: every test file that the page names holds a test of that name', ({name, tests}) => {
  expect(tests.filter(test => !hasTitle(join(root, 'test', `${test}.test.ts`), name))).toEqual([]);
});

test('the test files that rows are looked for in are there', () => {
  const named = new Set(rows.flatMap(row => row.tests));
  expect([...named].filter(test => !existsSync(join(root, 'test', `${test}.test.ts`)))).toEqual([]);
  expect(readdirSync(join(root, 'test/faults')).length).toBeGreaterThan(10);
});

test('every title that begins with the name of a row has that row', () => {
  const known = new Set(rows.map(({name}) => name));
  const files = readdirSync(join(root, 'test'), {recursive: true, encoding: 'utf8'}).filter(file => file.endsWith('.test.ts'));
  const strangers = files.flatMap(file =>
    [...readFileSync(join(root, 'test', file), 'utf8').matchAll(/['"`]([A-Z]\d+[a-z]?(?:, [A-Z]\d+[a-z]?)*): /g)]
      .flatMap(([, names = '']) => names.split(', '))
      .filter(name => !known.has(name))
      .map(name => `${file}: ${name}`),
  );
  expect(strangers).toEqual([]);
});
