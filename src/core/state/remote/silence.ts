/** For so long after a server was given up, everything that is asked of it fails at once: the end of a run asks several times. */
const AFTERMATH_MS = 10_000;

/** Bounds how long a server may stay silent, over all that is asked of it. */
export class Silence {
  private since: number | null = null;
  private end: {readonly error: unknown; readonly at: number} | null = null;

  constructor(
    /** Milliseconds of a clock that only goes forward. */
    private readonly now: () => number,
    private readonly limitMs: number,
  ) {}

  /** Throws what a silence ended with a moment ago. */
  check(): void {
    if (this.end === null) return;
    if (this.now() - this.end.at < AFTERMATH_MS) throw this.end.error;
    this.end = null;
  }

  /** Notes an answer. */
  break(): void {
    this.since = null;
  }

  /** Notes a wait that began at `start` and brought nothing. */
  add(start: number): void {
    this.since ??= start;
  }

  /** Whether nothing was waited for in vain since the last answer. */
  get isNone(): boolean {
    return this.since === null;
  }

  /** Milliseconds that the server may go on to be silent; not above 0 where it is to be given up. */
  get leftMs(): number {
    return this.since === null ? this.limitMs : this.since + this.limitMs - this.now();
  }

  /** Gives the server up. */
  giveUp(error: unknown): void {
    this.since = null;
    this.end = {error, at: this.now()};
  }
}
