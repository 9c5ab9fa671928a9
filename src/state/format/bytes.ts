import {isUtf8} from 'node:buffer';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {describeConflict, findJsonError, isBlank} from './damage';
import {parseInPieces} from './pieces';
import type {Refusals} from './refusals';

/**
 * Parses the bytes of a state file into the object that they hold. Throws a {@link UserError} that names the damage: an
 * empty file, another encoding, conflict markers, lost blocks, text that is no JSON.
 */
export function parseStateBytes(bytes: Uint8Array, refusals: Refusals): JsonObject {
  if (isBlank(bytes)) throw refusals.empty(bytes.length);
  const encoding = findWrongEncoding(bytes);
  if (encoding !== null) throw refusals.encoding(encoding);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root = parseInPieces(buffer) ?? parseWhole(buffer, refusals);
  if (!isObject(root)) throw refusals.malformed('it holds no JSON object');
  return root;
}

function parseWhole(bytes: Buffer, refusals: Refusals): JsonValue {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    const conflict = describeConflict(text);
    if (conflict !== null) throw refusals.conflict(conflict);
    const nuls = countNuls(bytes);
    if (nuls > 0) throw refusals.nuls(nuls, bytes.length);
    throw refusals.syntax(Buffer.byteLength(text.slice(0, findJsonError(text))), bytes.length, cause);
  }
}

function findWrongEncoding(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'starts with a byte order mark';
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'is UTF-16';
  return isUtf8(bytes) ? null : 'is not valid UTF-8';
}

function countNuls(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0) count += 1;
  return count;
}
