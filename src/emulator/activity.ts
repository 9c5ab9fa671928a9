/** The emulator's pending work: open requests, and work that was delayed. */
export class Activity {
  #open = 0;
  readonly #timers = new Map<NodeJS.Timeout, () => void>();
  readonly #waiting: (() => void)[] = [];

  /** Notes the start of something; call the returned function at its end (calling it twice is harmless). */
  begin(): () => void {
    let isOpen = true;
    this.#open += 1;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      if (this.#open === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    };
  }

  /** Resolves when nothing is pending. */
  idle(): Promise<void> {
    return this.#open === 0 ? Promise.resolve() : new Promise(resolve => this.#waiting.push(resolve));
  }

  /** Waits `ms` milliseconds; false if it was cancelled before. */
  wait(ms: number): Promise<boolean> {
    if (ms <= 0) return Promise.resolve(true);
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve(true);
      }, ms);
      this.#timers.set(timer, () => resolve(false));
    });
  }

  /** Ends all waits at once. */
  cancel(): void {
    for (const [timer, giveUp] of this.#timers) {
      clearTimeout(timer);
      giveUp();
    }
    this.#timers.clear();
  }
}
