#compdef monitors
# zsh completion for monitors; made by: monitors completion zsh

# Offers keys or labels, as `monitors __complete` lists them.
_monitors_list() {
  local -a found
  found=("${(@f)$(command monitors __complete $1 "$PREFIX" "${(@)monitors_words}" 2>/dev/null)}")
  [[ -n $found[1] ]] && compadd -a -- found
}

@functions@
if [ "$funcstack[1]" = "_monitors" ]; then
  _monitors "$@"
else
  compdef _monitors monitors
fi
