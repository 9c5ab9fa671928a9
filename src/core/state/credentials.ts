import {KINDS} from './addresses/kinds';

const ALL = Object.values(KINDS);

/** Variables that give access to the state on a server: by themselves, or by what they name. */
export const STATE_CREDENTIALS: readonly string[] = ALL.flatMap(({credentials}) => credentials);

/** Lists the texts of the addresses and credentials of a state on a server that no output may hold. */
export function listStateSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  return ALL.flatMap(({listSecrets}) => listSecrets(env));
}
