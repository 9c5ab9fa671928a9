import {readFileSync} from 'node:fs';
import type {Client as PgClient} from 'pg';
import {UserError} from '../../core/diagnostics/user-error';
import {explainFileError} from '../../core/files/file-error';
import type {PostgresAddress} from '../../core/state/addresses/postgres';
import {asLost} from './errors';

/** A value that goes into a statement. */
export type SqlValue = string | number | boolean | null | readonly (string | null)[] | readonly number[];

/** A row as the server writes it: every value is text. */
export type SqlRow = Readonly<Record<string, string | null>>;

/** One connection. Every statement is unnamed, and nothing of the session outlives a transaction: a pooler may stand between. */
export interface SqlSession {
  run(text: string, values?: readonly SqlValue[], limitMs?: number): Promise<readonly SqlRow[]>;
  /** Ends it in good order, or cuts it off where the server does not answer. */
  end(): Promise<void>;
  /** Cuts it off: an open transaction is rolled back by the server. */
  destroy(): void;
}

/** Opens a connection. */
export type OpenSession = (address: PostgresAddress, limitMs?: number) => Promise<SqlSession>;

/** Milliseconds to wait for a connection, for the answer to a statement, and for the end. */
export const USUAL_WAITS = {connectMs: 10_000, answerMs: 45_000, endMs: 3_000} as const;

/** Opens a connection with the client that is loaded when it is first used. */
export const openPgSession: OpenSession = async (address, limitMs = USUAL_WAITS.connectMs) => {
  const {Client} = await import('pg');
  const {host, port, database, user, password, tls} = address;
  const client: PgClient = new Client({
    ...{host, port, database, user},
    // A function, so that no password file is looked for.
    password: async () => password,
    ssl: tls === null ? false : readTls(tls),
    enableChannelBinding: tls !== null,
    connectionTimeoutMillis: limitMs,
    keepAlive: true,
    application_name: 'monitors',
    sslnegotiation: 'postgres',
    // Numbers beyond what JavaScript counts, times and the rest stay text.
    types: {getTypeParser: () => String},
  } as ConstructorParameters<typeof Client>[0]);
  // The client takes these from PG* variables, and can't be given nothing: another schema would have another state.
  Object.assign((client as unknown as {connectionParameters: object}).connectionParameters, {options: '', replication: ''});
  // The error that breaks the connection is reported to the statement that is under way, or to the next one.
  client.on('error', () => {});
  await client.connect().catch(asLost);
  const destroy = () => void (client as unknown as {connection: {stream: {destroy(): void}}}).connection.stream.destroy();
  return {
    run: async (text, values, waitMs = USUAL_WAITS.answerMs) => {
      const query = {text, query_timeout: waitMs, ...(values === undefined ? {} : {values: values as unknown[]})};
      const result = await client.query(query).catch(asLost);
      if (Array.isArray(result)) return [];
      if (text === 'COMMIT' && result.command !== 'COMMIT') throw new Error('a transaction with an error was to be committed');
      return result.rows as SqlRow[];
    },
    end: async () => {
      const timer = setTimeout(destroy, Math.min(USUAL_WAITS.endMs, limitMs));
      await client.end().finally(() => clearTimeout(timer));
    },
    destroy,
  };
};

function readTls({rootCertificate}: NonNullable<PostgresAddress['tls']>) {
  if (rootCertificate === null) return {rejectUnauthorized: true};
  try {
    return {rejectUnauthorized: true, ca: readFileSync(rootCertificate, 'utf8')};
  } catch (cause) {
    const message = `the file that sslrootcert names can't be read: ${explainFileError(cause)}`;
    throw new UserError('state/bad-address', message, 'correct MONITORS_STATE_POSTGRES_URL, or put the certificate there', {cause});
  }
}
