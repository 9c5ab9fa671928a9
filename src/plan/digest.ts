import {hashJson} from '../json/canonical';
import type {JsonValue} from '../json/value';
import type {Change} from './model';

/** Identifies what a plan does: SHA-256 over project, environment, actions, keys and body hashes, references unresolved. */
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
      return [change.action, change.key, change.after.bodyHash];
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
