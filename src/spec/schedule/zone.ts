import {suggestName} from '../../diagnostics/suggest';
import {ZONE_NAMES_BY_AREA} from './zone-names';

/** Whether `name` is an IANA time zone or a link to one, in any case. Needs no `Intl`. */
export function isZoneName(name: string): boolean {
  return name === 'UTC' || (name.length <= LONGEST_NAME && listZones().has(name.toLowerCase()));
}

/** The IANA names that were probably meant by a text that is none: by offset, city, abbreviation or likeness. Mostly one or none. */
export function suggestZones(text: string): readonly string[] {
  if (text.length > LONGEST_NAME) return [];
  const wanted = text.trim().replace(/\s+/g, '_').replace(/\/$/, '').toLowerCase();
  const zones = listZones();
  const exact = zones.get(wanted) ?? zoneOfOffset(wanted);
  if (exact !== undefined) return [exact];
  const abbreviated = ABBREVIATIONS.get(wanted);
  if (abbreviated !== undefined) return abbreviated.split(' ');
  for (const [folded, name] of zones) if (folded.endsWith(`/${wanted}`)) return [name];
  if (wanted.length <= LONGEST_ABBREVIATION || wanted.startsWith('etc/')) return [];
  const alike = suggestName(text, zones.values());
  return alike === undefined ? [] : [alike];
}

/** Likeness of so few letters means nothing. */
const LONGEST_ABBREVIATION = 4;

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

/** Abbreviations that are no IANA names; some of them mean several zones. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['z', 'UTC'],
  ['pst', 'America/Los_Angeles'],
  ['pdt', 'America/Los_Angeles'],
  ['mdt', 'America/Denver'],
  ['cst', 'America/Chicago Asia/Shanghai'],
  ['cdt', 'America/Chicago'],
  ['edt', 'America/New_York'],
  ['akst', 'America/Anchorage'],
  ['brt', 'America/Sao_Paulo'],
  ['bst', 'Europe/London'],
  ['cest', 'Europe/Paris'],
  ['west', 'Europe/Lisbon'],
  ['eest', 'Europe/Athens'],
  ['msk', 'Europe/Moscow'],
  ['sast', 'Africa/Johannesburg'],
  ['ist', 'Asia/Kolkata Asia/Jerusalem Europe/Dublin'],
  ['jst', 'Asia/Tokyo'],
  ['kst', 'Asia/Seoul'],
  ['sgt', 'Asia/Singapore'],
  ['hkt', 'Asia/Hong_Kong'],
  ['awst', 'Australia/Perth'],
  ['acst', 'Australia/Adelaide'],
  ['aest', 'Australia/Sydney'],
  ['aedt', 'Australia/Sydney'],
  ['nzst', 'Pacific/Auckland'],
  ['nzdt', 'Pacific/Auckland'],
]);

/** `+02:00` and `UTC+2` are `Etc/GMT-2`: the sign of those names is turned round. Only whole hours have one. */
function zoneOfOffset(text: string): string | undefined {
  const [, sign, hours] = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?00)?$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  if (Number(hours) === 0) return 'UTC';
  return listZones().get(`etc/gmt${sign === '+' ? '-' : '+'}${Number(hours)}`);
}
