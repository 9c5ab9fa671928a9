import {canonicalJson} from '../json/canonical';
import {isObject, type JsonValue} from '../json/value';

/** Fate of one item on the way from a list to another: by index before, and after. */
export type ItemFate =
  | {readonly kind: 'keep'; readonly from: number; readonly to: number}
  | {readonly kind: 'remove'; readonly from: number}
  | {readonly kind: 'add'; readonly to: number};

/** The steps from one list to another, in order: equal items stay where they are; between them, items of one kind are changed in place. */
export function alignItems(before: readonly JsonValue[], after: readonly JsonValue[]): ItemFate[] {
  const steps: ItemFate[] = [];
  let from = 0;
  let to = 0;
  for (const [then, now] of [...findCommon(before.map(canonicalJson), after.map(canonicalJson)), [before.length, after.length] as const]) {
    while (from < then && to < now && isObject(before[from]) === isObject(after[to])) steps.push({kind: 'keep', from: from++, to: to++});
    while (from < then) steps.push({kind: 'remove', from: from++});
    while (to < now) steps.push({kind: 'add', to: to++});
    if (then < before.length) steps.push({kind: 'keep', from: from++, to: to++});
  }
  return steps;
}

/** The longest common run of items, by index before and after; lists of specs are short. */
function findCommon(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const lengths = Array.from({length: before.length + 1}, () => new Array<number>(after.length + 1).fill(0));
  const at = (then: number, now: number) => lengths[then]?.[now] ?? 0;
  for (let then = before.length - 1; then >= 0; then--) {
    for (let now = after.length - 1; now >= 0; now--) {
      (lengths[then] as number[])[now] =
        before[then] === after[now] ? at(then + 1, now + 1) + 1 : Math.max(at(then + 1, now), at(then, now + 1));
    }
  }
  const common: (readonly [number, number])[] = [];
  for (let then = 0, now = 0; then < before.length && now < after.length; ) {
    if (before[then] === after[now]) common.push([then++, now++]);
    else if (at(then + 1, now) >= at(then, now + 1)) then++;
    else now++;
  }
  return common;
}
