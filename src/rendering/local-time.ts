/** The reader's clock: without one, times are shown as they are written down. */
export interface LocalClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** An IANA time zone. */
  readonly timeZone: () => string;
}

/** The option of renderers that matters here. */
interface Clocked {
  readonly clock?: LocalClock | undefined;
}

const DAY = 86_400_000;

/** A time as its reader would say it: `today 14:00`, `tomorrow 09:30`, `24 Nov 14:00`, `24 Nov 2027 14:00`. Other text stays as it is. */
export function showTime(iso: string, clocked: Clocked): string {
  return sayTime(iso, clocked, (parts, {now, format}) => {
    // A day may have 23 or 25 hours: from noon, each step is on the day that it is meant to be.
    const noon = toNoon(now, split(format, now).time);
    const near = Object.entries({today: noon, tomorrow: noon + DAY, yesterday: noon - DAY});
    const [word] = near.find(([, moment]) => isSameDay(split(format, moment), parts)) ?? [];
    return word === undefined ? showDate(iso, clocked) : `${word} ${parts.shown}`;
  });
}

/** The moment, the reader's own, and how both are written. */
interface Said {
  readonly at: number;
  readonly now: number;
  readonly format: ZonedFormat;
}

/** Says a time in its parts; other text, and all without a clock, stays as it is. */
function sayTime(iso: string, {clock}: Clocked, say: (parts: TimeParts, said: Said) => string): string {
  const at = readTime(iso);
  if (clock === undefined || at === null) return iso;
  const format = makeFormat(clock.timeZone());
  return say(split(format, at), {at, now: clock.now(), format});
}

/** Noon, or an hour beside it, on the day of a moment whose time of day is `HH:MM`. */
function toNoon(moment: number, time: string): number {
  const [hours = 12, minutes = 0] = time.split(':').map(Number);
  return moment + ((12 - hours) * 60 - minutes) * 60_000;
}

/** A time that is read on another day, too: `24 Nov 14:00`, with its year where that is not the clock's. Other text stays as it is. */
export function showDate(iso: string, clocked: Clocked): string {
  return sayTime(iso, clocked, ({day, month, year, shown}, {now, format}) =>
    split(format, now).year === year ? `${day} ${month} ${shown}` : `${day} ${month} ${year} ${shown}`,
  );
}

/** Days before today that are called by their weekday. */
const MOST_DAYS = 6;

/** A time of a check, over or to come: as {@link showTime} has it, but `Friday 14:00` within the last six days, and `Fri 13 Nov 14:00` before. */
export function showCheckTime(iso: string, clocked: Clocked): string {
  return sayTime(iso, clocked, ({weekday, time, shown}, {at, now, format}) => {
    // Between two noons there are whole days, but for the hour of a clock change.
    const days = Math.round((toNoon(now, split(format, now).time) - toNoon(at, time)) / DAY);
    if (days >= 2 && days <= MOST_DAYS) return `${weekday} ${shown}`;
    return Math.abs(days) <= 1 ? showTime(iso, clocked) : showWeekday(iso, clocked);
  });
}

/** A time that is read on another day, too, with its weekday: `Fri 13 Nov 14:00`. Other text stays as it is. */
export function showWeekday(iso: string, clocked: Clocked): string {
  return sayTime(iso, clocked, ({weekday}) => `${weekday.slice(0, 3)} ${showDate(iso, clocked)}`);
}

function isSameDay(one: TimeParts, other: TimeParts): boolean {
  return one.day === other.day && one.month === other.month && one.year === other.year;
}

/** The time of day with its seconds, for what is seconds away: `14:00:07`. */
export function showSeconds(iso: string, clocked: Clocked): string {
  return sayTime(iso, clocked, ({time, second, zone}) => `${time}:${second}${zone}`);
}

const ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)`;
const WHOLE = new RegExp(`^${ISO}$`);
const WITHIN = new RegExp(`"[^"]*"|\\b${ISO}(?![\\w:])`, 'g');

/** A sentence of ours with its times as {@link showTime} has them; what stands in quotes is user text and stays. */
export function localizeTimes(sentence: string, clocked: Clocked): string {
  if (clocked.clock === undefined) return sentence;
  return sentence.replace(WITHIN, part => (part.startsWith('"') ? part : showTime(part, clocked)));
}

function readTime(iso: string): number | null {
  const at = WHOLE.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Parts of times in one zone. */
interface ZonedFormat {
  readonly parts: Intl.DateTimeFormat;
  /** Stands behind a time of day where it is not of the clock's zone. */
  readonly zone: '' | ' UTC';
  /** Moments that were split: now and the noons of the days beside it are asked for with each time. */
  readonly known: Map<number, TimeParts>;
}

/** A moment in its zone. */
interface TimeParts {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  /** `HH:MM`, and the same as it is shown. */
  readonly time: string;
  readonly shown: string;
  readonly second: string;
  readonly zone: ZonedFormat['zone'];
}

/** Moments that are remembered. */
const MOST_KNOWN = 500;

let latest: {readonly timeZone: string; readonly format: ZonedFormat} | null = null;

/** Making one takes a millisecond or two, and all times of a run are shown in one zone. */
function makeFormat(timeZone: string): ZonedFormat {
  if (latest?.timeZone !== timeZone) latest = {timeZone, format: newFormat(timeZone)};
  return latest.format;
}

function newFormat(timeZone: string): ZonedFormat {
  const date = {weekday: 'long', year: 'numeric', month: 'short', day: 'numeric'} as const;
  const parts = {...date, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'} as const;
  try {
    return {parts: new Intl.DateTimeFormat('en-US', {...parts, timeZone}), zone: '', known: new Map()};
  } catch {
    // A system may call its zone by a name that is none.
    return {parts: new Intl.DateTimeFormat('en-US', {...parts, timeZone: 'UTC'}), zone: ' UTC', known: new Map()};
  }
}

function split(format: ZonedFormat, at: number): TimeParts {
  const {known} = format;
  const before = known.get(at);
  if (before !== undefined) return before;
  const parts = splitAnew(format, at);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(at, parts);
  return parts;
}

function splitAnew({parts: format, zone}: ZonedFormat, at: number): TimeParts {
  const parts = new Map(format.formatToParts(at).map(({type, value}) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const time = `${part('hour')}:${part('minute')}`;
  const date = {weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year')};
  return {...date, time, second: part('second'), zone, shown: `${time}${zone}`};
}
