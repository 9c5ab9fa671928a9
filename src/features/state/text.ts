import {keyCommand} from '../../core/base/command-line';
import {countOf} from '../../core/base/words';
import type {JsonObject} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import type {StateChanges} from '../../core/state/format/changes';
import type {JournaledCreate} from '../../core/state/journal';
import type {RecordedMonitor, RecordedOutline} from '../../core/state/state';
import {escapeTerminal} from '../../rendering/escape-terminal';
import {showTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable} from '../../rendering/sentences';
import {dataLine, displayWidth, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';
import {limitsOf, valueRows} from '../../rendering/value-text';

/** Content of `state list`. */
export interface StateOverview {
  readonly version: {readonly serial: number} | null;
  readonly origin: string;
  readonly monitors: readonly (readonly [Key, RecordedOutline])[];
  readonly unresolved: readonly JournaledCreate[];
}

/** One line a monitor: key and id; then what is unresolved, and what it comes to. */
export function renderStateList({version, origin, monitors, unresolved}: StateOverview, options: RenderOptions): string {
  const width = keyColumn(
    monitors.map(([key]) => key),
    options,
  );
  const rows = monitors.map(([key, {id, protect}]) => {
    const gap = ' '.repeat(Math.max(0, width - displayWidth(escapeTerminal(key))) + 2);
    return dataLine(0, styled('strong', key), `${gap}${id}`, ...(protect ? [styled('faint', '  protected')] : []));
  });
  const open = unresolved.length === 0 ? '' : ` ${countOf(unresolved.length, 'create is', 'creates are')} unresolved.`;
  const footer =
    version === null
      ? 'Nothing has been applied here yet.'
      : `${countOf(monitors.length, 'monitor')} at ${origin}, serial ${version.serial}.${open}`;
  return printText(
    [
      ...rows,
      ...unresolved.flatMap(create => unresolvedLines(create, options)),
      ...(options.verbosity === 'quiet' ? [] : [proseLine(0, footer)]),
    ],
    options,
  );
}

/** Columns of an id. */
const ID_WIDTH = 36;

/** The widest key's columns, or what the terminal leaves beside an id: one long key does not push all ids away. */
function keyColumn(keys: readonly Key[], {width}: RenderOptions): number {
  const widest = Math.max(0, ...keys.map(key => displayWidth(escapeTerminal(key))));
  return Math.min(widest, Math.max(0, width - ID_WIDTH - 2));
}

/** Renders the facts under one key, as JSON people can read; the bodies hold no secret. */
export function renderStateEntry(
  key: Key,
  monitor: RecordedMonitor | null,
  unresolved: readonly JournaledCreate[],
  options: RenderOptions,
): string {
  const lines: Line[] = [];
  if (monitor !== null) {
    const {id, specPath, protect, createdAt, applied, observed, mayExistTwice, labels = {}} = monitor;
    const named = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
    lines.push(
      dataLine(0, styled('strong', key)),
      dataLine(2, `id         ${id}`),
      dataLine(2, `spec       ${specPath}`),
      dataLine(2, `created    ${createdAt === '' ? 'unknown' : showTime(createdAt, options)}`),
      dataLine(2, `protected  ${protect ? 'yes' : 'no'}`),
      ...(named.length === 0 ? [] : [dataLine(2, `labels     ${named.join(', ')}`)]),
      ...(mayExistTwice === true ? [dataLine(2, pasteable(`may exist twice: ${keyCommand('resolve', key, '--checked')}`, options))] : []),
      dataLine(2, 'as it was sent'),
      ...jsonLines(applied, options),
      ...(Object.keys(observed).length === 0
        ? []
        : [dataLine(2, 'what the service answered, where it differs'), ...jsonLines(observed, options)]),
    );
  }
  return printText([...lines, ...unresolved.flatMap(create => unresolvedLines(create, options))], options);
}

/** An unresolved create: when it was sent, what to look for in the service, and the commands that resolve it. */
export function unresolvedLines({intent, firstSentAt, lastSentAt, error}: JournaledCreate, options: RenderOptions): Line[] {
  const sent =
    firstSentAt === ''
      ? 'may have been sent'
      : `was sent ${showTime(firstSentAt, options)}${lastSentAt === firstSentAt ? '' : `, last ${showTime(lastSentAt, options)}`}`;
  return [
    dataLine(0, styled('warning', `! ${intent.key}`)),
    hangingLine(2, 2, `a create ${sent}; its outcome is unknown${error === undefined ? '' : `: ${error.message}`}`),
    dataLine(2, `address     ${intent.origin}`),
    ...intent.targetIds.map((id, index) => dataLine(2, `${index === 0 ? 'target ids' : '          '}  ${id}`)),
    hangingLine(2, 2, 'look in the service for a monitor with these target ids, then run one of:'),
    dataLine(2, styled('mark', '->'), ` ${pasteable(`if it exists: ${keyCommand('resolve', intent.key, '--adopt ID')}`, options)}`),
    dataLine(
      2,
      styled('mark', '->'),
      ` ${pasteable(`if it does not exist: ${keyCommand('resolve', intent.key, '--not-created')}`, options)}`,
    ),
  ];
}

/** Changes that `state verify` found in a state whose checksum is wrong. */
export interface ChangedState extends StateChanges {
  readonly copy: 'git' | 'backup';
  readonly serial: number;
  readonly isExact: boolean;
}

/** One line for each change, below a line that says what the state was compared with. */
export function describeChanges(changes: ChangedState | null): string[] {
  if (changes === null) return ['Cannot tell what was changed: neither git nor the backup has a valid copy.'];
  const {copy, serial, isExact, added, removed, changed, members} = changes;
  const where = `${copy === 'git' ? 'the copy in git' : 'the backup and its journal'} (serial ${serial})`;
  const lines = [
    ...(members.length === 0 ? [] : [`  ~ the state itself: ${members.join(', ')}`]),
    ...added.map(key => `  + ${key}`),
    ...removed.map(key => `  - ${key}: recorded there, missing here`),
    ...changed.map(record => `  ~ ${record.key}: ${record.members.join(', ')}`),
  ];
  if (lines.length === 0) return [`It holds the same as ${where}.`];
  return [
    isExact ? `Changed since it was signed, compared with ${where}:` : `Compared with ${where}, which may be older than what was edited:`,
    ...lines,
  ];
}

/** A sentence or two that say what a repair did. */
export function renderSentences(sentences: readonly string[], options: RenderOptions): string {
  return printText(
    sentences.map(sentence => hangingLine(0, 2, pasteable(sentence, options))),
    options,
  );
}

function jsonLines(value: JsonObject, {width}: RenderOptions): Line[] {
  return valueRows(value, width - 4, limitsOf('verbose')).map(row => dataLine(4, row));
}
