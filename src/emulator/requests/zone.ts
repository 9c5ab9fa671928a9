/** A time zone's offset from UTC at any instant. */
export interface Zone {
  /** Milliseconds to add to UTC (an instant in milliseconds since 1970) for the wall clock. */
  readonly offsetAt: (instant: number) => number;
}

const zones = new Map<string, Zone | undefined>();

/**
 * Finds a zone by its IANA name in any case, a legacy name that this Node knows, or an offset such as `+02:00`;
 * undefined where there is none.
 */
export function findZone(name: string): Zone | undefined {
  if (!zones.has(name)) zones.set(name, fixedZone(name) ?? namedZone(name));
  return zones.get(name);
}

/** The offset of one calendar day (`day` is its midnight, read as UTC), or undefined where it changes on that day or near it. */
export function offsetAround(zone: Zone, day: number): number | undefined {
  const offset = zone.offsetAt(day - dayMs);
  return offset === zone.offsetAt(day + 2 * dayMs) ? offset : undefined;
}

/** The instants at which a zone's clock shows `wallClock`: none in a gap, two where the hour comes twice. */
export function instantsOf(zone: Zone, wallClock: number): number[] {
  const offsets = [...new Set([zone.offsetAt(wallClock - dayMs), zone.offsetAt(wallClock + dayMs)])];
  return offsets.map(offset => wallClock - offset).filter(instant => instant + zone.offsetAt(instant) === wallClock);
}

const dayMs = 86_400_000;

function fixedZone(name: string): Zone | undefined {
  const match = /^([+-])([01]\d|2[0-3]):?([0-5]\d)?$/.exec(name);
  if (match === null) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  const offset = (match[1] === '-' ? -minutes : minutes) * 60_000;
  return {offsetAt: () => offset};
}

function namedZone(name: string): Zone | undefined {
  if (/^(utc|gmt|etc\/utc|zulu)$/i.test(name)) return {offsetAt: () => 0};
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
  return {offsetAt: instant => wallClockOf(format, instant) - Math.floor(instant / 1000) * 1000};
}

function wallClockOf(format: Intl.DateTimeFormat, instant: number): number {
  const part: Record<string, number> = {};
  for (const {type, value} of format.formatToParts(instant)) part[type] = Number(value);
  return Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'] ?? 1,
    part['hour'] ?? 0,
    part['minute'] ?? 0,
    part['second'] ?? 0,
  );
}
