import {Option} from 'clipanion';
import {wholeNumber} from '../config/whole-number';

/** The flag of every command that may look for a create in the service's list; `--settle` is its old name. */
export function lookupTimeoutOption(condition = '') {
  return Option.String('--lookup-timeout,--settle', {
    description: `<SECONDS> ${condition}${condition === '' ? 'How' : 'how'} long to look for a create whose response was lost (seconds, default 90)`,
  });
}

/** Reads the flag, milliseconds; 90 s where it was not given. Throws `UserError`. */
export function readLookupTimeout(seconds: string | undefined): number {
  return 1000 * wholeNumber('--lookup-timeout', seconds ?? '90', {min: 0, max: 3600});
}
