import fc from 'fast-check';
import {readRows} from '../../../../../src/core/specs/fleet/rows';
import {documentOf, filesOf, linesOf, rowsOf} from './list-world';

const cellsOf = (name: string, content: string) => rowsOf(name, content).rows.map(({key, cells}) => [key, {...cells}]);

const READ: readonly {name: string; file: string; content: string; cells: Record<string, unknown>}[] = [
  {
    name: 'CSV has text in its cells',
    file: 'a.csv',
    content: 'key,site,days\nacme,https://acme.example,7\n',
    cells: {key: 'acme', site: 'https://acme.example', days: '7'},
  },
  {name: 'a byte order mark is not part of the first column', file: 'a.csv', content: '\ufeffkey,a\nacme,x', cells: {key: 'acme', a: 'x'}},
  {
    name: 'quoted cells have commas, quotes and lines',
    file: 'a.csv',
    content: 'key,a\r\nacme,"x, ""y""\r\nz"\r\n',
    cells: {key: 'acme', a: 'x, "y"\nz'},
  },
  {name: 'empty cells and empty lines are left out', file: 'a.csv', content: 'key,a,b\n\nacme,,x\n\n', cells: {key: 'acme', b: 'x'}},
  {
    name: 'columns may have the names that objects have',
    file: 'a.csv',
    content: 'key,__proto__,constructor\nacme,x,y\n',
    cells: {key: 'acme', ['__proto__']: 'x', constructor: 'y'},
  },
  {
    name: 'YAML keeps types and lists',
    file: 'a.yaml',
    content: '- {key: acme, days: 7, urls: [a, b], none: null, empty: ""}\n',
    cells: {key: 'acme', days: 7, urls: ['a', 'b']},
  },
];

test.each(READ)('$name', ({file, content, cells}) => {
  const [row, ...others] = rowsOf(file, content).rows;
  expect(others).toEqual([]);
  expect(Object.entries(row?.cells ?? {}).sort()).toEqual(Object.entries(cells).sort());
  expect(Object.getPrototypeOf({...row?.cells})).toBe(Object.prototype);
});

test('rows that stand in the spec are read, and found there', () => {
  const document = documentOf('sync:\n  each:\n    - key: acme\n      site: x\n    - key: b/c\n');
  const {rows, findings} = readRows(document, filesOf({}), new Set());
  expect(rows).toEqual([]);
  expect(linesOf(findings)).toEqual(['monitors/pricing.yaml:5:12 list/key the "key" of the row has a slash']);
});

test('reserved columns are settings of the row', () => {
  const csv = rowsOf('a.csv', 'key,renamedFrom,protect,paused\na,old/a,true,keep\nb,,,\nc,,yes,\n');
  expect(csv.rows.map(({sync}) => sync)).toEqual([{renamedFrom: 'old/a', protect: true, paused: 'keep'}, {}, {protect: 'yes'}]);
  expect(csv.rows[0]?.placeOfSync('/protect')).toMatchObject({pointer: '/0/protect', range: {start: {line: 2, column: 9}}});
  const yaml = rowsOf('a.yaml', '- key: a\n  sync:\n    labels: {team: x}\n');
  expect(yaml.rows.map(({sync}) => sync)).toEqual([{labels: {team: 'x'}}]);
  expect(yaml.rows[0]?.placeOfSync('/labels/team')).toMatchObject({file: 'monitors/a.yaml', range: {start: {line: 3, column: 20}}});
});

test('a cell is found in its line and column behind quoted lines, characters beyond ASCII and empty lines', () => {
  const {rows} = rowsOf('a.csv', '\ufeffkey,a,b\r\n"x","é\r\n""q"",",1\r\n\r\n😀,ü,last');
  const at = (row: number, column: string | null) => rows[row]?.placeOf(column);
  expect(at(0, 'a')).toMatchObject({pointer: '/0/a', range: {start: {line: 2, column: 5}, end: {line: 3, column: 8}}});
  expect(at(0, 'b')).toMatchObject({range: {start: {line: 3, column: 9}, end: {line: 3, column: 10}}});
  expect(at(1, 'b')).toMatchObject({range: {start: {line: 5, column: 6}, end: {line: 5, column: 10}}});
  expect(at(1, null)).toMatchObject({pointer: '/1', range: {start: {line: 5, column: 1}, end: {line: 5, column: 10}}});
});

const HIDDEN = 'hunter2';

test.each([
  {
    name: 'semicolons',
    content: `key;${HIDDEN}\na;b\n`,
    found: 'monitors/a.csv:1:1 list/csv the columns are separated by ";", not by commas',
  },
  {name: 'tabs', content: `key\t${HIDDEN}\n`, found: 'monitors/a.csv:1:1 list/csv the columns are separated by tabs, not by commas'},
  {
    name: 'the same column twice',
    content: `key,${HIDDEN},${HIDDEN}\na,b,c\n`,
    found: 'monitors/a.csv:1:13 list/header column 3 has the name of a column before it',
  },
  {name: 'a column without a name', content: 'key,,b\na,b,c\n', found: 'monitors/a.csv:1:5 list/header column 2 has no name'},
  {
    name: 'white space around a name',
    content: 'key, a\nx,y\n',
    found: 'monitors/a.csv:1:5 list/header the name of column 2 begins or ends with white space',
  },
  {name: 'no column "key"', content: `${HIDDEN},b\na,b\n`, found: 'monitors/a.csv:1:1 list/header the first line names no column "key"'},
  {name: 'an empty file', content: '', found: 'monitors/a.csv:1:1 list/header the first line names no column "key"'},
  {name: 'a header alone', content: 'key,a\n', found: 'monitors/a.csv:1:1 list/no-rows the list has no rows'},
  {
    name: 'a quote that stays open',
    content: `key,a\nx,"${HIDDEN}\ny,z\n`,
    found: 'monitors/a.csv:2:3 list/csv the quote that opens here is not closed',
  },
  {
    name: 'text behind a quote',
    content: `key,a\nx,"b"${HIDDEN}\n`,
    found: 'monitors/a.csv:2:3 list/csv text follows the quote that closes this cell',
  },
  {
    name: 'a quote within a cell',
    content: `key,a\nx, "${HIDDEN}"\n`,
    found: 'monitors/a.csv:2:3 list/csv a quote stands within a cell that does not begin with one',
  },
  {
    name: 'a row that is too long',
    content: `key,a\nx,b,${HIDDEN}\n`,
    found: 'monitors/a.csv:2:1 list/row the row has 3 cells, but the header 2',
  },
  {name: 'a row that is too short', content: 'key,a\nx\n', found: 'monitors/a.csv:2:1 list/row the row has 1 cell, but the header 2'},
  {name: 'a row without a key', content: `key,a\n,${HIDDEN}\n`, found: 'monitors/a.csv:2:1 list/key the row has no "key"'},
  {name: 'a key with a slash', content: `key,a\n${HIDDEN}/b,c\n`, found: 'monitors/a.csv:2:1 list/key the "key" of the row has a slash'},
  {
    name: 'a key that is ".."',
    content: 'key\n..\n',
    found: 'monitors/a.csv:2:1 list/key the "key" of the row has an empty part, "." or ".." between its slashes',
  },
  {
    name: 'a key twice, also in other case',
    content: `key\n${HIDDEN}\nx\n${HIDDEN.toUpperCase()}\n`,
    found:
      'monitors/a.csv:4:1 list/key another row has the same key, or one that differs only in case or in how letters are composed: monitors/a.csv:2:1',
  },
  {
    name: 'NUL',
    content: `key\n${HIDDEN}\0\n`,
    found: 'monitors/a.csv:2:8 yaml/control-character the character U+0000 is not allowed in a text',
  },
  {
    name: 'UTF-16',
    content: Buffer.from(`\ufeffkey\n${HIDDEN}`, 'utf16le'),
    found: 'monitors/a.csv:1:1 yaml/encoding the file is UTF-16, not UTF-8',
  },
  {name: 'Latin-1', content: Buffer.from('key\n\xe9', 'latin1'), found: 'monitors/a.csv:2:1 yaml/encoding byte 5 of the file is not UTF-8'},
  {
    name: 'a state',
    content: `{"formatVersion":1,"lineage":"${HIDDEN}"}\n`,
    found: 'monitors/a.csv:1:1 list/csv a quote stands within a cell that does not begin with one',
  },
])('CSV is refused without an echo: $name', ({content, found}) => {
  const {rows, findings} = rowsOf('a.csv', content);
  expect(rows).toEqual([]);
  expect(linesOf(findings)).toEqual([found]);
  expect(JSON.stringify(findings).toLowerCase()).not.toContain(HIDDEN);
});

test.each([
  {
    name: 'a plan or state',
    content: `formatVersion: 1\n${HIDDEN}: 2\n`,
    found: 'monitors/a.yaml:1:1 list/row a data file in YAML must be one list of mappings',
  },
  {
    name: 'several documents',
    content: '[{key: a}]\n---\n[{key: b}]\n',
    found: 'monitors/a.yaml:1:1 list/row a data file in YAML must be one list of mappings',
  },
  {name: 'no content', content: '# nothing\n', found: 'monitors/a.yaml:1:1 yaml/empty not valid as data: yaml/empty'},
  {name: 'an empty list', content: '[]\n', found: 'monitors/a.yaml:1:1 list/no-rows the list has no rows'},
  {name: 'text as a row', content: `- ${HIDDEN}\n`, found: 'monitors/a.yaml:1:3 list/row a row must be a mapping, but is text'},
  {
    name: 'a number as key',
    content: '- {key: 2024}\n',
    found: 'monitors/a.yaml:1:9 list/key the "key" of the row must be text, but is a number',
  },
  {
    name: 'a member twice',
    content: `- {key: a, ${HIDDEN}: 1, ${HIDDEN}: 2}\n`,
    found: 'monitors/a.yaml:1:24 yaml/duplicate-member not valid as data: yaml/duplicate-member',
  },
  {
    name: 'a number that is too large',
    content: '- {key: a, b: 12345678901234567890}\n',
    found: 'monitors/a.yaml:1:15 yaml/number not valid as data: yaml/number',
  },
  {
    name: '"sync" beside a reserved column',
    content: '- {key: a, protect: true, sync: {paused: true}}\n',
    found: 'monitors/a.yaml:1:33 list/row the row has both "sync" and "protect"',
  },
  {
    name: 'a key in "sync"',
    content: '- {key: a, sync: {key: b}}\n',
    found: 'monitors/a.yaml:1:18 list/row "sync.key" may not stand in a row',
  },
  {
    name: 'text as "sync"',
    content: '- {key: a, sync: x}\n',
    found: 'monitors/a.yaml:1:18 list/row "sync" of a row must be a mapping, but is text',
  },
])('YAML is refused without an echo: $name', ({content, found}) => {
  const {rows, findings} = rowsOf('a.yaml', content);
  expect(rows).toEqual([]);
  expect(linesOf(findings)).toEqual([found]);
  expect(JSON.stringify(findings)).not.toContain(HIDDEN);
});

test.each([
  {name: 'text', each: 'rows.csv', kind: 'is text'},
  {name: 'another member', each: '{file: a.csv, sheet: 2}', kind: 'has other members'},
  {name: 'no file', each: '{}', kind: 'has no "file"'},
  {name: 'a file that is no text', each: '{file: 5}', kind: 'its "file" is a number'},
])('"sync.each" takes a list or a file: $name', ({each, kind}) => {
  const {findings} = readRows(documentOf(`sync: {each: ${each}}\n`), filesOf({}), new Set());
  expect(linesOf(findings)).toEqual([
    `monitors/pricing.yaml:1:14 schema/type "sync.each" must be a list of rows or {file: ...} and nothing else, but ${kind}`,
  ]);
});

test('a misspelled "key" is named where it stands, and by no other name', () => {
  const [header] = rowsOf('a.csv', 'name,kye\nAcme,a\n').findings;
  expect([header?.where?.range.start.column, header?.hint]).toEqual([6, 'did you mean "key" in column 2?']);
  expect(rowsOf('a.csv', 'name,site\nAcme,a\n').findings[0]?.hint).toBe('name the columns in the first line: key,...');
  expect(rowsOf('a.yaml', '- {kye: a}\n').findings[0]?.hint).toBe('a column is nearly named "key": correct its name');
});

test('an unused column that nearly has the name of a missing one is a warning, all others are free', () => {
  const near = (name: string, content: string, used: string[]) => linesOf(rowsOf(name, content, used).findings);
  expect(near('a.csv', 'key,sit,Protect,note\na,b,c,d\n', ['site'])).toEqual([
    'monitors/a.csv:1:9 list/near-column an unused column is nearly named "protect"',
  ]);
  expect(near('a.csv', 'key,site,site2,project\na,b,c,d\n', ['site'])).toEqual([]);
  expect(near('a.yaml', '- {key: a, site: x}\n- {key: b, sit: x}\n', ['site'])).toEqual([
    'monitors/a.yaml:2:12 list/near-column an unused column is nearly named "site"',
  ]);
});

test('10,000 rows are read, one more is refused, and so are 50,000', () => {
  const csvOf = (count: number) => `key,a\n${Array.from({length: count}, (_, index) => `row-${index},x\n`).join('')}`;
  expect(rowsOf('a.csv', csvOf(10_000)).rows).toHaveLength(10_000);
  for (const count of [10_001, 50_000]) {
    const {rows, findings} = rowsOf('a.csv', csvOf(count));
    expect(rows).toEqual([]);
    expect(linesOf(findings)).toEqual(['monitors/a.csv:10002:1 list/too-many-rows the list has more than 10,000 rows']);
  }
});

test('a file of more than two million cells is refused before it is parsed', () => {
  expect(linesOf(rowsOf('a.csv', `key${','.repeat(2_000_001)}`).findings)).toEqual([
    'monitors/a.csv:1:1 list/too-large the file has more than 2,000,000 cells',
  ]);
});

test('thousands of faulty rows are counted, not listed', () => {
  const {findings} = rowsOf('a.csv', `key,a\n${'x\n'.repeat(9000)}`);
  expect(findings).toHaveLength(50);
  expect(findings.at(-1)).toMatchObject({code: 'schema/more-findings', message: '8951 more findings in this document are not shown'});
});

const cell = fc.oneof(fc.string(), fc.constantFrom('', '"', ',', '\n', '\r\n', 'a"b', ' x ', 'é', '😀'));
const isAllowed = (text: string) => !/[^\t\n\x20-\x7e\u00c0-\u024f]/u.test(text.replaceAll('\r\n', '\n').replaceAll('😀', ''));
const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

test('what is written as CSV by the standard is read back, lines within a cell with LF, and each cell is found where it stands', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell.filter(isAllowed), cell.filter(isAllowed)), {minLength: 1, maxLength: 5}),
      fc.constantFrom('\n', '\r\n'),
      (pairs, end) => {
        const lines = pairs.map(([a, b], index) => [`k${index}`, a, b].map(quote).join(','));
        const text = ['key,a,b', ...lines].join(end);
        const {rows, findings} = rowsOf('a.csv', text);
        expect(findings).toEqual([]);
        for (const [index, [a, b]] of pairs.entries()) {
          const [left, right] = [a, b].map(text => text.replaceAll('\r\n', '\n'));
          const wanted = {key: `k${index}`, ...(a === '' ? {} : {a: left}), ...(b === '' ? {} : {b: right})};
          expect({...rows[index]?.cells}).toEqual(wanted);
          const {start, end: after} = rows[index]?.placeOf('b').range ?? {start: {offset: 0}, end: {offset: 0}};
          expect(text.slice(start.offset, after.offset)).toBe(quote(b));
        }
      },
    ),
    {numRuns: 300},
  );
});

test('no text at all makes reading CSV or YAML throw', () => {
  const text = fc.array(
    fc.oneof(
      fc.constantFrom('key', ',', '"', '""', '\n', '\r\n', '\r', ';', 'a', '- ', ': ', '[', '{', '&a', '*a', '${env:X}'),
      fc.string(),
    ),
    {maxLength: 20},
  );
  fc.assert(
    fc.property(text, fc.constantFrom('a.csv', 'a.yaml'), (pieces, name) => {
      for (const start of ['', 'key,a\n', '- key: ']) {
        const {rows, findings} = rowsOf(name, start + pieces.join(''));
        expect(rows.length > 0).toBe(!findings.some(({severity}) => severity === 'error'));
      }
    }),
    {numRuns: 1000},
  );
});

test('the order of rows and columns changes no row', () => {
  const keys = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), {minLength: 1});
  fc.assert(
    fc.property(keys, keys, (one, other) => {
      const both = one.filter(key => other.includes(key));
      fc.pre(both.length > 0);
      const first = cellsOf('a.csv', `key,x,y\n${both.map(key => `${key},x${key},y${key}`).join('\n')}`);
      const second = cellsOf(
        'a.csv',
        `y,key,x\n${[...both]
          .reverse()
          .map(key => `y${key},${key},x${key}`)
          .join('\n')}`,
      );
      expect(Object.fromEntries(first)).toEqual(Object.fromEntries(second));
    }),
  );
});
