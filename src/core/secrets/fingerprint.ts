import {sha256} from '../json/canonical';
import type {Path} from '../json/pointer';
import type {JsonObject, JsonValue} from '../json/value';
import {classifyPlace} from './places';
import {isPlainText, segmentAs, segmentText} from './segments';
import {type Leaf, mapLeaves} from './walk';

/**
 * A body as the state keeps it: references keep their text, each secret literal becomes `sha256:` and a hash salted
 * with the state's lineage and the place, so that an edit is seen and the value is not. The same body and lineage
 * always give the same result; list positions do not count, so reordering is not an edit. Hashes stay as they are:
 * fingerprinting twice is the same as once.
 */
export function fingerprintBody(body: JsonObject, lineage: string): JsonObject {
  return mapLeaves(body, (leaf, path) => fingerprintLeaf(leaf, path, lineage));
}

const FINGERPRINT = /^sha256:[0-9a-f]{64}$/;

function fingerprintLeaf(leaf: Leaf, path: Path, lineage: string): JsonValue {
  if (typeof leaf !== 'string')
    return classifyPlace(path) === 'all' && leaf !== null ? hashSecret(JSON.stringify(leaf), path, lineage) : leaf;
  if (isPlainText(path, leaf)) return leaf;
  return segmentText(path, leaf)
    .map(segment => (segment.kind === 'secret' ? hashSecret(segment.text, path, lineage) : segment.text))
    .join('');
}

/** Whether a recorded text holds a fingerprint. */
export function isFingerprint(text: string): boolean {
  return text.includes('sha256:');
}

/** A leaf as the state keeps it at a place that is secret as a whole, as members are that only the config allows. */
export function fingerprintAllowed(leaf: Leaf, path: Path, lineage: string): JsonValue {
  if (typeof leaf !== 'string') return leaf === null ? null : hashSecret(JSON.stringify(leaf), path, lineage);
  return segmentAs('all', leaf)
    .map(segment => (segment.kind === 'secret' ? hashSecret(segment.text, path, lineage) : segment.text))
    .join('');
}

function hashSecret(text: string, path: Path, lineage: string): string {
  if (FINGERPRINT.test(text)) return text;
  const place = path.map(step => (typeof step === 'number' ? '*' : step)).join('\0');
  return `sha256:${sha256(`${lineage}\0${place}\0${text}`)}`;
}
