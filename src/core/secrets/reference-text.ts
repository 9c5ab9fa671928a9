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
