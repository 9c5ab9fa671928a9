# fish completion for monitors; made by: monitors completion fish

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
            case @valued@
                set skipped yes
            case '-*'
                continue
            case '*'
                if test (count $command) -eq 0; or test "$command" = @groups@
                    set -a command $token
                else
                    set operands (math $operands + 1)
                end
        end
    end
    test "$command" = "$wanted"; or return 1
    test "$place" != first; or test $operands -eq 0
end

# Keys or labels, as `monitors __complete` lists them.
function __monitors_list -a list
    command -sq monitors; or return
    set -l tokens (commandline -opc)
    set -l current (commandline -ct)
    set -e tokens[1]
    command monitors __complete $list "$current" $tokens 2>/dev/null
end

complete -c monitors -f
@globals@
@others@
