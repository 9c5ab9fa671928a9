import {Option} from 'clipanion';
import {readLookupMs} from '../../core/config/option-values';

/** The flag of every command that may look for a create in the service's list. */
export function lookupTimeoutOption(condition = '') {
  return Option.String('--lookup-timeout', {
    description: `<SECONDS> ${condition}${condition === '' ? 'How' : 'how'} long to look for a create whose response was lost (seconds, default 90)`,
  });
}

/** Reads the flag, milliseconds. Throws `UserError`. */
export function readLookupTimeout(seconds: string | undefined): number {
  return readLookupMs('--lookup-timeout', seconds);
}
