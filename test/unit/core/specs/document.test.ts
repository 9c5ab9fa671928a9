import {parseSource} from '../../../../src/core/specs/document';
import {shapeOf, sourceOf} from './yaml-source';

const parse = (text: string | Uint8Array) => shapeOf(parseSource(sourceOf(text)));

describe('what a document means', () => {
  test('a spec becomes plain data', () => {
    expect(parse('name: Shop\ntargets:\n  - {type: scrape, urls: [https://a.example]}\n')).toEqual({
      data: [{name: 'Shop', targets: [{type: 'scrape', urls: ['https://a.example']}]}],
      findings: [],
    });
  });

  test.each([
    ['I5: words of YAML 1.1 are text', '[no, off, yes, on, y, N]', ['no', 'off', 'yes', 'on', 'y', 'N']],
    ['I5: octal is 0o10, and 010 is ten', '[0o10, 010, -010]', [8, 10, -10]],
    ['I5: underscores and sexagesimals are text', '[1_000, "1:30", 12:30:45]', ['1_000', '1:30', '12:30:45']],
    ['I5: a time of day is text, in a member as in a list', 'at: 1:30', {at: '1:30'}],
    ['I5: hexadecimal is a number, with a sign it is text', '[0x1F, -0x1F, 0b11]', [31, '-0x1F', '0b11']],
    ['I5: decimal forms', '[1., .5, 1e3, -0, +1, 1e-2, "1"]', [1, 0.5, 1000, 0, 1, 0.01, '1']],
    [
      'I5: null and booleans in three spellings',
      '[~, null, Null, NULL, nULL, true, True, TRUE, tRUE, False]',
      [null, null, null, null, 'nULL', true, true, true, 'tRUE', false],
    ],
    ['I6: a decimal is a number, and the same in quotes is text', '[1.10, "1.10", 1e10]', [1.1, '1.10', 1e10]],
    ['dates are text', '[2026-11-21, 2026-11-21T10:00:00Z]', ['2026-11-21', '2026-11-21T10:00:00Z']],
    ['I3: an alias within the limit stands for its value', '[&a {x: 1}, *a, &b text, *b]', [{x: 1}, {x: 1}, 'text', 'text']],
    ['I10: a scalar is a document', 'text', 'text'],
    ['I10: a list is a document', '- 1\n- 2\n', [1, 2]],
    ['I10: null that is written is a document', '~', null],
    [
      'I8: names of the prototype are plain members',
      '{constructor: 1, prototype: 2, toString: 3}',
      {constructor: 1, prototype: 2, toString: 3},
    ],
    ['the directive of YAML 1.2 is allowed', '%YAML 1.2 # ours\n---\na: 1', {a: 1}],
    ['a quoted merge key is a plain name', '{"<<": 1}', {'<<': 1}],
    ['I9: a byte order mark at the start is tolerated', '\ufeffa: 1\n', {a: 1}],
    ['escapes that make white space are text', '"a\\tb\\r\\n\\u00e9"', 'a\tb\r\n\u00e9'],
    ['a pair of surrogate escapes is one character', '"\\U0001F600"', '\u{1f600}'],
  ])('%s', (_name, text, expected) => {
    expect(parse(text)).toEqual({data: [expected], findings: []});
  });

  test('I9: CRLF and LF give the same values', () => {
    const text = 'a: |\n  one\n  two\nb: >\n  three\n  four\nc: "five\n  six"\nd: seven\n  eight\n';
    const withLf = parse(text);
    expect(withLf.findings).toEqual([]);
    expect(parse(text.replaceAll('\n', '\r\n'))).toEqual(withLf);
  });

  test('I10: each document of a file is one, at its position', () => {
    const {documents} = parseSource(sourceOf('a: 1\n---\nb: 2\n...\n---\nc: 3\n'));
    expect(documents.map(({index, data}) => ({index, data}))).toEqual([
      {index: 0, data: {a: 1}},
      {index: 1, data: {b: 2}},
      {index: 2, data: {c: 3}},
    ]);
  });
});

describe('what is refused', () => {
  test.each([
    [
      'I4: a member given twice names both lines',
      'a:\n  x: 1\n  y: {x: 3}\n  x: 2\n',
      '4:3 /a/x yaml/duplicate-member the member "x" is given in line 2 and again in line 4',
    ],
    [
      'I4: quotes make no other member',
      'a: 1\n"a": 2\n',
      '2:1 /a yaml/duplicate-member the member "a" is given in line 1 and again in line 2',
    ],
    ['I4: a number as a name', '"1": a\n1: b\n', '2:1  yaml/member-name the member name 1 is not text'],
    ['a boolean as a name', 'a: {true: 1}', '1:5 /a yaml/member-name the member name true is not text'],
    ['no name', ': 1', '1:1  yaml/member-name a member has no name'],
    ['a list as a name', '? [a]\n: b\n', '1:3  yaml/member-name a list stands where a member name is expected'],
    ['an alias as a name', 'a: &x b\n*x : c\n', '2:1  yaml/member-name an alias stands where a member name is expected'],
    ['I3: a merge key', 'a: &x {b: 1}\nc:\n  <<: *x\n', '3:3 /c yaml/merge-key merge keys ("<<") are not allowed'],
    ['I3: an alias inside its own anchor', 'a: &x\n  b: [*x]\n', '2:7 /a/b/0 yaml/alias "*x" stands inside the value that it refers to'],
    ['I3: an alias without an anchor', 'a: *x\n', '1:4 /a yaml/alias "*x" refers to an anchor that is not defined above'],
    [
      'I3: an anchor of another document is named with its line',
      'a: &x 1\n---\nb: *x\n',
      '3:4 /b yaml/alias the anchor "x" (line 1) belongs to another document; anchors end at "---"',
    ],
    [
      'I3: an anchor of a later document, too',
      'b: *x\n---\na: &x 1\n',
      '1:4 /b yaml/alias the anchor "x" (line 3) belongs to another document; anchors end at "---"',
    ],
    ['I3: an anchor below its use', 'b: *x\na: &x 1\n', '1:4 /b yaml/alias the anchor "x" (line 2) stands below its use'],
    [
      'I3: an anchor in a place for secrets is not named',
      'a: &hunter2 1\n---\nwebhook: {headers: {X-Token: *hunter2}}\n',
      '3:30 /webhook/headers/X-Token yaml/alias the anchor (line 1) belongs to another document; anchors end at "---"',
    ],
    ['I5: another YAML version', '%YAML 1.1\n---\na: 1', '1:1  yaml/directive the directive %YAML 1.1 is not allowed'],
    ['I5: a tag directive', '%TAG ! tag:x,2000:\n---\na: 1', '1:1  yaml/directive the directive %TAG ! tag:x,2000: is not allowed'],
    [
      'I5: an unknown directive before a later document',
      'a: 1\n...\n%FOO\n---\nb: 1',
      '3:1  yaml/directive the directive %FOO is not allowed',
    ],
    ['I5: infinity', 'a: -.inf', '1:4 /a yaml/number -.inf is not a number that JSON can hold'],
    ['I5: infinity in capitals', 'a: +.INF', '1:4 /a yaml/number +.INF is not a number that JSON can hold'],
    ['I5: a negative float beyond all bounds', 'a: -1e400', '1:4 /a yaml/number -1e400 is not a number that JSON can hold'],
    [
      'I5: a hexadecimal that would be rounded',
      'a: 0xFFFFFFFFFFFFFFFF',
      '1:4 /a yaml/number 0xFFFFFFFFFFFFFFFF is too large to be kept exactly; it would be rounded',
    ],
    ['I5: not a number', 'a: [.nan]', '1:5 /a/0 yaml/number .nan is not a number that JSON can hold'],
    ['I5: a float beyond all bounds', 'a: 1e400', '1:4 /a yaml/number 1e400 is not a number that JSON can hold'],
    [
      'I6: a whole number that would be rounded',
      'a: 9007199254740993',
      '1:4 /a yaml/number 9007199254740993 is too large to be kept exactly; it would be rounded',
    ],
    [
      'I6: a number in a secret place is not repeated',
      'webhook: {headers: {X-Token: 9007199254740993}}',
      '1:30 /webhook/headers/X-Token yaml/number the number is too large to be kept exactly; it would be rounded',
    ],
    ['I7: a binary', 'a: !!binary aGk=', '1:4 /a yaml/tag the tag !!binary is not allowed'],
    ['I7: a set', '!!set {a}', '1:1  yaml/tag the tag !!set is not allowed'],
    ['I7: a timestamp', 'a: !!timestamp 2026-01-01', '1:4 /a yaml/tag the tag !!timestamp is not allowed'],
    ['I7: a function', 'a: !!js/function x', '1:4 /a yaml/tag the tag !!js/function is not allowed'],
    ['I7: text that begins with "!"', 'goal: !important x', '1:7 /goal yaml/tag the tag !important is not allowed'],
    [
      'I8: __proto__ as a member',
      'sync: {__proto__: {polluted: true}}',
      '1:8 /sync/__proto__ yaml/forbidden-name a member must not be named "__proto__"',
    ],
    ['I9: a NUL', 'a: x\0y', '1:5  yaml/control-character the character U+0000 is not allowed in a text'],
    ['I9: an escape character', 'a: \x1b[2J', '1:4  yaml/control-character the character U+001B is not allowed in a text'],
    ['I9: a carriage return alone', 'a: 1\rb: 2', '1:5  yaml/control-character a carriage return without a line feed'],
    [
      'I9: half of a surrogate pair',
      'a: "\\ud800x"',
      '1:4 /a yaml/control-character an escape makes the character U+D800, which is not allowed in a text',
    ],
    [
      'I9: an escaped NUL in a name',
      '"\\0": 1',
      '1:1  yaml/control-character an escape makes the character U+0000, which is not allowed in a text',
    ],
    [
      'I9: a byte order mark in the middle',
      'a: 1\n---\n\ufeffb: 2',
      '3:1  yaml/control-character the character U+FEFF is not allowed in a text',
    ],
    ['I9: tabs as indentation', 'a:\n\tb: 1\n', '2:1  yaml/syntax not valid YAML: a tab stands in the indentation'],
    ['I10: an empty file', '', '1:1  yaml/empty the file is empty or holds only comments'],
    ['I10: only comments', '# a: 1\n', '1:1  yaml/empty the file is empty or holds only comments'],
    ['I10: three times nothing', '---\n---\n---\n', '1:1  yaml/empty the file is empty or holds only comments'],
    [
      'I14: an unquoted cron',
      'schedule:\n  cron: */5 * * * *\n',
      '2:9  yaml/syntax not valid YAML: unquoted text must not begin with "*", which refers to an anchor',
    ],
    ['I14: an unquoted macro', 'cron: @daily', '1:7  yaml/syntax not valid YAML: unquoted text must not begin with "@"'],
    ['a colon in unquoted text', 'name: Acme: pricing\n', '1:7  yaml/syntax not valid YAML: unquoted text must not hold ": "'],
    [
      'conflict markers',
      '<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x\n',
      '1:1  yaml/syntax not valid YAML: git left its conflict markers in the file',
    ],
    ['a quote that is not closed', 'a: "x\nb: 1\n', '1:4  yaml/syntax not valid YAML: the quote that opens here is not closed'],
  ])('%s', (_name, text, expected) => {
    expect(parse(text)).toEqual({
      data: expect.not.arrayContaining([expect.objectContaining({b: expect.anything()})]),
      findings: [expected],
    });
  });

  test('I14: the hint shows the cron in quotes', () => {
    const [finding] = parseSource(sourceOf('schedule:\n  cron: */5 * * * * # often\n')).findings;
    expect(finding?.hint).toBe('put it in quotes: "*/5 * * * *"');
  });

  test('a hint repeats no text that may be a secret', () => {
    const findings = [
      'Authorization: @hunter2hunter2',
      'text: *hunter2 hunter2',
      'a: |hunter2\n  x',
      'a: "\\hunter2"',
      'a: "x" hunter2',
      '[a] hunter2: x',
      'text: %hunter2',
    ].map(text => parseSource(sourceOf(text)).findings);
    expect(findings.every(of => of.length === 1)).toBe(true);
    expect(JSON.stringify(findings)).not.toContain('hunter2');
  });

  test('I3: the hundredth alias is allowed, one more is not', () => {
    const list = (uses: number) => `- &a x\n${'- *a\n'.repeat(uses)}`;
    expect(parse(list(100)).findings).toEqual([]);
    expect(parse(list(101)).findings).toEqual(['102:3 /101 yaml/alias more than 100 aliases in one document']);
  });

  test('I3: billion laughs are counted, not written out', () => {
    const lines = Array.from({length: 9}, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`);
    const {findings} = parseSource(sourceOf(['a0: &a0 [x, x, x, x, x, x, x, x, x]', ...lines].join('\n')));
    expect(findings).toMatchObject([{code: 'yaml/alias', message: 'aliases make this document larger than 1 MiB'}]);
  });

  test('I8: nothing is polluted', () => {
    parse('{"__proto__": {polluted: true}, a: {constructor: {prototype: {polluted: true}}}}');
    expect(({} as {polluted?: boolean}).polluted).toBeUndefined();
  });

  test('I9: bytes that are not UTF-8 are named by their place', () => {
    const bytes = Buffer.concat([Buffer.from('name: ü\nx: '), Buffer.from([0xe9, 0x20])]);
    expect(parse(bytes)).toEqual({data: [], findings: ['2:4  yaml/encoding byte 13 of the file is not UTF-8']});
  });

  test.each([
    ['UTF-16 with a mark', Buffer.from('\ufeffa: 1', 'utf16le')],
    ['UTF-16 without one', Buffer.from('a: 1', 'utf16le')],
  ])('I9: %s is named', (_name, bytes) => {
    expect(parse(bytes)).toEqual({data: [], findings: ['1:1  yaml/encoding the file is UTF-16, not UTF-8']});
  });

  test('I9: characters that hide something are flagged and kept', () => {
    expect(parse('a: x\u200by # \u202e\n')).toEqual({
      data: [{a: 'x\u200by'}],
      findings: [
        '1:5  yaml/invisible-character the invisible character U+200B stands here',
        '1:10  yaml/invisible-character the invisible character U+202E stands here',
      ],
    });
    expect(parse('a: \u{1f468}\u200d\u{1f469}, \u0645\u06cc\u200c\u062e\n').findings).toEqual([]);
  });

  test('I10: an empty document among others is skipped and said', () => {
    const {documents, findings} = parseSource(sourceOf('a: 1\n---\n# nothing\n'));
    expect(documents).toHaveLength(1);
    expect(findings).toMatchObject([{code: 'yaml/empty-document', severity: 'warning', where: {range: {start: {line: 2, column: 1}}}}]);
  });

  test('a document with an error keeps the others', () => {
    expect(parse('a: 1\n---\nb: 1\nb: 2\n---\nc: 3\n')).toEqual({
      data: [{a: 1}, {c: 3}],
      findings: ['4:1 /b yaml/duplicate-member the member "b" is given in line 3 and again in line 4'],
    });
  });

  test('more than 50 findings are counted', () => {
    const {findings} = parseSource(sourceOf('a: .nan\n---\n'.repeat(60)));
    expect(findings).toHaveLength(51);
    expect(findings[50]).toMatchObject({code: 'yaml/more-findings', message: '11 more findings in this file'});
  });
});

describe('I2: nesting', () => {
  test.each([
    ['flow lists', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
    ['flow mappings', (depth: number) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`],
    ['block mappings', (depth: number) => `${Array.from({length: depth}, (_, i) => `${' '.repeat(i)}a:`).join('\n')} 1`],
    ['block lists', (depth: number) => `${'- '.repeat(depth)}1`],
  ])('%s may be 64 deep and end in one finding beyond', (_name, nest) => {
    expect(parse(nest(64)).findings).toEqual([]);
    for (const depth of [65, 66, 70, 100, 1000]) {
      expect(parseSource(sourceOf(nest(depth))).findings).toMatchObject([
        {code: 'yaml/too-deep', message: 'nested more than 64 levels deep'},
      ]);
    }
  });

  test('an alias counts with the depth of what it stands for', () => {
    const text = `a: &a ${'['.repeat(40)}${']'.repeat(40)}\nb: ${'['.repeat(30)}*a${']'.repeat(30)}\n`;
    expect(parseSource(sourceOf(text)).findings).toMatchObject([{code: 'yaml/too-deep'}]);
  });
});

describe('where things stand', () => {
  const text = 'name: a\nlist:\n  - x: 1\n    "y/z": [a, b , {c: d}] # ]\n  - &q {z: "1"}\n  - *q\nempty:\nt: |\n  foo\n  bar\n\n';
  const [document] = parseSource(sourceOf(text)).documents;
  const show = (pointer: string, part?: 'key' | 'value') => {
    const range = document?.rangeOf(pointer, part);
    return text.slice(range?.start.offset, range?.end.offset);
  };

  test.each([
    ['a value', '/name', 'value', 'a'],
    ['its name', '/name', 'key', 'name'],
    ['a quoted name, escaped in the pointer', '/list/0/y~1z', 'key', '"y/z"'],
    ['a flow list, brackets included', '/list/0/y~1z', 'value', '[a, b , {c: d}]'],
    ['a mapping in it', '/list/0/y~1z/2', 'value', '{c: d}'],
    ['a quoted value', '/list/1/z', 'value', '"1"'],
    ['an alias', '/list/2', 'value', '*q'],
    ['what an alias stands for', '/list/2/z', 'value', '"1"'],
    ['a value that is not written is its name', '/empty', 'value', 'empty'],
    ['a block scalar without the lines behind it', '/t', 'value', '  foo\n  bar'],
    ['the nearest ancestor of what is not there', '/list/0/nope/1', 'value', 'x: 1\n    "y/z": [a, b , {c: d}]'],
    ['the name of what is not there is its nearest ancestor, too', '/list/1/nope', 'key', '{z: "1"}'],
  ] as const)('%s', (_name, pointer, part, expected) => {
    expect(show(pointer, part)).toBe(expected);
  });

  test('the whole document', () => {
    expect(document?.rangeOf('')).toEqual({
      start: {line: 1, column: 1, offset: 0},
      end: {line: 10, column: 6, offset: text.trimEnd().length},
    });
  });

  test('a pointer means the document it is asked of', () => {
    const {documents} = parseSource(sourceOf('a: 1\n---\na: 2\n'));
    expect(documents.map(one => one.rangeOf('/a').start.line)).toEqual([1, 3]);
  });

  test('two files asked in turn are not mixed up', () => {
    const first = parseSource(sourceOf('a: 1\n')).documents[0];
    const second = parseSource(sourceOf('# x\na: 1\n')).documents[0];
    expect([first, second, first].map(one => one?.rangeOf('/a').start.line)).toEqual([1, 2, 1]);
  });
});
