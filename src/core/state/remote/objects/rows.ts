import type {ObjectParts, StoredObject} from './objects';

/** So many are asked for at once. */
const AT_ONCE = 16;

/** No row that this tool writes is longer: segments are rolled up, and late entries are rare. */
const LONGEST = 100_000;

/** An object that was found, with its place in a row. */
interface RowObject {
  readonly number: number;
  readonly name: string;
  readonly object: StoredObject;
}

/** Reads objects whose names are counted, from one number on up to the first that is not there. */
export async function readRow({objects, refusals}: ObjectParts, nameOf: (number: number) => string, from: number): Promise<RowRead> {
  const found: RowObject[] = [];
  // Mostly there is none; one more is asked for, so that one which was removed by hand is missed.
  for (let ahead = 2; found.length < LONGEST; ahead = Math.min(2 * ahead, AT_ONCE)) {
    const start = from + found.length;
    const names = Array.from({length: ahead}, (_, index) => nameOf(start + index));
    const batch = await Promise.all(names.map(name => objects.get(name)));
    const gap = batch.indexOf(null);
    const next = gap === batch.length - 1 ? await objects.get(nameOf(start + batch.length)) : null;
    const isTorn = gap >= 0 && [...batch.slice(gap), next].some(object => object !== null);
    // Each is made after the one before it: a later one was made while these were asked for, or one was removed.
    if (isTorn) batch[gap] = await objects.get(names[gap] ?? '');
    for (const [index, object] of batch.entries()) {
      if (object === null) return {found, missing: isTorn && index === gap ? (names[index] ?? null) : null};
      found.push({number: start + index, name: names[index] ?? '', object});
    }
  }
  throw refusals.malformed(`more than ${LONGEST} objects follow ${nameOf(from)}`);
}

/** Content of a row. */
interface RowRead {
  readonly found: readonly RowObject[];
  /** The name of an object that is gone although a later one is there; null where none is. */
  readonly missing: string | null;
}

/** Reads objects of which each must be there, in the order of their names. */
export async function readAll<T>(names: readonly string[], read: (name: string) => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) all.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map(read))));
  return all;
}
