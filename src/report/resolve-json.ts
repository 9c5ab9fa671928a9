import type {Diagnostic} from '../diagnostics/diagnostic';
import type {JournaledCreate} from '../state/journal';
import {stringifyJson} from './escape-json';
import {type FindingDocument, toFindingDocument} from './finding-document';
import type {PrunedDoubles, SettledItem, ShownDoubles} from './resolve-text';
import {toUnresolvedDocument, type UnresolvedDocument} from './unresolved-json';

/** What `monitors resolve` made of creates whose outcome was unknown. */
export interface ResolveDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'resolve';
  /** What became of each create, and of each monitor that may exist twice, that was asked for. */
  readonly settled: readonly SettledDocument[];
  /** Still unresolved, also those that were not asked for. */
  readonly unresolved: readonly UnresolvedDocument[];
  /** What looking in the service came across, such as doubles. */
  readonly diagnostics: readonly FindingDocument[];
}

/** What became of one create. */
export interface SettledDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * `adopted`: it is recorded now; `not-created`: the next apply creates it; `unknown`: it stays unresolved, and `reason` says why;
   * `checked`: it counts as the only one; `maybe-twice`: it may still exist twice, and `reason` says why.
   */
  readonly outcome: 'adopted' | 'not-created' | 'unknown' | 'checked' | 'maybe-twice';
  /** The service's id; null where there is none. */
  readonly id: string | null;
  /** Why it is still unknown or in doubt; left out where it is settled. */
  readonly reason?: string;
}

/** What `monitors resolve --prune-duplicates` did. */
export interface PruneDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'resolve';
  /** The keys that the service held more than once. */
  readonly duplicates: readonly DoubledDocument[];
  /** Ids of the monitors that were deleted. */
  readonly deleted: readonly string[];
  /** Monitors that were to be deleted and are not, as far as is known, and why. */
  readonly failed: readonly NotDeletedDocument[];
  /** Keys of which nothing is deleted, since it is not certain what their doubles are. */
  readonly leftAlone: readonly LeftAloneDocument[];
}

/** A key that the service held more than once. */
export interface DoubledDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id of the recorded monitor, which stays. */
  readonly kept: string;
  /** The others, oldest first. */
  readonly others: readonly DoubleDocument[];
}

/** A monitor with the target ids of a recorded one. */
export interface DoubleDocument {
  /** The service's id. */
  readonly id: string;
  /** Its name in the service. */
  readonly name: string;
  /** When it was created, as the service says it; empty when it does not. */
  readonly createdAt: string;
}

/** A monitor that is not known to be deleted. */
export interface NotDeletedDocument {
  /** The service's id. */
  readonly id: string;
  /** What stands in the way, in one sentence. */
  readonly message: string;
  /** The request was sent and its answer is not known: the monitor may be gone. */
  readonly mayBeDeleted: boolean;
}

/** A key of which nothing is deleted. */
export interface LeftAloneDocument {
  /** The monitor's key. */
  readonly key: string;
  /** `not-listed`: the service does not list the recorded monitor; `conflict`: others have some of its target ids, but not exactly these. */
  readonly why: 'not-listed' | 'conflict';
  /** The service's ids of the others. */
  readonly ids: readonly string[];
}

/** The document that `monitors resolve --format json` prints, but with `--prune-duplicates`. */
export function renderResolveJson(
  settled: readonly SettledItem[],
  left: readonly JournaledCreate[],
  findings: readonly Diagnostic[] = [],
): string {
  const document: ResolveDocument = {
    formatVersion: 1,
    command: 'resolve',
    settled: settled.map(toSettledDocument),
    unresolved: left.map(toUnresolvedDocument),
    diagnostics: findings.map(toFindingDocument),
  };
  return `${stringifyJson(document, 2)}\n`;
}

function toSettledDocument(item: SettledItem): SettledDocument {
  if ('kind' in item) {
    const {key, id} = item;
    return item.kind === 'still-open' ? {key, outcome: 'maybe-twice', id, reason: item.why} : {key, outcome: 'checked', id};
  }
  const {key, id, stillUnknown} = item;
  if (stillUnknown !== undefined) return {key, outcome: 'unknown', id: null, reason: stillUnknown};
  return {key, outcome: id === null ? 'not-created' : 'adopted', id};
}

/** The document that `monitors resolve --prune-duplicates --format json` prints. */
export function renderPruneJson(pruned: Omit<PrunedDoubles, 'doubled'> & {readonly doubled: readonly ShownDoubles[]}): string {
  const {doubled, deleted, failed, leftAlone} = pruned;
  const document: PruneDocument = {
    formatVersion: 1,
    command: 'resolve',
    duplicates: doubled.map(({key, kept, others}) => ({
      key,
      kept,
      others: others.map(({id, name, createdAt}) => ({id, name, createdAt})),
    })),
    deleted,
    failed: failed.map(({id, message, mayBeDeleted}) => ({id, message, mayBeDeleted})),
    leftAlone: leftAlone.map(({key, why, ids}) => ({key, why, ids})),
  };
  return `${stringifyJson(document, 2)}\n`;
}
