import {codePages} from './code-page';

/** Codes of the family `risk/`. */
export const riskCodes = codePages({});
