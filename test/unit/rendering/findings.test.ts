import {buildCodeFrame} from '../../../src/core/diagnostics/code-frame';
import type {Diagnostic} from '../../../src/core/diagnostics/diagnostic';
import {renderValidate} from '../../../src/features/validate/formats';
import {renderFindingsText} from '../../../src/rendering/finding';
import type {RenderOptions} from '../../../src/rendering/render-options';
import {findingIn, plain, reportOn} from './sample-values';

/** The lines below a finding's headline. */
function frameOf(text: string, marked: string, options: Partial<RenderOptions> = {}, secrets: readonly string[] = []): string[] {
  const report = reportOn(text, [findingIn(text, marked)], secrets);
  return renderFindingsText(report.findings, {...plain, ...options}, report.sourceOf)
    .trimEnd()
    .split('\n')
    .slice(1);
}

describe('the line that a finding points at', () => {
  test.each([
    {name: 'is marked below', text: 'a: 1\nbcd: 2\n', marked: 'bcd', expected: ['    2 | bcd: 2', '      | ^^^']},
    {name: 'is marked at its end', text: 'a: 1\nb: 23', marked: '23', expected: ['    2 | b: 23', '      |    ^^']},
    {name: 'has tabs as four spaces', text: '\tab: 1\n', marked: 'ab', expected: ['    1 |     ab: 1', '      |     ^^']},
    {
      name: 'counts wide characters as two columns',
      text: '\u76e3\u8996: ab\n',
      marked: 'ab',
      expected: ['    1 | \u76e3\u8996: ab', '      |       ^^'],
    },
    {name: 'shows control characters', text: 'a: \x1bb\n', marked: '\x1bb', expected: ['    1 | a: \\x1bb', '      |    ^^^^^']},
    {name: 'has no carriage return', text: 'a: 1\r\nb: 2\r\n', marked: 'a', expected: ['    1 | a: 1', '      | ^']},
    {name: 'is marked once where nothing is between', text: 'a: 1\n', marked: '', expected: ['    1 | a: 1', '      | ^']},
  ])('$name', ({text, marked, expected}) => expect(frameOf(text, marked)).toEqual(expected));

  test('blanks secrets, whatever their length, and moves the mark along', () => {
    const text = 'headers: {Authorization: Bearer 0123456789abcdef, evnts: 1}\n';
    expect(frameOf(text, 'evnts', {}, ['Bearer 0123456789abcdef'])).toEqual([
      '    1 | headers: {Authorization: (secret), evnts: 1}',
      '      |                                    ^^^^^',
    ]);
  });

  test('stands among its neighbours with --verbose, and is left out with --quiet', () => {
    const text = 'one: 1\ntwo: 2\nthree: 3\nfour: 4\n';
    expect(frameOf(text, 'three', {verbosity: 'verbose'})).toEqual([
      '    1 | one: 1',
      '    2 | two: 2',
      '    3 | three: 3',
      '      | ^^^^^',
      '    4 | four: 4',
      '    5 |',
    ]);
    expect(frameOf(text, 'three', {verbosity: 'quiet'})).toEqual([]);
  });

  test.each([20, 40, 60, 100])('fits into %i columns with its mark, but for the narrowest terminals', width => {
    const text = `${'before '.repeat(40)}HERE${' after'.repeat(40)}\n`;
    const [line = '', mark = ''] = frameOf(text, 'HERE', {width});
    expect(line.length).toBeLessThanOrEqual(Math.max(width, 40));
    expect(line.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1)).toBe('HERE');
  });

  test('of a range of several lines only the first is marked, to its end', () => {
    const text = 'a:\n  b: 1   \n  c: 2\n';
    const frame = buildCodeFrame(
      {text, secretRanges: []},
      {start: {line: 2, column: 3, offset: 5}, end: {line: 3, column: 7, offset: 20}},
      0,
    );
    expect(frame?.lines).toEqual([{kind: 'marked', number: 2, before: '  ', marked: 'b: 1', after: '   '}]);
  });

  test('is found by its number where the file was not parsed', () => {
    const start = {line: 3, column: 1, offset: 0};
    const source = {text: 'a: 1\nb: 2\nc: 3\n', secretRanges: []};
    expect(buildCodeFrame(source, {start, end: start}, 1)?.lines).toEqual([
      {kind: 'neighbour', number: 2, text: 'b: 2'},
      {kind: 'marked', number: 3, before: '', marked: '', after: 'c: 3'},
      {kind: 'neighbour', number: 4, text: ''},
    ]);
    const missing = {line: 9, column: 1, offset: 0};
    expect(buildCodeFrame(source, {start: missing, end: missing}, 0)).toBeNull();
  });

  test('is left out where the file has become shorter', () => {
    const range = {start: {line: 9, column: 1, offset: 90}, end: {line: 9, column: 2, offset: 91}};
    expect(buildCodeFrame({text: 'a: 1\n', secretRanges: []}, range, 0)).toBeNull();
  });
});

test.each([
  {name: 'nothing found', errors: 0, warnings: 0, expected: '1 monitor in 1 file: no problems found.'},
  {name: 'warnings only', errors: 0, warnings: 2, expected: '1 monitor in 1 file: 0 errors and 2 warnings.'},
  {name: 'errors only', errors: 1, warnings: 0, expected: '1 monitor in 1 file: 1 error.'},
  {name: 'both', errors: 2, warnings: 1, expected: '1 monitor in 1 file: 2 errors and 1 warning.'},
])('the last sentence of validate: $name', ({errors, warnings, expected}) => {
  const report = {...reportOn('a: 1\n', []), errorCount: errors, warningCount: warnings};
  expect(renderValidate(report, 'text', plain).trimEnd().split('\n').at(-1)).toBe(expected);
});

describe('what many places have alike', () => {
  const places = (count: number, change: Partial<Diagnostic> = {}): Diagnostic[] =>
    Array.from({length: count}, (_, index) => ({
      ...{code: 'rule/required', severity: 'error', message: '"goal" is missing', ...change},
      where: {
        file: `monitors/p${index}.yaml`,
        pointer: '/goal',
        range: {start: {line: 1, column: 1, offset: 0}, end: {line: 1, column: 2, offset: 1}},
      },
    }));
  const show = (findings: readonly Diagnostic[], options: Partial<RenderOptions> = {}) =>
    renderFindingsText(findings, {...plain, width: 200, ...options})
      .trimEnd()
      .split('\n');

  test('stands once, with the other places behind it', () => {
    expect(show(places(3))).toEqual([
      'monitors/p0.yaml:1:1  error  rule/required  "goal" is missing',
      '   2 more alike: monitors/p1.yaml:1:1, monitors/p2.yaml:1:1',
    ]);
    expect(show(places(40)).join(' ')).toMatch(/ {3}39 more alike: .*p10\.yaml:1:1 and 29 more \(--verbose lists all\)$/);
  });

  test.each([['quiet'], ['verbose']] as const)('stands at each of them with --%s', verbosity => {
    expect(show(places(3), {verbosity}).filter(line => line.includes('"goal" is missing'))).toHaveLength(3);
  });

  test('two places, other words, hints or severities, and findings without a place stay apart', () => {
    expect(show(places(2))).toHaveLength(2);
    const [one, two, three] = [places(2), places(1, {severity: 'warning'}), places(1, {hint: 'add it'})];
    expect(show([...one, ...two, ...three]).join()).not.toContain('alike');
    expect(show(places(3).map(({where: _none, ...finding}) => finding))).toHaveLength(3);
  });
});
