import fc from 'fast-check';
import {compileGlob, compileMove, hasWildcard} from '../../../../src/core/base/glob';
import {anyCharacter} from '../../../world/any-character';

test.each([
  {pattern: 'a/b', matches: ['a/b'], misses: ['a/bc', 'a', 'A/b', 'x/a/b']},
  {pattern: 'a/*', matches: ['a/b', 'a/bcd'], misses: ['a', 'a/b/c', 'b/a']},
  {pattern: '*', matches: ['a', 'shop'], misses: ['a/b']},
  {pattern: 'a*d', matches: ['ad', 'abcd'], misses: ['ab/d', 'abc']},
  {pattern: 'a/**', matches: ['a/b', 'a/b/c'], misses: ['a', 'ab/c']},
  {pattern: '**', matches: ['a', 'a/b', 'a/b/c'], misses: []},
  {pattern: '**/b', matches: ['b', 'a/b', 'x/y/b'], misses: ['ab', 'a/ab', 'b/a']},
  {pattern: 'a/**/b', matches: ['a/b', 'a/x/b', 'a/x/y/b'], misses: ['ab', 'a/xb', 'a/x/b/c']},
  {pattern: '**/x/**/y', matches: ['x/y', 'a/x/y', 'x/a/y', 'x/x/y', 'x/y/y'], misses: ['xy', 'x/ay', 'ax/y']},
  {pattern: '**/**/b', matches: ['b', 'a/b', 'a/a/b'], misses: ['ab']},
  {pattern: 'a**b', matches: ['ab', 'a/b', 'a/x/yb'], misses: ['a/bc']},
  {pattern: '***', matches: ['a', 'a/b'], misses: []},
  {pattern: '?', matches: ['a', '😀'], misses: ['', 'ab', '/']},
  {pattern: 'a?c', matches: ['abc'], misses: ['a/c', 'ac']},
  {pattern: '[a]', matches: ['[a]'], misses: ['a']},
  {pattern: '{a,b}.(c)+^$', matches: ['{a,b}.(c)+^$'], misses: ['a']},
])('$pattern', ({pattern, matches, misses}) => {
  const isMatch = compileGlob(pattern);
  expect(matches.filter(name => !isMatch(name))).toEqual([]);
  expect(misses.filter(isMatch)).toEqual([]);
});

/** The same by the plainest recursion, for short texts. */
function matchPlainly(pattern: string, name: string, isStart = true): boolean {
  if (pattern === '') return name === '';
  if (isStart && pattern.startsWith('**/') && matchPlainly(pattern.slice(3), name)) return true;
  const rest = pattern.startsWith('**') ? pattern.slice(2) : pattern.slice(1);
  if (pattern[0] === '*') {
    if (matchPlainly(rest, name, false)) return true;
    const eats = name !== '' && (pattern.startsWith('**') || name[0] !== '/');
    // The wildcard goes on in the middle of a segment: it is no start any more.
    return eats && matchPlainly(pattern, name.slice(1), false);
  }
  if (name === '') return false;
  if (pattern[0] === '?') return name[0] !== '/' && matchPlainly(rest, name.slice(1), false);
  return pattern[0] === name[0] && matchPlainly(rest, name.slice(1), pattern[0] === '/');
}

const text = (units: readonly string[], maxLength: number) => fc.array(fc.constantFrom(...units), {maxLength}).map(list => list.join(''));

test('for any pattern and name: the same answer as the plain recursion', () => {
  fc.assert(
    fc.property(text(['a', 'b', '/', '*', '**', '**/', '?'], 7), text(['a', 'b', '/'], 7), (pattern, name) => {
      const collapsed = pattern.replace(/\*{3,}/g, '**');
      expect({pattern, name, matches: compileGlob(pattern)(name)}).toEqual({pattern, name, matches: matchPlainly(collapsed, name)});
    }),
    {numRuns: 3000},
  );
});

test('for any name: it matches itself, and ** matches it', () => {
  fc.assert(
    fc.property(fc.string({unit: anyCharacter, maxLength: 20}), name => {
      if (!hasWildcard(name)) expect(compileGlob(name)(name)).toBe(true);
      expect(compileGlob('**')(name)).toBe(true);
    }),
  );
});

test.each([
  {name: 'many stars', pattern: `${'a*'.repeat(250)}b`},
  {name: 'many double stars', pattern: `${'a**'.repeat(250)}b`},
  {name: 'many folders', pattern: `${'**/a*/'.repeat(250)}b`},
])('hostile patterns end: $name', ({pattern}) => {
  // Backtracking would take longer than the universe; the test's own time limit is the measure.
  expect(compileGlob(pattern)('a'.repeat(512))).toBe(false);
  expect(compileGlob(pattern)('a/'.repeat(256))).toBe(false);
});

describe('moves', () => {
  const move = (from: string, to: string, name: string) => {
    const compiled = compileMove(from, to);
    return compiled.kind === 'refused' ? compiled.why : compiled.rename(name);
  };

  test.each([
    {from: 'old/**', to: 'new/**', name: 'old/a/b', expected: 'new/a/b'},
    {from: 'old/**', to: 'new/**', name: 'older/a', expected: null},
    {from: 'old/*', to: 'new/*', name: 'old/a/b', expected: null},
    {from: 'old/*', to: 'new/*-page', name: 'old/a', expected: 'new/a-page'},
    {from: '**/x', to: '**/y', name: 'x', expected: 'y'},
    {from: '**/x', to: 'z/**/y', name: 'a/b/x', expected: 'z/a/b/y'},
    {from: '**', to: 'all/**', name: 'a/b', expected: 'all/a/b'},
    {from: 'a', to: 'b', name: 'a', expected: 'b'},
    {from: 'a', to: 'b', name: 'c', expected: null},
    {from: 'ab*bc', to: 'x*', name: 'abc', expected: null},
    {from: 'a/**/b*', to: 'c/**', name: 'a/b', expected: 'each side takes one wildcard, "*" or "**"'},
    {from: 'a/?', to: 'b/?', name: 'a/b', expected: 'each side takes one wildcard, "*" or "**"'},
    {from: 'a/*', to: 'b/**', name: 'a/b', expected: 'both sides need the same wildcard'},
    {from: 'a/*', to: 'b', name: 'a/b', expected: 'both sides need the same wildcard'},
  ])('$from to $to of $name is $expected', ({from, to, name, expected}) => expect(move(from, to, name)).toBe(expected));

  test('for any pattern with one wildcard: it renames exactly what it matches, and moving back gives the name again', () => {
    const side = text(['a', 'b', '/'], 4);
    fc.assert(
      fc.property(side, fc.constantFrom('*', '**'), side, text(['a', 'b', '/'], 8), (before, wildcard, after, name) => {
        const pattern = `${before}${wildcard}${after}`;
        const renamed = move(pattern, `z/${wildcard}/z`, name);
        expect(renamed !== null).toBe(compileGlob(pattern)(name));
        if (renamed === null) return;
        const captured = renamed.slice('z/'.length, -'/z'.length);
        if (captured !== '') expect(move(`z/${wildcard}/z`, pattern, renamed)).toBe(name);
      }),
      {numRuns: 2000},
    );
  });
});
