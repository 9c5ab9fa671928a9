import {type Diff, diff} from 'deep-diff';
import {compareText} from '../diagnostics/diagnostic';
import {type Path, toPointer} from '../json/pointer';
import {isEqualJson, isObject, type JsonObject, type JsonValue} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {hideTexts, isSensitive, maskValue} from '../secrets/masking';
import {isSecretPath} from '../secrets/places';
import type {HideText} from '../secrets/redaction';
import {fillingsOf} from '../service/fill-in';
import {member} from '../service/member';
import {findMember} from '../service/table';
import {normalizeBody} from '../specs/normalize';
import {listTargetIds, listTargets, matchTargets, withTargetIds} from '../specs/targets';
import {alignLists, type BodyStep, readStep} from './align-lists';

/** One field that differs. Values are masked already: a sensitive one is the text `(secret)`. */
export interface FieldChange {
  /** JSON pointer into the body; list items that have no stable place are named by their value or target. `/status` is `active` or `paused`. */
  readonly path: string;
  readonly op: 'add' | 'remove' | 'change';
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  readonly sensitive: boolean;
}

/** The top-level member that a field is, or is in. */
export function memberOf({path}: Pick<FieldChange, 'path'>): string {
  return path.split('/', 2)[1] ?? '';
}

/**
 * Compares a monitor as recorded with the monitor that a spec wants, field by field, sorted. `before` is fingerprinted
 * (see secrets/fingerprint.ts), `after` is as written. Defaults that are written out or left out, the order of targets
 * and of sets, and ids that the record has and the spec leaves open do not differ. Values are masked.
 */
export function diffBodies(before: JsonObject, after: JsonObject, lineage: string): FieldChange[] {
  const recorded = comparableBody(before);
  return diffComparable(recorded, keepRecordedIds(recorded, fingerprintBody(comparableBody(after), lineage)));
}

/** Compares two comparable, fingerprinted bodies (see {@link comparableBody}), as {@link diffBodies} does. `hide` is that of a live one. */
export function diffComparable(before: JsonObject, after: JsonObject, hide?: HideText): FieldChange[] {
  return diffPlaced(before, after, hide).map(({field}) => field);
}

/** A field that differs, and the way to it: {@link FieldChange.path} does not tell which item of a list was added or removed. */
export interface PlacedChange {
  readonly field: FieldChange;
  readonly steps: readonly BodyStep[];
}

/** The same as {@link diffComparable}, each field with the way to it. */
export function diffPlaced(before: JsonObject, after: JsonObject, hide?: HideText): PlacedChange[] {
  if (isEqualJson(before, after)) return [];
  const aligned = alignLists(before, after);
  const changes = findDifferences(aligned.before, aligned.after).map(difference => toPlacedChange(difference, hide));
  return changes.sort(
    ({field: a}, {field: b}) => comparePaths(a.path, b.path) || compareText(a.op, b.op) || compareText(orderOf(a), orderOf(b)),
  );
}

/** Gives the targets of `desired` that carry no id the id of their recorded selves: recorded ids win. */
export function keepRecordedIds(recorded: JsonObject, desired: JsonObject): JsonObject {
  const known = listTargetIds(recorded);
  const given = listTargetIds(desired);
  const {pairs} = matchTargets(listTargets(recorded), listTargets(desired));
  const kept = new Map(pairs.map(([then, now]) => [now, known[then] ?? null]));
  return withTargetIds(
    desired,
    given.map((id, index) => id ?? kept.get(index) ?? null),
  );
}

function toPlacedChange({before, after, ...difference}: Difference, hide: HideText | undefined): PlacedChange {
  const steps = difference.path.map(readStep);
  const path = toBodyPath(steps);
  const place = {path: hideTexts(toPointer(path.shown), hide) as string, op: opOf({before, after})};
  let sensitive = false;
  const show = (value: JsonValue) => {
    const masked = maskValue(value, path.actual);
    const shown = hideTexts(masked, hide);
    sensitive ||= shown !== masked || isSensitive(value, path.actual);
    return shown;
  };
  const shown = {...(before === undefined ? {} : {before: show(before)}), ...(after === undefined ? {} : {after: show(after)})};
  return {field: {...place, ...shown, sensitive}, steps};
}

function opOf({before, after}: {readonly before: JsonValue | undefined; readonly after: JsonValue | undefined}): FieldChange['op'] {
  if (before === undefined) return 'add';
  return after === undefined ? 'remove' : 'change';
}

/**
 * `actual` is where the value stands; `shown` names the list alone for an item that was added or removed, since its
 * index says nothing: the value does.
 */
function toBodyPath(steps: readonly BodyStep[]): {readonly actual: Path; readonly shown: Path} {
  const actual = steps.map(step => (step.kind === 'member' ? step.name : step.index));
  const last = steps.at(-1)?.kind;
  return {actual, shown: last === 'added' || last === 'removed' ? actual.slice(0, -1) : actual};
}

/** Orders pointers step by step, list indexes as numbers. */
function comparePaths(a: string, b: string): number {
  const left = a.split('/');
  const right = b.split('/');
  for (let step = 0; step < Math.min(left.length, right.length); step += 1) {
    const order = compareSteps(left[step] as string, right[step] as string);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const INDEX = /^\d{1,9}$/;

function compareSteps(a: string, b: string): number {
  return INDEX.test(a) && INDEX.test(b) ? Number(a) - Number(b) : compareText(a, b);
}

function orderOf(field: FieldChange): string {
  return JSON.stringify([field.before ?? null, field.after ?? null] satisfies JsonValue);
}

/**
 * The form in which two bodies are compared: normalized, and e-mail that is off is the same as none, since a service that
 * was asked to switch it off keeps answering so.
 */
export function comparableBody(body: JsonObject): JsonObject {
  const normalized = normalizeBody(body);
  const notification = member(normalized, 'notification');
  const email = member(notification, 'email');
  if (!isObject(notification) || !isObject(email) || !isEqualJson(email, NO_EMAIL)) return normalized;
  const {email: _off, ...rest} = notification;
  return {...normalized, notification: rest};
}

const NO_EMAIL = fillingsOf('EmailNotification');

/** One place where two values differ; `before` is absent for what was added, `after` for what was removed. */
interface Difference {
  readonly path: readonly string[];
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/**
 * Finds the differences of two objects. The only user of deep-diff: lists must have been turned into objects before
 * (see align-lists.ts), because it compares lists by index and reports an insertion as a change of every later item;
 * and no member may have an empty name, because it overlooks one that was added.
 */
function findDifferences(before: JsonObject, after: JsonObject): Difference[] {
  return (diff<JsonObject, JsonObject>(before, after) ?? []).map(toDifference);
}

function toDifference(change: Diff<JsonObject, JsonObject>): Difference {
  const path = (change.path ?? []).map(String);
  switch (change.kind) {
    case 'N':
      return {path, after: change.rhs};
    case 'D':
      return {path, before: change.lhs};
    case 'E':
      return {path, before: change.lhs, after: change.rhs};
    case 'A':
      throw new Error(`a list reached the structural diff at ${path.join('/')}`);
  }
}

/** Lists the fields of a body to show, masked, in the order in which it was written. */
export function listFields(body: JsonObject): FieldChange[] {
  const fields: FieldChange[] = [];
  for (const [name, value] of Object.entries(body)) addFields([name], value, fields);
  return fields;
}

function addFields(path: Path, value: JsonValue, fields: FieldChange[]): void {
  if (isOpened(path)) {
    const parts = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    for (const [step, part] of parts) addFields([...path, step], part as JsonValue, fields);
    if (parts.length > 0) return;
  }
  const after = maskValue(value, path);
  fields.push({path: toPointer(path), op: 'add', after, sensitive: after !== value || isSecretPath(path)});
}

/** Whether a member is shown member by member: an object of the service's types, down to each target. Everything else is one field. */
function isOpened([first, second, ...rest]: Path): boolean {
  const known = typeof first === 'string' ? findMember('MonitorCreateRequest', first) : undefined;
  if (known?.type === undefined || rest.length > 0) return false;
  if (second === undefined || known.list !== undefined) return true;
  return findMember(known.type, String(second))?.type !== undefined;
}
