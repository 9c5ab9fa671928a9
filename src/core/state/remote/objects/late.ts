import {isObject, type JsonValue, parseJson} from '../../../json/value';
import type {JournaledCreate} from '../../journal';
import {decodeLate, encodeLate, type LateWork} from '../late';
import {lateName} from './names';
import type {ObjectParts} from './objects';
import {readRow} from './rows';

interface Entry {
  readonly holder: string;
  readonly texts: readonly string[];
}

/** Reads the entries after a number. */
export async function readLate(parts: ObjectParts, after: number): Promise<LateWork> {
  const {found} = await readRow(parts, lateName, after + 1);
  return {creates: found.flatMap(({object}) => decodeLate(decodeEntry(object.body)?.texts ?? [])), upTo: after + found.length};
}

/** Other holders that lost the lock can be faster so often. */
const TRIES = 1000;

/**
 * Appends what creates came to, for the next holder; `after` is the last entry that the head counts as folded. Entries are never removed,
 * so that none is made with a number that was passed already.
 */
export async function appendLate(parts: ObjectParts, after: number, holder: string, creates: readonly JournaledCreate[]): Promise<void> {
  const {objects, refusals, world} = parts;
  const {found} = await readRow(parts, lateName, after + 1);
  const entries = found.map(({object}) => decodeEntry(object.body));
  const known = new Set(entries.flatMap(entry => (entry?.holder === holder ? entry.texts : [])));
  const texts = encodeLate(creates).filter(text => !known.has(text));
  if (texts.length === 0) return;
  const body = Buffer.from(`${JSON.stringify({format: 'monitors-late', version: 1, nonce: world.uuid(), holder, texts})}\n`);
  const next = after + found.length + 1;
  for (let number = next; number < next + TRIES; number += 1) if ((await objects.create(lateName(number), body)) !== 'taken') return;
  throw refusals.busy();
}

/** An entry that makes no sense is left out: it can't stop the runs that came after it. */
function decodeEntry(body: Buffer): Entry | null {
  const value = parseJson(body.toString('utf8'));
  if (!isObject(value) || value['format'] !== 'monitors-late') return null;
  const {holder, texts} = value;
  const isList = Array.isArray(texts) && texts.every((text: JsonValue) => typeof text === 'string');
  return typeof holder === 'string' && isList ? {holder, texts: texts as readonly string[]} : null;
}
