import {quoteShell} from '../../../core/base/command-line';
import {fillPlaces} from '../../../rendering/fill-places';
import type {Candidates, CompletedCommand, CompletedFlag} from './candidates';
import script from './completion.bash';

/**
 * Renders the completion script for bash, from 3.2 on. It needs nothing but bash. It puts the words together that readline split at "="
 * and ":", reads those before the cursor, then offers what `_monitors_find` found; what `monitors __complete` prints is never evaluated.
 */
export function renderBashCompletion(commands: readonly CompletedCommand[]): string {
  return fillPlaces(script, {
    commands: commands.flatMap(({path}) => (path === '' ? [] : [quoteShell(path)])).join('|'),
    cases: listCases(commands)
      .map(([pattern, candidates]) => `    ${pattern}) ${assign(candidates)} ;;\n`)
      .join(''),
    flags: commands
      .map(({path, flags}) => `    ${quoteShell(path)}) words=${quoteShell(flags.flatMap(({names}) => names).join(' '))} ;;\n`)
      .join(''),
  });
}

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
