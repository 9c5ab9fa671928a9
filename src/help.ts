import type {Cli} from 'clipanion';
import type {CommandContext} from './commands/command';
import type {CommandHelp} from './report/help-text';

/** What clipanion knows of the commands, as help pages show it, in the order in which they were registered. */
export function listCommandHelp(cli: Cli<CommandContext>): CommandHelp[] {
  const definitions = cli.definitions().filter(({description}) => description !== undefined);
  const isShared = (definition: string) => definitions.every(({options}) => options.some(option => option.definition === definition));
  return definitions.map(({path, usage, category, description, details, examples, options}) => {
    const words = path.split(' ').filter(word => /^[a-z-]+$/.test(word));
    return {
      path: words.join(' '),
      operands: usage.split(' ').slice(words.length).filter(isOperand).map(nameOperand).join(' '),
      category: category?.trim(),
      description: description?.trim().replace(/\.$/, '') ?? '',
      details,
      examples: (examples ?? []).map(([what, command]) => [what.trim(), command.trim()] as const),
      flags: options.map(option => ({
        names: option.definition.split(' ')[0]?.split(',') ?? [],
        description: option.description ?? '',
        isGlobal: isShared(option.definition),
      })),
    };
  });
}

function isOperand(word: string): boolean {
  return !/^\[?-/.test(word) && !/^#\d+\]?$/.test(word);
}

function nameOperand(word: string): string {
  return word === '...' ? '...' : word.replace(/^<(.*)>$/, '$1');
}
