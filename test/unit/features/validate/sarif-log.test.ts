import {type DiagnosticCode, diagnosticCodes} from '../../../../src/core/diagnostics/codes';
import type {Diagnostic} from '../../../../src/core/diagnostics/diagnostic';
import {renderValidate} from '../../../../src/features/validate/formats';
import {findingIn, plain, reportOn} from '../../rendering/sample-values';

/** Needs of a reader of SARIF 2.1.0: the members that the format requires, with values it allows. */
const text = 'name: Shop\nschedul: every 45 minutes\n';
const findings: Diagnostic[] = [
  findingIn(text, 'schedul', {code: 'schema/unknown-field', hint: 'did you mean "schedule"?'}),
  findingIn(text, 'Shop', {code: 'spec/duplicate-name', severity: 'warning', file: 'monitors/a b#c?d/\u00e4.yaml'}),
  findingIn(text, 'every', {code: 'schema/unknown-field', message: 'see {0} and [this](https://evil.example)'}),
  {code: 'config/usage', severity: 'error', message: 'a finding without a place'},
];

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: {readonly text: string};
  readonly locations?: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: {readonly uri: string};
      readonly region: {readonly startLine: number; readonly startColumn: number; readonly endLine: number; readonly endColumn: number};
    };
  }[];
}

function renderSarif(list: readonly Diagnostic[]) {
  return JSON.parse(renderValidate(reportOn(text, list), 'sarif', plain));
}

const log = renderSarif(findings);
const [run] = log.runs;
const results: Result[] = run.results;

test('names its version and its schema', () => {
  expect(log).toMatchObject({version: '2.1.0', $schema: expect.stringMatching(/^https:.*sarif-2\.1\.0\.json$/)});
  expect(log.runs).toHaveLength(1);
});

test('names the tool, with a semantic version', () => {
  expect(run.tool.driver).toMatchObject({name: 'monitors', semanticVersion: expect.stringMatching(/^\d+\.\d+\.\d+/)});
});

test('has a rule for each code, once, with its help as text and Markdown', () => {
  const rules: {id: DiagnosticCode; shortDescription: {text: string}; fullDescription: {text: string}; help: object}[] =
    run.tool.driver.rules;
  expect(rules.map(rule => rule.id)).toEqual(['config/usage', 'schema/unknown-field', 'spec/duplicate-name']);
  for (const {id, shortDescription, fullDescription, help} of rules) {
    expect(fullDescription.text).toBe(diagnosticCodes[id].meaning);
    expect(fullDescription.text.startsWith(shortDescription.text)).toBe(true);
    expect(help).toEqual({text: expect.any(String), markdown: expect.any(String)});
  }
});

test('each result points at its rule, has a level and a message', () => {
  expect(results).toHaveLength(findings.length);
  for (const [index, result] of results.entries()) {
    expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(result.ruleId).toBe(findings[index]?.code);
    expect(['error', 'warning', 'note', 'none']).toContain(result.level);
    expect(result.message.text).not.toBe('');
  }
});

test('places are relative URI references, columns count UTF-16 code units from 1', () => {
  expect(run.columnKind).toBe('utf16CodeUnits');
  const places = results.flatMap(({locations}) => locations ?? []).map(({physicalLocation}) => physicalLocation);
  expect(places).toHaveLength(3);
  expect(places[1]?.artifactLocation.uri).toBe('monitors/a%20b%23c%3Fd/%C3%A4.yaml');
  for (const {artifactLocation, region} of places) {
    expect(() => new URL(artifactLocation.uri)).toThrow();
    expect(region.startLine).toBeGreaterThanOrEqual(1);
    expect(region.startColumn).toBeGreaterThanOrEqual(1);
    expect(region.endLine).toBeGreaterThanOrEqual(region.startLine);
    expect(region.endLine > region.startLine || region.endColumn >= region.startColumn).toBe(true);
  }
});

test('a finding without a place has no location', () => {
  expect(results[3]).not.toHaveProperty('locations');
});

test('a message holds no placeholder and no link', () => {
  expect(results[2]?.message.text).toBe('see {{0}} and \\[this\\](https://evil.example)');
});

test('holds no source text', () => {
  expect(JSON.stringify(log)).not.toContain('45 minutes');
});

test('without findings it is a whole log with an empty list', () => {
  expect(renderSarif([]).runs[0]).toMatchObject({results: [], tool: {driver: {rules: []}}});
});
