import {codePages} from './code-page';

/** Codes of the family `secret/`. */
export const secretCodes = codePages({});
