import {version} from '../../core/base/version';
import {type DiagnosticCode, diagnosticCodes} from '../../core/diagnostics/codes';
import {compareText, type Diagnostic, type Place} from '../../core/diagnostics/diagnostic';
import {helpAddress, homeAddress} from '../../core/diagnostics/help-address';
import type {ValidateReport} from '../../core/specs/validate-report';
import {renderJson} from '../../rendering/escape-json';
import {codeSpan} from '../../rendering/escape-markdown';
import {sayFinding} from '../../rendering/finding';

/** The findings as SARIF 2.1.0, for code scanning. Holds no source text, so no secret can stand in a snippet. */
export function renderValidateSarif(report: ValidateReport): string {
  const codes = [...new Set(report.findings.map(finding => finding.code))].sort(compareText);
  const ruleIndexes = new Map(codes.map((code, index) => [code, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'monitors',
            ...(homeAddress === undefined ? {} : {informationUri: homeAddress}),
            semanticVersion: version,
            rules: codes.map(toRule),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: report.findings.map(finding => toResult(finding, ruleIndexes.get(finding.code) ?? 0)),
      },
    ],
  };
  return renderJson(log);
}

function toRule(code: DiagnosticCode): object {
  const {meaning, example, fix} = diagnosticCodes[code];
  const helpUri = helpAddress(code);
  return {
    id: code,
    ...(helpUri === undefined ? {} : {helpUri}),
    shortDescription: {text: firstSentence(meaning)},
    fullDescription: {text: meaning},
    help: {
      text: `${meaning}${example === undefined ? '' : `\nExample: ${example}`}\nFix: ${fix}`,
      markdown: `${meaning}${example === undefined ? '' : `\n\nExample: ${codeSpan(example)}`}\n\nFix: ${fix}`,
    },
  };
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?= |$)/s.exec(text)?.[0] ?? text;
}

function toResult(finding: Diagnostic, ruleIndex: number): object {
  const {hint, related = []} = finding;
  const text = hint === undefined ? sayFinding(finding) : `${sayFinding(finding)}\nhint: ${hint}`;
  const places = related.map(({message, where}, id) => ({id, ...toLocation(where), message: {text: escapeMessage(message)}}));
  return {
    ruleId: finding.code,
    ruleIndex,
    level: finding.severity,
    message: {text: escapeMessage(text)},
    ...(finding.where === undefined ? {} : {locations: [toLocation(finding.where)]}),
    ...(places.length === 0 ? {} : {relatedLocations: places}),
  };
}

/** Keeps text what it is where SARIF would read a placeholder (`{0}`) or a link (`[text](target)`). */
function escapeMessage(text: string): string {
  const braces = text.replace(/\{(\d+)\}/g, '{{$1}}');
  return braces.includes('](') ? braces.replace(/[[\]\\]/g, '\\$&') : braces;
}

function toLocation({file, pointer, range}: Place): object {
  return {
    physicalLocation: {
      artifactLocation: {uri: toRelativeUri(file)},
      region: {
        startLine: range.start.line,
        startColumn: range.start.column,
        endLine: range.end.line,
        endColumn: range.end.column,
      },
    },
    ...(pointer === '' ? {} : {logicalLocations: [{fullyQualifiedName: pointer}]}),
  };
}

/** A path as a relative URI reference: no segment can read as a scheme, a query or a fragment. */
function toRelativeUri(file: string): string {
  return file
    .split('/')
    .map(segment => encodeURIComponent(segment.replace(/\p{Cs}/gu, '\ufffd')))
    .join('/');
}
