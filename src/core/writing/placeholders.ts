import {type Path, toPointer} from '../json/pointer';
import type {JsonObject} from '../json/value';
import {isReferencePlace, isSecretPath} from '../secrets/places';
import {isRefusedName} from '../secrets/references';
import {mapLeaves, visitTexts} from '../secrets/walk';
import type {Key} from '../specs/desired-monitor';

/** A secret that specs refer to from now on. Its value is nowhere but in the service. */
export interface Placeholder {
  /** The environment name. */
  readonly name: string;
  /** Its places, in the order in which they were met. */
  readonly uses: readonly PlaceholderUse[];
}

/** One place of a placeholder. */
export interface PlaceholderUse {
  readonly key: Key;
  /** For people: `webhook.headers.Authorization`. */
  readonly place: string;
  /** Text before it in the spec that is not part of the value: `Bearer `, or scheme and host of an address; empty for nothing. */
  readonly after: string;
}

/**
 * Puts `${env:NAME}` in the place of every secret of live bodies that a reference may stand for. Equal values share a name,
 * also across monitors: one instance serves a whole pull. The secrets live only in its memory.
 */
export class Placeholders {
  readonly #nameOf = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #uses = new Map<string, PlaceholderUse[]>();

  /** `taken` are names that mean something already. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Lists the references of specs of these keys. */
  list(keys: ReadonlySet<Key>): Placeholder[] {
    return [...this.#uses].flatMap(([name, all]) => {
      const uses = all.filter(({key}) => keys.has(key));
      return uses.length === 0 ? [] : [{name, uses}];
    });
  }

  /** The body with references in the place of secrets, and with `${` escaped where it is meant as it stands. */
  replaceSecrets(body: JsonObject, key: Key): JsonObject {
    return mapLeaves(body, (leaf, path) => {
      if (typeof leaf !== 'string') return leaf;
      if (!isReferencePlace(path)) return leaf.replaceAll(BEGINS_REFERENCE, () => '$${');
      const {shown, secret} = isSecretPath(path) ? divideSecret(leaf, path) : {shown: leaf, secret: ''};
      const escaped = shown.replaceAll('${', () => '$${');
      return secret === ''
        ? escaped
        : `${escaped}\${env:${this.#use(secret, {key, place: path.map(String).join('.'), after: shown}, path)}}`;
    });
  }

  #use(value: string, use: PlaceholderUse, path: Path): string {
    const known = this.#nameOf.get(value);
    const name = known ?? this.#chooseName(baseName(path, use.after), use.key);
    this.#nameOf.set(value, name);
    this.#taken.add(name);
    this.#uses.set(name, [...(this.#uses.get(name) ?? []), use]);
    return name;
  }

  /** A name that is taken gets the key behind it: a number would say nothing of the monitor. */
  #chooseName(base: string, key: Key): string {
    const fit = isRefusedName(base) ? `${base}_VALUE` : base;
    if (!this.#taken.has(fit)) return fit;
    const owner = toWord(key);
    const own = owner === '' ? fit : `${fit}_${owner}`;
    for (let count = 2, name = own; ; name = `${own}_${count++}`) if (!this.#taken.has(name)) return name;
  }
}

/** Pointers to what is secret in a body and stands where no reference may: a spec could only say it in the open. */
export function findOpenSecrets(body: JsonObject): string[] {
  const found: string[] = [];
  visitTexts(body, (text, path) => {
    if (text !== '' && isSecretPath(path) && !isReferencePlace(path)) found.push(toPointer(path));
  });
  return found;
}

/** Beginning of a reference in any text of a spec. */
const BEGINS_REFERENCE = /\$\{(?=(?:env|each|var):)/g;

/**
 * Splits an authorization after its beginning, and an address after scheme and host: reviewers need to see these, and
 * they are not secret.
 */
function divideSecret(text: string, path: Path): {readonly shown: string; readonly secret: string} {
  const isUrl = path[0] === 'webhook' && path[1] === 'url';
  const start = isUrl ? PUBLIC_START.exec(text)?.[0] : (/^(?:Bearer|Basic|Token) (?=\S)/i.exec(text)?.[0] ?? '');
  if (start !== undefined) return {shown: start, secret: text.slice(start.length)};
  return isUrl && PUBLIC_WHOLE.test(text) ? {shown: text, secret: ''} : {shown: '', secret: text};
}

/** Neither user info nor anything that could be read as a reference. */
const PUBLIC_START = /^https?:\/\/[^/?#@\s$\\]+[/?#]/i;
const PUBLIC_WHOLE = /^https?:\/\/[^/?#@\s$\\]+$/i;

/** `WEBHOOK_PATH`, `WEBHOOK_AUTHORIZATION`, `PAGE_COOKIE`, `TYPED_TEXT`: none begins as names do that are always refused. */
function baseName(path: Path, after: string): string {
  if (path.includes('actions')) return 'TYPED_TEXT';
  const isPath = path[0] === 'webhook' && path[1] === 'url' && after.endsWith('/');
  const word = isPath ? 'PATH' : toWord(String(path.at(-1)));
  return `${path[0] === 'webhook' ? 'WEBHOOK' : 'PAGE'}_${word || 'HEADER'}`;
}

function toWord(text: string): string {
  const word = text.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
  return word.slice(0, 40).replaceAll(/^_+|_+$/g, '');
}
