import {quoteShell} from '../../../core/base/shell-word';
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

/**
 * Puts the words together that readline split at "=" and ":", reads those before the cursor, then offers what `_monitors_find` found.
 * No text of a command is in it, and what `monitors __complete` prints is never evaluated.
 */
const COMPLETE = `_monitors() {
  local cur command='' flag='' rest='' prefix='' kind='' words='' operands=0 word index line=$COMP_LINE space last=-1 keep
  local -a given
  given=()
  COMPREPLY=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    space=\${line%%[![:space:]]*}
    line=\${line#"$space"}
    if [[ $last -ge 0 && -z $space && -n $word ]]; then
      given[last]+=$word
    else
      last=$((last + 1))
      given[last]=$word
    fi
    line=\${line#"$word"}
  done
  cur=\${given[last]}
  word=\${COMP_WORDS[COMP_CWORD]}
  if [[ $word == '=' || $word == ':' ]]; then word=''; fi
  keep=\${cur%"$word"}
  for ((index = 1; index < last; index++)); do
    word=\${given[index]}
    if [[ -n $flag ]]; then
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
  if [[ -z $flag && -z $rest && $cur == --*=* ]]; then
    flag=\${cur%%=*} prefix=\${cur%%=*}= cur=\${cur#*=}
  fi
  if [[ -n $flag ]]; then
    _monitors_find "$command $flag" || return 0
  elif [[ -z $rest && $cur == -* ]]; then
    kind=words
    _monitors_flags "$command"
  else
    _monitors_find "$command"
    if [[ $kind == words || $kind == first:* ]] && [[ $operands -gt 0 ]]; then kind=nothing; fi
  fi
  case $kind in
    words) set -- -W "$words" ;;
    files) set -- -f ;;
    directories) set -- -d ;;
    first:* | each:*)
      while IFS= read -r word; do
        printf -v word %q "$word"
        word=$prefix$word
        COMPREPLY+=("\${word#"$keep"}")
      done < <(command monitors __complete "\${kind#*:}" "$cur" "\${given[@]:1:last-1}" 2>/dev/null)
      return 0
      ;;
    *) return 0 ;;
  esac
  if [[ $kind != words ]]; then compopt -o filenames 2>/dev/null; fi
  while IFS= read -r word; do
    word=$prefix$word
    COMPREPLY+=("\${word#"$keep"}")
  done < <(compgen "$@" -- "$cur")
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
  switch (candidates.kind) {
    case 'words':
      return `kind=words words=${quoteShell(candidates.words.map(({word}) => word).join(' '))}`;
    case 'listed':
      return `kind=${candidates.place}:${candidates.list}`;
    default:
      return `kind=${candidates.kind}`;
  }
}
