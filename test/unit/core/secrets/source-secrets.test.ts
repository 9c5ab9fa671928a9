import {isNode, parseDocument} from 'yaml';
import {fromPointer} from '../../../../src/core/json/pointer';
import type {JsonValue} from '../../../../src/core/json/value';
import {findRawSecretSpans, findSecretSpans} from '../../../../src/core/secrets/source-secrets';
import {allowFields} from '../../../../src/core/service/allowed-fields';

/** The text with every span blanked, as a code frame shows it. */
function blank(text: string, spans: readonly {readonly start: number; readonly end: number}[]): string {
  return [...text]
    .map((char, index) => (char !== '\n' && spans.some(span => span.start <= index && index < span.end) ? '#' : char))
    .join('');
}

/** A document whose positions come from the `yaml` library: the tool's own loader is not needed here. */
function located(text: string) {
  const document = parseDocument(text);
  const position = (offset: number) => ({offset, line: 0, column: 0});
  return {
    data: document.toJS() as JsonValue,
    placeOf: (pointer: string) => {
      const node = document.getIn(fromPointer(pointer), true);
      const [start, end] = isNode(node) && node.range ? node.range : [0, text.length];
      return {file: '', pointer, range: {start: position(start), end: position(end)}};
    },
  };
}

const show = (text: string) => blank(text, findSecretSpans(text, [located(text)]));

const HOOK = 'https://chat.example/hooks/CANARY1';
test.each([
  `webhook: ${HOOK}\n`,
  `webhook: {ulr: "${HOOK}"}\n`,
  `webhook:\n\turl: ${HOOK}\n`,
  `webhook: url: ${HOOK}\n`,
  `{"name":"x","webhook":{"url":"${HOOK}"},,}`,
  `webhook: {url: "${HOOK}}\n`,
  `webhook:\n  url:\n    ${HOOK}\n  events: [x\n`,
  `webhook: {url: "https://a.example/CANARY1"}\nwebhook: {url: "${HOOK}"}\n`,
  `webhook: {url: "${HOOK}\\0"}\n`,
])('S121: a frame shows no path of a webhook that is written wrong: %j', text => {
  for (const spans of [findRawSecretSpans(text), findSecretSpans(text, [located(text)])]) {
    expect(blank(text, spans)).not.toContain('CANARY');
    expect(blank(text, spans)).toContain('webhook');
  }
});

describe('findSecretSpans', () => {
  test.each([
    {name: 'a header value', text: 'webhook:\n  headers:\n    X-Acme: CANARY-1\n', shown: 'webhook:\n  headers:\n    X-Acme: ########\n'},
    {name: 'a quoted one', text: 'webhook: {headers: {A: "CANARY-1"}}', shown: 'webhook: {headers: {A: "########"}}'},
    {
      name: 'one with escapes hides the whole node',
      text: 'webhook: {headers: {A: "CANARY\\x2d1"}}',
      shown: 'webhook: {headers: {A: #############}}',
    },
    {name: 'a number', text: 'webhook: {headers: {A: 12345}}', shown: 'webhook: {headers: {A: #####}}'},
    {name: 'columns and variables are shown', text: 'goal: "${each:name} of ${var:TEAM}"', shown: 'goal: "${each:name} of ${var:TEAM}"'},
    {name: 'a reference is shown', text: 'webhook: {headers: {A: "${env:TOKEN}"}}', shown: 'webhook: {headers: {A: "${env:TOKEN}"}}'},
    {name: 'a reference to a cell is shown', text: 'name: ${each:name} pricing\n', shown: 'name: ${each:name} pricing\n'},
    {name: 'a webhook path', text: 'webhook: {url: https://a.example/CANARY}', shown: 'webhook: {url: https://a.example/######}'},
    {
      name: 'the same text behind an anchor and in a comment',
      text: 'webhook:\n  metadata: {a: &v CANARY-1}\n  headers: {A: *v} # was CANARY-1\n',
      shown: 'webhook:\n  metadata: {a: &v ########}\n  headers: {A: ##} # was ########\n',
    },
    {
      name: 'a folded text',
      text: 'webhook:\n  headers:\n    A: >-\n      CANARY\n      two\nname: x\n',
      shown: 'webhook:\n  headers:\n    A: ##\n############\n#########\nname: x\n',
    },
    {name: 'a misspelt member that looks like a credential', text: 'webhok: {header: {Authorization: Bearer CANARY}}\n', shown: null},
  ])('$name', ({text, shown}) => {
    const result = show(text);
    expect(result).not.toContain('CANARY');
    if (shown !== null) expect(result).toBe(shown);
  });

  test('a text with very many secrets is hidden whole', () => {
    const headers = Array.from({length: 1500}, (_, index) => `    H${index}: CANARY-${index}`).join('\n');
    expect(show(`webhook:\n  headers:\n${headers}\n`)).not.toMatch(/[A-Z]/);
  });
});

describe('findRawSecretSpans', () => {
  test.each([
    {name: 'headers in block style', text: 'webhook:\n  headers:\n    X-Acme: CANARY\n    B: "CANARY: x"\n  events: [\n'},
    {name: 'headers in a list item', text: 'a:\n  - headers:\n      X: CANARY\n   bad: [\n'},
    {name: 'headers in flow style', text: 'webhook: {headers: {X: CANARY, Y: CANARY}\n'},
    {name: 'headers in flow style that begin a line', text: 'headers: {X: CANARY, Y: CANARY\n'},
    {name: 'S133: a name behind a question mark', text: 'webhook:\n  ? headers\n  : X: "CANARY" more\n'},
    {name: 'S133: an escape in a name', text: 'webhook:\n  "head\\x65rs":\n    X: "CANARY" more\n'},
    {name: 'S133: what an alias repeats', text: 'a: &a {X: "CANARY" more}\nwebhook: {headers: *a}\n'},
    {name: 'a value on a line of its own', text: 'headers:\n  X: >-\n    CANARY and more\n'},
  ])('$name', ({text}) => expect(blank(text, findRawSecretSpans(text))).not.toContain('CANARY'));

  test('S133: values that the config allows are no patterns', () => {
    const allowed = allowFields(['targets.*.note'], ['targets.*.scrapeOptions.proxy=c++', 'targets.*.scrapeOptions.mode=(a|a)*(a|a)*z']);
    const text = `proxy: c++\nmode: ${'a'.repeat(40)}\nnote: CANARY\nname: [\n`;
    expect(blank(text, findRawSecretSpans(text, allowed))).toBe(
      text.replace('c++', '###').replace(/a{40}/, '#'.repeat(40)).replace('CANARY', '######'),
    );
  });

  test('what stands after the headers is shown', () => {
    const text = 'headers:\n  A: CANARY\nname: Shop\n';
    expect(blank(text, findRawSecretSpans(text))).toBe('headers:\n  A: ######\nname: Shop\n');
  });

  test('I1: hostile texts of a megabyte are done in one pass', () => {
    const hostile = [
      'a'.repeat(1 << 20),
      '://'.repeat(350_000),
      'token'.repeat(200_000),
      '${'.repeat(500_000),
      '"'.repeat(1 << 20),
      'x-'.repeat(500_000),
      '://hooks.'.repeat(110_000),
      ' '.repeat(1 << 20),
      'headers:\n'.repeat(110_000),
      'Bearer '.repeat(150_000),
      "token: '".repeat(120_000),
    ];
    for (const text of hostile) expect(findRawSecretSpans(text).every(span => span.end <= text.length)).toBe(true);
  }, 20_000);

  test.each([
    {text: '  Authorization: Bearer CANARY, CANARY', shown: '  Authorization: #####################'},
    {text: '  "X-Api-Key": "CAN,ARY" , next: 1', shown: '  "X-Api-Key": ######### , next: 1'},
    {text: 'password=CANARY', shown: 'password=######'},
    {text: '  Authorization: "Bearer ${env:TOKEN}"', shown: '  Authorization: "Bearer ${env:TOKEN}"'},
    {text: '  x: ${secret:CANARY}', shown: '  x: ################'},
    {text: '  url: https://u:CANARY@a.example/?q=CANARY&b', shown: '  url: https://########@a.example/?q=######&#'},
    {text: '  url: https://hooks.example.com/T0/CANARY', shown: '  url: https://hooks.example.com/#########'},
    {text: '  name: fc-CANARY0123', shown: '  name: #############'},
    {text: 'secrets: {allow: [TOKEN]}', shown: 'secrets: {allow: [TOKEN]}'},
    {text: 'name: Acme pricing', shown: 'name: Acme pricing'},
  ])('$text', ({text, shown}) => expect(blank(text, findRawSecretSpans(text))).toBe(shown));
});
