import {UserError} from '../../../core/diagnostics/user-error';
import type {CommandTable} from '../../../project/command-table';
import type {Operand} from '../../../project/flags';
import {showOperand} from '../help';
import {type CommandLine, listFlags, type PlacedWord} from './command-use';
import {showCall} from './show-call';

/** Explains operands that are missing or too many; null if their number is right. */
export function explainOperands(line: CommandLine, command: CommandTable): UserError | null {
  const {operands} = line;
  const taken = Object.values(command.operands ?? {});
  const missing = taken.filter(({need}) => need === 'required').slice(operands.length);
  if (missing.length > 0) return explainMissing(missing, command);
  if (taken.some(({need}) => need === 'many' || need === 'some') || operands.length <= taken.length) return null;
  return explainExtra(line, command, taken);
}

function explainMissing(missing: readonly Operand<unknown>[], command: CommandTable): UserError {
  const names = missing.map(({label}) => label).join(' and ');
  return new UserError('config/usage', `"monitors ${command.path}" needs ${names}`, `${usageOf(command)}${alsoMeant(command)}`);
}

/** Other tools call by this name what `plan` does. */
function alsoMeant({path}: CommandTable): string {
  return path === 'diff' ? '; to see what apply would change, run "monitors plan"' : '';
}

function explainExtra(line: CommandLine, command: CommandTable, taken: readonly Operand<unknown>[]): UserError {
  const name = command.path;
  const only = listFlags(command).find(({names}) => names.includes('--only'));
  const isPlan = ({word}: PlacedWord) => word.endsWith('.json');
  const isSpec = ({word}: PlacedWord) => /\.ya?ml$/.test(word);
  const extra = line.operands.slice(taken.length);
  const refuse = (what: string, hint: string) => new UserError('config/usage', `${name} takes ${what}`, hint);
  const first = extra[0]?.word ?? '';
  if (first === 'help' && extra.length === 1) return refuse('no argument "help"', `\`monitors ${name} --help\` shows its flags`);
  if (name === 'plan' && extra.some(isPlan)) return refuse('no file', `to show and apply a saved plan, run "monitors apply ${first}"`);
  if (only !== undefined && line.operands.some(isSpec))
    return refuse('no spec file: it reads all specs', `for one monitor, give its key: monitors ${name} --only ${only.value ?? 'KEY'}`);
  if (only !== undefined && !line.operands.some(isPlan)) {
    const replaced: Record<number, readonly string[]> = {};
    // After "--" a flag would be read as an operand.
    if (line.argv.includes('--')) replaced[line.argv.indexOf('--')] = [];
    for (const {word, index} of line.operands) replaced[index] = ['--only', word];
    return refuse(`no ${(only.value ?? 'key').toLowerCase()}`, `did you mean "${showCall(line, replaced)}"?`);
  }
  if (name === 'emulator' && /^\d+$/.test(first))
    return refuse('no argument', `did you mean "${showCall(line, {[extra[0]?.index ?? 0]: ['--port', first]})}"?`);
  return refuse(taken.length === 0 ? 'no argument' : `only ${taken.map(({label}) => label).join(' and ')}`, usageOf(command));
}

function usageOf({path, operands = {}}: CommandTable): string {
  return `usage: ${['monitors', path, ...Object.values(operands).map(showOperand), '[flags]'].join(' ')}`;
}
