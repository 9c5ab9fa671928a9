import {compareText} from '../diagnostics/diagnostic';
import {isEqualJson} from '../json/equal';
import {type Path, toPointer} from '../json/pointer';
import type {JsonObject, JsonValue} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {isSensitive, maskValue} from '../secrets/masking';
import {listTargetIds, listTargets, matchTargets, withTargetIds} from '../spec/targets';
import type {FieldChange} from './change';
import {comparableBody} from './comparable';
import {alignLists, readStep} from './list-alignment';
import {type Difference, findDifferences} from './structural-diff';

/**
 * What differs between a monitor as recorded and as a spec wants it, field by field, sorted. `before` is fingerprinted
 * (see secrets/fingerprint.ts), `after` is as written. Defaults that are written out or left out, the order of targets
 * and of sets, and ids that the record has and the spec leaves open are no difference. Values are masked.
 */
export function diffBodies(before: JsonObject, after: JsonObject, lineage: string): FieldChange[] {
  const recorded = comparableBody(before);
  return diffComparable(recorded, keepRecordedIds(recorded, fingerprintBody(comparableBody(after), lineage)));
}

/** What differs between two comparable, fingerprinted bodies (see comparable.ts), as {@link diffBodies} says it. */
export function diffComparable(before: JsonObject, after: JsonObject): FieldChange[] {
  if (isEqualJson(before, after)) return [];
  const aligned = alignLists(before, after);
  const fields = findDifferences(aligned.before, aligned.after).map(toFieldChange);
  return fields.sort((a, b) => comparePaths(a.path, b.path) || compareText(a.op, b.op) || compareText(orderOf(a), orderOf(b)));
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

function toFieldChange(difference: Difference): FieldChange {
  const path = toBodyPath(difference.path);
  const place = {path: toPointer(path.shown), op: opOf(difference)};
  const before = difference.before === undefined ? {} : {before: maskValue(difference.before, path.actual)};
  const after = difference.after === undefined ? {} : {after: maskValue(difference.after, path.actual)};
  const sensitive = [difference.before, difference.after].some(value => value !== undefined && isSensitive(value, path.actual));
  return {...place, ...before, ...after, sensitive};
}

function opOf(difference: Difference): FieldChange['op'] {
  if (difference.before === undefined) return 'add';
  return difference.after === undefined ? 'remove' : 'change';
}

/**
 * `actual` is where the value stands; `shown` names the list alone for an item that was added or removed, since its
 * index says nothing: the value does.
 */
function toBodyPath(path: readonly string[]): {readonly actual: Path; readonly shown: Path} {
  const steps = path.map(readStep);
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
