import type {Diagnostic, Place} from '../../../src/core/diagnostics/diagnostic';
import {renderPlanMarkdown} from '../../../src/features/plan/markdown';
import {renderValidate, type ValidateFormat} from '../../../src/features/validate/formats';
import {renderFindingsText} from '../../../src/rendering/finding';
import {plain, planOf, reportOn} from './sample-values';

/** A finding at a cell: the text with the reference is the other place to look at. */
const at = (file: string, line: number, column: number): Place => ({
  file,
  pointer: '/webhook/headers/Authorization',
  range: {start: {line, column, offset: 12}, end: {line, column: column + 4, offset: 16}},
});
const finding: Diagnostic = {
  code: 'schema/unknown-field',
  severity: 'error',
  message: 'the cell is not a whole number',
  hint: 'correct it',
  where: at('monitors/_competitors.csv', 3, 9),
  related: [{message: 'the reference to this cell [1](x)', where: at('monitors/pricing.yaml', 5, 12)}],
  monitors: 1200,
};
const CELLS = 'key,name,token\nacme,Acme,hunter2\nbolt,Bolt,hunter3\n';

function render(format: ValidateFormat): string {
  const report = {...reportOn(CELLS, [finding]), sourceOf: () => undefined};
  return renderValidate(report, format, plain);
}

test('text counts the monitors of a place that stands for several, and names the related places', () => {
  expect(render('text').split('\n').slice(0, 3)).toEqual([
    'monitors/_competitors.csv:3:9  error  schema/unknown-field  the cell is not a whole number (1,200 monitors)',
    '   see monitors/pricing.yaml:5:12, the reference to this cell [1](x)',
    '   hint: correct it',
  ]);
});

test('text leaves the related places out with --quiet', () => {
  const text = renderFindingsText([finding], {...plain, verbosity: 'quiet'});
  expect(text).toContain('(1,200 monitors)');
  expect(text).not.toContain('pricing.yaml');
});

test('JSON has them as members, and leaves them out of other findings', () => {
  const [shown] = JSON.parse(render('json')).diagnostics;
  expect(shown).toMatchObject({monitors: 1200, message: 'the cell is not a whole number'});
  expect(shown.related).toEqual([
    {
      message: 'the reference to this cell [1](x)',
      file: 'monitors/pricing.yaml',
      pointer: '/webhook/headers/Authorization',
      range: finding.related?.[0]?.where.range,
    },
  ]);
  const {related: _none, monitors: _one, ...single} = finding;
  const [other] = JSON.parse(renderValidate(reportOn(CELLS, [single]), 'json', plain)).diagnostics;
  expect(Object.keys(other)).not.toEqual(expect.arrayContaining(['related']));
  expect(Object.keys(other)).not.toEqual(expect.arrayContaining(['monitors']));
});

test('SARIF has them as related locations, whose words are no links', () => {
  const [result] = JSON.parse(render('sarif')).runs[0].results;
  expect(result.message.text).toBe('the cell is not a whole number (1,200 monitors)\nhint: correct it');
  expect(result.relatedLocations).toMatchObject([
    {
      id: 0,
      physicalLocation: {artifactLocation: {uri: 'monitors/pricing.yaml'}, region: {startLine: 5, startColumn: 12}},
      message: {text: 'the reference to this cell \\[1\\](x)'},
    },
  ]);
});

test('an annotation names them below its message', () => {
  expect(render('github').split('\n')[0]).toBe(
    '::error file=monitors/_competitors.csv,line=3,endLine=3,col=9,endColumn=13,title=schema/unknown-field::the cell is not a whole number (1,200 monitors)%0Asee monitors/pricing.yaml:5:12, the reference to this cell [1](x)%0Ahint: correct it',
  );
});

test('a pull request shows the count', () => {
  expect(renderPlanMarkdown(planOf([]), [finding]).text).toContain('the cell is not a whole number (1,200 monitors)');
});

test('no format shows anything of a data file but the place', () => {
  for (const format of ['text', 'json', 'sarif', 'github'] as const) expect(render(format)).not.toMatch(/hunter|Bolt/);
});
