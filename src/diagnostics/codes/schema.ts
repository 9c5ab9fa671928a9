import {codePages} from './code-page';

/** Codes of the family `schema/`. */
export const schemaCodes = codePages({});
