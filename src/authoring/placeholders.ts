import type {Path} from '../json/pointer';
import type {JsonObject} from '../json/value';
import {isReferencePlace, isSecretPath} from '../secrets/places';
import {mapLeaves} from '../secrets/walk';

/** A secret that a spec refers to from now on. Its value is nowhere but in the service. */
export interface Placeholder {
  /** The environment name. */
  readonly name: string;
  /** Where it stands, for people: `webhook.headers.Authorization`. */
  readonly place: string;
}

/**
 * Puts `${env:NAME}` in the place of every secret of a live body that a reference may stand for. Equal values share a name,
 * also across monitors: one instance serves a whole pull. Secrets live only in its memory.
 */
export class Placeholders {
  readonly #nameOf = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #made: Placeholder[] = [];

  /** `taken` are names that mean something already. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The placeholders made so far, in order. */
  get made(): readonly Placeholder[] {
    return this.#made;
  }

  /** The body with references in the place of secrets, and with `${` escaped where it is meant as it stands. */
  replaceSecrets(body: JsonObject): JsonObject {
    return mapLeaves(body, (leaf, path) => {
      if (typeof leaf !== 'string') return leaf;
      if (isReferencePlace(path) && isSecretPath(path) && saysSomething(leaf, path)) return `\${env:${this.#nameFor(leaf, path)}}`;
      return isReferencePlace(path) ? leaf.replaceAll('${', '$${') : leaf.replaceAll('${env:', '$${env:');
    }) as JsonObject;
  }

  #nameFor(value: string, path: Path): string {
    const base = baseName(path);
    const known = this.#nameOf.get(`${base}\0${value}`);
    if (known !== undefined) return known;
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}_${count}`;
    this.#taken.add(name);
    this.#nameOf.set(`${base}\0${value}`, name);
    this.#made.push({name, place: path.map(String).join('.')});
    return name;
  }
}

/** A webhook URL without path, query and user info hides nothing. */
function saysSomething(text: string, path: Path): boolean {
  if (path[0] !== 'webhook' || path[1] !== 'url') return text !== '';
  try {
    const {pathname, search, username, password} = new URL(text);
    return pathname !== '/' || search !== '' || username !== '' || password !== '';
  } catch {
    return true;
  }
}

/** `WEBHOOK_URL`, `WEBHOOK_AUTHORIZATION`, `PAGE_COOKIE`, `TYPED_TEXT`: none begins as names do that are always refused. */
function baseName(path: Path): string {
  const last = String(path.at(-1));
  const word = last
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  if (path[0] === 'webhook') return `WEBHOOK_${word || 'HEADER'}`;
  return path.includes('actions') ? 'TYPED_TEXT' : `PAGE_${word || 'HEADER'}`;
}
