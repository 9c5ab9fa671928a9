import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Key} from '../../core/specs/desired-monitor';
import type {JournaledCreate} from '../../core/state/journal';
import {renderJson} from '../../rendering/escape-json';
import {type FindingDocument, toFindingDocument} from '../../rendering/finding';
import {showTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {shorten} from '../../rendering/sentences';
import {type LiveMonitorDocument, toLiveMonitor, toUnresolvedDocument, type UnresolvedDocument} from '../../rendering/shared-documents';
import {printText} from '../../rendering/text';
import {renderSentences, unresolvedLines} from '../state/text';

/** Result of `monitors resolve`. */
export interface ResolveDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'resolve';
  /** Result of each given create and possible duplicate. */
  readonly settled: readonly SettledDocument[];
  /** Creates that are still unresolved. */
  readonly unresolved: readonly UnresolvedDocument[];
  /** Findings of the lookup, such as duplicates. */
  readonly diagnostics: readonly FindingDocument[];
}

/** Result of one create. */
export interface SettledDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * `adopted`: recorded; `not-created`: the next apply creates it; `unknown`: still unresolved, see `reason`; `checked`: exists once; `maybe-twice`: may still exist twice, see `reason`.
   */
  readonly outcome: 'adopted' | 'not-created' | 'unknown' | 'checked' | 'maybe-twice';
  /** Monitor id; null if there is none. */
  readonly id: string | null;
  /** Why it is still unresolved; missing if it is resolved. */
  readonly reason?: string;
}

/** Result of `monitors resolve --prune-duplicates`. */
export interface PruneDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'resolve';
  /** Keys with duplicates. */
  readonly duplicates: readonly DoubledDocument[];
  /** Ids of the deleted monitors. */
  readonly deleted: readonly string[];
  /** Monitors that could not be deleted, and why. */
  readonly failed: readonly NotDeletedDocument[];
  /** Keys whose duplicates are uncertain; nothing of them is deleted. */
  readonly leftAlone: readonly LeftAloneDocument[];
}

/** A key with duplicates. */
export interface DoubledDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** Id of the recorded monitor, which stays. */
  readonly kept: string;
  /** The others, oldest first. */
  readonly others: readonly LiveMonitorDocument[];
}

/** A monitor that could not be deleted. */
export interface NotDeletedDocument {
  /** The service's id. */
  readonly id: string;
  /** The reason, in one sentence. */
  readonly message: string;
  /** The answer was lost: the monitor may be gone. */
  readonly mayBeDeleted: boolean;
}

/** A key whose monitors are not deleted. */
export interface LeftAloneDocument {
  /** The monitor's key. */
  readonly key: string;
  /** `not-listed`: the service does not list the recorded monitor; `conflict`: others have some of its target ids, but not exactly these. */
  readonly why: 'not-listed' | 'conflict';
  /** Ids of the others. */
  readonly ids: readonly string[];
}

/** The document that `monitors resolve --format json` prints, but with `--prune-duplicates`. */
export function renderResolveJson(
  items: readonly ResolvedItem[],
  left: readonly JournaledCreate[],
  findings: readonly Diagnostic[] = [],
): string {
  const document: ResolveDocument = {
    formatVersion: 1,
    command: 'resolve',
    settled: items.map(toSettledDocument),
    unresolved: left.map(toUnresolvedDocument),
    diagnostics: findings.map(toFindingDocument),
  };
  return renderJson(document);
}

function toSettledDocument(item: ResolvedItem): SettledDocument {
  if ('kind' in item) {
    const {key, id} = item;
    return item.kind === 'still-open' ? {key, outcome: 'maybe-twice', id, reason: item.why} : {key, outcome: 'checked', id};
  }
  const {key, id, stillUnknown} = item;
  if (stillUnknown !== undefined) return {key, outcome: 'unknown', id: null, reason: stillUnknown};
  return {key, outcome: id === null ? 'not-created' : 'adopted', id};
}

/** The document that `monitors resolve --prune-duplicates --format json` prints. */
export function renderPruneJson(pruned: Omit<PrunedDuplicates, 'duplicated'> & {readonly duplicated: readonly ShownDuplicates[]}): string {
  const {duplicated, deleted, failed, leftAlone} = pruned;
  const document: PruneDocument = {
    formatVersion: 1,
    command: 'resolve',
    duplicates: duplicated.map(({key, kept, others}) => ({
      key,
      kept,
      others: others.map(toLiveMonitor),
    })),
    deleted,
    failed: failed.map(({id, message, mayBeDeleted}) => ({id, message, mayBeDeleted})),
    leftAlone: leftAlone.map(({key, why, ids}) => ({key, why, ids})),
  };
  return renderJson(document);
}

/** Result for one create whose outcome was unknown. */
export interface ResolvedCreate {
  readonly key: Key;
  /** The monitor that it made; null when it made none. */
  readonly id: string | null;
  /** It is still unknown, for this reason. */
  readonly stillUnknown?: string;
}

/** Result for one monitor that may exist twice. */
export type CheckedDuplicate = {readonly key: Key; readonly id: string} & (
  | {readonly kind: 'looked' | 'listed-once'}
  | {readonly kind: 'still-open'; readonly why: string}
);

/** Result of `resolve`: for a create whose outcome was unknown, or a monitor that may exist twice. */
export type ResolvedItem = ResolvedCreate | CheckedDuplicate;

/** Renders the items that `resolve` resolved, and the creates that are left. */
export function renderResolved(items: readonly ResolvedItem[], left: readonly JournaledCreate[], options: RenderOptions): string {
  const sentencesOf = items.map(item => ('kind' in item ? describeDuplicate(item) : describeResolved(item)));
  const sentences = sentencesOf.length === 0 ? ['Nothing is unresolved.'] : sentencesOf;
  const lines = left.flatMap(create => unresolvedLines(create, options));
  return renderSentences(sentences, options) + printText(lines, options);
}

function describeResolved({key, id, stillUnknown}: ResolvedCreate): string {
  if (stillUnknown !== undefined) return `"${key}" is still unresolved: ${stillUnknown}.`;
  return id === null ? `"${key}" was not created: the next apply creates it.` : `"${key}" is the monitor ${id} now.`;
}

function describeDuplicate(doubt: CheckedDuplicate): string {
  const {key, id} = doubt;
  switch (doubt.kind) {
    case 'looked':
      return `"${key}" is the monitor ${id}; it counts as the only one now.`;
    case 'listed-once':
      return `"${key}" is the monitor ${id}, and the service lists no second one.`;
    case 'still-open':
      return `"${key}" may still exist twice: ${doubt.why}.`;
  }
}

/** A key that the service holds more than once. */
export interface ShownDuplicates {
  readonly key: Key;
  readonly kept: string;
  /** Oldest first. */
  readonly others: readonly {readonly id: string; readonly name: string; readonly createdAt: string}[];
}

/** The duplicates that `resolve --prune-duplicates` would delete, each with its age at `now` (milliseconds since 1970). */
export function renderDuplicates(duplicated: readonly ShownDuplicates[], now: number, options: RenderOptions): string {
  const sentences = duplicated.flatMap(({key, kept, others}) => [
    `"${key}" is the monitor ${kept}, which stays. To be deleted:`,
    ...others.map(({id, name, createdAt}) => `  ${id} "${shorten(name)}", created ${describeAge(createdAt, now, options)}`),
  ]);
  return renderSentences(sentences, options);
}

/** Result of removing duplicates. */
export interface PrunedDuplicates {
  readonly duplicated: readonly unknown[];
  readonly leftAlone: readonly {readonly key: Key; readonly why: 'not-listed' | 'conflict'; readonly ids: readonly string[]}[];
  readonly deleted: readonly string[];
  readonly failed: readonly {readonly id: string; readonly message: string; readonly mayBeDeleted: boolean}[];
}

/** Renders the duplicates that `resolve --prune-duplicates` deleted, those it could not, and those it let be. */
export function renderPruned({duplicated, leftAlone, deleted, failed}: PrunedDuplicates, options: RenderOptions): string {
  const none = duplicated.length === 0 && leftAlone.length === 0;
  const sentences = [
    ...deleted.map(id => `Deleted ${id}.`),
    ...failed.map(({id, message, mayBeDeleted}) => `${id} ${mayBeDeleted ? 'may be deleted or not' : 'is not deleted'}: ${message}.`),
    ...leftAlone.map(({key, why, ids}) => `Nothing was deleted for "${key}": ${whyNot[why]}: ${ids.join(', ')}.`),
    ...(failed.length > 0 ? ['Fix the problem, then run the same command again: it continues with what is left.'] : []),
    ...(none ? ['No duplicates in the service.'] : []),
  ];
  return renderSentences(sentences, options);
}

const whyNot = {
  'not-listed': 'the service does not list the recorded monitor ("monitors plan --refresh" shows more), but these with its target ids',
  conflict: 'these have some of its target ids, but not exactly all',
} as const;

function describeAge(createdAt: string, now: number, options: RenderOptions): string {
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
