import type {Ordinal} from '../core/json/count';
import type {JsonObject, JsonValue} from '../core/json/value';
import type {AdoptChange, Change, CreateChange, Plan} from '../core/plan/change';
import type {FieldChange} from '../core/plan/diff';
import {member} from '../core/service/member';
import {explainChange} from './held-changes';
import {type OriginDocument, originOf, specOf} from './plan-origins';

// Type aliases rather than interfaces: what a plan shows is also a JsonObject, which only an alias can be.

/** One change between the recorded monitors and the specs. */
export type ChangeDocument =
  | CreateChangeDocument
  | UpdateChangeDocument
  | ReplaceChangeDocument
  | DeleteChangeDocument
  | AdoptChangeDocument
  | RenameChangeDocument
  | BlockedChangeDocument
  | UnresolvedChangeDocument;

/** Which monitor a change is about, and where its spec stands. */
export type ChangedMonitorDocument = {
  /**
   * The monitor's stable name.
   * @example "pricing/acme"
   */
  readonly key: string;
  /**
   * Its current name, else the one that it was created with.
   * @example "Acme pricing"
   */
  readonly name: string;
  /**
   * Its spec, relative to the working directory, with `/`; null if it was removed.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file: string | null;
  /** Line in that file; null where there is no spec. */
  readonly line: Ordinal | null;
  /**
   * Credits a month by its spec; null where there is no spec any more.
   * @minimum 0
   * @example 5760
   */
  readonly creditsPerMonth: number | null;
};

/** A monitor that apply creates. */
export type CreateChangeDocument = ChangedMonitorDocument & {
  readonly action: 'create';
  /** It does not exist yet. */
  readonly id: null;
  readonly reason: null;
  /** The service's id of the monitor that was deleted there and that it replaces. */
  readonly gone?: string;
  /** All its fields, each as an `add`. */
  readonly fields: readonly FieldDocument[];
};

/** A monitor that is updated. */
export type UpdateChangeDocument = ChangedMonitorDocument & {
  readonly action: 'update';
  /** The service's id. */
  readonly id: string;
  readonly reason: null;
  /** Changes of the spec. */
  readonly fields: readonly FieldDocument[];
  /** What was changed in the service and apply reverts; empty without `--refresh`. */
  readonly drift: readonly FieldDocument[];
  /**
   * Secrets whose values changed since they were sent; empty without `--check-secrets`.
   * @example ["WEBHOOK_TOKEN"]
   */
  readonly rotated: readonly string[];
};

/** A monitor that is created again, then the old one is deleted: its history is lost. */
export type ReplaceChangeDocument = ChangedMonitorDocument & {
  readonly action: 'replace';
  /** Id of the old monitor. */
  readonly id: string;
  readonly reason: null;
  /** Changes that an update cannot make. */
  readonly why: 'webhook-removed' | 'webhook-added-outside';
  /** Changes of the spec. */
  readonly fields: readonly FieldDocument[];
  /** What was changed in the service; empty without `--refresh`. */
  readonly drift: readonly FieldDocument[];
};

/** A monitor that is deleted. */
export type DeleteChangeDocument = ChangedMonitorDocument & {
  readonly action: 'delete';
  /** The service's id. */
  readonly id: string;
  readonly reason: null;
  /** Its spec was removed, or another monitor replaced it. */
  readonly why: 'spec-removed' | 'leftover';
  /** Always empty. */
  readonly fields: readonly FieldDocument[];
};

/** An unrecorded monitor with exactly this spec's target ids: it is adopted. */
export type AdoptChangeDocument = ChangedMonitorDocument & {
  readonly action: 'adopt';
  /** The service's id. */
  readonly id: string;
  readonly reason: null;
  /** The service's id of the monitor that was deleted there and that it replaces. */
  readonly gone?: string;
  /** Differences from the spec, which are updated. */
  readonly fields: readonly FieldDocument[];
};

/** A monitor that is renamed; no request. */
export type RenameChangeDocument = ChangedMonitorDocument & {
  readonly action: 'rename';
  /**
   * Its previous key.
   * @example "pricing/old"
   */
  readonly from: string;
  /** The service's id. */
  readonly id: string;
  readonly reason: null;
  /** Always empty. */
  readonly fields: readonly FieldDocument[];
};

/** A change that apply does not make. */
export type BlockedChangeDocument = ChangedMonitorDocument & {
  readonly action: 'blocked';
  /** The blocked action. */
  readonly wanted: 'create' | 'update' | 'replace' | 'delete';
  /** Monitor id; null if it does not exist. */
  readonly id: string | null;
  /** The code that says why. */
  readonly reason: ReasonCode;
  /** Differences from the existing monitor. */
  readonly fields: readonly FieldDocument[];
  /** What was changed in the service and stays so; absent where nothing was, and without `--refresh`. */
  readonly drift?: readonly FieldDocument[];
};

/** An unresolved create of an earlier run; nothing happens until `monitors resolve`. */
export type UnresolvedChangeDocument = ChangedMonitorDocument & {
  readonly action: 'unresolved';
  readonly wanted: 'create';
  /** The monitor with exactly its target ids, which apply adopts; null if none is known. */
  readonly id: string | null;
  /** The code that says why. */
  readonly reason: ReasonCode;
  /** Always empty. */
  readonly fields: readonly FieldDocument[];
};

/**
 * Why a change is blocked: the code of its finding, explained in docs/diagnostics.md.
 * @pattern ^[a-z]+/[a-z0-9-]+$
 * @example "plan/needs-update"
 */
export type ReasonCode = string;

/** One field that differs. */
export type FieldDocument = {
  /**
   * JSON pointer into the body; list items without a stable index are named by value or target.
   * @example "/goal"
   */
  readonly path: string;
  /** `change` has `before` and `after`, `add` only `after`, `remove` only `before`. */
  readonly op: 'add' | 'remove' | 'change';
  /** Value in the monitor; `"(secret)"` for a secret. */
  readonly before?: JsonValue;
  /** Value in the spec; `"(secret)"` for a secret. */
  readonly after?: JsonValue;
  /** Contains a secret, so `before` and `after` are incomplete. */
  readonly sensitive: boolean;
  /** Where `after` was written; only in changes of monitors that exist, and missing where nothing is written. */
  readonly origin?: OriginDocument;
};

/** A change as documents show it. */
export function toChangeDocument(change: Change, {environment}: Plan): ChangeDocument {
  const {key} = change;
  const after = specOf(change);
  const creditsPerMonth = after?.estimate.creditsPerMonth ?? null;
  const toField = (field: FieldChange): FieldDocument => {
    const origin = originOf(after, field);
    return {...toFieldDocument(field), ...(origin === null ? {} : {origin})};
  };
  const place = {key, name: nameOf(change), file: after?.file ?? null, line: after?.line ?? null, creditsPerMonth};
  switch (change.action) {
    case 'create':
      return {action: 'create', ...place, id: null, reason: null, ...goneOf(change), fields: change.fields.map(toFieldDocument)};
    case 'update': {
      const {id, fields, drift, rotated} = change;
      const seen = {fields: fields.map(toField), drift: drift.map(toFieldDocument)};
      return {action: 'update', ...place, id, reason: null, ...seen, rotated};
    }
    case 'replace': {
      const {before, why, fields, drift} = change;
      const seen = {fields: fields.map(toField), drift: drift.map(toFieldDocument)};
      return {action: 'replace', ...place, id: before.id, reason: null, why, ...seen};
    }
    case 'delete':
      return {action: 'delete', ...place, id: change.id, reason: null, why: change.why.kind, fields: []};
    case 'adopt':
      return {action: 'adopt', ...place, id: change.id, reason: null, ...goneOf(change), fields: change.fields.map(toField)};
    case 'rename':
      return {action: 'rename', ...place, from: change.from, id: change.before.id, reason: null, fields: []};
    case 'blocked': {
      const {wanted, before, fields, drift} = change;
      return {
        action: 'blocked',
        wanted,
        ...place,
        id: before?.id ?? null,
        reason: explainChange(change, environment).code,
        fields: fields.map(wanted === 'create' ? toFieldDocument : toField),
        ...(drift === undefined ? {} : {drift: drift.map(toFieldDocument)}),
      };
    }
    case 'unresolved': {
      const reason = explainChange(change, environment).code;
      return {action: 'unresolved', wanted: 'create', ...place, id: change.found ?? null, reason, fields: []};
    }
  }
}

function goneOf({gone}: CreateChange | AdoptChange): {gone?: string} {
  return gone === undefined ? {} : {gone};
}

/** The monitor's name today, else the one it was created with, else its key. */
function nameOf(change: Change): string {
  const after = specOf(change);
  if (after !== undefined) return after.name;
  const recorded = member(recordedBody(change), 'name');
  return typeof recorded === 'string' ? recorded : change.key;
}

function recordedBody(change: Change): JsonObject | undefined {
  if (change.action === 'create' || change.action === 'adopt') return undefined;
  return change.action === 'unresolved' ? change.create.intent.monitor.applied : change.before?.applied;
}

/** A field as documents show it. */
export function toFieldDocument({path, op, before, after, sensitive}: FieldChange): FieldDocument {
  return {path, op, ...(before === undefined ? {} : {before}), ...(after === undefined ? {} : {after}), sensitive};
}
