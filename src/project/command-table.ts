import type {Door} from './door';
import type {Flag, Operand} from './flags';

/** One command as data: help, usage errors, completion and the parser are made from it. */
export interface CommandTable {
  /** The command's words: `state show`. */
  readonly path: string;
  /** Purpose, for the list of all commands: no full stop. */
  readonly summary: string;
  /** Paragraphs, separated by empty lines. Line breaks and indentation do not count. */
  readonly details?: string;
  /** Meaning of each exit code that is not plain. */
  readonly exitCodes?: Readonly<Record<string, string>>;
  readonly examples: readonly (readonly [what: string, command: string])[];
  /** By the name of the option, in help's order. */
  readonly flags: Readonly<Record<string, Flag<unknown>>>;
  /** In their order. */
  readonly operands?: Readonly<Record<string, Operand<unknown>>>;
  /** Formats in which an error is a document, too. Default: json and jsonl. */
  readonly machineFormats?: readonly string[];
  /** `any` goes through the environments that are declared where none is chosen. Default: one. */
  readonly environments?: 'any';
  /** Of a command with `--all-environments`. */
  readonly everywhere?: Everywhere;
}

/** A command that can go through all environments of the config. */
export interface Everywhere {
  /** Formats that can hold several environments. */
  readonly formats: readonly ('text' | 'json' | 'markdown')[];
  /** Options that mean one environment, besides `environment` and `state`. */
  readonly without: readonly string[];
}

/** A command that can be run. */
export interface Command extends CommandTable {
  /** Runs it and returns its exit code. */
  readonly run: (options: Readonly<Record<string, unknown>>, door: Door) => Promise<number>;
}

type ValueOf<Taken> = Taken extends {readonly read: (name: string, given: readonly string[]) => infer Value} ? Value : never;

/** Values of a command's flags and operands, by their names. Each is checked when it is read. */
export type OptionsOf<Table extends Pick<CommandTable, 'flags' | 'operands'>> = {
  readonly [Name in keyof Table['flags']]: ValueOf<Table['flags'][Name]>;
} & {readonly [Name in keyof NonNullable<Table['operands']>]: ValueOf<NonNullable<Table['operands']>[Name]>};

/** Joins the data of a command and the function that runs it. */
export function command<const Table extends CommandTable>(
  table: Table,
  run: (options: OptionsOf<Table>, door: Door) => Promise<number>,
): Command {
  return {...table, run: run as Command['run']};
}
