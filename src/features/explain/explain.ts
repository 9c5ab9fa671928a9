import {type DiagnosticCode, diagnosticCodes} from '../../core/diagnostics/codes';
import type {CodePage} from '../../core/diagnostics/codes/code-page';
import {suggestName} from '../../core/diagnostics/suggest';
import {UserError} from '../../core/diagnostics/user-error';

/** A code with its page. */
export interface ExplainedCode extends CodePage {
  readonly code: DiagnosticCode;
}

/** The page of a code, given whole or by the name behind its slash. Throws {@link UserError} for any other word. */
export function explainCode(word: string): ExplainedCode {
  const codes = Object.keys(diagnosticCodes) as DiagnosticCode[];
  const named = codes.filter(code => code === word || code.slice(code.indexOf('/') + 1) === word);
  const [code] = named;
  if (code === undefined || named.length > 1) throw notOne(word, named, codes);
  return {code, ...diagnosticCodes[code]};
}

function notOne(word: string, named: readonly string[], codes: readonly string[]): UserError {
  if (named.length > 1) return new UserError('config/usage', `several codes are called "${word}"`, `write one of ${named.join(', ')}`);
  const near = suggestName(word, codes) ?? suggestName(word, codes.map(nameOf));
  const family = codes.filter(code => code.startsWith(`${word.replace(/\/.*$/s, '')}/`));
  const longer = family.filter(code => `-${nameOf(code)}-`.includes(`-${nameOf(word)}-`));
  const meant = codes.find(code => code === near || nameOf(code) === near) ?? (longer.length > 1 ? undefined : longer[0]);
  const choice = family.length === 0 ? 'a code is printed behind "error" or "warning", such as schema/unknown-field' : family.join(', ');
  return new UserError('config/usage', `there is no code "${word}"`, meant === undefined ? choice : `did you mean ${meant}?`);
}

function nameOf(code: string): string {
  return code.slice(code.indexOf('/') + 1);
}
