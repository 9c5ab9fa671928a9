import {formatNumber, listFirst, listWords} from '../base/words';
import type {Diagnostic, Place} from '../diagnostics/diagnostic';
import {suggestName} from '../diagnostics/suggest';
import type {PlacedFacts} from './facts';
import {findFullMinute} from './schedule/spread';
import {type FixedSchedule, fixedOf} from './schedule/times';
import {shorten} from './spot';
import type {Sync} from './sync';

/** The most monitors of a repository. */
export const MOST_MONITORS = 100_000;

/** The fault of the file up to which there are too many monitors, or too large ones. */
export function refuseExcess(file: string, why: 'monitors' | 'bytes'): Diagnostic {
  const start = {line: 1, column: 1, offset: 0};
  const [message, hint] =
    why === 'monitors'
      ? ['up to this file there are more than 100,000 monitors', 'spread them over several projects']
      : [
          'up to this file layers and lists make specs of more than 256 MiB',
          'make layers and rows smaller, or spread them over several projects',
        ];
  return {code: 'fleet/too-many-monitors', severity: 'error', message, hint, where: {file, pointer: '', range: {start, end: start}}};
}

/** Whether a spec lives in an environment. */
export function livesIn({environments}: Sync, environment: string): boolean {
  return environments === undefined || environments.includes(environment);
}

/** Environments that a spec names and the config does not declare (`declared` is null where it declares none). */
export function checkHomes(spec: PlacedFacts<'sync'>, declared: readonly string[] | null): Diagnostic[] {
  return (spec.facts.sync.environments ?? []).flatMap((name, index): Diagnostic[] => {
    if (declared?.includes(name) === true) return [];
    return [
      {
        code: 'spec/unknown-environment',
        severity: 'error',
        message: `the environment ${JSON.stringify(name)} is not declared in monitors.config.yaml`,
        hint: adviseOn(name, declared),
        where: spec.place(`/sync/environments/${index}`),
      },
    ];
  });
}

function adviseOn(name: string, declared: readonly string[] | null): string {
  if (declared === null) return `declare it: environments: {${name}: {}}, with all others that you use`;
  const near = suggestName(name, declared);
  return near === undefined ? `declared are ${listWords(declared)}` : `did you mean "${near}"?`;
}

/** One warning for each path of `service.allowFields` that specs use, at the first of them. */
export function warnOfFields(candidates: readonly PlacedFacts<'usedFields'>[]): Diagnostic[] {
  const users = new Map<string, {readonly first: PlacedFacts<'usedFields'>; readonly pointer: string; count: number}>();
  for (const candidate of candidates) {
    for (const [field, pointer] of candidate.facts.usedFields ?? []) {
      const known = users.get(field);
      if (known === undefined) users.set(field, {first: candidate, pointer, count: 1});
      else known.count += 1;
    }
  }
  return [...users].map(([field, {first, pointer, count}]) => ({
    code: 'schema/allowed-field',
    severity: 'warning',
    message: `"${field}" is not a documented ${field.includes('=') ? 'value' : 'member'} of the service; it is sent unchecked, since service.${settingOf(field)} names it`,
    hint: `remove it from service.${settingOf(field)} once a version of monitors knows it`,
    where: first.place(pointer, field.includes('=') ? 'value' : 'key'),
    ...(count > 1 ? {monitors: count} : {}),
  }));
}

function settingOf(field: string): 'allowFields' | 'allowValues' {
  return field.includes('=') ? 'allowValues' : 'allowFields';
}

/** One warning where too many monitors run at the same minute, at the first of those with the most used schedule. */
export function warnOfFullMinute(specs: readonly PlacedFacts<'times' | 'sync'>[]): Diagnostic[] {
  const timed: FixedSchedule[] = [];
  for (const {facts} of specs) {
    const fixed = facts.sync.paused === true ? undefined : fixedOf(facts.times);
    if (fixed !== undefined) timed.push(fixed);
  }
  const full = findFullMinute(timed);
  if (full === null) return [];
  const [most] = full.schedules;
  const first = specs.find(
    ({facts: {times, sync}}) => sync.paused !== true && times.cron === most.cron && times.timezone === most.timezone,
  );
  const share = most.monitors === full.monitors ? 'all' : formatNumber(most.monitors);
  return [
    {
      code: 'risk/same-minute',
      severity: 'warning',
      message: `${formatNumber(full.monitors)} monitors run at the same minute, such as ${full.clock} (${shorten(full.timezone)}); ${share} of them by "${shorten(most.cron)}"`,
      hint: 'for schedules that spread them: monitors report --suggest',
      ...(first === undefined ? {} : {where: first.place('/schedule')}),
    },
  ];
}

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
