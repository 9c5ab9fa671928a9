import type {EmulatorWorld} from './ports';

/** The clock of checks. It may run faster than the world's, and be moved ahead; the `Date` of answers stays the world's. */
export class CheckClock {
  readonly #world: Pick<EmulatorWorld, 'now'>;
  /** The world's time from which `#speed` counts, and the clock's own time then. */
  #since: number;
  #at: number;
  #speed: number;

  /** `speed` 1 is real time. */
  constructor(world: Pick<EmulatorWorld, 'now'>, speed = 1) {
    this.#world = world;
    this.#since = world.now();
    this.#at = this.#since;
    this.#speed = speed;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Math.floor(this.#at + (this.#world.now() - this.#since) * this.#speed);
  }

  get speed(): number {
    return this.#speed;
  }

  /** Whether it is another time than the world's, or will be. */
  get isSimulated(): boolean {
    return this.#speed !== 1 || this.now() !== this.#world.now();
  }

  /** Moves the clock ahead by `ms` milliseconds. */
  advance(ms: number): void {
    this.#at += ms;
  }

  setSpeed(speed: number): void {
    this.#at = this.now();
    this.#since = this.#world.now();
    this.#speed = speed;
  }

  /** Back to the world's time. */
  reset(speed = 1): void {
    this.#since = this.#world.now();
    this.#at = this.#since;
    this.#speed = speed;
  }
}
