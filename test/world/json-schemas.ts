import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv, type ValidateFunction} from 'ajv';

const ROOT = join(__dirname, '../..');
/** Commands whose output has a published schema, by its name. */
export const COMMANDS = [
  'validate',
  'plan',
  'render',
  'apply',
  'accept',
  'init',
  'resolve',
  'import',
  'pull',
  'factor',
  'recover',
  'status',
  'alerts',
  'report',
  'checks',
  'diff',
  'changes',
  'tune',
  'run',
  'try',
  'explain',
  'state',
] as const;
export type CommandName = (typeof COMMANDS)[number];

interface Schema {
  readonly [keyword: string]: unknown;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The published schema of a command's output. */
export function readSchema(command: CommandName): Schema {
  return JSON.parse(readFileSync(join(ROOT, `schemas/${command}.schema.json`), 'utf8')) as Schema;
}

/** The published schemas allow members that they do not name; ours must name all that there are today. */
function close(schema: Schema): Schema {
  const closed = Object.entries(schema.definitions ?? {}).map(([name, definition]) => [
    name,
    definition.properties === undefined ? definition : {...definition, additionalProperties: false},
  ]);
  return {...schema, definitions: Object.fromEntries(closed)};
}

/** Judge of values by a schema. */
export function compile(schema: Schema): ValidateFunction {
  return new Ajv({strict: true, allowUnionTypes: true, allErrors: true}).compile(schema);
}

const judges = new Map<CommandName, ValidateFunction>();

/** Judge of output by the schema of its command, closed: a member that it does not name is refused. */
export function judgeOf(command: CommandName): ValidateFunction {
  const judge = judges.get(command) ?? compile(close(readSchema(command)));
  judges.set(command, judge);
  return judge;
}

/** The schema of a document: the commands of `monitors state` share one. */
export function schemaOf({command}: {readonly command: string}): CommandName {
  return command.split(' ')[0] as CommandName;
}

/** Fails where a document is not what the schema of its command promises, or holds more. */
export function expectPromised(command: CommandName, text: string): void {
  const validate = judgeOf(command);
  validate(JSON.parse(text));
  expect({text, errors: validate.errors ?? []}).toEqual({text, errors: []});
}
