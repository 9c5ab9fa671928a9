import fc from 'fast-check';
import {compileGlob, isGlob} from '../../../src/base/glob';

test.each([
  {name: 'a glob without wildcards is the key itself', glob: 'prod/acme', yes: ['prod/acme'], no: ['prod/acme2', 'Prod/acme', 'prod']},
  {name: '* stays in its segment', glob: 'prod/*', yes: ['prod/acme', 'prod/'], no: ['prod/a/b', 'prod', 'prodx/a']},
  {name: '* may stand within a segment', glob: 'prod/*-eu', yes: ['prod/a-eu', 'prod/-eu'], no: ['prod/a/b-eu', 'prod/a-us']},
  {name: '** goes across segments', glob: 'prod/**', yes: ['prod/a', 'prod/a/b'], no: ['prod', 'prodx/a', 'dev/prod/a']},
  {name: '** alone is everything', glob: '**', yes: ['a', 'a/b', ''], no: []},
  {name: '**/ is any number of segments', glob: '**/acme', yes: ['acme', 'a/acme', 'a/b/acme'], no: ['xacme', 'a/xacme', 'acme/a']},
  {name: '**/ in the middle may be nothing', glob: 'a/**/z', yes: ['a/z', 'a/b/z', 'a/b/c/z'], no: ['a/bz', 'az', 'a/b/zz']},
  {name: '** within a segment is any text', glob: 'a**z', yes: ['az', 'a/b/z', 'abz'], no: ['a', 'ab']},
  {name: 'two wildcards', glob: '*/pricing/*', yes: ['a/pricing/b'], no: ['a/b/pricing/c', 'pricing/c']},
  {name: 'other signs stand for themselves', glob: 'a.b?[c]{d,e}(f)+*', yes: ['a.b?[c]{d,e}(f)+x'], no: ['axb?[c]{d,e}(f)+x', 'a.bcd']},
  {name: 'an address', glob: 'https://*.acme.example/**', yes: ['https://a.acme.example/x/y'], no: ['https://evil.example/.acme.example/']},
])('$name', ({glob, yes, no}) => {
  const matches = compileGlob(glob);
  expect(yes.filter(key => !matches(key))).toEqual([]);
  expect(no.filter(matches)).toEqual([]);
});

test('a text with a star is a glob', () => {
  expect(['a', 'a*', '**', 'a?'].filter(isGlob)).toEqual(['a*', '**']);
});

/** The same rules as a regular expression, which may take exponential time. */
function toPattern(glob: string): RegExp {
  const pieces = glob.match(/(?:(?<=^|\/)\*{2,}\/)|\*+|[^*]/g) ?? [];
  const source = pieces.map(piece => {
    if (piece.endsWith('*')) return piece.length === 1 ? '[^/]*' : '[^]*';
    return piece.startsWith('*') ? '(?:[^]*/)?' : piece;
  });
  return new RegExp(`^${source.join('')}$`);
}

test('it agrees with a regular expression', () => {
  const glob = fc.array(fc.constantFrom('a', 'b', '/', '*', '**', '**/'), {maxLength: 7}).map(parts => parts.join(''));
  const keys = fc.array(
    fc.array(fc.constantFrom('a', 'b', '/'), {maxLength: 8}).map(parts => parts.join('')),
    {minLength: 1, maxLength: 20},
  );
  fc.assert(
    fc.property(glob, keys, (pattern, texts) => {
      const matches = compileGlob(pattern);
      const oracle = toPattern(pattern);
      expect(texts.map(matches)).toEqual(texts.map(text => oracle.test(text)));
    }),
    {numRuns: 2000},
  );
});

test('a hostile glob of 10,000 characters ends', () => {
  const key = `${'a'.repeat(500)}c`;
  expect(compileGlob('a*'.repeat(5000))(key)).toBe(false);
  expect(compileGlob(`${'**a'.repeat(400)}c`)(key)).toBe(true);
  expect(compileGlob(`${'*a**/'.repeat(2000)}c`)('a/'.repeat(256))).toBe(false);
});
