import type {Candidates, CompletedCommand, CompletedFlag} from './candidates';

/** The completion script for fish, from 3.0 on. */
export function renderFishCompletion(commands: readonly CompletedCommand[]): string {
  const [start, ...others] = commands;
  const globals = (start?.flags ?? []).filter(({isGlobal}) => isGlobal);
  const groups = others.filter(({path}) => others.some(other => other.path.startsWith(`${path} `))).map(({path}) => path);
  const valued = new Set(commands.flatMap(({flags}) => flags.filter(({value}) => value !== null).flatMap(({names}) => names)));
  return `# fish completion for monitors; made by: monitors completion fish

# Whether the words before the cursor are this command; with "first", without an operand yet.
function __monitors_at -a wanted place
    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l command
    set -l operands 0
    set -l skipped no
    for token in $tokens
        if test $skipped = yes
            set skipped no
            continue
        end
        switch $token
            case ${[...valued].map(quoteFish).join(' ')}
                set skipped yes
            case '-*'
                continue
            case '*'
                if test (count $command) -eq 0; or test "$command" = ${groups.map(quoteFish).join(` -o "$command" = `)}
                    set -a command $token
                else
                    set operands (math $operands + 1)
                end
        end
    end
    test "$command" = "$wanted"; or return 1
    test "$place" != first; or test $operands -eq 0
end

# Keys or labels, as \`monitors __complete\` lists them.
function __monitors_list -a list
    command -sq monitors; or return
    set -l tokens (commandline -opc)
    set -l current (commandline -ct)
    set -e tokens[1]
    command monitors __complete $list "$current" $tokens 2>/dev/null
end

complete -c monitors -f
${globals.map(flag => renderFlag('', flag)).join('\n')}
${commands
  .flatMap(({path, flags, operands}) => {
    const condition = conditionOf(path, '');
    const operandCondition =
      operands.kind === 'words' || (operands.kind === 'listed' && operands.place === 'first') ? conditionOf(path, ' first') : condition;
    return [
      ...renderOperands(operandCondition, operands),
      ...flags.filter(({isGlobal}) => !isGlobal).map(flag => renderFlag(condition, flag)),
    ];
  })
  .join('\n')}
`;
}

function conditionOf(path: string, place: '' | ' first'): string {
  return ` -n ${quoteFish(`__monitors_at ${quoteFish(path)}${place}`)}`;
}

function renderFlag(condition: string, {names, description, value}: CompletedFlag): string {
  const words = names.map(name => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');
  return `complete -c monitors${condition} ${words}${value === null ? '' : renderValue(value.candidates)} -d ${quoteFish(description)}`;
}

function renderValue(candidates: Candidates): string {
  switch (candidates.kind) {
    case 'words':
      return ` -x -a ${quoteFish(candidates.words.map(({word}) => word).join(' '))}`;
    case 'listed':
      return ` -x -a '(__monitors_list ${candidates.list})'`;
    case 'files':
      return ' -r -F';
    case 'directories':
      return " -x -a '(__fish_complete_directories)'";
    case 'nothing':
      return ' -x';
  }
}

function renderOperands(condition: string, operands: Candidates): string[] {
  switch (operands.kind) {
    case 'words':
      return operands.words.map(
        ({word, description}) =>
          `complete -c monitors${condition} -a ${quoteFish(word)}${description === undefined ? '' : ` -d ${quoteFish(description)}`}`,
      );
    case 'listed':
      return [`complete -c monitors${condition} -a '(__monitors_list ${operands.list})'`];
    case 'files':
      return [`complete -c monitors${condition} -F`];
    case 'directories':
      return [`complete -c monitors${condition} -a '(__fish_complete_directories)'`];
    case 'nothing':
      return [];
  }
}

function quoteFish(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
