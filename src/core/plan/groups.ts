import {canonicalJson} from '../json/canonical';
import type {JsonValue} from '../json/value';
import type {BlockedChange, BlockedReason, Change, CreateChange, DeleteChange, Step} from './change';
import type {FieldChange} from './diff';

/** Changes that are shown and approved as one: the same is done to each, or all are new rows of one list. */
export interface ChangeGroup<One extends Step = Change> {
  /** The first by key. */
  readonly first: One;
  /** One or more, in the plan's order. */
  readonly changes: readonly One[];
}

/** Puts equal changes together, in the order of their first ones. Linear. */
export function groupChanges<One extends Step>(changes: readonly One[]): ChangeGroup<One>[] {
  const groups: {readonly first: One; readonly changes: One[]}[] = [];
  const known = new Map<string, One[]>();
  for (const change of changes) {
    const topic = topicOf(change);
    const name = topic === null ? null : canonicalJson([change.action, topic]);
    const members = name === null ? undefined : known.get(name);
    if (members !== undefined) {
      members.push(change);
      continue;
    }
    const group = {first: change, changes: [change]};
    groups.push(group);
    if (name !== null) known.set(name, group.changes);
  }
  return groups;
}

/** The topic that the changes of a group have in common besides their action; null for one that stands alone. */
const TOPICS: {readonly [Action in Step['action']]: (change: Extract<Step, {action: Action}>) => JsonValue | null} = {
  create: topicOfCreate,
  update: ({fields, drift, rotated, before}) => [listValues(fields), listValues(drift), rotated, before.pending !== undefined],
  replace: ({fields, drift, why}) => [listValues(fields), listValues(drift), why],
  delete: topicOfDelete,
  blocked: topicOfBlocked,
  unprotect: () => [],
  adopt: () => null,
  rename: () => null,
  unresolved: () => null,
};

function topicOf<One extends Step>(change: One): JsonValue | null {
  return (TOPICS[change.action] as (change: One) => JsonValue | null)(change);
}

function topicOfCreate({after, gone, sameContent}: CreateChange): JsonValue | null {
  if (after.list === undefined || gone !== undefined || sameContent !== undefined) return null;
  return [after.list, after.file, after.paused];
}

function topicOfDelete({why, isGone, drift = []}: DeleteChange): JsonValue | null {
  return why.kind === 'leftover' ? null : [isGone === true, listValues(drift)];
}

/** The reasons that say nothing of the single monitor. */
const COMMON: ReadonlySet<BlockedReason['kind']> = new Set([
  'needs-update',
  'needs-delete',
  'protected',
  'too-many-deletes',
  'budget',
  'became-list',
  'from-layer',
  'other-environment',
  'left-environment',
  'never-committed',
]);

function topicOfBlocked({wanted, reason, after, fields, drift = []}: BlockedChange): JsonValue | null {
  if (!COMMON.has(reason.kind) || (reason.kind === 'needs-delete' && reason.leftover !== undefined)) return null;
  if (wanted !== 'create') return [wanted, detailOf(reason), listValues(fields), listValues(drift)];
  return after?.list === undefined ? null : [wanted, detailOf(reason), after.list, after.file, after.paused];
}

/** A reason with what of it is said once for all of a group. */
function detailOf(reason: BlockedReason): JsonValue {
  switch (reason.kind) {
    case 'protected':
      return [reason.kind, reason.isGone === true];
    case 'became-list':
      return [reason.kind, reason.file];
    case 'budget':
      return [reason.kind, reason.keys ?? null];
    case 'from-layer':
      return [reason.kind, [...reason.layers]];
    case 'left-environment':
      return [reason.kind, [...reason.environments]];
    default:
      return [reason.kind];
  }
}

function listValues(fields: readonly FieldChange[]): JsonValue {
  return fields.map(({path, op, before, after, sensitive}) => [path, op, before ?? null, after ?? null, sensitive]);
}
