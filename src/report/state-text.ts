import type {Key} from '../spec/model';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor} from '../state/model';
import type {RenderOptions} from './model';
import {countOf, shellWord} from './sentences';
import {dataLine, hangingLine, type Line, printText, proseLine, styled} from './text';

/** What `state list` shows. */
export interface StateOverview {
  readonly version: {readonly serial: number} | null;
  readonly origin: string;
  readonly monitors: readonly (readonly [Key, RecordedMonitor])[];
  readonly unresolved: readonly JournaledCreate[];
}

/** One line a monitor: key and id; then what is unresolved, and what it comes to. */
export function renderStateList({version, origin, monitors, unresolved}: StateOverview, options: RenderOptions): string {
  const width = Math.max(0, ...monitors.map(([key]) => key.length));
  const rows = monitors.map(([key, {id, protect}]) =>
    dataLine(0, `${key.padEnd(width)}  ${id}`, ...(protect ? [styled('faint', '  protected')] : [])),
  );
  const footer =
    version === null ? 'Nothing was applied here yet.' : `${countOf(monitors.length, 'monitor')} at ${origin}, serial ${version.serial}.`;
  return printText(
    [...rows, ...unresolved.flatMap(unresolvedLines), ...(options.verbosity === 'quiet' ? [] : [proseLine(0, footer)])],
    options,
  );
}

/** What is known under one key, as JSON people can read; the bodies hold no secret. */
export function renderStateEntry(
  key: Key,
  monitor: RecordedMonitor | null,
  unresolved: readonly JournaledCreate[],
  options: RenderOptions,
): string {
  const lines: Line[] = [dataLine(0, styled('strong', key))];
  if (monitor !== null) {
    const {id, specPath, protect, createdAt, applied, observed} = monitor;
    lines.push(
      dataLine(2, `id         ${id}`),
      dataLine(2, `spec       ${specPath}`),
      dataLine(2, `created    ${createdAt === '' ? 'not known' : createdAt}`),
      dataLine(2, `protected  ${protect ? 'yes' : 'no'}`),
      dataLine(2, 'applied'),
      ...jsonLines(applied),
      dataLine(2, 'as the service answered, where it differs'),
      ...jsonLines(observed),
    );
  }
  return printText([...lines, ...unresolved.flatMap(unresolvedLines)], options);
}

/** An unsettled create: when it was sent, what to look for in the service, and the commands that settle it. */
export function unresolvedLines({intent, firstSentAt, lastSentAt, error}: JournaledCreate): Line[] {
  const word = shellWord(intent.key);
  const sent =
    firstSentAt === '' ? 'may have been sent' : `was sent at ${firstSentAt}${lastSentAt === firstSentAt ? '' : `, last at ${lastSentAt}`}`;
  return [
    dataLine(0, styled('warning', `! ${intent.key}`)),
    hangingLine(
      2,
      2,
      `its create ${sent}; whether the service carried it out is not known${error === undefined ? '' : `: ${error.message}`}`,
    ),
    dataLine(2, `address     ${intent.origin}`),
    ...intent.targetIds.map((id, index) => dataLine(2, `${index === 0 ? 'target ids' : '          '}  ${id}`)),
    hangingLine(2, 2, 'look in the service for a monitor with these target ids, then settle it:'),
    dataLine(4, `monitors resolve ${word} --adopt ID       it is there, with this id`),
    dataLine(4, `monitors resolve ${word} --not-created    it is not there`),
  ];
}

/** A sentence or two that say what a repair did. */
export function renderSentences(sentences: readonly string[], options: RenderOptions): string {
  return printText(
    sentences.map(sentence => hangingLine(0, 2, sentence)),
    options,
  );
}

function jsonLines(value: unknown): Line[] {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map(line => dataLine(4, line));
}
