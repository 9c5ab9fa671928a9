import {codePages} from './code-page';

/** Codes of the family `plan/`. */
export const planCodes = codePages({});
