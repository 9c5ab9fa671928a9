/** Parts that the lines of pages are made of. */
export type Random = () => number;

export function at<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length];
  if (item === undefined) throw new Error('empty list');
  return item;
}

export function pick<T>(list: readonly T[], random: Random): T {
  return at(list, Math.floor(random() * list.length));
}

export function int(from: number, to: number, random: Random): number {
  return from + Math.floor(random() * (to - from + 1));
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const left = [...list];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(Math.floor(random() * left.length), 1));
  return out;
}

export function chars(alphabet: string, length: number, random: Random): string {
  let out = '';
  for (let i = 0; i < length; i++) out += alphabet.charAt(Math.floor(random() * alphabet.length));
  return out;
}

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const hex = (length: number, random: Random): string => chars(HEX, length, random);
export const base64 = (length: number, random: Random): string => chars(BASE64, length, random);
export const two = (value: number): string => String(value).padStart(2, '0');
export const comma = (value: number, digits: number): string => value.toFixed(digits).replace('.', ',');

/** A fixed number from 0 to below 1 for a key and a seed: the real world of the decoys, equal at each run. */
export function fixed(seed: number, key: number): number {
  let h = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(key + 7, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

/** A walk: start plus the steps up to this visit; each step happens with the given chance. */
export function walk(start: number, step: number, chance: number, seed: number, visit: number): number {
  let value = start;
  for (let i = 1; i <= visit; i++) {
    if (fixed(seed, i * 2) < chance) value += (fixed(seed, i * 2 + 1) - 0.5) * 2 * step;
  }
  return value;
}

/** The value of the last change at or before this visit. */
export function since<T>(changes: readonly (readonly [number, T])[], visit: number): T {
  let value = at(changes, 0)[1];
  for (const [from, next] of changes) if (visit >= from) value = next;
  return value;
}
