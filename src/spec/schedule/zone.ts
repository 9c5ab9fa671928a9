import {suggestName} from '../../diagnostics/suggest';
import {ZONE_NAMES_BY_AREA} from './zone-names';

/** Whether `name` is an IANA time zone or a link to one, in any case. Needs no `Intl`. */
export function isZoneName(name: string): boolean {
  return name === 'UTC' || (name.length <= LONGEST_NAME && listZones().has(name.toLowerCase()));
}

/** The IANA name that was probably meant by a text that is none, or undefined: by offset, city, abbreviation or likeness. */
export function suggestZone(text: string): string | undefined {
  if (text.length > LONGEST_NAME) return undefined;
  const wanted = text.trim().replace(/\s+/g, '_').replace(/\/$/, '').toLowerCase();
  const zones = listZones();
  const exact = zones.get(wanted) ?? ABBREVIATIONS.get(wanted) ?? zoneOfOffset(wanted);
  if (exact !== undefined) return exact;
  for (const [folded, name] of zones) if (folded.endsWith(`/${wanted}`)) return name;
  return suggestName(text, zones.values());
}

/** Longer than any zone's name. */
const LONGEST_NAME = 64;

let known: ReadonlyMap<string, string> | null = null;

/** Names by their lower-case form. */
function listZones(): ReadonlyMap<string, string> {
  known ??= new Map(
    Object.entries(ZONE_NAMES_BY_AREA).flatMap(([area, names]) =>
      names.split(' ').map(name => {
        const full = area === '' ? name : `${area}/${name}`;
        return [full.toLowerCase(), full] as const;
      }),
    ),
  );
  return known;
}

/** Abbreviations that are no IANA names; those that mean several zones are left to the reader. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['z', 'UTC'],
  ['pst', 'America/Los_Angeles'],
  ['pdt', 'America/Los_Angeles'],
  ['mdt', 'America/Denver'],
  ['cdt', 'America/Chicago'],
  ['edt', 'America/New_York'],
  ['cest', 'Europe/Paris'],
  ['eest', 'Europe/Athens'],
  ['jst', 'Asia/Tokyo'],
  ['aest', 'Australia/Sydney'],
]);

/** `+02:00` is `Etc/GMT-2`: the sign of those names is turned round. Only whole hours have one. */
function zoneOfOffset(text: string): string | undefined {
  const [, sign, hours] = /^([+-])(\d{1,2})(?::?00)?$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  if (Number(hours) === 0) return 'UTC';
  return listZones().get(`etc/gmt${sign === '+' ? '-' : '+'}${Number(hours)}`);
}
