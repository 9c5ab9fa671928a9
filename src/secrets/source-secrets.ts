import type {Range} from '../diagnostics/diagnostic';
import type {TextSpan} from '../diagnostics/source-text';
import {type Path, toPointer} from '../json/pointer';
import type {JsonValue} from '../json/value';
import {classifyPlace} from './places';
import {findCredentials} from './raw-secrets';
import {SHORTEST_REDACTED} from './redaction';
import type {PlacedDocument} from './references';
import {segmentText} from './segments';
import {type Leaf, mapLeaves} from './walk';

/**
 * The places of a spec file's text that a code frame must not show, given the documents that it parsed into: what
 * stands in secret places, the same text wherever it stands again (behind an anchor, in a comment), and what looks
 * like a credential anywhere, since a misspelt member is no secret place. May overlap. See docs/secrets.md.
 */
export function findSecretSpans(text: string, documents: readonly Pick<PlacedDocument, 'data' | 'rangeOf'>[]): TextSpan[] {
  const found = documents.flatMap(document => listSecretLeaves(document.data).map(leaf => ({leaf, document})));
  if (found.length > MOST_LITERALS) return [{start: 0, end: text.length}];
  const placed = found.flatMap(({leaf, document}) => locate(leaf, document.rangeOf(toPointer(leaf.path)), text));
  const repeated = findRepeated(text, new Set(found.flatMap(({leaf}) => leaf.literals)));
  return repeated === null ? [{start: 0, end: text.length}] : [...placed, ...repeated, ...findCredentials(text)];
}

/** Beyond this many secrets looking for each would take long: the whole text is hidden then. */
const MOST_LITERALS = 1000;

/** Beyond this many places of them the same: a text can be made of nothing else. */
const MOST_REPEATED = 20_000;

/** Where the literals stand in the text; null where those are too many places. */
function findRepeated(text: string, literals: Iterable<string>): TextSpan[] | null {
  const spans: TextSpan[] = [];
  for (const literal of literals) {
    for (const span of findOccurrences(text, literal)) {
      spans.push(span);
      if (spans.length > MOST_REPEATED) return null;
    }
  }
  return spans;
}

/** A value that is secret in whole or in part, with its secret stretches. */
interface SecretLeaf {
  readonly path: Path;
  readonly value: Leaf;
  readonly literals: readonly string[];
}

function listSecretLeaves(data: JsonValue): SecretLeaf[] {
  const leaves: SecretLeaf[] = [];
  mapLeaves(data, (value, path) => {
    if (typeof value === 'string') {
      const literals = segmentText(path, value).flatMap(segment => (segment.kind === 'secret' ? [segment.text] : []));
      if (literals.length > 0) leaves.push({path: [...path], value, literals});
    } else if (value !== null && classifyPlace(path) === 'all') {
      leaves.push({path: [...path], value, literals: []});
    }
    return value;
  });
  return leaves;
}

/** The secret stretches of a node where its text holds its value as it is, else the whole node. */
function locate({path, value}: SecretLeaf, range: Range, text: string): TextSpan[] {
  const node = {start: range.start.offset, end: range.end.offset};
  const at = typeof value === 'string' ? text.slice(node.start, node.end).indexOf(value) : -1;
  if (typeof value !== 'string' || at < 0) return [node];
  const spans: TextSpan[] = [];
  let start = node.start + at;
  for (const segment of segmentText(path, value)) {
    const end = start + segment.text.length;
    if (segment.kind === 'secret') spans.push({start, end});
    start = end;
  }
  return spans;
}

function* findOccurrences(text: string, literal: string): Generator<TextSpan> {
  for (const form of new Set([literal.trim(), JSON.stringify(literal).slice(1, -1)])) {
    if (form.length < SHORTEST_REDACTED) continue;
    for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length)) {
      yield {start, end: start + form.length};
    }
  }
}
