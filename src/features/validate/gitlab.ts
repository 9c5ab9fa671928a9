import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import type {Diagnostic, Severity} from '../../core/diagnostics/diagnostic';
import {hashJson} from '../../core/json/canonical';
import type {ValidateReport} from '../../core/specs/validate-report';
import {stringifyJson} from '../../rendering/escape-json';
import {sayFinding} from '../../rendering/finding';

/** The findings as a Code Quality report of GitLab. Holds no source text, so no secret can stand in it. */
export function renderValidateGitlab({findings}: ValidateReport): string {
  const seen = new Map<string, number>();
  return `${stringifyJson(
    findings.map(finding => toIssue(finding, seen)),
    2,
  )}\n`;
}

/** GitLab's word for each severity. */
const SEVERITIES: Readonly<Record<Severity, 'major' | 'minor'>> = {error: 'major', warning: 'minor'};

/** GitLab refuses an issue without a file: what has no place is most often about the config. */
const NO_PLACE = {path: DEFAULT_CONFIG_FILE, lines: {begin: 1}};

function toIssue(finding: Diagnostic, seen: Map<string, number>): object {
  const {code, severity, hint, where} = finding;
  const said = sayFinding(finding);
  return {
    description: hint === undefined ? said : `${said}\nhint: ${hint}`,
    check_name: code,
    fingerprint: takeFingerprint(finding, seen),
    severity: SEVERITIES[severity],
    location: where === undefined ? NO_PLACE : {path: where.file, lines: {begin: where.range.start.line}},
  };
}

/** Identifies a finding wherever its line moves to. GitLab takes equal fingerprints for one finding, so equal ones are numbered. */
function takeFingerprint({code, message, where}: Diagnostic, seen: Map<string, number>): string {
  const same = hashJson([code, message, where?.file ?? null, where?.pointer ?? null]);
  const before = seen.get(same) ?? 0;
  seen.set(same, before + 1);
  return before === 0 ? same : hashJson([same, before]);
}
