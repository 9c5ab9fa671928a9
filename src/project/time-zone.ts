import {UserError} from '../core/diagnostics/user-error';
import {isZoneName, suggestZones} from '../core/specs/schedule/zone';

/** The time zone that an option names, or the reader's own where it is left out. Throws `UserError`; `flag` is the option's name in it. */
export function readTimeZone(given: string | undefined, own: () => string, flag: string): string {
  if (given === undefined) {
    const zone = own();
    // A system may call its zone by a name that is none.
    return isZoneName(zone) ? zone : 'UTC';
  }
  if (isZoneName(given)) return given;
  const [meant] = suggestZones(given);
  const hint = meant === undefined ? 'use an IANA name, such as Europe/Paris' : `did you mean "${meant}"?`;
  throw new UserError('config/usage', `${flag}: "${given}" is not a time zone`, hint);
}
