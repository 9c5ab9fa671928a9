import type {Path} from '../json/pointer';
import type {JsonValue} from '../json/value';
import {classifyPlace, isSecretPath} from './places';
import {SECRET_TEXT} from './secret';
import {isPlainText, type Segment, segmentDocumented, segmentText} from './segments';
import {type Leaf, mapLeaves} from './walk';

/**
 * A body or a part of it for display: every secret literal is `(secret)`, references keep their text; `path` is where it
 * stands in the body. See docs/secrets.md.
 */
export function maskValue(value: JsonValue, path: Path): JsonValue {
  return mapLeaves(value, maskLeaf, path);
}

/** The text at `path` of a document that is not checked yet, with what is secret in it hidden. */
export function maskDocumented(text: string, path: Path): string {
  return joinMasked(segmentDocumented(path, text));
}

/** Whether {@link maskValue} hides anything of `value`, or `value` stands in a secret place. */
export function isSensitive(value: JsonValue, path: Path): boolean {
  return isSecretPath(path) || maskValue(value, path) !== value;
}

function maskLeaf(leaf: Leaf, path: Path): JsonValue {
  if (typeof leaf !== 'string') return classifyPlace(path) === 'all' && leaf !== null ? SECRET_TEXT : leaf;
  if (isPlainText(path, leaf)) return leaf;
  return joinMasked(segmentText(path, leaf));
}

function joinMasked(segments: readonly Segment[]): string {
  return segments.map(segment => (segment.kind === 'secret' ? SECRET_TEXT : segment.text)).join('');
}
