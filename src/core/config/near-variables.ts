import type {Diagnostic} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import {PREFIX, VARIABLES} from './variables';

/**
 * Warns of strange variables that nearly have the name of one of this tool's. A longer name beside a variable that is set is a copy, not a
 * mistake.
 */
export function warnOfNearVariables(strange: readonly string[], env: Readonly<Record<string, string | undefined>>): Diagnostic[] {
  return strange.flatMap((name): Diagnostic[] => {
    const near = suggestName(name, VARIABLES);
    if (near === undefined || (name.startsWith(near) && (env[`${PREFIX}${near}`] ?? '') !== '')) return [];
    const message = `the environment variable ${PREFIX}${name} is set, and nothing reads it`;
    return [{code: 'config/near-variable', severity: 'warning', message, hint: `did you mean ${PREFIX}${near}?`}];
  });
}
