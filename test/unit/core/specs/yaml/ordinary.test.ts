import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {stringify} from 'yaml';
import {NO_FIELDS} from '../../../../../src/core/service/allowed-fields';
import {YamlFindings} from '../../../../../src/core/specs/yaml/findings';
import {readOrdinary} from '../../../../../src/core/specs/yaml/ordinary';
import {readStrictly} from '../../../../../src/core/specs/yaml/strict';
import {checkDensity, checkText} from '../../../../../src/core/specs/yaml/text';
import {listSuiteTexts, testOver} from './shared-texts';

/** Where the quick reader reads a text, the strict one reads the same, and has nothing to say of it. */
function expectSame(text: string): 'same' | 'left' {
  const ordinary = readOrdinary(text);
  if (ordinary === null) return 'left';
  const findings = new YamlFindings('', text, NO_FIELDS);
  checkText(text, findings);
  checkDensity(text, findings);
  const documents = readStrictly(text, findings);
  expect({text, documents: [ordinary], findings: []}).toEqual({text, documents, findings: findings.list()});
  expect(JSON.stringify(ordinary.data)).toBe(JSON.stringify(documents[0]?.data));
  return 'same';
}

const SPEC = `# The shop.
---
name: Shop – Preise   # shown
schedule: {text: every 30 minutes, timezone: "Europe/Berlin"}
goal: >-
  Tell me
  when prices change.

  Not more.
targets:
- type: scrape
  urls:
    - https://shop.example/a?b=c#d
    - 'https://shop.example/it'
  scrapeOptions:
    formats: [markdown, {type: json, schema: {type: object}}]
    headers:
      Accept: text/html, */*
      Authorization: Bearer \${env:TOKEN}
    waitFor: 1_000
    maxAge: -5
    location:
      country: null
  # no more
notification:
retentionDays: 90
`;

test.each([
  ['a spec', SPEC],
  ['a list', '- a\n-\n  b: |\n    one\n\n     two\n- c: 1\n  d: []\n'],
  ['no end of line', 'a: b'],
  ['a name of objects', 'constructor: 1\ntoString: {valueOf: x}\n'],
])('%s is read by the quick reader', (_what, text) => {
  expect(expectSame(text)).toBe('same');
});

test.each([
  ['two documents', 'a: 1\n---\nb: 2\n'],
  ['an alias', 'a: &x 1\nb: *x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['a tab', 'a:\t1\n'],
  ['a carriage return', 'a: 1\r\n'],
  ['a name twice', 'a: 1\na: 2\n'],
  ['a name that is no text', 'null: 1\n'],
  ['a merge', '<<: {a: 1}\n'],
  ['a text over two lines', 'a: b\n  c\n'],
  ['a member behind a text', 'a: b: c\n'],
  ['a large number', 'a: 12345678901234567890\n'],
  ['an escape', 'a: "\\n"\n'],
  ['an invisible character', 'a: b\u200bc\n'],
  ['a nesting that is too deep', `a: ${'['.repeat(70)}${']'.repeat(70)}\n`],
  ['a member of Object', '__proto__: 1\n'],
  ['nothing', '# only this\n'],
])('%s is left to the strict reader', (_what, text) => {
  expect(readOrdinary(text)).toBeNull();
});

testOver('yaml-test-suite', "both readers agree on YAML's own test suite", folder => {
  let same = 0;
  for (const text of listSuiteTexts(folder)) if (expectSame(text) === 'same') same++;
  expect(same).toBeGreaterThan(20);
});

testOver('service/cases/cases.jsonl', 'both readers agree on every case of the service', file => {
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const {body} = JSON.parse(line) as {body: unknown};
    for (const text of [stringify(body), stringify(body, {collectionStyle: 'flow'}), JSON.stringify(body)]) expectSame(text);
  }
});

/** Pieces of which many make an ordinary text, some at the edge of one. */
const PIECES = [
  'a: ',
  'b: ',
  'c:',
  'null: ',
  '- ',
  '-',
  '- a: ',
  '  ',
  ' ',
  '\n',
  '\n  ',
  '\n    ',
  '\n- ',
  '\n  - ',
  '\nd: ',
  '\n  e: ',
  '\n---\n',
  '---\n',
  '# c',
  ' # c',
  '#',
  '|',
  '>',
  '|-',
  '>-',
  '|+',
  '|\n  x\n',
  '>\n  x\n  y\n\n  z\n',
  '"x y"',
  "'it'",
  "''",
  '""',
  '[',
  ']',
  '{',
  '}',
  ', ',
  ',',
  ':',
  'x',
  'x y',
  '12',
  '-1',
  '1e3',
  '.5',
  '0x1f',
  'true',
  '~',
  'é',
  '\u00a0',
  '${env:X}',
  'https://x.example/#y',
  'a:b',
  '*',
  '&',
  '%',
  '?',
  '? ',
  '!t ',
]; // prettier-ignore

test('both readers agree on texts put together at random', () => {
  let same = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), {minLength: 1, maxLength: 16}), pieces => {
      if (expectSame(pieces.join('')) === 'same') same++;
    }),
    {numRuns: Number(process.env['FUZZ_RUNS'] ?? 6000), seed: Number(process.env['FUZZ_SEED'] ?? 20261126)},
  );
  expect(same).toBeGreaterThan(100);
});

test('both readers agree on specs in which something was replaced', () => {
  let same = 0;
  const edit = fc.tuple(fc.nat({max: SPEC.length}), fc.nat({max: 6}), fc.constantFrom(...PIECES));
  fc.assert(
    fc.property(fc.array(edit, {minLength: 1, maxLength: 3}), edits => {
      const text = edits.reduce((before, [at, length, piece]) => before.slice(0, at) + piece + before.slice(at + length), SPEC);
      if (expectSame(text) === 'same') same++;
    }),
    {numRuns: Number(process.env['FUZZ_RUNS'] ?? 6000), seed: Number(process.env['FUZZ_SEED'] ?? 20261126)},
  );
  expect(same).toBeGreaterThan(500);
});
