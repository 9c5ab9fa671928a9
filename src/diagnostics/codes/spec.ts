import {codePages} from './code-page';

/** Codes of the family `spec/`. */
export const specCodes = codePages({});
