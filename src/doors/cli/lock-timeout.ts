import {Option} from 'clipanion';

/** The flag of every command that takes the lock; `lock-wait.ts` does what it says. */
export function lockTimeoutOption() {
  return Option.String('--lock-timeout', {
    description: '<DURATION> How long to wait for the lock of another run: 10s, 5m, 1h (default: do not wait)',
  });
}
