import type {Cli} from 'clipanion';
import {type CommandHelp, renderCommandHelp, renderGroupHelp, renderOverview} from '../../rendering/help-text';
import type {CommandContext} from './command';

/**
 * The page that a command line with `--help` asks for: the overview, or that of the command or group of commands whose words it holds.
 * Undefined if those words are not a command.
 */
export function findHelp(argv: readonly string[], cli: Cli<CommandContext>, width: number): string | undefined {
  const options = {color: false, width, verbosity: 'normal'} as const;
  const commands = listCommandHelp(cli);
  const words = argv.filter(word => !word.startsWith('-') && word !== 'help');
  if (words.length === 0) return renderOverview(commands, options);
  const asked = ` ${words.join(' ')} `;
  // "init" stands in "state init", too.
  const [page] = commands
    .filter(({path}) => asked.includes(` ${path.slice('monitors '.length)} `))
    .sort((one, other) => other.path.length - one.path.length);
  if (page !== undefined) return renderCommandHelp(page, options);
  const group = commands.filter(({path}) => path.startsWith(`monitors ${words[0]} `));
  return group.length === 0 ? undefined : renderGroupHelp(`monitors ${words[0]}`, group, options);
}

/** Lists the commands that clipanion knows, in the order in which they were registered. */
export function listCommandHelp(cli: Cli<CommandContext>): CommandHelp[] {
  const definitions = cli.definitions().filter(({description}) => description !== undefined);
  const uses = new Map<string, number>();
  for (const {definition} of definitions.flatMap(({options}) => options)) uses.set(definition, (uses.get(definition) ?? 0) + 1);
  return definitions.map(({path, usage, category, description, details, examples, options}) => {
    const words = path.split(' ').filter(word => /^[a-z-]+$/.test(word));
    return {
      path: words.join(' '),
      operands: usage
        .split(' ')
        .slice(words.length)
        .filter(isOperand)
        .map(word => nameOperand(word, words.at(-1)))
        .join(' '),
      category: category?.trim(),
      description: description?.trim().replace(/\.$/, '') ?? '',
      details,
      examples: (examples ?? []).map(([what, command]) => [what.trim(), command.trim()] as const),
      flags: options.map(option => ({
        names: option.definition.split(' ')[0]?.split(',') ?? [],
        description: option.description ?? '',
        isGlobal: uses.get(option.definition) === definitions.length,
      })),
    };
  });
}

function isOperand(word: string): boolean {
  return !/^\[?-/.test(word) && !/^#\d+\]?$/.test(word);
}

/** Names of repeated operands, which clipanion does not report. By the command's last word. */
const MANY: Readonly<Record<string, string>> = {
  validate: '[PATH...]',
  render: '[KEY...]',
  report: '[KEY...]',
  status: '[KEY...]',
  run: '[KEY...]',
  try: 'FILE|KEY...',
  accept: 'KEY...',
  resolve: '[KEY...]',
  list: '[KEY...]',
};

function nameOperand(word: string, command = ''): string {
  return word === '...' ? (MANY[command] ?? word) : word.replace(/^<(.*)>$/, '$1');
}
