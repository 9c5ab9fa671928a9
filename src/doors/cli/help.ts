import type {CommandTable} from '../../project/command-table';
import {type Flag, listFlagNames, type Operand} from '../../project/flags';
import type {RenderOptions} from '../../rendering/render-options';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';
import {GLOBAL_FLAGS} from './global-flags';

/**
 * The page that a command line with `--help` asks for: the overview, or that of the command or group of commands whose words it holds.
 * Undefined if those words are not a command.
 */
export function findHelp(argv: readonly string[], commands: readonly CommandTable[], width: number): string | undefined {
  const options = {color: false, width, verbosity: 'normal'} as const;
  const words = argv.filter(word => !word.startsWith('-') && word !== 'help');
  if (words.length === 0) return renderOverview(commands, options);
  const asked = ` ${words.join(' ')} `;
  // "init" stands in "state init", too.
  const [page] = commands.filter(({path}) => asked.includes(` ${path} `)).sort((one, other) => other.path.length - one.path.length);
  if (page !== undefined) return renderCommand(page, options);
  const group = commands.filter(({path}) => path.startsWith(`${words[0]} `));
  return group.length === 0 ? undefined : renderGroup(`monitors ${words[0]}`, group, options);
}

/** All commands: a line each, those of a group apart. */
export function renderOverview(commands: readonly CommandTable[], options: RenderOptions): string {
  const width = widestOf(commands.map(toRow));
  const list = (isGrouped: boolean) => listRows(commands.filter(({path}) => path.includes(' ') === isGrouped).map(toRow), width);
  return printText(
    [
      proseLine(0, 'Manages web monitors as YAML files: validate the specs, review the plan, apply it.'),
      BLANK,
      dataLine(0, styled('strong', 'usage'), '  monitors COMMAND [flags]'),
      BLANK,
      ...list(false),
      BLANK,
      dataLine(0, styled('strong', 'state')),
      ...list(true),
      BLANK,
      proseLine(0, '`monitors COMMAND --help` shows flags and examples; `monitors --version` the version.'),
    ],
    options,
  );
}

/** The commands of a group, such as `monitors state`: a line each. */
function renderGroup(path: string, commands: readonly CommandTable[], options: RenderOptions): string {
  return printText(
    [
      dataLine(0, styled('strong', 'usage'), `  ${path} COMMAND [flags]`),
      BLANK,
      ...listRows(commands.map(toRow)),
      BLANK,
      proseLine(0, `\`${path} COMMAND --help\` shows flags and examples.`),
    ],
    options,
  );
}

function toRow({path, summary}: CommandTable): Row {
  return [`monitors ${path}`, summary];
}

/** One command: usage, what it does, flags, examples. */
export function renderCommand(command: CommandTable, options: RenderOptions): string {
  const {summary, details = '', exitCodes, examples, operands = {}} = command;
  const path = `monitors ${command.path}`;
  const own = listFlagTexts(command.flags);
  const global = listFlagTexts(GLOBAL_FLAGS);
  const width = widestOf([...own, ...global]);
  return printText(
    [
      hangingLine(0, path.length + 2, styled('strong', path), `  ${summary}`),
      BLANK,
      dataLine(0, styled('strong', 'usage'), `  ${[path, ...Object.values(operands).map(showOperand)].join(' ')} [flags]`),
      ...details.split(/\n\s*\n/).flatMap(paragraphLines),
      ...(exitCodes === undefined ? [] : listSection('exit codes', listRows(Object.entries(exitCodes)))),
      ...(own.length === 0 ? [] : listSection('flags', listRows(own, width))),
      ...listSection('global flags', listRows(global, width)),
      ...(examples.length === 0 ? [] : listSection('examples', examples.flatMap(exampleLines))),
    ],
    options,
  );
}

function listSection(title: string, lines: readonly Line[]): Line[] {
  return [BLANK, dataLine(0, styled('strong', title)), ...lines];
}

function paragraphLines(paragraph: string): Line[] {
  const text = paragraph.replace(/\s+/g, ' ').trim();
  return text === '' ? [] : [BLANK, proseLine(0, text)];
}

function exampleLines([what, call]: readonly [string, string]): Line[] {
  return [dataLine(2, styled('faint', `# ${what}`)), dataLine(2, call)];
}

/** A label, and what it stands for. */
type Row = readonly [label: string, text: string];

function listFlagTexts(flags: Readonly<Record<string, Flag<unknown>>>): Row[] {
  return Object.entries(flags).map(([option, flag]) => {
    const names = listFlagNames(option, flag).join(', ');
    return [flag.value === null ? names : `${names} ${flag.value}`, flag.about];
  });
}

function widestOf(rows: readonly Row[]): number {
  return Math.max(...rows.map(([label]) => label.length));
}

function listRows(rows: readonly Row[], width = widestOf(rows)): Line[] {
  return rows.map(([label, text]) => hangingLine(2, width + 2, `${label.padEnd(width)}  `, text));
}

/** An operand as usage shows it: `KEY`, `[KEY]`, `[KEY...]`, `KEY...`. */
export function showOperand({label, need}: Operand<unknown>): string {
  const shown = need === 'many' || need === 'some' ? `${label}...` : label;
  return need === 'many' || need === 'optional' ? `[${shown}]` : shown;
}
