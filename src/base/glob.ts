/** Whether a text has a wildcard: `*`, `**` or `?`. */
export function hasWildcard(text: string): boolean {
  return /[*?]/.test(text);
}

type Token =
  | {readonly kind: 'character'; readonly character: string}
  /** `?`: one character of a segment. */
  | {readonly kind: 'one'}
  /** `*`: any characters of a segment. */
  | {readonly kind: 'segment'}
  /** `**`: any characters. */
  | {readonly kind: 'any'}
  /** The `**` of a segment of its own with more behind it: any folders, also none; then the slash behind it goes as well. */
  | {readonly kind: 'folders'};

/**
 * Compiles a glob over names with `/`: `*` matches within a segment, `**` across segments, `?` one character; all other characters
 * mean themselves. `a/**` matches all below `a`, and `a/**` with `/b` behind it also `a/b`. The time to match is at most the product of
 * both lengths, whatever the pattern: all ways to match advance together, and none is tried again.
 */
export function compileGlob(pattern: string): (name: string) => boolean {
  const tokens = tokenize(pattern);
  const prefix = /^[^*?]*/.exec(pattern)?.[0] ?? '';
  return name => (prefix.length === pattern.length ? name === pattern : name.startsWith(prefix) && runTokens(tokens, name));
}

function tokenize(pattern: string): Token[] {
  const collapsed = pattern.replace(/\*{3,}/g, '**').replace(/(^|\/)(?:\*\*\/)+/g, '$1**/');
  const tokens: Token[] = [];
  const characters = [...collapsed];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]!;
    if (character === '?') tokens.push({kind: 'one'});
    else if (character !== '*') tokens.push({kind: 'character', character});
    else if (characters[at + 1] !== '*') tokens.push({kind: 'segment'});
    else {
      const isSegment = (at === 0 || characters[at - 1] === '/') && characters[at + 2] === '/';
      tokens.push({kind: isSegment ? 'folders' : 'any'});
      at += 1;
    }
  }
  return tokens;
}

const INACTIVE = 0;
const STAYED = 1;
const ENTERED = 2;

function runTokens(tokens: readonly Token[], name: string): boolean {
  let active = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  enter(tokens, active, 0);
  for (const character of name) {
    next.fill(INACTIVE);
    for (let at = 0; at < tokens.length; at += 1) if (active[at] !== INACTIVE) advance(tokens, next, at, character);
    [active, next] = [next, active];
  }
  return active[tokens.length] !== INACTIVE;
}

function advance(tokens: readonly Token[], next: Uint8Array, at: number, character: string): void {
  const token = tokens[at]!;
  switch (token.kind) {
    case 'character':
      if (token.character === character) enter(tokens, next, at + 1);
      return;
    case 'one':
      if (character !== '/') enter(tokens, next, at + 1);
      return;
    case 'segment':
      if (character !== '/') stay(tokens, next, at);
      return;
    case 'any':
    case 'folders':
      stay(tokens, next, at);
  }
}

/** Makes a place active, and those that are reached from it without a character. */
function enter(tokens: readonly Token[], next: Uint8Array, from: number): void {
  for (let at = from; next[at] !== ENTERED; at += 1) {
    next[at] = ENTERED;
    const kind = tokens[at]?.kind;
    if (kind === 'folders') enter(tokens, next, at + 2);
    if (kind === undefined || kind === 'character' || kind === 'one') return;
  }
}

function stay(tokens: readonly Token[], next: Uint8Array, at: number): void {
  if (next[at] === INACTIVE) next[at] = STAYED;
  enter(tokens, next, at + 1);
}

/** A change of names by pattern, or why the two patterns give none. */
export type NameMove =
  | {readonly kind: 'move'; readonly rename: (name: string) => string | null}
  | {readonly kind: 'refused'; readonly why: string};

/**
 * Compiles `old/**` to `new/**`: what the one wildcard of `from` matches stands for the one of `to`. Without wildcards, both mean one
 * name. `rename` gives null for a name that `from` does not match.
 */
export function compileMove(from: string, to: string): NameMove {
  const source = splitAtWildcard(from);
  const target = splitAtWildcard(to);
  if (source === null || target === null) return {kind: 'refused', why: 'each side takes one wildcard, "*" or "**"'};
  if (source.wildcard !== target.wildcard) return {kind: 'refused', why: 'both sides need the same wildcard'};
  if (source.wildcard === '') return {kind: 'move', rename: name => (name === from ? to : null)};
  return {
    kind: 'move',
    rename: name => {
      const captured = capture(source, name);
      return captured === null ? null : fill(target, captured);
    },
  };
}

interface SplitPattern {
  readonly before: string;
  readonly wildcard: '' | '*' | '**';
  readonly after: string;
}

/** Null where a pattern has more than one wildcard, or `?`. */
function splitAtWildcard(pattern: string): SplitPattern | null {
  const [, before = '', stars = '', after = ''] = /^([^*?]*)(\**)(.*)$/su.exec(pattern) ?? [];
  if (hasWildcard(after) || stars.length > 2) return null;
  return {before, wildcard: stars as SplitPattern['wildcard'], after};
}

function capture({before, wildcard, after}: SplitPattern, name: string): string | null {
  if (wildcard === '**' && isWholeSegment(before) && after.startsWith('/') && name === before + after.slice(1)) return '';
  if (name.length < before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) return null;
  const captured = name.slice(before.length, name.length - after.length);
  return wildcard === '*' && captured.includes('/') ? null : captured;
}

/** No folder at all takes one slash with it. */
function fill({before, after}: SplitPattern, captured: string): string {
  const isEmptySegment = captured === '' && isWholeSegment(before) && after.startsWith('/');
  return before + captured + (isEmptySegment ? after.slice(1) : after);
}

function isWholeSegment(before: string): boolean {
  return before === '' || before.endsWith('/');
}
