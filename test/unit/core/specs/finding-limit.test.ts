import {parseSource} from '../../../../src/core/specs/document';
import {examineFile} from '../../../../src/core/specs/examine';
import {type CountedFindings, countAll, limitFindings} from '../../../../src/core/specs/finding-limit';
import {sourceOf} from './yaml-source';

const [document] = parseSource(sourceOf('# a spec\nname: a\n')).documents;
if (document === undefined) throw new Error('no document');

const make = (severity: 'error' | 'warning', count: number) =>
  Array.from({length: count}, (_, index) => ({code: 'schema/type' as const, severity, message: `${severity} ${index}`}));
const counted = (findings: CountedFindings['findings'], moreErrors: number, moreWarnings: number) => ({findings, moreErrors, moreWarnings});
const show = (...looks: CountedFindings[]) => limitFindings(document, looks).map(({severity, message}) => `${severity}: ${message}`);

describe('I17: what is shown of the findings of a document', () => {
  test('50 findings of several looks are all shown, in their order', () => {
    const shown = show(countAll(make('warning', 20)), countAll(make('error', 30)));
    expect(shown).toHaveLength(50);
    expect(shown[0]).toBe('warning: warning 0');
    expect(shown[49]).toBe('error: error 29');
  });
  test('of 51, errors come first and the last finding counts two', () => {
    const shown = show(countAll(make('warning', 50)), countAll(make('error', 1)));
    expect(shown).toHaveLength(50);
    expect(shown[0]).toBe('error: error 0');
    expect(shown[49]).toBe('warning: 2 more findings in this document are not shown');
  });
  test('what the looks counted themselves is counted', () => {
    expect(show(counted(make('error', 50), 150, 7), countAll(make('warning', 3)))[49]).toBe(
      'error: 161 more findings in this document are not shown',
    );
  });
  test('hidden errors make the last finding an error, hidden warnings a warning', () => {
    expect(show(counted([], 51, 0))).toEqual(['error: 51 more findings in this document are not shown']);
    expect(show(counted(make('error', 3), 0, 50)).at(-1)).toBe('warning: 50 more findings in this document are not shown');
  });
  test('the last finding points at the end of the document, so that it stays the last', () => {
    const last = limitFindings(document, [counted([], 99, 0)]).at(-1);
    expect(last?.where).toMatchObject({file: 'monitors/a.yaml', pointer: '', range: {start: {line: 2, column: 8}}});
  });
});

test('I17: shape, rules, references and pasted secrets of a document share one limit', () => {
  const targets = Array.from({length: 40}, (_, i) => `  - {type: scrape, urls: [ftp://a${i}.example], unknown${i}: 1}`).join('\n');
  const text = `name: a \${env:X}\nschedule: {text: daily}\ngoal: Bearer abcdefghijklmnop0123456789\ntargets:\n${targets}\n`;
  const alone = examineFile(sourceOf(text.replace(targets, '  - {type: scrape, urls: [ftp://a.example], unknown: 1}')), {
    allowed: [],
  }).findings;
  expect([...new Set(alone.map(({code}) => code.split('/')[0]))].sort()).toEqual(['schema', 'secret', 'spec']);
  const {findings} = examineFile(sourceOf(text), {allowed: []});
  expect(findings).toHaveLength(50);
  expect(findings[49]).toMatchObject({code: 'schema/more-findings', message: expect.stringMatching(/^3\d more findings/)});
  expect(findings.slice(0, 49).every(({severity}) => severity === 'error')).toBe(true);
});
