/** Start of the names of this tool's environment variables. */
export const PREFIX = 'MONITORS_';

/** Variables that this tool, its Action and the workflows of `init` read, without the prefix. */
export const VARIABLES: readonly string[] = [
  'API_KEY',
  'BASE_URL',
  'DRIFT',
  'ENVIRONMENT',
  'RETRY_BASE_MS',
  'STATE_KEY',
  'STATE_POSTGRES_URL',
  'STATE_S3_RACES',
];

/** Begins the names of variables for tests of this tool. */
const FOR_TESTS = 'TEST_';

/** Lists the set variables that begin like this tool's and are none of them, without the prefix. */
export function listStrangeVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env)
    .filter(name => name.startsWith(PREFIX) && env[name] !== undefined && env[name] !== '')
    .map(name => name.slice(PREFIX.length))
    .filter(name => !VARIABLES.includes(name) && !name.startsWith(FOR_TESTS));
}
