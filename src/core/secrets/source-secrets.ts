import type {Range} from '../diagnostics/diagnostic';
import type {TextSpan} from '../diagnostics/source-text';
import {type Path, toPointer} from '../json/pointer';
import type {JsonValue} from '../json/value';
import {type AllowedFields, findAllowed, NO_FIELDS} from '../service/allowed-fields';
import type {PlacedDocument} from './check-texts';
import {classifyDocumented} from './places';
import {SHORTEST_REDACTED} from './redaction';
import {segmentAs, segmentDocumented, type TextSegment} from './segments';
import {type Leaf, mapLeaves} from './walk';

/**
 * The places of a spec file's text that a code frame must not show, given the documents that it parsed into: what
 * stands in secret places, the same text wherever it stands again (after an anchor, in a comment), and what looks
 * like a credential anywhere, since a misspelt member is not a secret place; all below `fields` is one. May overlap. See docs/secrets.md.
 */
export function findSecretSpans(text: string, documents: readonly PlacedDocument[], fields = NO_FIELDS): TextSpan[] {
  const found = documents.flatMap(document => listSecretLeaves(document.data, fields).map(leaf => ({leaf, document})));
  if (found.length > MOST_LITERALS) return [{start: 0, end: text.length}];
  const placed = found.flatMap(({leaf, document}) => locate(leaf, document.placeOf(toPointer(leaf.path)).range, text));
  const repeated = findRepeated(text, new Set(found.flatMap(({leaf}) => literalsOf(leaf))));
  return repeated === null ? [{start: 0, end: text.length}] : [...placed, ...repeated, ...findCredentials(text), ...findWebhookPaths(text)];
}

/** Beyond this many secrets looking for each would take long: the whole text is hidden then. */
const MOST_LITERALS = 1000;

/** Beyond this many places of them the same: a text can be made of nothing else. */
const MOST_REPEATED = 20_000;

/** Finds the literals in the text; null where those are too many places. */
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
  readonly segments: readonly TextSegment[];
}

function listSecretLeaves(data: JsonValue, fields: AllowedFields): SecretLeaf[] {
  const leaves: SecretLeaf[] = [];
  mapLeaves(data, (value, path) => {
    const isAllowed = findAllowed(fields, path) !== undefined;
    if (typeof value === 'string') {
      const segments = isAllowed ? segmentAs('all', value) : segmentDocumented(path, value);
      if (segments.some(({kind}) => kind === 'secret')) leaves.push({path: [...path], value, segments});
    } else if (value !== null && (isAllowed || classifyDocumented(path) === 'all')) {
      leaves.push({path: [...path], value, segments: []});
    }
    return value;
  });
  return leaves;
}

function literalsOf({segments}: SecretLeaf): string[] {
  return segments.flatMap(({kind, text}) => (kind === 'secret' ? [text] : []));
}

/** The secret stretches of a node where its text holds its value as it is, else the whole node. */
function locate({value, segments}: SecretLeaf, range: Range, text: string): TextSpan[] {
  const node = {start: range.start.offset, end: range.end.offset};
  const at = typeof value === 'string' ? text.slice(node.start, node.end).indexOf(value) : -1;
  if (typeof value !== 'string' || at < 0) return [node];
  const spans: TextSpan[] = [];
  let start = node.start + at;
  for (const segment of segments) {
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

/**
 * The places of a text that does not parse that a code frame must not show: what looks like a credential, and every
 * value below a line `headers:`, whole lines below members that only the config allows, and what is typed. Hides too much rather than too little. Linear in the text's length.
 */
export function findRawSecretSpans(text: string, {paths} = NO_FIELDS): TextSpan[] {
  // A value that is allowed is no name.
  const names = new Set(paths.map(path => path.replace(/=.*$/s, '')).map(path => path.slice(path.lastIndexOf('.') + 1)));
  return [
    ...findCredentials(text),
    ...findTypedTexts(text),
    ...findWebhookPaths(text),
    ...findValuesBelow(text, 'headers', valueAfterName),
    ...(ODD_NAMES.test(text) || repeatsAnchor(text) ? [{start: 0, end: text.length}] : []),
    ...[...names].flatMap(name => findValuesBelow(text, name, restOf)),
  ];
}

/** Names that can't be told: behind a question mark, and with escapes. */
const ODD_NAMES = /^[ \t-]*\?(?:[ \t]|$)|"[^"\n]{0,200}\\[xuU][^"\n]{0,200}"[ \t]{0,20}:/m;

/** Tells whether an alias repeats an anchor: then a value may be a secret of another place. */
function repeatsAnchor(text: string): boolean {
  const anchors = new Set([...text.matchAll(/(?:^|[\s:,[{-])&([^\s,[\]{}&]{1,100})/gm)].map(([, name]) => name));
  return anchors.size > 0 && [...text.matchAll(/\*([^\s,[\]{}&]{1,100})/g)].some(([, name]) => anchors.has(name));
}

/**
 * Finds texts that look like credentials: the value after names like `Authorization:`, bearer tokens, keys of the
 * service, user info and query values of URLs, the path of webhook addresses, `${...}` that is no reference.
 */
function findCredentials(text: string): TextSpan[] {
  return [...PATTERNS.flatMap(pattern => [...text.matchAll(pattern)].flatMap(toSpan)), ...findUrlSecrets(text)];
}

/** The paths of addresses in a line `webhook:` and below it, whatever member they stand in. */
function findWebhookPaths(text: string): TextSpan[] {
  return findValuesBelow(text, 'webhook', pathsOfUrls, pathsOfUrls);
}

function findTypedTexts(text: string): TextSpan[] {
  return [...text.matchAll(TYPED_TEXT)].flatMap(toSpan);
}

/** Each captures what is shown in group 1 and what is hidden in group 2. Quantifiers are bounded where they could meet again. */
const PATTERNS: readonly RegExp[] = [
  /((?:authorization|cookie|token|secret(?!s\b)|passwd|password|passphrase|api[-_]?key|credential|signature|private[-_]?key|access[-_]?key|\bx-)[\w-]{0,40}["']?[ \t]{0,20}[:=][ \t]{0,20})("(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\r\n]|'')*'?|[^\s"'][^\r\n]*)/gi,
  /(\b(?:Bearer|Basic|Token)[ \t]{1,20})([A-Za-z0-9._~+/=-]{8,})/gi,
  /(\b)(fc-[A-Za-z0-9]{8,})/g,
  /(:\/\/[^\s/"'<>]{0,200}hooks?\.[^\s/"'<>]{0,200}\/)([^\s"'<>]+)/gi,
  /(\bdiscord(?:app)?\.com\/api\/(?:v\d{1,3}\/)?webhooks\/)([^\s"'<>]+)/gi,
  /()(\$\{(?!(?:each|var):[\w-]{1,100}\})[^}\r\n]{0,200}\}?)/g,
];

/**
 * Text that a `write` action types, where actions can't be distinguished from a schedule: every value after `text:`
 * that is not a schedule in words.
 */
const TYPED_TEXT =
  /(\btext["']?[ \t]{0,20}:[ \t]{1,20})(?!["']?(?:every \d{1,3} (?:minutes?|hours?)|hourly|daily|weekly)(?: (?:at|starting at) [:\d]{1,5}(?: ?[ap]m)?)?["']?[ \t]{0,20}(?:[,}#\r]|$))([^\r\n]+)/gim;

/** A value that is only a reference, perhaps after the word that begins an authorization. */
const ONLY_REFERENCE = /^["']?(?:(?:Bearer|Basic|Token) )?\$\{env:[A-Za-z_][A-Za-z0-9_]*\}["']?$/i;

function toSpan(match: RegExpExecArray): TextSpan[] {
  const [, shown = '', hidden = ''] = match;
  const value = hidden.trimEnd();
  const start = match.index + shown.length;
  return value === '' || ONLY_REFERENCE.test(value) ? [] : [{start, end: start + value.length}];
}

function findUrlSecrets(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let start = 0;
  for (const {kind, text: stretch} of segmentDocumented([], text)) {
    if (kind === 'secret') spans.push({start, end: start + stretch.length});
    start += stretch.length;
  }
  return spans;
}

/** Finds the texts that `hide` reports in lines that stand deeper than a line `NAME:` before them, and the rest of that line. */
function findValuesBelow(
  text: string,
  name: string,
  hide: (line: Line, indent: number) => TextSpan[],
  hideOpening: (line: Line, from: number) => TextSpan[] = restOf,
): TextSpan[] {
  const pattern = new RegExp(`\\b${name.replace(/[^\w-]/g, '\\$&')}["']?[ \\t]{0,20}:`, 'i');
  const spans: TextSpan[] = [];
  let headers: number | null = null;
  for (const line of splitLines(text)) {
    const indent = /^[ \t]*(?:- +)?/.exec(line.text)?.[0].length ?? 0;
    if (/^\s*(?:#|$)/.test(line.text)) continue;
    // The depth of a tab is not defined.
    if (headers !== null && (indent > headers || line.text.startsWith('\t'))) {
      spans.push(...hide(line, indent));
      continue;
    }
    const opening = pattern.exec(line.text);
    headers = opening === null ? null : indent;
    if (opening !== null) spans.push(...hideOpening(line, opening.index + opening[0].length));
  }
  return spans;
}

interface Line {
  readonly text: string;
  readonly start: number;
}

function* splitLines(text: string): Generator<Line> {
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield {text: text.slice(start, end), start};
    start = end + 1;
  }
}

/** All after the first colon; the whole line where it has none (the next line of a text that goes on). */
function valueAfterName(line: Line, indent: number): TextSpan[] {
  const name = /^(?:"[^"]*"|'[^']*'|[^:"'\s]+)[ \t]*:(?=[ \t]|$)/.exec(line.text.slice(indent))?.[0] ?? '';
  return restOf(line, indent + name.length);
}

function pathsOfUrls(line: Line, from: number): TextSpan[] {
  // Up to a quote, or to what closes a map or a list at the end of the line.
  const found = line.text.slice(from).matchAll(/(:\/\/[^\s/"']*\/)([^\s"']+)/g);
  return [...found].flatMap(({index, 1: before = '', 2: rest = ''}) => {
    let end = rest.length;
    while (end > 1 && '}],'.includes(rest[end - 1] as string)) end--;
    const path = rest.slice(0, end);
    const start = line.start + from + index + before.length;
    const parts = [...path.matchAll(/\$\{env:\w+\}|[^$]+|\$/g)].filter(([part]) => !/^\$\{env:\w+\}$/.test(part));
    return parts.map(part => ({start: start + part.index, end: start + part.index + part[0].length}));
  });
}

function restOf(line: Line, from: number): TextSpan[] {
  const rest = line.text.slice(from);
  const value = rest.trim();
  if (value === '' || ONLY_REFERENCE.test(value)) return [];
  const start = line.start + from + rest.indexOf(value);
  return [{start, end: start + value.length}];
}
