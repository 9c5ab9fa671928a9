/** Whether a text has a wildcard: `*`, `**` or `?`. */
export function hasWildcard(text: string): boolean {
  return /[*?]/.test(text);
}

/**
 * Compiles a glob over names with `/`: `*` matches within a segment, `**` across segments, `?` one character; all other characters
 * mean themselves. `a/**` matches all below `a`, and `a/**` with `/b` behind it also `a/b`. The time to match is at most the product of
 * both lengths, whatever the pattern: all ways to match advance together, and none is tried again. `spend` gets
 * the steps as they are made; once it answers false, nothing matches.
 */
export function compileGlob(pattern: string, spend: (steps: number) => boolean = () => true): (name: string) => boolean {
  if (!hasWildcard(pattern)) return name => name === pattern;
  const prefix = /^[^*?]*/.exec(pattern)?.[0] ?? '';
  const rest = pattern.slice(prefix.length);
  if (/^\*{2,}$/.test(rest)) return name => name.startsWith(prefix);
  // Compares the texts that need no step first: they tell most names apart. The slash behind a double star may be missing.
  const texts = rest.split(/\*+\/?|\?/);
  const suffix = texts.at(-1) ?? '';
  const longest = texts.reduce((long, text) => (text.length > long.length ? text : long), '');
  const ways = new Ways(readSteps(pattern), spend);
  return name => name.startsWith(prefix) && name.endsWith(suffix) && name.includes(longest) && ways.match(name);
}

/** A step of a glob: a code point, or one of the wildcards. */
type Step = number;
const ONE: Step = -1;
const WITHIN: Step = -2;
const ACROSS: Step = -3;
/** `**` and the slash behind it, at the start of a segment: any number of whole segments. */
const FOLDERS: Step = -4;
const SLASH = 47;

function readSteps(pattern: string): Step[] {
  const pieces = pattern.match(/(?<=^|\/)(?:\*{2,}\/)+|\*+|[^*]/gu) ?? [];
  return pieces.map(piece => {
    if (piece === '*') return WITHIN;
    if (piece.startsWith('*')) return piece.endsWith('/') ? FOLDERS : ACROSS;
    return piece === '?' ? ONE : (piece.codePointAt(0) as number);
  });
}

/** Follows all ways through the steps at once. */
class Ways {
  readonly #steps: readonly Step[];
  readonly #spend: (steps: number) => boolean;
  /** For each place among the steps, the last round that reached it. */
  readonly #reached: Float64Array;
  #round = 0;
  /** The places that this round reached, how many they are, and those of the round before. */
  #places: Uint32Array;
  #count = 0;
  #before: Uint32Array;

  constructor(steps: readonly Step[], spend: (steps: number) => boolean) {
    this.#steps = steps;
    this.#spend = spend;
    this.#reached = new Float64Array(steps.length + 1);
    this.#places = new Uint32Array(steps.length + 1);
    this.#before = new Uint32Array(steps.length + 1);
  }

  match(name: string): boolean {
    this.#begin();
    this.#reach(0);
    for (const character of name) {
      const count = this.#count;
      if (count === 0 || !this.#spend(1 + count)) return false;
      [this.#before, this.#places] = [this.#places, this.#before];
      this.#begin();
      const unit = character.codePointAt(0) as number;
      for (let at = 0; at < count; at++) this.#advance(this.#before[at] as number, unit);
    }
    return this.#reached[this.#steps.length] === this.#round;
  }

  #begin(): void {
    this.#round++;
    this.#count = 0;
  }

  #advance(place: number, unit: number): void {
    const step = this.#steps[place];
    if (step === unit) this.#reach(place + 1);
    else if (step === ONE) {
      if (unit !== SLASH) this.#reach(place + 1);
    } else if (step === ACROSS || (step === WITHIN && unit !== SLASH)) this.#reach(place);
    else if (step === FOLDERS) {
      // Only behind a slash may what follows begin.
      if (unit === SLASH) this.#reach(place);
      else this.#mark(place);
    }
  }

  /** Adds a place, and those behind it that need no more text. */
  #reach(place: number): void {
    for (let at = place; this.#mark(at); at++) {
      const step = this.#steps[at];
      if (step !== WITHIN && step !== ACROSS && step !== FOLDERS) return;
    }
  }

  /** Adds a place; false where this round was there before. */
  #mark(place: number): boolean {
    if (this.#reached[place] === this.#round) return false;
    this.#reached[place] = this.#round;
    this.#places[this.#count++] = place;
    return true;
  }
}

/** A change of names by pattern, or why the two patterns give none. */
type NameMove =
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
