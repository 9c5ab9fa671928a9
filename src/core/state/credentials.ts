import {listAddressSecrets, POSTGRES_URL} from './addresses/postgres';
import {listS3Secrets} from './addresses/s3';

/** Variables that give access to the state on a server: by themselves, or by what they name. */
export const STATE_CREDENTIALS = [
  POSTGRES_URL,
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_WEB_IDENTITY_TOKEN_FILE',
  'AWS_CONTAINER_CREDENTIALS_FULL_URI',
  'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI',
] as const;

/** Lists the texts of the addresses and credentials of a state on a server that no output may hold. */
export function listStateSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  return [...listAddressSecrets(env), ...listS3Secrets(env)];
}
