import type {JsonObject} from '../core/json/value';

/** Answers of the service about the credits of every team, and the amounts it takes from them; null for nothing: then all is free. */
export class CreditAccount {
  value: JsonObject | null = null;

  /** Whether so many credits are not left. */
  lacks(amount: number): boolean {
    const remaining = this.value?.['remainingCredits'];
    return typeof remaining === 'number' && remaining < amount;
  }

  charge(amount: number): void {
    const remaining = this.value?.['remainingCredits'];
    if (typeof remaining === 'number') this.value = {...this.value, remainingCredits: Math.max(0, remaining - amount)};
  }
}
