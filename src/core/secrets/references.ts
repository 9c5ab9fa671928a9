import {compareText, type Diagnostic} from '../diagnostics/diagnostic';
import type {Path} from '../json/pointer';
import type {JsonObject, JsonValue} from '../json/value';
import {isReferencePlace} from './places';
import {mapLeaves, visitTexts} from './walk';

/** A `${env:NAME}` and where it stands in the body. */
export interface Reference {
  readonly name: string;
  readonly path: Path;
}

/** Every reference that stands where references may stand, in the body's order. */
export function findReferences(body: JsonValue): Reference[] {
  const found: Reference[] = [];
  visitTexts(body, (text, path) => {
    if (!text.includes('${') || !isReferencePlace(path)) return;
    for (const piece of splitReferences(text, 'everything'))
      if (piece.kind === 'reference') found.push({name: piece.name, path: [...path]});
  });
  return found;
}

/** The names that a body refers to, each once, sorted. */
export function listReferenceNames(body: JsonValue): string[] {
  return [...new Set(findReferences(body).map(reference => reference.name))].sort(compareText);
}

/**
 * The body as it is sent: each reference replaced by what `lookup` gives for its name, `$${` by `${`. Members of other
 * places, and what `lookup` returns, are taken as they are.
 */
export function resolveReferences(body: JsonObject, lookup: (name: string) => string): JsonObject {
  return mapLeaves(body, (leaf, path) => {
    if (typeof leaf !== 'string' || !leaf.includes('${')) return leaf;
    const parts = splitReferences(leaf, isReferencePlace(path) ? 'everything' : 'env-only');
    return parts.map(part => (part.kind === 'reference' && isReferencePlace(path) ? lookup(part.name) : textOf(part))).join('');
  });
}

/** The names that are not set, or set to nothing, in the environment; sorted, each once. */
export function missingReferences(names: Iterable<string>, env: Readonly<Record<string, string | undefined>>): string[] {
  return [...new Set(names)].filter(name => (Object.hasOwn(env, name) ? (env[name] ?? '') : '') === '').sort(compareText);
}

/** Input of {@link checkReferenceValues}. */
interface ReferenceValues {
  readonly names: Iterable<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The service's API key, when one is known. */
  readonly apiKey: string | null;
}

/** Finds names whose value can't be sent: missing, empty, or the API key itself. To be called before a run's first request. */
export function checkReferenceValues({names, env, apiKey}: ReferenceValues): Diagnostic[] {
  const wanted = [...new Set(names)].sort(compareText);
  const missing = missingReferences(wanted, env);
  const isApiKey = (name: string) => apiKey !== null && apiKey !== '' && env[name]?.trim() === apiKey;
  return [
    ...(missing.length === 0 ? [] : [valuesMissing(missing, env)]),
    ...wanted.filter(name => !missing.includes(name) && isApiKey(name)).map(valueIsApiKey),
  ];
}

/** Begin the names of the service's key, and of the address and credentials of the state's server. */
const OWN_PREFIXES = ['MONITORS_', 'AWS_', 'PG'];

/** Whether a variable belongs to this tool or to the server that keeps its state: no other program gets it. */
export function isOwnName(name: string): boolean {
  const upper = name.toUpperCase();
  return OWN_PREFIXES.some(prefix => upper.startsWith(prefix));
}

const REFUSED_PREFIXES = ['GITHUB_', 'ACTIONS_', 'INPUT_', 'RUNNER_', 'NODE_', 'NPM_'];

/** Whether a name may never be referred to, whatever the config allows: the tool's own, those of the state's server, the CI's, Node's, proxies. */
export function isRefusedName(name: string): boolean {
  const upper = name.toUpperCase();
  return isOwnName(name) || upper.endsWith('_PROXY') || REFUSED_PREFIXES.some(prefix => upper.startsWith(prefix));
}

function valuesMissing(names: readonly string[], env: ReferenceValues['env']): Diagnostic {
  const empty = names.filter(name => env[name] === '');
  const notSet = names.filter(name => env[name] !== '');
  const lists = [
    ...(notSet.length === 0 ? [] : [`not set: ${notSet.join(', ')}`]),
    ...(empty.length === 0 ? [] : [`empty: ${empty.join(', ')}`]),
  ];
  const [it, secret] = names.length === 1 ? ['it', 'the secret'] : ['them', 'the secrets'];
  return {
    code: 'secret/value-missing',
    severity: 'error',
    message: `${lists.join('; ')} (specs refer to ${it})`,
    hint: `set ${names.join(', ')} (in CI: pass ${secret} to the step as env) and run again; nothing was sent`,
  };
}

function valueIsApiKey(name: string): Diagnostic {
  return {
    code: 'secret/value-is-api-key',
    severity: 'error',
    message: `the environment variable ${name}, which specs refer to, holds the API key of the service`,
    hint: `give ${name} the value that the webhook or page expects; the API key must never be part of a monitor`,
  };
}

function textOf(part: ReferencePart): string {
  return part.kind === 'literal' ? part.value : part.source;
}

/** A stretch of a text that may hold references: as it stands, an escaped `${`, a reference, or a `${` that is neither. */
export type ReferencePart =
  | {readonly kind: 'literal'; readonly source: string; readonly value: string}
  | {readonly kind: 'reference'; readonly source: string; readonly name: string}
  | {readonly kind: 'malformed'; readonly source: string};

/**
 * The grammar of references. `everything`: where they may stand, each `${` begins one and `$${` is a literal `${`.
 * `env-only`: everywhere else `${` is ordinary text (scripts and prompts use it), and only `${env:` is special.
 */
export type ReferenceGrammar = 'everything' | 'env-only';

const EVERYTHING = /\$\$\{|\$\{(?:env:([A-Za-z_][A-Za-z0-9_]*)\}|[^}]*\}?)/g;
const ENV_ONLY = /\$\$\{(?=env:)|\$\{env:(?:([A-Za-z_][A-Za-z0-9_]*)\}|[^}]*\}?)/g;

/** Cuts a text into literals, references and malformed references; the parts' `source` put together is the text. */
export function splitReferences(text: string, grammar: ReferenceGrammar): ReferencePart[] {
  if (!text.includes('${')) return text === '' ? [] : [literal(text)];
  const parts: ReferencePart[] = [];
  let end = 0;
  const pattern = grammar === 'everything' ? EVERYTHING : ENV_ONLY;
  // Does the work of `matchAll`, without compiling the pattern each time.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    if (match.index > end) parts.push(literal(text.slice(end, match.index)));
    end = match.index + match[0].length;
    parts.push(toPart(match[0], match[1]));
  }
  if (end < text.length) parts.push(literal(text.slice(end)));
  return parts;
}

function literal(text: string): ReferencePart {
  return {kind: 'literal', source: text, value: text};
}

function toPart(source: string, name: string | undefined): ReferencePart {
  if (source.startsWith('$$')) return {kind: 'literal', source, value: '${'};
  return name === undefined ? {kind: 'malformed', source} : {kind: 'reference', source, name};
}
