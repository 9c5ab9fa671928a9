import {UserError} from '../../core/diagnostics/user-error';
import {isTableName, TABLE_HINT} from '../../core/state/addresses/kinds';

/** The tables of the states in a database, quoted for SQL. Each row belongs to one project and environment. */
export interface Tables {
  /** The name as the config has it. */
  readonly shown: string;
  /** The schema that the name has; null where the server chooses. */
  readonly schema: string | null;
  /** A row for each state: lock, version and checksums. The authority for everything else. */
  readonly heads: string;
  /** A row for each monitor. */
  readonly monitors: string;
  /** A row for each line of the journal. */
  readonly journal: string;
  /** Name of the table of what holders learned after they had lost the lock. */
  readonly late: string;
  /** The states that were replaced, and of each the monitors that the next one changed. */
  readonly backups: string;
  readonly replaced: string;
}

/** The tables of a name; throws a `UserError` for one that {@link isTableName} does not allow. */
export function tablesOf(name: string): Tables {
  if (!isTableName(name)) {
    throw new UserError('state/bad-address', `${JSON.stringify(name)} can't be the name of a table`, TABLE_HINT);
  }
  const quote = (ending: string) =>
    `${name}${ending}`
      .split('.')
      .map(part => `"${part}"`)
      .join('.');
  return {
    shown: name,
    schema: name.includes('.') ? (name.split('.')[0] ?? null) : null,
    heads: quote(''),
    monitors: quote('_monitors'),
    journal: quote('_journal'),
    late: quote('_late'),
    backups: quote('_backups'),
    replaced: quote('_replaced'),
  };
}

const OWNER = `project text COLLATE "C" NOT NULL, environment text COLLATE "C" NOT NULL`;

/** Writes the statements that make the tables where they are not there. */
export function writeDefinitions({heads, monitors, journal, late, backups, replaced}: Tables): string {
  const table = (name: string, columns: string) => `CREATE TABLE IF NOT EXISTS ${name} (${OWNER}, ${columns})`;
  const summary = `root text, serial bigint NOT NULL DEFAULT 0, monitors bigint NOT NULL DEFAULT 0, sum text NOT NULL, checksum text`;
  return [
    table(
      heads,
      `layout integer NOT NULL, fence bigint NOT NULL DEFAULT 0, holder text, unclean boolean NOT NULL DEFAULT false,
       server text NOT NULL, written_by text NOT NULL, writes bigint NOT NULL DEFAULT 0, ${summary},
       journal_lines bigint NOT NULL DEFAULT 0, journal_last text NOT NULL DEFAULT '', migration text,
       PRIMARY KEY (project, environment)`,
    ),
    table(
      monitors,
      `key text COLLATE "C" NOT NULL, outline text NOT NULL, bodies text NOT NULL, bodies_hash text NOT NULL, PRIMARY KEY (project, environment, key)`,
    ),
    table(journal, `line bigint NOT NULL, text text NOT NULL, PRIMARY KEY (project, environment, line)`),
    table(late, `id bigint GENERATED ALWAYS AS IDENTITY, holder text NOT NULL, text text NOT NULL, PRIMARY KEY (project, environment, id)`),
    table(backups, `write bigint NOT NULL, replaced_at text NOT NULL, journal text, ${summary}, PRIMARY KEY (project, environment, write)`),
    table(
      replaced,
      `write bigint NOT NULL, key text COLLATE "C" NOT NULL, outline text, bodies text, PRIMARY KEY (project, environment, write, key)`,
    ),
  ].join(';\n');
}

/** Writes the statements that read nothing, and fail where a table of such a name has other columns. */
export function writeProofs({heads, monitors, journal, late, backups, replaced}: Tables): string {
  const columns = {
    [heads]: 'layout, fence, holder, unclean, server, written_by, writes, journal_lines, journal_last, migration',
    [monitors]: 'key, outline, bodies, bodies_hash',
    [journal]: 'line, text',
    [late]: 'id, holder, text',
    [backups]: 'write, replaced_at, journal, root, serial, sum',
    [replaced]: 'write, key, outline, bodies',
  };
  return Object.entries(columns)
    .map(([table, names]) => `SELECT project, environment, ${names} FROM ${table} WHERE false`)
    .join(';\n');
}
