import type {Diagnostic, Place} from '../diagnostics/diagnostic';
import {listFirst} from '../diagnostics/first-few';
import {formatNumber} from '../diagnostics/number-text';

/** A monitor of which no one hears: no webhook, no e-mail, no Slack, and no word that this is meant. */
export interface SilentMonitor {
  readonly key: string;
  /** The files whose members it inherits. */
  readonly layers: readonly string[];
  /** Beginning of its spec: known without parsing it. */
  readonly file: string;
  readonly line: number;
}

/** Keys that are named. */
const MOST_NAMED = 5;

/** One warning for all monitors of which no one hears, at the layer that all of them have, else at the first spec. */
export function warnOfSilence(silent: readonly SilentMonitor[]): Diagnostic[] {
  const [first] = silent;
  if (first === undefined) return [];
  const layer = first.layers.find(file => silent.every(({layers}) => layers.includes(file)));
  const keys = silent.map(({key}) => `"${key}"`).sort();
  const count = silent.length === 1 ? '1 monitor notifies' : `${formatNumber(silent.length)} monitors notify`;
  return [
    {
      code: 'risk/no-alert',
      severity: 'warning',
      message: `${count} no one of what is found: ${listFirst(keys, MOST_NAMED)}`,
      hint: 'add a webhook or notification; if no one is to hear of it, write sync: {alerts: none}, also in a layer',
      where: layer === undefined ? startOf(first.file, first.line) : startOf(layer, 1),
    },
  ];
}

function startOf(file: string, line: number): Place {
  const start = {line, column: 1, offset: 0};
  return {file, pointer: '', range: {start, end: start}};
}
