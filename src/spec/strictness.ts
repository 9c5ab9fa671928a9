import type {Diagnostic} from '../diagnostics/diagnostic';

/** Which warnings count as errors: none, those of the `service/` family, or all. */
export type Strictness = 'none' | 'service' | 'all';

/** The findings as `--strict` asks for them. */
export function applyStrictness(findings: readonly Diagnostic[], strictness: Strictness): Diagnostic[] {
  return findings.map(finding => (isPromoted(finding, strictness) ? {...finding, severity: 'error'} : finding));
}

function isPromoted({code, severity}: Diagnostic, strictness: Strictness): boolean {
  return severity === 'warning' && (strictness === 'all' || (strictness === 'service' && code.startsWith('service/')));
}
