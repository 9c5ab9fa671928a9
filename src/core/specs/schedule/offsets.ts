/** A span without a change of the clocks. In minutes since 1970; `to` is not part of it. */
export interface OffsetSpan {
  readonly from: number;
  readonly to: number;
  /** Minutes to add to UTC for the wall clock. */
  readonly offset: number;
}

/** Splits the minutes from `from` to `to` where the clocks of a zone change; null for a zone that this Node does not know. */
export function listOffsetSpans(zone: string, from: number, to: number): readonly OffsetSpan[] | null {
  const offsetAt = readOffsets(zone);
  if (offsetAt === null) return null;
  const spans: OffsetSpan[] = [];
  let start = from;
  for (let at = from; at < to; at += DAY) {
    const end = Math.min(at + DAY, to);
    if (offsetAt(at) === offsetAt(end)) continue;
    const change = findChange(offsetAt, at, end);
    spans.push({from: start, to: change, offset: offsetAt(at)});
    start = change;
  }
  return start < to ? [...spans, {from: start, to, offset: offsetAt(start)}] : spans;
}

/** No zone changes its clocks twice within a day. In minutes. */
const DAY = 1440;

/** The first minute with another offset than at `from`, up to `to`. */
export function findChange(offsetAt: (minute: number) => number, from: number, to: number): number {
  const old = offsetAt(from);
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === old) low = middle;
    else high = middle;
  }
  return high;
}

/** Tells the minutes to add to UTC for the wall clock, at a minute since 1970; null for a zone that this Node does not know. */
export function readOffsets(zone: string): ((minute: number) => number) | null {
  let format: Intl.DateTimeFormat;
  try {
    const fields = {year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric'} as const;
    format = new Intl.DateTimeFormat('en-US', {timeZone: zone, hourCycle: 'h23', ...fields});
  } catch {
    return null;
  }
  return minute => {
    const part: Record<string, number> = {};
    for (const {type, value} of format.formatToParts(minute * 60_000)) part[type] = Number(value);
    const {year = 0, month = 1, day = 1, hour = 0, minute: minutes = 0} = part;
    return Date.UTC(year, month - 1, day, hour, minutes) / 60_000 - minute;
  };
}
