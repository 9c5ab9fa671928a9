import type {CodePage} from '../diagnostics/codes/code-page';
import serviceCodes from '../diagnostics/codes/service.json';
import type {Diagnostic} from '../diagnostics/diagnostic';

/** Warnings that count as errors: none, those of the `service/` family, or all. */
export type Strictness = 'none' | 'service' | 'all';

/** The findings as `--strict` asks for them in a version of the tool. With `service`, what is new to it stays a warning. */
export function applyStrictness(findings: readonly Diagnostic[], strictness: Strictness, version: string): Diagnostic[] {
  return findings.map(finding => (isPromoted(finding, strictness, version) ? {...finding, severity: 'error'} : finding));
}

function isPromoted(finding: Diagnostic, strictness: Strictness, version: string): boolean {
  const {code, severity} = finding;
  if (severity !== 'warning' || strictness === 'none') return false;
  return strictness === 'all' || (code.startsWith('service/') && !isNew(finding, version));
}

/**
 * Whether a finding says what Firecrawl refuses or never runs and is younger than two minor versions. Specs that are recorded
 * have passed without it: only monitors that a plan creates or changes are held to it.
 */
export function isNew({code}: Pick<Diagnostic, 'code'>, version: string): boolean {
  const {since} = SERVICE_CODES[code] ?? {};
  if (since === undefined) return false;
  const [major, minor] = readMinor(since);
  const [currentMajor, currentMinor] = readMinor(version);
  return currentMajor === major ? currentMinor - minor < MINORS_AS_WARNING : currentMajor < major;
}

const SERVICE_CODES: Readonly<Record<string, CodePage>> = serviceCodes;

/** Minor versions for which a new finding stays a warning for recorded monitors. */
const MINORS_AS_WARNING = 2;

function readMinor(text: string): [major: number, minor: number] {
  const [major = '0', minor = '0'] = text.split('.');
  return [Number(major), Number(minor)];
}
