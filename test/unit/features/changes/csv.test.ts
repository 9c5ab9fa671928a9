import {parse} from 'csv-parse/sync';
import * as fc from 'fast-check';
import {renderChangesCsv} from '../../../../src/features/changes/formats/csv';
import {anyDocument, fullDocument, HOSTILE_TEXTS, hostileDocument, hugeDocument, sampleChange, sampleDocument} from './changes-samples';

const COLUMNS = 'type group key at until verdict status url reason removed added fields left_out id monitor_id check_id'.split(' ');

/** A sign, in any of its widths, that begins a formula; spreadsheets skip white space before it. */
const FORMULA = /^[\s\ufeff\u200b]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b]/;

/** Cells of a line of a text as a program reads it that takes `separator` for the end of a cell, and quotes only at a cell's beginning. */
function splitCarelessly(text: string, separator: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap(line => line.split(separator));
}

/** Everything of a table that breaks RFC 4180, or that a spreadsheet calculates. */
function listFaults(text: string): string[] {
  const rows: string[][] = parse(text, {relaxColumnCount: false, relaxQuotes: false, recordDelimiter: '\r\n'});
  return [
    ...(rows[0]?.join(' ') === COLUMNS.join(' ') ? [] : ['the header']),
    ...rows.flatMap(row => (row.length === COLUMNS.length ? [] : [`${row.length} cells`])),
    ...rows.flat().flatMap(cell => (FORMULA.test(cell) ? [`formula: ${JSON.stringify(cell)}`] : [])),
    ...splitCarelessly(text, ';').flatMap(cell =>
      FORMULA.test(cell) && cell !== '' ? [`formula after ";": ${JSON.stringify(cell)}`] : [],
    ),
    ...rows.flat().flatMap(cell => (cell.length > 32_767 ? ['a cell that is too long'] : [])),
    ...(/^\s*::|##\[|##vso\[/m.test(text) ? ['a workflow command'] : []),
    ...(/(?![\r\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) ? ['a character that is not seen'] : []),
    ...(text.endsWith('\r\n') ? [] : ['the last line has no end']),
    ...(/(?<!\n|")\r\n(?!"|$)/.test(text) ? ['a line break of a page'] : []),
  ];
}

test('the judge of these tests finds what is wrong', () => {
  const cells = (value: string) => `${COLUMNS.map(name => `"${name}"`).join(',')}\r\n${COLUMNS.map(() => `"${value}"`).join(',')}\r\n`;
  expect(listFaults(cells('fine'))).toEqual([]);
  expect(listFaults(cells(' =1'))).toContain('formula: " =1"');
  expect(listFaults(cells('a;@x'))).toContain('formula after ";": "@x\\",\\"a"');
  expect(listFaults(cells('a\n::error::'))).toEqual(['a workflow command']);
});

test('a document with everything that can be said', () => {
  const text = renderChangesCsv(fullDocument());
  expect(listFaults(text)).toEqual([]);
  const rows: Record<string, string>[] = parse(text, {columns: true});
  expect(rows.map(({type}) => type).join(' ')).toBe(
    'change change change change change failure failure failure running not-read note note note note note note note note note',
  );
  expect(rows[0]).toEqual({
    ...{type: 'change', group: 'pricing', key: 'pricing/acme', at: '2026-11-23T09:30:00.000Z', until: '', verdict: 'meaningful'},
    ...{status: 'changed', url: 'https://acme.example/pricing?plan=pro', reason: 'The price of the Pro plan rose from $19 to $24.'},
    ...{removed: 'Pro: $19 a month', added: 'Pro: $24 a month', fields: '', left_out: '', id: '5f0e2c6a9d1b4f37'},
    ...{monitor_id: 'mon-1', check_id: 'check-1'},
  });
  expect(rows[2]).toMatchObject({left_out: '40 or more'});
});

test.each([
  ['=1+1', "'=1+1"],
  ['-5 degrees', "'-5 degrees"],
  [' \u3000\uff1dx', "' \u3000\uff1dx"],
  ['\n=1', "'\n'=1"],
  ['a\n@b', "a\n'@b"],
  ['a;+b; c', "a;'+b; c"],
  ['\t=1', '\\t=1'],
  ['\r=1', '\\r=1'],
  ['a-b=c', 'a-b=c'],
  [' \n =1', "' \n' =1"],
  ['', ''],
])('the cell of %j is %j', (key, expected) => {
  const [row]: Record<string, string>[] = parse(renderChangesCsv(sampleDocument({changes: [sampleChange({key})]})), {columns: true});
  expect(row?.['key']).toBe(expected);
});

test.each(HOSTILE_TEXTS.map(text => ({name: JSON.stringify(text).slice(0, 60), text})))('inert everywhere: $name', ({text}) => {
  expect(listFaults(renderChangesCsv(hostileDocument([text])))).toEqual([]);
});

test('no document of hostile texts makes a formula', () => {
  fc.assert(
    fc.property(anyDocument, document => expect(listFaults(renderChangesCsv(document))).toEqual([])),
    {numRuns: 200},
  );
});

test('10,000 pages with megabytes of text make a table of bounded size with a row for each', () => {
  const text = renderChangesCsv(hugeDocument());
  expect(text.length).toBeLessThan(48 * 1024 * 1024);
  expect(text.match(/^"change",/gm)).toHaveLength(10_001);
  expect(text.match(/^"failure",/gm)).toHaveLength(10_000);
});
