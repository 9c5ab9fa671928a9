/** What the emulator is still doing: open requests, and work that is to happen later. */
export class Activity {
  #open = 0;
  readonly #timers = new Map<NodeJS.Timeout, () => void>();
  readonly #waiting: (() => void)[] = [];

  /** Notes that something begins; the function that it answers notes its end and may be called again without harm. */
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

  /** Resolves as soon as nothing is going on. */
  idle(): Promise<void> {
    return this.#open === 0 ? Promise.resolve() : new Promise(resolve => this.#waiting.push(resolve));
  }

  /** Resolves after `ms` milliseconds with true, or with false when everything is cancelled before. */
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
