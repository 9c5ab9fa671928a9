import {once} from '../base/once';
import {compareText, type Diagnostic, type Place} from '../diagnostics/diagnostic';
import {type Path, toPointer} from '../json/pointer';
import {isObject, type JsonValue} from '../json/value';
import {type AllowedFields, findAllowed, NO_FIELDS} from '../service/allowed-fields';
import {findChatHook} from './chat-hook';
import {classifyDocumented, isDocumentedReference, listReferencePlaces} from './places';
import {isRefusedName, type ReferencePart, splitReferences} from './references';
import {segmentDocumented} from './segments';

/** The parts of a spec that checking its texts uses: its data and where each node stands. */
export interface PlacedDocument {
  readonly data: JsonValue;
  readonly placeOf: (pointer: string, part?: 'key' | 'value') => Place;
}

/** Result of checking the texts of a spec. */
interface CheckedTexts {
  /** References that are misspelt, stand where they may not, or name what may not be referred to. */
  readonly references: readonly Diagnostic[];
  /** Secrets that seem to stand in the spec itself: credentials in headers, addresses of chats, keys of the service and bearer tokens anywhere. */
  readonly pasted: readonly Diagnostic[];
  /** The environment names that are referred to, each once, sorted. */
  readonly names: readonly string[];
}

/**
 * Checks every text of a spec in one walk. `allowed` is `secrets.allow` of the config, `fields` what specs may have by it. No finding holds a secret value. See
 * docs/secrets.md.
 */
export function checkTexts(document: PlacedDocument, allowed: readonly string[], fields: AllowedFields = NO_FIELDS): CheckedTexts {
  const check = new TextCheck(document, allowed, fields);
  check.walk(document.data, false);
  return {references: check.references, pasted: check.pasted, names: check.names.size === 0 ? NONE : [...check.names].sort(compareText)};
}

const NONE: readonly string[] = [];

/** The check of one spec. A walk of its own, since it comes to each value of each spec: most of them need no path, and no call. */
class TextCheck {
  readonly references: Diagnostic[] = [];
  readonly pasted: Diagnostic[] = [];
  readonly names = new Set<string>();
  private readonly path: (string | number)[] = [];

  constructor(
    private readonly document: PlacedDocument,
    private readonly allowed: readonly string[],
    private readonly fields: AllowedFields,
  ) {}

  walk(value: JsonValue, isInHeaders: boolean): void {
    if (typeof value === 'string') {
      if (value.includes('${')) this.#checkReferences(value, 'value');
      // Most texts of a spec are too short for any key: they are not looked at, which halves the time of all this.
      if (isInHeaders || value.length >= SHORTEST_PASTED) this.#checkPasted(value, isInHeaders);
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        this.path.push(index);
        this.walk(value[index] as JsonValue, isInHeaders);
        this.path.pop();
      }
    } else if (isObject(value)) {
      for (const name of Object.keys(value)) {
        this.path.push(name);
        if (name.includes('${')) this.#checkReferences(name, 'key');
        this.walk(value[name] as JsonValue, isInHeaders || name === 'headers');
        this.path.pop();
      }
    }
  }

  #checkReferences(text: string, part: 'key' | 'value'): void {
    const {path, allowed, fields} = this;
    const may = part === 'value' && (isDocumentedReference(path) || findAllowed(fields, path) !== undefined);
    for (const piece of splitReferences(text, may ? 'everything' : 'env-only')) {
      if (may && piece.kind === 'reference') this.names.add(piece.name);
      const problem = may ? judgeReference(piece, allowed) : judgeMisplaced(piece);
      if (problem !== null) this.references.push(placeAt(this.document, path, part, {...problem, severity: 'error'}));
    }
  }

  #checkPasted(text: string, isInHeaders: boolean): void {
    const what = describePasted(text, this.path, isInHeaders);
    if (what !== null) this.pasted.push(placeAt(this.document, this.path, 'value', {...wordPasted(what), severity: 'warning'}));
  }
}

function placeAt(document: PlacedDocument, path: Path, part: 'key' | 'value', finding: Omit<Diagnostic, 'where'>): Diagnostic {
  return {...finding, where: document.placeOf(toPointer(path), part)};
}

type Problem = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

function judgeReference(part: ReferencePart, allowed: readonly string[]): Problem | null {
  switch (part.kind) {
    case 'literal':
      return null;
    case 'malformed':
      return {
        code: 'secret/malformed-reference',
        message: 'this "${" does not begin a reference of the form ${env:NAME}',
        hint: 'write ${env:NAME} with letters, digits and _ in the name; for a literal "${" write "$${"',
      };
    case 'reference':
      return judgeName(part.name, allowed);
  }
}

function judgeName(name: string, allowed: readonly string[]): Problem | null {
  if (isRefusedName(name)) {
    return {
      code: 'secret/refused-name',
      message: `\${env:${name}} is never allowed: the name belongs to this tool, its state's server, the CI system, Node or a proxy`,
      hint: 'put the value into an environment variable of its own name, e.g. WEBHOOK_TOKEN, and refer to that',
    };
  }
  if (allowed.includes(name)) return null;
  return {
    code: 'secret/name-not-allowed',
    message: `\${env:${name}} is not allowed by the config`,
    hint: `if this spec may send that value to the service, add it to monitors.config.yaml: secrets: {allow: [${[...allowed, name].join(', ')}]}`,
  };
}

/** A text may have thousands of misplaced references. */
const sayPlaces = once(() => `references may stand in ${listReferencePlaces().join(', ')}; for the literal text write "$\${env:"`);

function judgeMisplaced(part: ReferencePart): Problem | null {
  if (part.kind === 'literal') return null;
  return {
    code: 'secret/misplaced-reference',
    message: 'a reference ${env:...} may not stand here',
    hint: sayPlaces(),
  };
}

function wordPasted(what: string): Problem {
  return {
    code: 'secret/pasted',
    message: `this looks like ${what}, written into the spec for everyone who can read the repository`,
    hint: 'issue a new one, put it into an environment variable, and write ${env:NAME} here (allow NAME under secrets.allow)',
  };
}

const SERVICE_KEY = /\bfc-[A-Za-z0-9]{16,}/;
const BEARER_TOKEN = /\bBearer\s+[A-Za-z0-9._~+/-]{16,}/i;
/** The shortest texts that the two patterns can fit. */
const SHORTEST_PASTED = 'fc-'.length + 16;
const SHORTEST_BEARER = 'Bearer '.length + 16;
const CREDENTIAL_HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|api-?key|token|secret|password/i;
/** Letters and digits without white space: what generated tokens look like. */
const LONG_TOKEN = /^(?=.*\d)(?=.*[A-Za-z])[^\s]{24,}$/;

function describePasted(text: string, path: Path, isInHeaders: boolean): string | null {
  if (text.includes('fc-') && SERVICE_KEY.test(text)) return 'a key of the service';
  if (text.length >= SHORTEST_BEARER && BEARER_TOKEN.test(text)) return 'a bearer token';
  if (path.at(-1) === 'url' && path[0] === 'webhook') return findChatHook(text)?.isLiteral === true ? 'the address of a chat' : null;
  if (!isInHeaders || classifyDocumented(path) !== 'all') return null;
  const isCredential = CREDENTIAL_HEADER.test(String(path.at(-1)));
  if (!(isCredential && !text.includes('${env:')) && !LONG_TOKEN.test(text)) return null;
  return segmentDocumented(path, text).some(segment => segment.kind === 'secret') ? 'a credential in a header' : null;
}
