import {Writable} from 'node:stream';
import {styleText} from 'node:util';
import type {Context, OutputStream} from '../../core/base/context';
import {listWords} from '../../core/base/words';
import {UserError} from '../../core/diagnostics/user-error';
import type {JsonValue} from '../../core/json/value';
import type {Everywhere} from '../../project/command-table';
import {CliDoor, type Parsed} from './door';

/** Exit codes, the one that counts first. Without any of them it is 0. */
const BY_WEIGHT = [130, 143, 70, 5, 3, 4, 1, 2];

/** Where the command was called, and how it runs in one environment. */
interface Call {
  readonly parsed: Parsed;
  readonly argv: readonly string[];
  readonly context: Context;
  readonly runIn: (parsed: Parsed, door: CliDoor) => Promise<number>;
}

/**
 * Runs a command once for each environment that the config declares, in its order: an error in one is its section, and the others run
 * all the same; an interruption ends all. Text and Markdown have a section for each; JSON is one document. Throws `UserError` for flags
 * that mean one environment.
 */
export async function runEverywhere(everywhere: Everywhere, call: Call): Promise<number> {
  const format = refuseFlags(everywhere, call);
  const ends: {readonly name: string; readonly exitCode: number; readonly output: string}[] = [];
  const written = new Map<string, string>();
  for (const name of await listEnvironments(call)) {
    const output = new Section(call.context.stdout);
    const exitCode = await runIn({name, stdout: output, written}, call);
    ends.push({name, exitCode, output: output.text});
    if (format !== 'json') await deliver(writeSection(name, output.text, format, call), call.context);
    if (exitCode === 130 || exitCode === 143) break;
  }
  if (format === 'json') await deliver(writeDocument(call.parsed.command.path, ends), call.context);
  const found = BY_WEIGHT.find(code => ends.some(({exitCode}) => exitCode === code)) ?? 0;
  return call.context.stdout.hasLost === true && [0, 2].includes(found) ? 1 : found;
}

/** Returns the format. */
function refuseFlags({formats, without}: Everywhere, {parsed: {given}}: Call): string {
  const unfit = ['environment', 'state', ...without].find(option => (given[option] ?? []).length > 0);
  if (unfit !== undefined) {
    const flag = `--${unfit.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;
    throw new UserError('config/usage', `${flag} is for one environment`, `leave out ${flag}, or --all-environments`);
  }
  const format = given['format']?.at(-1) ?? 'text';
  if (!formats.some(known => known === format)) {
    const hint = `give --format ${listWords(formats, 'or')}, or name one environment with --environment NAME`;
    throw new UserError('config/usage', `--format ${format} is for one environment`, hint);
  }
  return format;
}

async function listEnvironments({parsed, argv, context}: Call): Promise<readonly string[]> {
  const command = {...parsed.command, environments: 'any'} as const;
  const unchosen: Context = Object.assign(Object.create(context) as Context, {env: {...context.env, MONITORS_ENVIRONMENT: undefined}});
  const {environments} = await new CliDoor({...parsed, command}, argv, unchosen).settings();
  if (environments !== null && environments.size > 0) return [...environments.keys()];
  throw new UserError(
    'config/usage',
    'the config declares no environments, so --all-environments has nothing to go through',
    'leave it out, or declare them under "environments" in monitors.config.yaml',
  );
}

/** One environment, and the notes of those before it, each with the name of its environment. */
interface Place {
  readonly name: string;
  readonly stdout: Section;
  readonly written: Map<string, string>;
}

async function runIn({name, stdout, written}: Place, {parsed: {command, given}, argv, context, runIn: run}: Call): Promise<number> {
  const parsed = {command, given: {...given, environment: [name], allEnvironments: []}};
  const words = argv.filter(word => word !== '--all-environments');
  // The streams of a process are getters, which can't be assigned.
  const streams = {stdout: {value: stdout}, stderr: {value: new Headed(name, context.stderr, written)}};
  const here: Context = Object.create(context, streams);
  const door = new CliDoor(parsed, [...words, '--environment', name], here);
  try {
    return await run(parsed, door);
  } catch (error) {
    const {explainFailure, writeFailure} = await import('../failure');
    return await writeFailure(explainFailure(error), door.failing, here);
  } finally {
    await door.close();
  }
}

function writeSection(name: string, text: string, format: string, {parsed, argv, context}: Call): string {
  if (format === 'markdown') return `# ${name}\n\n${text === '' ? 'No result: the log says why.' : text.trimEnd()}\n\n`;
  // Its error is on stderr.
  if (text === '') return '';
  const heading = `Environment ${name}`;
  const {color} = new CliDoor(parsed, argv, context).look('stdout');
  return `${color ? styleText('bold', heading, {validateStream: false}) : heading}\n\n${text.trimEnd()}\n\n`;
}

function writeDocument(command: string, ends: readonly {readonly name: string; readonly output: string}[]): string {
  const environments = Object.fromEntries(ends.filter(({output}) => output !== '').map(({name, output}) => [name, parse(output)]));
  return `${JSON.stringify({formatVersion: 1, command, environments}, null, 2)}\n`;
}

const parse = (text: string): JsonValue => JSON.parse(text);

function deliver(text: string, {stdout}: Context): Promise<void> {
  return new Promise(resolve => stdout.write(text, () => resolve()));
}

/** What a command prints in one environment. */
class Section extends Writable implements Pick<OutputStream, 'isTTY' | 'columns'> {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number;

  constructor({isTTY = false, columns = 0}: OutputStream) {
    super({decodeStrings: false});
    this.isTTY = isTTY;
    this.columns = columns;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Lines of a note from which on another environment refers to it. */
const LONG_NOTE = 4;

/** Notes of one environment: the first says which it is, and long ones that another had word for word are not repeated. */
class Headed extends Writable implements Pick<OutputStream, 'isTTY' | 'columns'> {
  readonly isTTY: boolean;
  readonly columns: number;
  #isBegun = false;

  constructor(
    private readonly name: string,
    private readonly stderr: OutputStream,
    private readonly written: Map<string, string>,
  ) {
    super({decodeStrings: false});
    this.isTTY = stderr.isTTY ?? false;
    this.columns = stderr.columns ?? 0;
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (!this.#isBegun) this.stderr.write(`${this.name}:\n`);
    this.#isBegun = true;
    this.stderr.write(this.#shorten(chunk.toString()), () => done());
  }

  #shorten(text: string): string {
    const lines = text.trimEnd().split('\n');
    if (lines.length < LONG_NOTE) return text;
    const former = this.written.get(text) ?? this.name;
    this.written.set(text, former);
    return former === this.name ? text : `The same ${lines.length} lines as in ${former}.\n`;
  }
}
