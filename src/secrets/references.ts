import type {Diagnostic, Range} from '../diagnostics/diagnostic';
import {compareText} from '../diagnostics/diagnostic';
import {type Path, toPointer} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {isReferencePlace} from './places';
import {type ReferencePart, splitReferences} from './reference-text';
import {mapLeaves} from './walk';

/** A `${env:NAME}` and where it stands in the body. */
export interface Reference {
  readonly name: string;
  readonly path: Path;
}

/** What looking for references and secrets needs of a spec: its data and where each node stands. */
export interface PlacedDocument {
  readonly source: {readonly file: string};
  readonly data: JsonValue;
  readonly rangeOf: (pointer: string, part?: 'key' | 'value') => Range;
}

/** Every reference that stands where references may stand, in the body's order. */
export function findReferences(body: JsonValue): Reference[] {
  const found: Reference[] = [];
  visitTexts(body, ({text, path, part}) => {
    if (part === 'key' || !isReferencePlace(path)) return;
    for (const piece of splitReferences(text, 'everything')) if (piece.kind === 'reference') found.push({name: piece.name, path});
  });
  return found;
}

/** The names that a body refers to, each once, sorted. */
export function listReferenceNames(body: JsonValue): string[] {
  return [...new Set(findReferences(body).map(reference => reference.name))].sort(compareText);
}

/**
 * Finds references that are misspelt, stand where they may not, or name what may not be referred to. `allowed` is
 * `secrets.allow` of the config. See docs/secrets.md.
 */
export function checkReferences(document: PlacedDocument, allowed: readonly string[]): Diagnostic[] {
  const findings: Diagnostic[] = [];
  visitTexts(document.data, ({text, path, part}) => {
    const may = part === 'value' && isReferencePlace(path);
    for (const piece of splitReferences(text, may ? 'everything' : 'env-only')) {
      const problem = may ? judgeReference(piece, allowed) : judgeMisplaced(piece);
      if (problem === null) continue;
      const pointer = toPointer(path);
      findings.push({...problem, severity: 'error', where: {file: document.source.file, pointer, range: document.rangeOf(pointer, part)}});
    }
  });
  return findings;
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

/** What {@link checkReferenceValues} looks at. */
export interface ReferenceValues {
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

type Problem = Pick<Diagnostic, 'code' | 'message' | 'hint'>;

const REFUSED_PREFIXES = ['MONITORS_', 'GITHUB_', 'ACTIONS_', 'INPUT_', 'RUNNER_', 'NODE_', 'NPM_'];

/** Whether a name may never be referred to, whatever the config allows: the tool's own, the CI's, Node's, proxies. */
export function isRefusedName(name: string): boolean {
  const upper = name.toUpperCase();
  return upper.endsWith('_PROXY') || REFUSED_PREFIXES.some(prefix => upper.startsWith(prefix));
}

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
      message: `\${env:${name}} is never allowed: the name belongs to this tool, the CI system, Node or a proxy`,
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

function judgeMisplaced(part: ReferencePart): Problem | null {
  if (part.kind === 'literal') return null;
  return {
    code: 'secret/misplaced-reference',
    message: 'a reference ${env:...} may not stand here',
    hint: 'references may stand in webhook.url, webhook.headers, webhook.metadata, headers of scrapeOptions and the text of a write action; for the literal text write "$${env:"',
  };
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

interface PlacedText {
  readonly text: string;
  readonly path: Path;
  readonly part: 'key' | 'value';
}

/** Visits the member names and string values that could hold a reference; costs next to nothing where there is none. */
function visitTexts(value: JsonValue, visit: (found: PlacedText) => void, path: (string | number)[] = []): void {
  if (typeof value === 'string') {
    if (value.includes('${')) visit({text: value, path: [...path], part: 'value'});
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) visitBelow(index, value[index] as JsonValue, visit, path);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      if (name.includes('${')) visit({text: name, path: [...path, name], part: 'key'});
      visitBelow(name, value[name] as JsonValue, visit, path);
    }
  }
}

/** One path is shared by the whole walk: it is only copied for what is found. */
function visitBelow(step: string | number, value: JsonValue, visit: (found: PlacedText) => void, path: (string | number)[]): void {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return;
  path.push(step);
  visitTexts(value, visit, path);
  path.pop();
}
