import {execFileSync} from 'node:child_process';
import type {Workspace} from './cli';

/** The shells that `monitors completion` writes a script for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/**
 * Offers of a shell for these command lines, each as typed up to the cursor; without descriptions, sorted. The workspace has the
 * script as `completion.SHELL`.
 */
export function completeIn(shell: Shell, workspace: Workspace, lines: readonly string[]): string[][] {
  return completers[shell](workspace, lines);
}

type Complete = (workspace: Workspace, lines: readonly string[]) => string[][];

const completers: Readonly<Record<Shell, Complete>> = {
  bash: completeInBash,
  zsh: completeInZsh,
  fish: completeInFish,
};

/** Splits words as readline does (`=` stands alone) and calls the function that the script registered. */
function completeInBash(workspace: Workspace, lines: readonly string[]): string[][] {
  const driver = `
source ./completion.bash
spec=$(complete -p monitors) || exit 1
[[ $spec == 'complete -F _monitors monitors' ]] || exit 1
for line in "$@"; do
  IFS=' ' read -ra COMP_WORDS <<< "\${line//=/ = }"
  [[ $line == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=\${#line}
  _monitors
  printf '%s\\n' "\${COMPREPLY[@]}" '<end>'
done`;
  return splitAnswers(runShell(workspace, 'bash', ['--norc', '--noprofile', '-c', driver, 'bash', ...lines]));
}

function completeInFish(workspace: Workspace, lines: readonly string[]): string[][] {
  const driver = 'source ./completion.fish; for line in $argv; complete -C $line; echo "<end>"; end';
  return splitAnswers(runShell(workspace, 'fish', ['--no-config', '-c', driver, ...lines]));
}

/** Types each line and a tab into an interactive shell on a terminal of its own, and notes what is added to the matches. */
function completeInZsh(workspace: Workspace, lines: readonly string[]): string[][] {
  const child = `
PROMPT= LISTMAX=10000
autoload -Uz compinit; compinit -D -u
source ./completion.zsh
compadd() {
  local -a hits
  if [[ " $* " != *' -'[OAD]' '* ]]; then
    builtin compadd -A hits "$@"
    print -rl -- $hits >> answers.txt
  fi
  builtin compadd "$@"
}
tell() { zle list-choices; print -r -- '<end>' >> answers.txt; zle kill-buffer; print -n '<told>' }
zle -N tell; bindkey '^I' tell
print '<ready>'`;
  workspace.write({'child.zsh': child, 'answers.txt': ''});
  const driver = `
zmodload zsh/zpty
zpty child zsh -f -i
zpty -w child 'source ./child.zsh'
zpty -r child out $'*<ready>\\r*'
for line in "$@"; do
  zpty -w -n child "$line"$'\\t'
  zpty -r child out '*<told>*'
done
zpty -d child`;
  runShell(workspace, 'zsh', ['-f', '-c', driver, 'zsh', ...lines]);
  return splitAnswers(execFileSync('cat', [workspace.path('answers.txt')], {encoding: 'utf8'}));
}

function runShell(workspace: Workspace, shell: Shell, args: readonly string[]): string {
  // `monitors` is found where the workspace has one, as a user's is.
  const PATH = `${workspace.path('bin')}:${process.env['PATH']}`;
  return execFileSync(shell, args, {
    cwd: workspace.directory,
    env: {PATH, HOME: workspace.directory, TERM: 'xterm'},
    encoding: 'utf8',
    timeout: 30_000,
  });
}

/** fish writes a description behind a tab; zsh appends nothing to a match. */
function splitAnswers(output: string): string[][] {
  return output
    .split('<end>\n')
    .slice(0, -1)
    .map(answer =>
      [
        ...new Set(
          answer
            .split('\n')
            .map(line => line.split('\t')[0] ?? '')
            .filter(line => line !== ''),
        ),
      ].sort(),
    );
}
