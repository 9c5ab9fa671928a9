import {repository, version} from '../base/version';

/** The tool's home on the web; undefined while the package does not say where it lives. */
export const homeAddress: string | undefined = repository === '' ? undefined : `https://github.com/${repository}`;

/** The web address of a code's page, of this version; undefined while the package does not say where it lives. */
export function helpAddress(code: string): string | undefined {
  return homeAddress === undefined ? undefined : `${homeAddress}/blob/v${version}/docs/diagnostics.md#${code.replace('/', '')}`;
}
