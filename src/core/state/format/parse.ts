import {isUtf8} from 'node:buffer';
import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import {describeConflict, findJsonError, isBlank} from './damage';
import type {Refusals} from './refusals';

/**
 * Parses the bytes of a state file into the object that they hold. Throws a {@link UserError} that names the damage: an
 * empty file, another encoding, conflict markers, lost blocks, text that is not JSON.
 */
export function parseStateBytes(bytes: Uint8Array, refusals: Refusals): JsonObject {
  if (isBlank(bytes)) throw refusals.empty(bytes.length);
  const encoding = findWrongEncoding(bytes);
  if (encoding !== null) throw refusals.encoding(encoding);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const root = parseInPieces(buffer) ?? parseWhole(buffer, refusals);
  if (!isObject(root)) throw refusals.malformed('it is not a JSON object');
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

/**
 * Monitors are members of a member of the root, two spaces a level. Each is one line, or a block of indented lines as older
 * files have it; in both, the next one begins with four spaces and a quote.
 */
const OPENING = '\n  "monitors": {\n';
const BETWEEN = '},\n    "';
const CLOSING = '}\n  }';

/** Bytes that are parsed at once: texts of this size are freed by the next minor garbage collection, larger ones stay longer. */
const PIECE_SIZE = 64 * 1024;

/**
 * Parses the bytes of a large state as `JSON.parse` does their text, some monitors at a time: the text of a state of 10,000
 * monitors would take 17 MB of memory for a moment. Null for what is small, what is not laid out as we write it and what
 * holds an error: `JSON.parse` has to tell. The bytes must be UTF-8.
 *
 * Why the value is the same: JSON without raw line ends in texts has the lines that we look for only between its parts.
 * Members `a` and `b` that parse in braces of their own are the members of `{a,b}`, too; and with them cut out, the rest
 * must parse as well. No other brace before `monitors` means that it is a member of the root.
 */
export function parseInPieces(bytes: Buffer): JsonValue | null {
  if (bytes.length < 2 * PIECE_SIZE) return null;
  const opening = bytes.indexOf(OPENING);
  const start = opening + OPENING.length;
  const closing = bytes.lastIndexOf(CLOSING);
  if (opening < 0 || closing < start || bytes[0] !== 0x7b || bytes.indexOf('{', 1) !== start - 2) return null;
  const tail = bytes.toString('utf8', closing + CLOSING.length);
  // Where a member is given twice, the last one counts; it may be spelt with escapes.
  if (tail.includes('"monitors"') || tail.includes('\\')) return null;
  try {
    const root = JSON.parse(`${bytes.toString('utf8', 0, start)}}${tail}`) as JsonObject;
    return {...root, monitors: parseMembers(bytes, start, closing)};
  } catch {
    return null;
  }
}

/** The monitors from `start` up to the last brace of the last one, at `closing`. Throws for what does not parse. */
function parseMembers(bytes: Buffer, start: number, closing: number): JsonObject {
  const monitors: Record<string, JsonValue> = {};
  for (let at = start; at < closing; ) {
    const found = bytes.indexOf(BETWEEN, at + PIECE_SIZE);
    const end = found < 0 || found > closing ? closing : found;
    const members = JSON.parse(`{${bytes.toString('utf8', at, end)}}}`) as JsonObject;
    for (const key of Object.keys(members)) {
      // Setting it would not make a member.
      if (key === '__proto__') throw new SyntaxError('a member that only JSON.parse can make');
      monitors[key] = members[key] as JsonValue;
    }
    at = end === closing ? closing : end + '},'.length;
  }
  return monitors;
}
