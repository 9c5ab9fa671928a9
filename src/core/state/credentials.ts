import type {SharedBackend} from './addresses/kinds';
import {listAddressSecrets, POSTGRES_URL} from './addresses/postgres';
import {listS3Secrets, S3_CREDENTIALS} from './addresses/s3';

/** The access to each kind of server: the variables that give it, by themselves or by what they name, and the texts to hide. */
const ACCESS: Readonly<
  Record<SharedBackend, {readonly variables: readonly string[]; readonly listSecrets: (env: Environment) => string[]}>
> = {
  postgres: {variables: [POSTGRES_URL], listSecrets: listAddressSecrets},
  s3: {variables: S3_CREDENTIALS, listSecrets: listS3Secrets},
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that give access to the state on a server. */
export const STATE_CREDENTIALS = Object.values(ACCESS).flatMap(({variables}) => variables);

/** Tells whether variables of the environment give access to a kind of server; profiles and roles of a machine are not seen. */
export function hasCredentials(backend: SharedBackend, env: Environment): boolean {
  return ACCESS[backend].variables.some(name => (env[name] ?? '').trim() !== '');
}

/** Lists the texts of the addresses and credentials of a state on a server that no output may hold. */
export function listStateSecrets(env: Environment): string[] {
  return Object.values(ACCESS).flatMap(({listSecrets}) => listSecrets(env));
}
