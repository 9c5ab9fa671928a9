import {codePages} from './code-page';

/** Codes of the family `config/`. */
export const configCodes = codePages({});
