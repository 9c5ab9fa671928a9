import {fillPlaces} from '../../../rendering/fill-places';
import type {Candidates, CompletedCommand, CompletedFlag} from './candidates';
import script from './completion.fish';

/** The completion script for fish, from 3.0 on. */
export function renderFishCompletion(commands: readonly CompletedCommand[]): string {
  const [start, ...others] = commands;
  const globals = (start?.flags ?? []).filter(({isGlobal}) => isGlobal);
  const groups = others.filter(({path}) => others.some(other => other.path.startsWith(`${path} `))).map(({path}) => path);
  const valued = new Set(commands.flatMap(({flags}) => flags.filter(({value}) => value !== null).flatMap(({names}) => names)));
  return fillPlaces(script, {
    valued: [...valued].map(quoteFish).join(' '),
    groups: groups.map(quoteFish).join(` -o "$command" = `),
    globals: globals.map(flag => renderFlag('', flag)).join('\n'),
    others: commands
      .flatMap(({path, flags, operands}) => {
        const condition = conditionOf(path, '');
        const operandCondition =
          operands.kind === 'words' || (operands.kind === 'listed' && operands.place === 'first') ? conditionOf(path, ' first') : condition;
        return [
          ...renderOperands(operandCondition, operands),
          ...flags.filter(({isGlobal}) => !isGlobal).map(flag => renderFlag(condition, flag)),
        ];
      })
      .join('\n'),
  });
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
