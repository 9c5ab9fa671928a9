import {quoteShell} from '../../base/shell-word';
import type {Candidates, CompletedCommand, CompletedFlag} from './candidates';

/** The completion script for bash, from 3.2 on. It needs nothing but bash. */
export function renderBashCompletion(commands: readonly CompletedCommand[]): string {
  return `# bash completion for monitors; made by: monitors completion bash

# Whether these words are a command or the beginning of one.
_monitors_is_command() {
  case $1 in
    ${commands.flatMap(({path}) => (path === '' ? [] : [quoteShell(path)])).join('|')}) return 0 ;;
  esac
  return 1
}

# Sets kind and words to what may follow a command, or the flag of a command; fails for a flag that takes no value.
_monitors_find() {
  words=''
  case $1 in
${listCases(commands)
  .map(([pattern, candidates]) => `    ${pattern}) ${assign(candidates)} ;;\n`)
  .join('')}    *) kind=nothing; return 1 ;;
  esac
}

_monitors_flags() {
  case $1 in
${commands.map(({path, flags}) => `    ${quoteShell(path)}) words=${quoteShell(flags.flatMap(({names}) => names).join(' '))} ;;\n`).join('')}  esac
}

${COMPLETE}
complete -F _monitors monitors
`;
}

/** Reads the words before the cursor, then offers what `_monitors_find` found. No text of a command is in it. */
const COMPLETE = `_monitors() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command='' flag='' rest='' prefix='' kind='' words='' operands=0 word index
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $word == '=' && -n $flag ]]; then
      continue
    elif [[ -n $flag ]]; then
      flag=''
    elif [[ -z $rest && $word == '--' ]]; then
      rest=yes
    elif [[ -z $rest && $word == -* ]]; then
      if _monitors_find "$command $word"; then flag=$word; fi
    elif [[ -z $rest ]] && _monitors_is_command "\${command:+$command }$word"; then
      command="\${command:+$command }$word"
    else
      operands=$((operands + 1))
    fi
  done
  if [[ -n $flag && $cur == '=' ]]; then
    cur=''
  elif [[ -z $flag && -z $rest && $cur == --*=* ]]; then
    flag=\${cur%%=*} prefix=\${cur%%=*}= cur=\${cur#*=}
  fi
  if [[ -n $flag ]]; then
    _monitors_find "$command $flag" || return 0
  elif [[ -z $rest && $cur == -* ]]; then
    kind=words
    _monitors_flags "$command"
  else
    _monitors_find "$command"
    if [[ $kind == words && $operands -gt 0 ]]; then kind=nothing; fi
  fi
  case $kind in
    words) set -- -W "$words" ;;
    files) set -- -f ;;
    directories) set -- -d ;;
    *) return 0 ;;
  esac
  if [[ $kind != words ]]; then compopt -o filenames 2>/dev/null; fi
  while IFS= read -r word; do COMPREPLY+=("$prefix$word"); done < <(compgen "$@" -- "$cur")
}
`;

/** Flags that all commands share come last: a command's own flag of the same name stands before them. */
function listCases(commands: readonly CompletedCommand[]): [pattern: string, candidates: Candidates][] {
  const operands = commands.map(({path, operands}) => [quoteShell(path), operands] as [string, Candidates]);
  const own = commands.flatMap(({path, flags}) => flags.filter(({isGlobal}) => !isGlobal).flatMap(flag => flagCases(`${path} `, '', flag)));
  const global = (commands[0]?.flags ?? []).filter(({isGlobal}) => isGlobal).flatMap(flag => flagCases(' ', '*', flag));
  return [...operands, ...own, ...global];
}

function flagCases(before: string, wildcard: string, {names, value}: CompletedFlag): [string, Candidates][] {
  return value === null ? [] : [[names.map(name => `${wildcard}${quoteShell(`${before}${name}`)}`).join('|'), value.candidates]];
}

function assign(candidates: Candidates): string {
  return candidates.kind === 'words'
    ? `kind=words words=${quoteShell(candidates.words.map(({word}) => word).join(' '))}`
    : `kind=${candidates.kind}`;
}
