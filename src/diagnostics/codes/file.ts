import {codePages} from './code-page';

/** Codes of the family `file/`. */
export const fileCodes = codePages({});
