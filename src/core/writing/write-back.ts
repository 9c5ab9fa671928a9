import {type Path, toPointer} from '../json/pointer';
import {isEqualJson, isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {isReferencePlace} from '../secrets/places';
import {hasHoles, splitTemplate} from '../specs/fleet/references';
import {alignItems} from './item-alignment';

/** A spec with references, changed so that it comes to other values. */
interface WrittenBack {
  /** The document with what is not a reference changed; its references are as they were. */
  readonly data: JsonObject;
  /** Required contents of the cells of its row, by column; undefined for an empty one. */
  readonly cells: ReadonlyMap<string, JsonValue | undefined>;
  /** Pointers to changed values that no cell decides. */
  readonly beside: readonly string[];
  /** Pointers to changed texts with references that no cell alone decides. */
  readonly stuck: readonly string[];
}

/** Finds what to change in a document as it is written so that its filled-in members, now `own`, become `wanted`. Pure. */
export function writeBack(raw: JsonObject, own: JsonObject, wanted: JsonObject): WrittenBack {
  const writing = new Writing();
  const data = writing.members(raw, own, wanted, []);
  return {data, cells: writing.cells, beside: writing.beside, stuck: writing.stuck};
}

/** Place of items, as they are written and filled in. */
interface Slotted {
  /** The written item that each filled-in one comes from. */
  readonly slots: readonly number[];
  readonly path: Path;
}

/** Finds the written item of each filled-in one: cells that are alone may be empty, which leaves their items out. Null where it can't be told. */
function matchItems(raw: readonly JsonValue[], own: readonly JsonValue[]): number[] | null {
  const slots = [...raw.keys()].filter(index => raw.length === own.length || !isCellAlone(raw[index]));
  return slots.length === own.length ? slots : null;
}

function isCellAlone(item: JsonValue | undefined): boolean {
  return typeof item === 'string' && /^\$\{each:[^{}]+\}$/.test(item);
}

class Writing {
  readonly cells = new Map<string, JsonValue | undefined>();
  readonly beside: string[] = [];
  readonly stuck: string[] = [];

  members(raw: JsonObject, own: JsonObject, wanted: JsonObject, path: Path): JsonObject {
    const written: Record<string, JsonValue> = {};
    for (const name of new Set([...Object.keys(raw), ...Object.keys(wanted)])) {
      const value = this.#value(property(raw, name), property(own, name), property(wanted, name), [...path, name]);
      if (value !== undefined) written[name] = value;
    }
    return written;
  }

  #value(raw: JsonValue | undefined, own: JsonValue | undefined, wanted: JsonValue | undefined, path: Path): JsonValue | undefined {
    if (own === wanted || (own !== undefined && wanted !== undefined && isEqualJson(own, wanted))) return raw;
    if (typeof raw === 'string' && hasHoles(raw)) return this.#text(raw, wanted, path);
    if (isObject(raw) && isObject(own) && isObject(wanted)) return this.members(raw, own, wanted, path);
    if (Array.isArray(raw) && Array.isArray(own) && Array.isArray(wanted)) {
      const slots = matchItems(raw, own);
      if (slots !== null) return this.#items(raw, own, wanted, {slots, path});
    }
    this.beside.push(toPointer(path));
    return wanted;
  }

  /** An item that is only a reference takes what its cell holds: the place of an empty cell stays, or is filled. */
  #items(raw: readonly JsonValue[], own: readonly JsonValue[], wanted: readonly JsonValue[], {slots, path}: Slotted): JsonValue[] {
    const written: JsonValue[] = [];
    let next = 0;
    for (const step of alignItems(own, wanted)) {
      const isAdded = step.kind === 'add';
      const slot = isAdded ? next : (slots[step.from] ?? next);
      const [value, index] = step.kind === 'remove' ? [undefined, step.from] : [wanted[step.to], step.to];
      const at = [...path, index];
      const isFree = isAdded && isCellAlone(raw[slot]) && !slots.includes(slot);
      if (!isAdded || isFree) {
        written.push(...raw.slice(next, slot));
        next = slot + 1;
      }
      const isPlaced = isFree || step.kind === 'keep' || (!isAdded && isCellAlone(raw[slot]));
      if (!isPlaced) this.beside.push(toPointer(at));
      const item = isPlaced ? this.#value(raw[slot], isAdded ? undefined : own[step.from], value, at) : value;
      if (item !== undefined) written.push(item);
    }
    return [...written, ...raw.slice(next)];
  }

  /** Only one reference, with the same text around it, tells what its cell has to hold. */
  #text(raw: string, wanted: JsonValue | undefined, path: Path): string {
    const parts = splitTemplate(raw, isReferencePlace(path) ? 'everything' : 'env-only');
    const [hole, ...others] = parts.flatMap(part => (part.kind === 'literal' ? [] : [part]));
    if (hole?.kind !== 'hole' || hole.of !== 'each' || hole.name === 'key' || others.length > 0) return this.#refuse(raw, path);
    const at = parts.indexOf(hole);
    const [before = '', after = ''] = [parts.slice(0, at), parts.slice(at + 1)].map(side =>
      side.map(part => (part.kind === 'literal' ? part.value : '')).join(''),
    );
    if (before === '' && after === '') return this.#cell(raw, hole.name, wanted, path);
    const isAround = typeof wanted === 'string' && wanted.startsWith(before) && wanted.endsWith(after);
    if (!isAround || wanted.length <= before.length + after.length) return this.#refuse(raw, path);
    return this.#cell(raw, hole.name, wanted.slice(before.length, wanted.length - after.length), path);
  }

  #cell(raw: string, column: string, value: JsonValue | undefined, path: Path): string {
    const other = this.cells.has(column) ? (this.cells.get(column) ?? null) : (value ?? null);
    if (!isEqualJson(other, value ?? null)) return this.#refuse(raw, path);
    this.cells.set(column, value);
    return raw;
  }

  #refuse(raw: string, path: Path): string {
    this.stuck.push(toPointer(path));
    return raw;
  }
}
