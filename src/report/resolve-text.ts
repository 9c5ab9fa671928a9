import type {Key} from '../spec/desired-monitor';
import type {JournaledCreate} from '../state/journal';
import {showTime} from './local-time';
import type {RenderOptions} from './render-options';
import {shorten} from './sentences';
import {renderSentences, unresolvedLines} from './state-text';
import {printText} from './text';

/** What became of one create whose outcome was unknown. */
export interface SettledCreate {
  readonly key: Key;
  /** The monitor that it made; null when it made none. */
  readonly id: string | null;
  /** It is still unknown, for this reason. */
  readonly stillUnknown?: string;
}

/** What became of one monitor that may exist twice. */
export type SettledDouble = {readonly key: Key; readonly id: string} & (
  | {readonly kind: 'looked' | 'listed-once'}
  | {readonly kind: 'still-open'; readonly why: string}
);

/** What `resolve` settles: a create whose outcome was unknown, or a monitor that may exist twice. */
export type SettledItem = SettledCreate | SettledDouble;

/** What `resolve` settled, and what is left. */
export function renderResolved(settled: readonly SettledItem[], left: readonly JournaledCreate[], options: RenderOptions): string {
  const told = settled.map(item => ('kind' in item ? tellDouble(item) : tellSettled(item)));
  const sentences = told.length === 0 ? ['Nothing is unresolved.'] : told;
  const lines = left.flatMap(create => unresolvedLines(create, options));
  return renderSentences(sentences, options) + printText(lines, options);
}

function tellSettled({key, id, stillUnknown}: SettledCreate): string {
  if (stillUnknown !== undefined) return `"${key}" is still unknown: ${stillUnknown}.`;
  return id === null ? `"${key}" was not created: the next apply creates it.` : `"${key}" is the monitor ${id} now.`;
}

function tellDouble(doubt: SettledDouble): string {
  const {key, id} = doubt;
  switch (doubt.kind) {
    case 'looked':
      return `"${key}" is the monitor ${id}, and counts as the only one now.`;
    case 'listed-once':
      return `"${key}" is the monitor ${id}, and the service lists no second one.`;
    case 'still-open':
      return `"${key}" may still exist twice: ${doubt.why}.`;
  }
}

/** A key that the service holds more than once. */
export interface ShownDoubles {
  readonly key: Key;
  readonly kept: string;
  /** Oldest first. */
  readonly others: readonly {readonly id: string; readonly name: string; readonly createdAt: string}[];
}

/** The doubles that `resolve --prune-duplicates` would delete, each with its age at `now` (milliseconds since 1970). */
export function renderDoubles(doubled: readonly ShownDoubles[], now: number, options: RenderOptions): string {
  const sentences = doubled.flatMap(({key, kept, others}) => [
    `"${key}" is the monitor ${kept}, which stays. To be deleted:`,
    ...others.map(({id, name, createdAt}) => `  ${id} "${shorten(name)}", created ${tellAge(createdAt, now, options)}`),
  ]);
  return renderSentences(sentences, options);
}

/** What became of doubles. */
export interface PrunedDoubles {
  readonly doubled: readonly unknown[];
  readonly leftAlone: readonly {readonly key: Key; readonly why: 'not-listed' | 'conflict'; readonly ids: readonly string[]}[];
  readonly deleted: readonly string[];
  readonly failed: readonly {readonly id: string; readonly message: string; readonly mayBeDeleted: boolean}[];
}

/** What `resolve --prune-duplicates` deleted, what it could not, and what it let be. */
export function renderPruned({doubled, leftAlone, deleted, failed}: PrunedDoubles, options: RenderOptions): string {
  const none = doubled.length === 0 && leftAlone.length === 0;
  const sentences = [
    ...deleted.map(id => `Deleted ${id}.`),
    ...failed.map(({id, message, mayBeDeleted}) => `${id} ${mayBeDeleted ? 'may be deleted or not' : 'is not deleted'}: ${message}.`),
    ...leftAlone.map(({key, why, ids}) => `Nothing of "${key}" is deleted: ${whyNot[why]}: ${ids.join(', ')}.`),
    ...(failed.length > 0 ? ['Run the same command again when nothing stands in the way: it looks first what is left.'] : []),
    ...(none ? ['The service holds none of them twice.'] : []),
  ];
  return renderSentences(sentences, options);
}

const whyNot = {
  'not-listed': 'the service does not list the recorded monitor ("monitors plan --refresh" shows more), but these with its target ids',
  conflict: 'these have some of its target ids, but not exactly all',
} as const;

function tellAge(createdAt: string, now: number, options: RenderOptions): string {
  const created = Date.parse(createdAt);
  if (Number.isNaN(created)) return 'at an unknown time';
  const seconds = Math.max(0, Math.round((now - created) / 1000));
  const units = [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
  ] as const;
  const [unit, size] = units.find(([, length]) => seconds >= 2 * length) ?? ['s', 1];
  return `${showTime(createdAt, options)} (${Math.floor(seconds / size)} ${unit} ago)`;
}
