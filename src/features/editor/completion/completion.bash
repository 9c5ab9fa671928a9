# bash completion for monitors; made by: monitors completion bash

# Whether these words are a command or the beginning of one.
_monitors_is_command() {
  case $1 in
    @commands@) return 0 ;;
  esac
  return 1
}

# Sets kind and words to what may follow a command, or the flag of a command; fails for a flag that takes no value.
_monitors_find() {
  words=''
  case $1 in
@cases@    *) kind=nothing; return 1 ;;
  esac
}

_monitors_flags() {
  case $1 in
@flags@  esac
}

_monitors() {
  local cur command='' flag='' rest='' prefix='' kind='' words='' operands=0 word index line=$COMP_LINE space last=-1 keep
  local -a given
  given=()
  COMPREPLY=()
  for ((index = 0; index <= COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    space=${line%%[![:space:]]*}
    line=${line#"$space"}
    if [[ $last -ge 0 && -z $space && -n $word ]]; then
      given[last]+=$word
    else
      last=$((last + 1))
      given[last]=$word
    fi
    line=${line#"$word"}
  done
  cur=${given[last]}
  word=${COMP_WORDS[COMP_CWORD]}
  if [[ $word == '=' || $word == ':' ]]; then word=''; fi
  keep=${cur%"$word"}
  for ((index = 1; index < last; index++)); do
    word=${given[index]}
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -z $rest && $word == '--' ]]; then
      rest=yes
    elif [[ -z $rest && $word == -* ]]; then
      if _monitors_find "$command $word"; then flag=$word; fi
    elif [[ -z $rest ]] && _monitors_is_command "${command:+$command }$word"; then
      command="${command:+$command }$word"
    else
      operands=$((operands + 1))
    fi
  done
  if [[ -z $flag && -z $rest && $cur == --*=* ]]; then
    flag=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=}
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
        COMPREPLY+=("${word#"$keep"}")
      done < <(command monitors __complete "${kind#*:}" "$cur" "${given[@]:1:last-1}" 2>/dev/null)
      return 0
      ;;
    *) return 0 ;;
  esac
  if [[ $kind != words ]]; then compopt -o filenames 2>/dev/null; fi
  while IFS= read -r word; do
    word=$prefix$word
    COMPREPLY+=("${word#"$keep"}")
  done < <(compgen "$@" -- "$cur")
}

complete -F _monitors monitors
