/** Whether a text has a wildcard: without one, a glob means the text itself. */
export function isGlob(text: string): boolean {
  return text.includes('*');
}

/**
 * Compiles a glob: `*` is any text within a segment, `**` any text across segments, `**` + `/` also no segment at all. All else
 * stands for itself, and case counts. Takes at most the product of the two lengths, whatever the glob.
 */
export function compileGlob(pattern: string): (key: string) => boolean {
  if (!isGlob(pattern)) return key => key === pattern;
  const prefix = pattern.slice(0, pattern.indexOf('*'));
  if (/^\*{2,}$/.test(pattern.slice(prefix.length))) return key => key.startsWith(prefix);
  const suffix = pattern.slice(pattern.lastIndexOf('*') + 1);
  // What follows "**/" may stand at the very start: there is no prefix then, and the suffix begins with the slash.
  const end = suffix.startsWith('/') ? suffix.slice(1) : suffix;
  const longest = findLongestText(pattern);
  const steps = new Steps(readSteps(pattern));
  // Most keys are told apart by what stands for itself.
  return key => key.startsWith(prefix) && key.endsWith(end) && key.includes(longest) && steps.match(key);
}

/** The longest text of a glob that a match must have. The slash of a double star and slash may be missing. */
function findLongestText(pattern: string): string {
  const texts = pattern.split(/\*+\/?/);
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), '');
}

/** A step of a glob: a UTF-16 unit, or one of the wildcards. */
type Step = number;
const WITHIN: Step = -1;
const ACROSS: Step = -2;
/** `**` and the slash behind it, at the start of a segment: any number of whole segments. */
const SEGMENTS: Step = -3;
const SLASH = 47;

function readSteps(pattern: string): Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; ) {
    let stars = 0;
    while (pattern[at + stars] === '*') stars++;
    if (stars === 0) {
      steps.push(pattern.charCodeAt(at));
      at++;
      continue;
    }
    const isWholeSegment = stars > 1 && (at === 0 || pattern[at - 1] === '/') && pattern[at + stars] === '/';
    steps.push(stars === 1 ? WITHIN : isWholeSegment ? SEGMENTS : ACROSS);
    at += isWholeSegment ? stars + 1 : stars;
  }
  return steps;
}

/** Follows all ways through the steps at once, so that none is tried twice. */
class Steps {
  readonly #steps: readonly Step[];
  /** For each place among the steps, the number of the last round that reached it. */
  readonly #reached: Int32Array;
  #round = 0;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#reached = new Int32Array(steps.length + 1);
  }

  match(text: string): boolean {
    if (this.#round > MOST_ROUNDS - text.length) this.#restart();
    let places: number[] = [];
    this.#round++;
    this.#reach(0, places);
    for (let index = 0; index < text.length && places.length > 0; index++) {
      const unit = text.charCodeAt(index);
      const next: number[] = [];
      this.#round++;
      for (const place of places) this.#advance(place, unit, next);
      places = next;
    }
    return places.includes(this.#steps.length);
  }

  #advance(place: number, unit: number, next: number[]): void {
    const step = this.#steps[place];
    if (step === unit) this.#reach(place + 1, next);
    else if (step === WITHIN && unit !== SLASH) this.#reach(place, next);
    else if (step === ACROSS) this.#reach(place, next);
    else if (step === SEGMENTS) {
      // Only behind a slash may what follows begin.
      this.#mark(place, next);
      if (unit === SLASH) this.#reach(place + 1, next);
    }
  }

  /** Adds a place, and those behind it that need no more text. */
  #reach(place: number, next: number[]): void {
    for (let at = place; this.#mark(at, next); at++) {
      const step = this.#steps[at];
      if (step !== WITHIN && step !== ACROSS && step !== SEGMENTS) return;
    }
  }

  /** Adds a place; false where this round was there before. */
  #mark(place: number, next: number[]): boolean {
    if (this.#reached[place] === this.#round) return false;
    this.#reached[place] = this.#round;
    next.push(place);
    return true;
  }

  #restart(): void {
    this.#reached.fill(0);
    this.#round = 0;
  }
}

const MOST_ROUNDS = 2 ** 31 - 2;
