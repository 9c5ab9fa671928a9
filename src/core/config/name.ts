import {isPlainName, PLAIN_NAME_HINT} from '../base/plain-name';
import {UserError} from '../diagnostics/user-error';

/** Returns a name that can stand in target ids and file names; throws {@link UserError} for any other. */
export function checkName(what: string, name: string, place: string): string {
  if (isPlainName(name)) return name;
  throw new UserError('config/bad-name', `the ${what} name ${JSON.stringify(name)} ${place} cannot be used`, PLAIN_NAME_HINT);
}

/** Whether a name can stand in `${env:NAME}` and `${var:NAME}`. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** Characters that the name of a variable is made of. */
export const VARIABLE_NAME_HINT = 'use letters, digits and "_" only, beginning with a letter or "_"';
