import {stringifyJson} from '../../../src/rendering/escape-json';
import {codeSpan, fencedBlock, htmlCode} from '../../../src/rendering/escape-markdown';
import {disarmCommands, escapeTerminal} from '../../../src/rendering/escape-terminal';
import {escapeCommandData, escapeCommandProperty} from '../../../src/rendering/escape-workflow';

describe('text for a terminal', () => {
  test.each([
    {
      name: 'ordinary text stays',
      text: 'Acme "pricing" \u00e4\u00f6 \u76e3\u8996 \ud83d\ude80',
      expected: 'Acme "pricing" \u00e4\u00f6 \u76e3\u8996 \ud83d\ude80',
    },
    {name: 'line breaks and tabs are named as in code', text: 'a\nb\rc\td', expected: 'a\\nb\\rc\\td'},
    {name: 'an escape sequence is shown, not done', text: '\x1b[2J', expected: '\\x1b[2J'},
    {name: 'an eight-bit control is shown', text: 'a\x9bb', expected: 'a\\x9bb'},
    {name: 'what turns the direction of writing is shown', text: 'abc\u202etxt', expected: 'abc\\u202etxt'},
    {name: 'what is drawn as nothing is shown', text: 'a\u200bb\u3164c\u{e0041}', expected: 'a\\u200bb\\u3164c\\u{e0041}'},
    {name: 'half a surrogate pair is shown', text: 'a\ud800b', expected: 'a\\ud800b'},
    {name: 'the selector of a coloured heart stays', text: '\u2764\ufe0f', expected: '\u2764\ufe0f'},
    {name: 'accents stay on their letters', text: 'e\u0301', expected: 'e\u0301'},
  ])('$name', ({text, expected}) => expect(escapeTerminal(text)).toBe(expected));
});

describe('commands of CI runners', () => {
  test.each([
    {name: 'two colons at the start of a line', text: '::error::x', expected: '\\x3a:error::x'},
    {name: 'two colons after spaces of any kind', text: 'a\n \u3000::error::x', expected: 'a\n \u3000\\x3a:error::x'},
    {name: 'two colons within a line stay', text: 'a ::error::x', expected: 'a ::error::x'},
    {name: 'a hash command anywhere', text: 'a ##[group]b', expected: 'a #\\x23[group]b'},
    {name: 'a hash command with a name', text: '##vso[task.x]', expected: '#\\x23vso[task.x]'},
    {name: 'headings stay', text: '## Plan [x]', expected: '## Plan [x]'},
    {name: 'our colours hide no command', text: '\x1b[31m::error::x\x1b[39m', expected: '\x1b[31m\\x3a:error::x\x1b[39m'},
  ])('$name', ({text, expected}) => expect(disarmCommands(text)).toBe(expected));
});

describe('annotations', () => {
  test.each([
    {name: 'percent signs are encoded first', text: '100%0A', expected: '100%250A'},
    {name: 'our line breaks stay line breaks', text: 'message\nhint: x', expected: 'message%0Ahint: x'},
    {name: 'a carriage return is shown', text: 'a\rb', expected: 'a\\rb'},
  ])('data: $name', ({text, expected}) => expect(escapeCommandData(text)).toBe(expected));

  test.each([
    {name: 'what ends a property is encoded', text: 'a,line=1:b', expected: 'a%2Cline=1%3Ab'},
    {name: 'a line break is shown, since a property has one line', text: 'a\nb', expected: 'a\\nb'},
  ])('property: $name', ({text, expected}) => expect(escapeCommandProperty(text)).toBe(expected));
});

describe('JSON', () => {
  test.each([
    {name: 'invisible characters are written as escapes', value: 'a\u200b\x9b\u2028', expected: '"a\\u200b\\u009b\\u2028"'},
    {name: 'astral ones as pairs', value: '\u{e0041}', expected: '"\\udb40\\udc41"'},
    {name: 'a hash command is broken by an escape', value: '##[x', expected: '"\\u0023#[x"'},
    {name: 'ordinary text stays', value: '\u76e3\u8996', expected: '"\u76e3\u8996"'},
  ])('$name', ({value, expected}) => {
    expect(stringifyJson(value, 0)).toBe(expected);
    expect(JSON.parse(stringifyJson(value, 0))).toBe(value);
  });
});

describe('Markdown', () => {
  test.each([
    {name: 'plain text', text: 'shop', expected: '`shop`'},
    {name: 'backticks inside make a longer fence', text: 'a `b` c', expected: '``a `b` c``'},
    {name: 'a backtick at an end is kept apart', text: '`a', expected: '`` `a ``'},
    {name: 'nothing has a word', text: '', expected: '`(empty)`'},
    {name: 'spaces stay', text: '  ', expected: '`    `'},
  ])('code span: $name', ({text, expected}) => expect(codeSpan(text)).toBe(expected));

  test('no line can close a fenced block', () => {
    expect(fencedBlock(['a', '````', 'b'], 'text')).toBe('`````text\na\n````\nb\n`````');
  });

  test('in HTML, what Markdown or HTML reads is written as entities', () => {
    expect(htmlCode('<b> @x #1 `y`')).toBe('<code>&#60;b&#62; &#64;x &#35;1 &#96;y&#96;</code>');
  });
});
