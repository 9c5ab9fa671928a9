import type {DiagnosticCode} from '../../diagnostics/codes';
import type {Severity} from '../../diagnostics/diagnostic';
import {findValue, fromPointer, type Path, stepInto, toPointer} from '../../json/pointer';
import type {JsonValue} from '../../json/value';
import {maskDocumented} from '../../secrets/masking';
import {isDocumentedSecret} from '../../secrets/places';
import type {SpecDocument} from '../spec-document';
import {decodeLeniently} from '../yaml/text';
import type {SchemaError, Shapes} from './shapes';

/** One error of a validator, placed. `keyword` is that of the schema that was broken, `params` what it says of it. */
export interface ShapeFault {
  readonly path: Path;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly severity: Severity;
}

/** A validator's error about a document, with what its message needs. */
export interface SchemaComplaint {
  readonly document: SpecDocument;
  readonly shapes: Shapes;
  readonly errors: readonly SchemaError[];
  /** Name of the document in messages, e.g. `monitor "shop"`. */
  readonly subject: string;
  /** Whether unknown members of the object at a path are worth a warning only. */
  readonly isOpen: (path: Path) => boolean;
}

/** A fault in words. */
export interface WordedFault {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string | undefined;
  /** Place that it points at, if not the faulty value. */
  readonly at?: Path;
  /** It is about an object as a whole: points at its name rather than at all its lines. */
  readonly wholeObject?: boolean;
}

/** A JSON pointer as a path into `root`, in which indexes of lists are numbers. */
export function toPath(root: JsonValue, pointer: string): Path {
  let value: JsonValue | undefined = root;
  return fromPointer(pointer).map(step => {
    const key = Array.isArray(value) ? Number(step) : step;
    value = stepInto(value, key);
    return key;
  });
}

/** A place as messages show it, e.g. `targets[0].scrapeOptions`. */
export function showPath(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[\w$-]+$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

/** The place of a value as messages show it: that in the file where the value stands. */
export function showPlace(document: SpecDocument, path: Path): string {
  return showPath(document.ownPath(path));
}

/** Longer texts are cut in messages; the code frame shows the line. */
const LONGEST_ECHO = 60;

/** A value in words, for "must be ..., but is ...". Of a value in a secret place it says the kind only. */
export function describeValue(document: SpecDocument, path: Path): string {
  const value = findValue(document.data, path) ?? null;
  if (isDocumentedSecret(path)) return describeKind(value);
  if (typeof value === 'string') return `the text ${showString(value, path)}`;
  if (typeof value === 'number') return `the number ${showSource(document, path)}`;
  return typeof value === 'boolean' ? showSource(document, path) : describeKind(value);
}

/** Names the kind of a value in words. */
export function describeKind(value: JsonValue): string {
  if (value === null) return 'empty (null)';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    default:
      return 'an object';
  }
}

/** A text in quotes for a message: without what is secret in it, and cut when it is long. */
export function showString(text: string, path: Path): string {
  const masked = maskDocumented(text, path);
  const characters = Array.from(masked);
  return characters.length > LONGEST_ECHO ? `"${characters.slice(0, LONGEST_ECHO).join('')}..."` : `"${masked}"`;
}

/** A number or a truth value as the file has it, since `010` and `10` are the same number but not the same mistake. */
export function showSource(document: SpecDocument, path: Path): string {
  const value: JsonValue = findValue(document.data, path) ?? null;
  const {file, range} = document.placeOf(toPointer(path));
  if (file !== document.source.file) return String(value);
  const {start, end} = range;
  const text = decodeLeniently(document.source.bytes).slice(start.offset, end.offset);
  return /^[\w.+-]{1,40}$/.test(text) ? text : String(value);
}
