import {codePages} from './code-page';

/** Codes of the family `service/`. */
export const serviceCodes = codePages({});
