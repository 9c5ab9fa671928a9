import type {ReferenceGrammar} from '../../secrets/references';

/**
 * A stretch of a text of a spec or layer. `literal` has its escapes resolved; `hole` is a reference that is filled in here;
 * `env` stays as it is until a request is sent.
 */
export type TemplatePart =
  | {readonly kind: 'literal'; readonly value: string}
  | {readonly kind: 'env'; readonly source: string}
  | Hole
  | {readonly kind: 'malformed'; readonly source: string};

/** A `${each:column}` or `${var:NAME}`. */
export interface Hole {
  readonly kind: 'hole';
  readonly of: 'each' | 'var';
  /** The column or variable. */
  readonly name: string;
}

/**
 * Like the patterns of {@link splitReferences}, and the same text is read the same way by both, but for the two references that
 * are filled in here. A name has no braces and no `$`, so that references do not nest.
 */
const HOLES = String.raw`each:([^{}$\r\n]+)\}|var:([A-Za-z_][A-Za-z0-9_]*)\}`;
const EVERYTHING = new RegExp(String.raw`(\$\$\{)|\$\{(?:${HOLES}|(env:[A-Za-z_][A-Za-z0-9_]*\})|[^}]*\}?)`, 'g');
const ENV_ONLY = new RegExp(
  String.raw`(\$\$\{)(?=(?:each|var|env):)|\$\{(?:${HOLES}|(env:[A-Za-z_][A-Za-z0-9_]*\})|(?:each|var|env):[^}]*\}?)`,
  'g',
);

/** Cuts a text into its parts, before anything is filled in. */
export function splitTemplate(text: string, grammar: ReferenceGrammar): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  const addLiteral = (value: string) => {
    if (value !== '') parts.push({kind: 'literal', value});
  };
  for (const match of text.matchAll(grammar === 'everything' ? EVERYTHING : ENV_ONLY)) {
    const [source, escaped, column, variable, env] = match;
    addLiteral(text.slice(end, match.index));
    end = match.index + source.length;
    if (escaped !== undefined) addLiteral('${');
    else if (column !== undefined) parts.push({kind: 'hole', of: 'each', name: column});
    else if (variable !== undefined) parts.push({kind: 'hole', of: 'var', name: variable});
    else parts.push({kind: env === undefined ? 'malformed' : 'env', source});
  }
  addLiteral(text.slice(end));
  return parts;
}

/** Whether a text may hold what {@link splitTemplate} treats in a way of its own; nearly none does. */
export function hasHoles(text: string): boolean {
  return text.includes('${each:') || text.includes('${var:');
}

/** A text with literals in the place of its holes. */
type JoinedText =
  | {readonly kind: 'text'; readonly text: string}
  /** The grammar has no way to write a `$` directly before a reference. `part` is the hole that ends in it. */
  | {readonly kind: 'dollar'; readonly part: Hole};

/**
 * Puts a text together again, so that {@link splitReferences} finds the references that the text itself had, and no other: all
 * that is literal is escaped after it was joined, so that none begins across the border of two pieces either.
 */
export function joinTemplate(parts: readonly TemplatePart[], grammar: ReferenceGrammar, toText: (hole: Hole) => string): JoinedText {
  let text = '';
  let literal = '';
  let last: Hole | null = null;
  for (const part of parts) {
    if (part.kind === 'literal' || part.kind === 'hole') {
      const value = part.kind === 'literal' ? part.value : toText(part);
      literal += value;
      if (part.kind === 'hole' && value !== '') last = part;
      continue;
    }
    if (last !== null && literal.endsWith('$')) return {kind: 'dollar', part: last};
    text += escapeLiteral(literal, grammar) + part.source;
    literal = '';
    last = null;
  }
  return {kind: 'text', text: text + escapeLiteral(literal, grammar)};
}

/** A reference as people write it. */
export function showHole({of, name}: Hole): string {
  return `\${${of}:${name}}`;
}

/** Writes a text so that it is read as it stands. */
export function escapeLiteral(text: string, grammar: ReferenceGrammar): string {
  return grammar === 'everything' ? text.replaceAll('${', () => '$${') : text.replaceAll('${env:', () => '$${env:');
}
