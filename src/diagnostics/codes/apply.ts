import {codePages} from './code-page';

/** Codes of the family `apply/`. */
export const applyCodes = codePages({});
