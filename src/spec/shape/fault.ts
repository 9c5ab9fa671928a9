import type {DiagnosticCode} from '../../diagnostics/codes';
import type {Severity} from '../../diagnostics/diagnostic';
import {fromPointer, type Path} from '../../json/pointer';
import {type JsonValue, property} from '../../json/value';
import type {SpecDocument} from '../desired-monitor';
import type {SchemaError, Shapes} from './shapes';

/** One error of a validator, placed. `keyword` is that of the schema that was broken, `params` what it says of it. */
export interface Fault {
  readonly path: Path;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly severity: Severity;
}

/** What a validator said of a document, and what is needed to say it to a person. */
export interface SchemaComplaint {
  readonly document: SpecDocument;
  readonly shapes: Shapes;
  readonly errors: readonly SchemaError[];
  /** What messages call the document, e.g. `monitor "shop"`. */
  readonly subject: string;
  /** Whether unknown members of the object at a path are worth a warning only. */
  readonly isOpen: (path: Path) => boolean;
}

/** A fault in words. */
export interface WordedFault {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string | undefined;
  /** Where it points, if not at the faulty value. */
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

/** The value at `path`, or undefined where there is none. */
export function findValue(root: JsonValue, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(stepInto, root);
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

function stepInto(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof step === 'string') return property(value, step);
  return Array.isArray(value) ? (value as readonly JsonValue[])[step] : undefined;
}
