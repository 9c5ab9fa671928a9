import {codePages} from './code-page';

/** Codes of the family `yaml/`. */
export const yamlCodes = codePages({});
