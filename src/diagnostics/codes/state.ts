import {codePages} from './code-page';

/** Codes of the family `state/`. */
export const stateCodes = codePages({});
