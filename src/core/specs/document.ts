import type {Diagnostic, Place, Range} from '../diagnostics/diagnostic';
import type {JsonValue} from '../json/value';
import {NO_FIELDS} from '../service/allowed-fields';
import type {MemberPart, SourceFile} from './desired-monitor';
import {hasHoles} from './fleet/references';
import {SpecDocument} from './spec-document';
import {lineOf, TextLines, YamlFindings} from './yaml/findings';
import {type ComposedDocument, readOrdinary} from './yaml/ordinary';
import type {YamlPlaces} from './yaml/places';
import type * as Strict from './yaml/strict';
import {checkDensity, checkText, decodeLeniently, decodeText} from './yaml/text';

export {decodeLeniently} from './yaml/text';

/** One YAML document of a file as it stands there. */
export class ParsedDocument extends SpecDocument {
  readonly data: JsonValue;
  /** Whether to look at each of its texts for references that are filled in here: some text of its file may hold one. */
  readonly mayHoldHoles: boolean;
  readonly #composed: ComposedDocument;

  constructor(source: SourceFile, composed: ComposedDocument, line: number, mayHoldHoles: boolean) {
    super({source, index: composed.index, line});
    this.data = composed.data;
    this.mayHoldHoles = mayHoldHoles;
    this.#composed = composed;
  }

  /** The range of {@link placeOf}, which is always in the document's own file. */
  rangeOf(pointer: string, part: MemberPart = 'value'): Range {
    const places = placesOf(this.source);
    const {start, end, index} = this.#composed;
    return pointer === '' ? places.range(start, end) : places.find(index, pointer, part);
  }

  placeOf(pointer: string, part?: MemberPart): Place {
    return {file: this.source.file, pointer, range: this.rangeOf(pointer, part)};
  }

  /** The same document with other data, such as without some members; pointers lead into the file as before. */
  with(data: JsonValue): ParsedDocument {
    return new ParsedDocument(this.source, {...this.#composed, data}, this.line, this.mayHoldHoles);
  }
}

/** Result of reading a file: the documents without errors, and the errors of the others. */
export interface ParsedSource {
  readonly documents: ParsedDocument[];
  readonly findings: readonly Diagnostic[];
}

/**
 * Reads a file as strict YAML 1.2: plain JSON data, one reading only. A document with an error is not among the
 * documents. Costs about as much as the parser alone; where things stand is worked out when it is asked for. No finding echoes a
 * value that is secret or stands below `fields`.
 */
export function parseSource(source: SourceFile, fields = NO_FIELDS): ParsedSource {
  const decoding = decodeText(source.bytes);
  if (decoding.kind !== 'text') return {documents: [], findings: [refuseEncoding(source, decoding)]};
  const {text} = decoding;
  const ordinary = readOrdinary(text);
  if (ordinary !== null)
    return {documents: [new ParsedDocument(source, ordinary, lineOf(text, ordinary.start), hasHoles(text))], findings: NONE};
  const findings = new YamlFindings(source.file, text, fields);
  checkText(text, findings);
  checkDensity(text, findings);
  if (findings.errors > 0) return {documents: [], findings: findings.list()};
  const documents = loadStrict().readStrictly(text, findings);
  // Only an escape can write the beginning of a reference otherwise.
  const mayHoldHoles = text.includes('\\') || hasHoles(text);
  return {
    documents: documents.map(document => new ParsedDocument(source, document, findings.lineOf(document.start), mayHoldHoles)),
    findings: findings.list(),
  };
}

const NONE: readonly Diagnostic[] = [];

/** The text of a file of another format by the rules of YAML for characters, or null with what is wrong with it. */
export function readText(source: SourceFile): {text: string | null; findings: Diagnostic[]} {
  const decoding = decodeText(source.bytes);
  if (decoding.kind !== 'text') return {text: null, findings: [refuseEncoding(source, decoding)]};
  const findings = new YamlFindings(source.file, decoding.text, NO_FIELDS);
  checkText(decoding.text, findings);
  return {text: findings.errors > 0 ? null : decoding.text, findings: findings.list()};
}

/** Loaded only for texts that are not ordinary, and for the places of findings. */
function loadStrict(): typeof Strict {
  return require('./yaml/strict') as typeof Strict;
}

/**
 * The places of the files that were asked for last: findings come file by file, some about a place in another one as
 * well, and keeping all would cost more than the specs.
 */
let latest: readonly {readonly source: SourceFile; readonly places: YamlPlaces}[] = [];
const MOST_KEPT = 2;

function placesOf(source: SourceFile): YamlPlaces {
  const known = latest.find(kept => kept.source === source);
  if (known !== undefined) return known.places;
  const places = loadStrict().listPlaces(decodeLeniently(source.bytes));
  latest = [{source, places}, ...latest].slice(0, MOST_KEPT);
  return places;
}

function refuseEncoding(source: SourceFile, decoding: {kind: 'utf16'} | {kind: 'not-utf8'; offset: number}): Diagnostic {
  const lines = new TextLines(decodeLeniently(source.bytes));
  const at = decoding.kind === 'utf16' ? 0 : decodeLeniently(source.bytes.subarray(0, decoding.offset)).length;
  return {
    code: 'yaml/encoding',
    severity: 'error',
    message: decoding.kind === 'utf16' ? 'the file is UTF-16, not UTF-8' : `byte ${decoding.offset + 1} of the file is not UTF-8`,
    hint: 'save the file as UTF-8',
    where: {file: source.file, pointer: '', range: lines.range(at, at + 1)},
  };
}
