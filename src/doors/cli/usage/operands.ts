import {UserError} from '../../../core/diagnostics/user-error';
import type {CommandLine, CommandUse, OperandUse, PlacedWord} from './command-use';
import {showCall} from './show-call';

/** Explains operands that are missing or too many; null if their number is right. */
export function explainOperands(line: CommandLine, command: CommandUse): UserError | null {
  const {operands} = line;
  const missing = command.operands.filter(({need}) => need === 'required').slice(operands.length);
  if (missing.length > 0) return explainMissing(missing, command);
  if (command.operands.some(({need}) => need === 'many') || operands.length <= command.operands.length) return null;
  return explainExtra(line, command);
}

function explainMissing(missing: readonly OperandUse[], command: CommandUse): UserError {
  const names = missing.map(({name}) => name).join(' and ');
  return new UserError('config/usage', `"monitors ${command.path.join(' ')}" needs ${names}`, `${usageOf(command)}${alsoMeant(command)}`);
}

/** Other tools call by this name what `plan` does. */
function alsoMeant({path}: CommandUse): string {
  return path[0] === 'diff' ? '; to see what apply would change, run "monitors plan"' : '';
}

function explainExtra(line: CommandLine, command: CommandUse): UserError {
  const name = command.path.join(' ');
  const only = command.flags.find(({names}) => names.includes('--only'));
  const isPlan = ({word}: PlacedWord) => word.endsWith('.json');
  const isSpec = ({word}: PlacedWord) => /\.ya?ml$/.test(word);
  const extra = line.operands.slice(command.operands.length);
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
  const most = command.operands.length;
  return refuse(most === 0 ? 'no argument' : `only ${command.operands.map(operand => operand.name).join(' and ')}`, usageOf(command));
}

function usageOf({path, operands}: CommandUse): string {
  const words = operands.map(({name, need}) => (need === 'required' ? name : need === 'many' ? `[${name}...]` : `[${name}]`));
  return `usage: ${['monitors', ...path, ...words, '[flags]'].join(' ')}`;
}
