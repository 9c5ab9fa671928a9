import {quoteShell} from '../../../core/base/command-line';
import {fillPlaces} from '../../../rendering/fill-places';
import type {Candidates, CompletedCommand, CompletedFlag} from './candidates';
import script from './completion.zsh';

/** The completion script for zsh: to be put on `fpath` as `_monitors`, or sourced after `compinit`. */
export function renderZshCompletion(commands: readonly CompletedCommand[]): string {
  return fillPlaces(script, {functions: commands.map(command => renderFunction(command, commands)).join('\n')});
}

function renderFunction({path, flags, operands}: CompletedCommand, commands: readonly CompletedCommand[]): string {
  const next = commands.filter(command => command.path !== '' && isStep(path, command.path));
  return next.length === 0
    ? `${functionName(path)}() {
  _arguments -s${listArguments([...flags.flatMap(renderFlag), ...renderOperands(operands)])}
}
`
    : `${functionName(path)}() {
  local curcontext="$curcontext" state state_descr line
${path === '' ? '  local -a monitors_words\n  monitors_words=("${(@)words[2,CURRENT-1]}")\n' : ''}  local -a commands
  typeset -A opt_args
  commands=(${operands.kind === 'words' ? operands.words.map(({word, description = ''}) => `\n    ${quoteShell(`${word}:${description}`)}`).join('') : ''}
  )
  _arguments -C -s -A '-*'${listArguments([...flags.flatMap(renderFlag), "'1: :->command'", "'*:: :->rest'"])} && return
  case $state in
    command) _describe -t commands command commands ;;
    rest)
      case $words[1] in
${next.map(({path: step}) => `        ${step.split(' ').at(-1)}) ${functionName(step)} ;;\n`).join('')}      esac
      ;;
  esac
}
`;
}

/** Whether `to` is `from` and one word more. */
function isStep(from: string, to: string): boolean {
  const words = to.split(' ');
  return words.slice(0, -1).join(' ') === from;
}

function functionName(path: string): string {
  return ['_monitors', ...path.split(' ').filter(word => word !== '')].join('_');
}

function listArguments(specs: readonly string[]): string {
  return specs.map(spec => ` \\\n    ${spec}`).join('');
}

function renderFlag({names, description, value, isRepeatable}: CompletedFlag): string[] {
  const others = isRepeatable ? '*' : names.length > 1 ? `(${names.join(' ')})` : '';
  return names.map(name => {
    const argument = value === null ? '' : `:${value.name}:${renderCandidates(value.candidates)}`;
    return quoteShell(`${others}${name}${value !== null && name.startsWith('--') ? '=' : ''}[${escapeSpec(description)}]${argument}`);
  });
}

function renderOperands(operands: Candidates): string[] {
  switch (operands.kind) {
    case 'words':
      return [quoteShell(`1: :${renderCandidates(operands)}`)];
    case 'listed':
      return [quoteShell(`${operands.place === 'first' ? '1' : '*'}:key:${renderCandidates(operands)}`)];
    case 'files':
      return [quoteShell('*:file:_files')];
    case 'directories':
      return [quoteShell('*:directory:_files -/')];
    case 'nothing':
      return [];
  }
}

function renderCandidates(candidates: Candidates): string {
  switch (candidates.kind) {
    case 'words':
      return `(${candidates.words.map(({word}) => word).join(' ')})`;
    case 'listed':
      // A space in front: the function gets these arguments alone.
      return ` _monitors_list ${candidates.list}`;
    case 'files':
      return '_files';
    case 'directories':
      return '_files -/';
    case 'nothing':
      return ' ';
  }
}

function escapeSpec(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&');
}
