import type {Path} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {classifyPlace, isSecretPath} from './places';
import type {HideText} from './redaction';
import {SECRET_TEXT} from './secret';
import {isPlainText, segmentAs, segmentDocumented, segmentText, type TextSegment} from './segments';
import {type Leaf, mapLeaves} from './walk';

/**
 * A body or a part of it for display: every secret literal is `(secret)`, references keep their text; `path` is where it
 * stands in the body. See docs/secrets.md.
 */
export function maskValue(value: JsonValue, path: Path): JsonValue {
  return mapLeaves(value, maskLeaf, path);
}

/** The same of a value that is secret as a whole, as members are that only the config allows. */
export function maskWhole(value: JsonValue): JsonValue {
  return mapLeaves(value, leaf => {
    if (typeof leaf === 'string') return joinMasked(segmentAs('all', leaf));
    return leaf === null ? leaf : SECRET_TEXT;
  });
}

/** The text at `path` of a document that is not checked yet, with what is secret in it hidden. */
export function maskDocumented(text: string, path: Path): string {
  return joinMasked(segmentDocumented(path, text));
}

/** Whether {@link maskValue} hides anything of `value`, or `value` stands in a secret place. */
export function isSensitive(value: JsonValue, path: Path): boolean {
  return isSecretPath(path) || maskValue(value, path) !== value;
}

/** A value that is kept or shown, with every text and name of it hidden by `hide`; the value itself without one. */
export function hideTexts(value: JsonObject, hide: HideText | undefined): JsonObject;
export function hideTexts(value: JsonValue, hide: HideText | undefined): JsonValue;
export function hideTexts(value: JsonValue, hide: HideText | undefined): JsonValue {
  return hide === undefined
    ? value
    : hideNames(
        mapLeaves(value, leaf => (typeof leaf === 'string' ? hide(leaf) : hideNumber(leaf, hide))),
        hide,
      );
}

/** A number of so many digits may be a secret, too. */
export function hideNumber(leaf: Leaf, hide: HideText): Leaf {
  const text = typeof leaf === 'number' ? String(leaf) : '';
  return text.length < SHORTEST_NUMBER || hide(text) === text ? leaf : SECRET_TEXT;
}

/** Shorter numbers are amounts. */
const SHORTEST_NUMBER = 12;

/** The same of the names of members; the value itself where nothing is hidden. */
function hideNames(value: JsonValue, hide: HideText): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item: JsonValue) => hideNames(item, hide));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isObject(value)) return value;
  let isSame = true;
  const members = Object.entries(value).map(([name, item]) => {
    const hidden = [hide(name), hideNames(item, hide)] as const;
    isSame &&= hidden[0] === name && hidden[1] === item;
    return hidden;
  });
  return isSame ? value : Object.fromEntries(members);
}

function maskLeaf(leaf: Leaf, path: Path): JsonValue {
  if (typeof leaf !== 'string') return classifyPlace(path) === 'all' && leaf !== null ? SECRET_TEXT : leaf;
  if (isPlainText(path, leaf)) return leaf;
  return joinMasked(segmentText(path, leaf));
}

function joinMasked(segments: readonly TextSegment[]): string {
  return segments.map(segment => (segment.kind === 'secret' ? SECRET_TEXT : segment.text)).join('');
}
