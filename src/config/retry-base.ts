import type {SettingsSources} from './settings';
import {wholeNumber} from './whole-number';

/** Base of the computed delays between attempts, milliseconds: `MONITORS_RETRY_BASE_MS`, else 1000; tests shorten it. Throws `UserError`. */
export function readRetryBase(env: SettingsSources['env']): number {
  return wholeNumber('MONITORS_RETRY_BASE_MS', env['MONITORS_RETRY_BASE_MS'] ?? '1000', {min: 0, max: 60_000});
}
