import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {Diagnostic} from '../../src/core/diagnostics/diagnostic';
import type {JsonObject, JsonValue} from '../../src/core/json/value';
import {parseSource} from '../../src/core/specs/document';
import {checkRules} from '../../src/core/specs/rules';
import {checkShape} from '../../src/core/specs/schema';

/** A create body with the verdict of a real server. */
export interface ServiceCase {
  readonly id: string;
  readonly body: JsonValue;
  readonly accepted: boolean;
  readonly normalized?: JsonObject;
  readonly checksPerMonth?: number;
  readonly creditsPerCheck?: number;
  readonly estimatedCreditsPerMonth?: number;
  readonly clockDependent?: {readonly runsPerMonth?: readonly number[]};
  readonly failsAtEveryCheck?: readonly unknown[];
}

/** Verdict of validation on a body. */
export type Verdict = 'nothing' | 'service warning' | 'undocumented form' | 'error';

/** Nothing at all is said: neither an error nor a warning, other than that of a risk. */
export function isSilent({body}: ServiceCase): boolean {
  return check(body).every(({code}) => code.startsWith('risk/'));
}

/** Findings of validation in a body. */
export function check(body: JsonValue): Diagnostic[] {
  const source = {file: 'case.yaml', specPath: 'case.yaml', bytes: new TextEncoder().encode(JSON.stringify(body))};
  const {documents, findings} = parseSource(source);
  return [...findings, ...documents.flatMap(document => [...checkShape(document), ...checkRules(document)])];
}

/** The gravest of it. */
export function judge(body: JsonValue): Verdict {
  const findings = check(body);
  if (findings.some(finding => finding.severity === 'error')) return 'error';
  if (findings.some(finding => finding.code.startsWith('service/'))) return 'service warning';
  return findings.some(finding => finding.code === 'schedule/undocumented-form') ? 'undocumented form' : 'nothing';
}

/** The cases of a file; none, with a line, where it is absent. */
export function readCases(name: string): ServiceCase[] {
  const path = join(__dirname, '../../../shared/service/cases', name);
  if (!existsSync(path)) {
    console.log(`no observed cases at ${path}: validation is not compared with them`);
    return [];
  }
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as ServiceCase);
}
