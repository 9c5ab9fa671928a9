import {codePages} from './code-page';

/** Codes of the family `schedule/`. */
export const scheduleCodes = codePages({});
