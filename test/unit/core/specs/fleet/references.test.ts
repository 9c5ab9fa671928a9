import fc from 'fast-check';
import {splitReferences} from '../../../../../src/core/secrets/references';
import {hasHoles, joinTemplate, splitTemplate, type TemplatePart} from '../../../../../src/core/specs/fleet/references';

const GRAMMARS = ['everything', 'env-only'] as const;

/** Pieces from which borders are made that could become a reference. */
const PIECES = ['$', '$$', '{', '${', '}', 'env:', 'env:X}', '${env:X}', '$${env:', '${each:a}', 'each:', 'var:', 'a', '$${each:', ''];
const text = fc.array(fc.constantFrom(...PIECES, '${each:b}', '${var:V}'), {maxLength: 8}).map(pieces => pieces.join(''));
const cell = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), {maxLength: 5}).map(pieces => pieces.join('')),
  fc.string(),
);

function listOwn(parts: readonly TemplatePart[]): string[] {
  return parts.flatMap(part => (part.kind === 'env' || part.kind === 'malformed' ? [part.source] : []));
}

describe.each(GRAMMARS)('references where the grammar is %s', grammar => {
  const resolve = (filled: string) =>
    splitReferences(filled, grammar)
      .map(part => (part.kind === 'literal' ? part.value : part.source))
      .join('');

  test('what is filled in becomes no reference, stands there letter by letter, and hides none', () => {
    fc.assert(
      fc.property(text, cell, cell, cell, (template, a, b, variable) => {
        const values: Record<string, string> = {a, b, V: variable};
        const parts = splitTemplate(template, grammar);
        // Nothing is filled into a text with such an error.
        fc.pre(!parts.some(part => part.kind === 'malformed' && hasHoles(part.source)));
        const joined = joinTemplate(parts, grammar, ({name}) => values[name] ?? '');
        if (joined.kind === 'dollar') return;
        const found = splitReferences(joined.text, grammar).flatMap(part => (part.kind === 'literal' ? [] : [part.source]));
        expect(found).toEqual(listOwn(parts));
        const wanted = parts.map(part => (part.kind === 'literal' ? part.value : part.kind === 'hole' ? values[part.name] : part.source));
        expect(resolve(joined.text)).toBe(wanted.join(''));
      }),
      {numRuns: 5000},
    );
  });

  test('only a "$" directly before a reference is refused', () => {
    fc.assert(
      fc.property(text, cell, (template, value) => {
        const parts = splitTemplate(template, grammar);
        const joined = joinTemplate(parts, grammar, () => value);
        const borders = parts.some(
          (part, index) =>
            (part.kind === 'env' || part.kind === 'malformed') && index > 0 && value.endsWith('$') && parts[index - 1]?.kind === 'hole',
        );
        expect(joined.kind === 'dollar').toBe(borders);
      }),
      {numRuns: 2000},
    );
  });

  test('a text without what is filled in is read as splitReferences reads it', () => {
    fc.assert(
      fc.property(text, given => {
        fc.pre(!hasHoles(given));
        const joined = joinTemplate(splitTemplate(given, grammar), grammar, () => '');
        expect(joined).toEqual({kind: 'text', text: given});
      }),
    );
  });
});

test.each([
  {
    name: 'a column has any name without braces',
    text: '${each:Site URL}/x',
    parts: [
      {kind: 'hole', of: 'each', name: 'Site URL'},
      {kind: 'literal', value: '/x'},
    ],
  },
  {
    name: 'the escaped beginning of a reference is literal',
    text: '$${each:a}',
    parts: [
      {kind: 'literal', value: '${'},
      {kind: 'literal', value: 'each:a}'},
    ],
  },
  {
    name: 'references do not nest',
    text: '${each:${var:V}}',
    parts: [
      {kind: 'malformed', source: '${each:${var:V}'},
      {kind: 'literal', value: '}'},
    ],
  },
  {
    name: 'a reference is not made of another one',
    text: '${env:${each:a}}',
    parts: [
      {kind: 'malformed', source: '${env:${each:a}'},
      {kind: 'literal', value: '}'},
    ],
  },
  {name: 'a reference that does not end is malformed', text: '${var:V', parts: [{kind: 'malformed', source: '${var:V'}]},
  {name: 'a variable has a name of letters, digits and _', text: '${var:a-b}', parts: [{kind: 'malformed', source: '${var:a-b}'}]},
])('$name', ({text: given, parts}) => {
  expect(splitTemplate(given, 'env-only')).toEqual(parts);
});

test('reading a text of a million unfinished references takes one pass', () => {
  for (const grammar of GRAMMARS) expect(splitTemplate('${each:'.repeat(150_000), grammar)).toHaveLength(1);
});
