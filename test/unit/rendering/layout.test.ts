import {shellWord} from '../../../src/core/base/command-line';
import {countOf, formatNumber, listWords} from '../../../src/core/base/words';
import {formatDuration} from '../../../src/rendering/sentences';
import {dataLine, displayWidth, hangingLine, printText, proseLine, styled, takeColumns, takeLastColumns} from '../../../src/rendering/text';
import {limitsOf, valueRows, valueText} from '../../../src/rendering/value-text';

describe('columns of a text', () => {
  test.each([
    {name: 'letters take one', text: 'abc', expected: 3},
    {name: 'letters with accents take one', text: 'e\u0301\u00e4', expected: 2},
    {name: 'ideographs take two', text: '\u76e3\u8996', expected: 4},
    {name: 'full-width forms take two', text: '\uff21', expected: 2},
    {name: 'emoji take two', text: '\ud83d\ude80', expected: 2},
  ])('$name', ({text, expected}) => expect(displayWidth(text)).toBe(expected));

  test.each([
    {name: 'a text that fits stays whole', text: 'abc', columns: 3, first: 'abc', last: 'abc'},
    {name: 'a wide character is not cut in half', text: '\u76e3\u8996', columns: 3, first: '\u76e3', last: '\u8996'},
    {name: 'an accent stays with its letter or goes with it', text: 'ae\u0301', columns: 1, first: 'a', last: 'e\u0301'},
    {name: 'no columns hold nothing', text: 'abc', columns: 0, first: '', last: ''},
  ])('$name', ({text, columns, first, last}) => {
    expect(takeColumns(text, columns)).toBe(first);
    expect(takeLastColumns(text, columns)).toBe(last);
  });
});

describe('lines', () => {
  const narrow = {color: false, width: 24};

  test('prose is wrapped at spaces, further lines hang', () => {
    expect(printText([hangingLine(2, 2, 'one two three four five six')], narrow)).toBe('  one two three four\n    five six\n');
  });

  test('a word that is wider than the line stays whole', () => {
    expect(printText([proseLine(0, 'see https://docs.example/a/long/address now')], narrow)).toBe(
      'see\nhttps://docs.example/a/long/address\nnow\n',
    );
  });

  test('I43: a command in prose stays in one piece, in quotes or at the end, so that it can be copied', () => {
    const print = (text: string) => printText([hangingLine(0, 2, text)], {color: false, width: 40});
    expect(print('wait until it is through, or run "monitors state unlock 1c0b" now')).toBe(
      'wait until it is through, or run\n  "monitors state unlock 1c0b" now\n',
    );
    expect(print('delete it there, then end this: monitors resolve a --checked')).toBe(
      'delete it there, then end this:\n  monitors resolve a --checked\n',
    );
    expect(print(`run "monitors state unlock ${'x'.repeat(40)}" now`)).toBe(`run\n  "monitors state unlock ${'x'.repeat(40)}"\n  now\n`);
  });

  test('data is never wrapped', () => {
    expect(printText([dataLine(4, 'monitors resolve pricing/acme --not-created')], narrow)).toBe(
      '    monitors resolve pricing/acme --not-created\n',
    );
  });

  test('a word of several styles is not broken between them', () => {
    expect(printText([proseLine(0, 'the words of this ', styled('strong', 'key'), ',', ' end')], narrow)).toBe(
      'the words of this key,\nend\n',
    );
  });

  test('wide characters are counted by their columns', () => {
    expect(printText([proseLine(0, '\u76e3\u8996\u76e3\u8996\u76e3 \u8996\u76e3\u8996\u76e3\u8996\u76e3\u8996 x')], narrow)).toBe(
      '\u76e3\u8996\u76e3\u8996\u76e3\n\u8996\u76e3\u8996\u76e3\u8996\u76e3\u8996 x\n',
    );
  });

  test('colour changes nothing but colour', () => {
    const lines = [proseLine(0, styled('error', 'an error with many words'), ' and more of them')];
    const colored = printText(lines, {color: true, width: 24});
    expect(colored.replace(/\x1b\[\d+m/g, '')).toBe(printText(lines, narrow));
    expect(colored).not.toBe(printText(lines, narrow));
  });

  test('empty lines hold no spaces', () => {
    expect(printText([dataLine(4, ''), dataLine(0, 'x')], narrow)).toBe('\nx\n');
  });

  test('no lines are no text', () => expect(printText([], narrow)).toBe(''));
});

describe('values', () => {
  test.each([
    {name: 'a text is quoted', value: 'a "b"', expected: '"a \\"b\\""'},
    {name: 'a secret is not', value: '(secret)', expected: '(secret)'},
    {name: 'nothing has a word', value: undefined, expected: '(nothing)'},
    {name: 'null is null', value: null, expected: 'null'},
    {name: 'lists and objects have spaces', value: {a: [1, true], b: {}}, expected: '{"a": [1, true], "b": {}}'},
  ])('$name', ({value, expected}) => expect(valueText(value)).toBe(expected));

  const options = {limit: 100, includePaths: ['/guides/.*'], nested: {tags: ['nav', 'footer', 'aside', 'header']}};

  test('what fits stays on one line', () => {
    expect(valueRows(options, 200, limitsOf('normal'))).toEqual([valueText(options)]);
  });

  test('what does not fit is opened, and what is in it stays on one line where it can', () => {
    expect(valueRows(options, 40, limitsOf('normal'))).toEqual([
      '{',
      '  "limit": 100,',
      '  "includePaths": ["/guides/.*"],',
      '  "nested": {',
      '    "tags": [',
      '      "nav",',
      '      "footer",',
      '      "aside",',
      '      "header"',
      '    ]',
      '  }',
      '}',
    ]);
  });

  test('whatever the room, the rows together are the value', () => {
    for (const room of [0, 10, 20, 30, 60, 100])
      expect(JSON.parse(valueRows(options, room, limitsOf('verbose')).join(''))).toEqual(options);
  });

  test('many rows are cut and counted, unless all are asked for', () => {
    const list = Array.from({length: 40}, (_, index) => `item ${index}`);
    const rows = valueRows(list, 20, limitsOf('normal'));
    expect(rows).toHaveLength(13);
    expect(rows.at(-1)).toBe('... 30 more lines (--verbose shows them)');
    expect(valueRows(list, 20, limitsOf('verbose'))).toHaveLength(42);
  });

  test('a long text is cut and counted, never in half a character', () => {
    const [row] = valueRows(`${'a'.repeat(398)}\ud83d\ude80${'b'.repeat(50)}`, 80, limitsOf('normal'));
    expect(row).toBe(`"${'a'.repeat(398)}... 53 more characters (--verbose shows them)`);
  });
});

describe('words', () => {
  test.each([
    {name: 'one', text: countOf(1, 'monitor'), expected: '1 monitor'},
    {name: 'many', text: countOf(12_000, 'monitor'), expected: '12,000 monitors'},
    {name: 'a plural of its own', text: countOf(0, 'change was', 'changes were'), expected: '0 changes were'},
    {name: 'thousands', text: formatNumber(1_234_567), expected: '1,234,567'},
    {name: 'fractions', text: formatNumber(1234.567), expected: '1,234.57'},
    {name: 'no time', text: formatDuration(0), expected: 'under a second'},
    {name: 'seconds, rounded up', text: formatDuration(1001), expected: '2 s'},
    {name: 'minutes', text: formatDuration(200_000), expected: '3 min 20 s'},
    {name: 'hours', text: formatDuration(3_900_000), expected: '1 h 5 min'},
    {name: 'two words', text: listWords(['a', 'b']), expected: 'a and b'},
    {name: 'three words', text: listWords(['a', 'b', 'c'], 'or'), expected: 'a, b or c'},
    {name: 'a key needs no quotes', text: shellWord('pricing/acme'), expected: 'pricing/acme'},
    {name: 'a key with a space does', text: shellWord("acme's shop"), expected: "'acme'\\''s shop'"},
    {name: 'a flag does not: quotes would make no operand of it', text: shellWord('--only=a'), expected: '--only=a'},
  ])('$name', ({text, expected}) => expect(text).toBe(expected));
});
