import type {RenderOptions} from './render-options';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from './text';

/** One command, for its `--help`. */
export interface CommandHelp {
  /** `monitors plan`. */
  readonly path: string;
  /** Operands after the path: `[PLANFILE]`. */
  readonly operands: string;
  readonly category: string | undefined;
  readonly description: string;
  /** Paragraphs, separated by empty lines. */
  readonly details: string | undefined;
  readonly examples: readonly (readonly [what: string, command: string])[];
  /** A value's name stands first in the description, between angle brackets: `<FILE> Save the plan`. */
  readonly flags: readonly {readonly names: readonly string[]; readonly description: string; readonly isGlobal: boolean}[];
}

/** All commands: a line each, those of the state apart. */
export function renderOverview(commands: readonly CommandHelp[], options: RenderOptions): string {
  const width = Math.max(...commands.map(({path}) => path.length));
  const rows = (category: string | undefined) =>
    commands.filter(command => command.category === category).map(({path, description}) => row(path, width, description));
  return printText(
    [
      proseLine(0, 'Manages web monitors as YAML files: validate the specs, review the plan, apply it.'),
      BLANK,
      dataLine(0, styled('strong', 'usage'), '  monitors COMMAND [flags]'),
      BLANK,
      ...rows(undefined),
      BLANK,
      dataLine(0, styled('strong', 'state')),
      ...rows('State'),
      BLANK,
      proseLine(0, '`monitors COMMAND --help` shows flags and examples; `monitors --version` the version.'),
    ],
    options,
  );
}

/** The commands of a group, such as `monitors state`: a line each. */
export function renderGroupHelp(path: string, commands: readonly CommandHelp[], options: RenderOptions): string {
  const width = Math.max(...commands.map(command => command.path.length));
  return printText(
    [
      dataLine(0, styled('strong', 'usage'), `  ${path} COMMAND [flags]`),
      BLANK,
      ...commands.map(command => row(command.path, width, command.description)),
      BLANK,
      proseLine(0, `\`${path} COMMAND --help\` shows flags and examples.`),
    ],
    options,
  );
}

/** One command: usage, what it does, flags, examples. */
export function renderCommandHelp(command: CommandHelp, options: RenderOptions): string {
  const {path, operands, description, details, examples, flags} = command;
  const labels = flags.map(flag => ({...flag, ...splitDescription(flag)}));
  const width = Math.max(...labels.map(({label}) => label.length));
  const rows = (isGlobal: boolean) => labels.filter(flag => flag.isGlobal === isGlobal).map(({label, text}) => row(label, width, text));
  const own = rows(false);
  return printText(
    [
      hangingLine(0, path.length + 2, styled('strong', path), `  ${description}`),
      BLANK,
      dataLine(0, styled('strong', 'usage'), `  ${path}${operands === '' ? '' : ` ${operands}`} [flags]`),
      ...(details ?? '').split(/\n\s*\n/).flatMap(paragraphLines),
      ...(own.length === 0 ? [] : [BLANK, dataLine(0, styled('strong', 'flags')), ...own]),
      BLANK,
      dataLine(0, styled('strong', 'global flags')),
      ...rows(true),
      ...(examples.length === 0 ? [] : [BLANK, dataLine(0, styled('strong', 'examples'))]),
      ...examples.flatMap(([what, example]) => [dataLine(2, styled('faint', `# ${what}`)), dataLine(2, example)]),
    ],
    options,
  );
}

/** The lines of a paragraph: exit codes (`exit codes: 0 no errors; 1 errors`) as a table, everything else as prose. */
function paragraphLines(paragraph: string): Line[] {
  const text = paragraph.replace(/\s+/g, ' ').trim();
  if (text === '') return [];
  const [, list] = /^exit codes: (.*)$/.exec(text) ?? [];
  if (list === undefined) return [BLANK, proseLine(0, text)];
  const codes = list.split('; ').map(item => /^(\d[\d, ]*) (.*)$/.exec(item) ?? ['', '', item]);
  const width = Math.max(...codes.map(([, code = '']) => code.length));
  return [BLANK, dataLine(0, styled('strong', 'exit codes')), ...codes.map(([, code = '', meaning = '']) => row(code, width, meaning))];
}

/** A flag as help labels it, `--out FILE`, and its description without the value's name. */
export function splitDescription({names, description}: CommandHelp['flags'][number]): {label: string; text: string} {
  const value = /^<([^>]+)> /.exec(description);
  const label = `${names.join(', ')}${value === null ? '' : ` ${value[1]}`}`;
  return {label, text: value === null ? description : description.slice(value[0].length)};
}

function row(label: string, width: number, text: string): Line {
  return hangingLine(2, width + 2, `${label.padEnd(width)}  `, text);
}
