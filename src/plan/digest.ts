import {hashJson} from '../json/canonical';
import type {JsonValue} from '../json/value';
import type {Change, CreateChange} from './change';

/** Identifies what a plan does: SHA-256 over project, environment, actions, keys, body hashes and patches, references unresolved. */
export function digestPlan(project: string, environment: string, changes: readonly Change[]): string {
  return hashJson([project, environment, changes.map(describeChange)]);
}

/** Identifies what one change does, as {@link digestPlan} does for all of a plan. */
export function digestChange(project: string, environment: string, change: Change): string {
  return hashJson([project, environment, describeChange(change)]);
}

function describeChange(change: Change): JsonValue {
  switch (change.action) {
    case 'create':
      return describeCreate(change);
    case 'update':
      return [change.action, change.key, change.id, change.before.bodyHash, change.after.bodyHash, hashJson(change.patch)];
    case 'replace':
      return [change.action, change.key, change.before.id, change.before.bodyHash, change.after.bodyHash, change.after.paused, change.why];
    case 'delete':
      return [change.action, change.key, change.id, change.before.bodyHash, change.why.kind];
    case 'adopt':
      return [change.action, change.key, change.id, change.after.bodyHash, change.patch === null ? null : hashJson(change.patch)];
    case 'rename':
      return [change.action, change.key, change.from, change.before.id, change.after.bodyHash];
    case 'blocked':
      return [
        change.action,
        change.key,
        change.wanted,
        change.reason.kind,
        change.after?.bodyHash ?? null,
        change.before?.bodyHash ?? null,
      ];
    case 'unresolved':
      return [change.action, change.key, change.create.intent.bodyHash, change.after?.bodyHash ?? null];
  }
}

/** With operations `create` nothing is ever paused or gone, and the text is what it was before there were others. */
function describeCreate({action, key, after, gone}: CreateChange): JsonValue {
  const rest = after.paused || gone !== undefined ? [after.paused, gone ?? null] : [];
  return [action, key, after.bodyHash, ...rest];
}
