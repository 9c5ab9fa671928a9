/**
 * The work that rules may do for one spec, in steps of about 5 ns. It grows with the texts that are looked at, so that judging takes a
 * bounded part of the time that reading the spec takes, whatever the rules and the spec are.
 */
export class Effort {
  #left = 0;
  #round = 0;

  /** Begins with another spec; `items` counts those in its lists. */
  begin(items: number): void {
    this.#left = BASE + items * STEPS_AN_ITEM;
    this.#round++;
  }

  /** The number of the spec that was begun last. */
  get round(): number {
    return this.#round;
  }

  /** Grants work for a text that is looked at for the first time. */
  grant(text: string): void {
    this.#left += text.length * STEPS_A_CHARACTER;
  }

  /** Tells whether some is left. */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}

/** 100 rules with plain globs take a tenth of it. */
const BASE = 12_000;
const STEPS_AN_ITEM = 200;
const STEPS_A_CHARACTER = 20;
