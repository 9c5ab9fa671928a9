import {instantsOf, offsetAround, type Zone} from './zone';

/** A parsed five-field expression: the values that each field allows. */
export interface CronFields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>;
}

const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/**
 * Reads a cron expression as Firecrawl does: five numeric fields of `*`, values, ranges and steps; a step
 * counts only after `*` or a range (`7/15` is minute 7). Undefined for anything else.
 */
export function parseCron(text: string): CronFields | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minutes, hours, days, months, weekdays] = fields.map((field, index) =>
    parseField(field, ranges[index] as readonly [number, number]),
  );
  if (!minutes || !hours || !days || !months || !weekdays) return undefined;
  return {minutes: sorted(minutes), hours: sorted(hours), days, months, weekdays: new Set([...weekdays].map(day => day % 7))};
}

function parseField(field: string, [low, high]: readonly [number, number]): Set<number> | undefined {
  const values = new Set<number>();
  // An empty part is 0, as `Number('')` is.
  for (const part of field.split(',')) {
    const [range = '', step] = part.split('/');
    const every = step === undefined ? 1 : Number(step);
    if (!Number.isInteger(every) || every < 1) return undefined;
    const bounds = range === '*' ? [low, high] : range.split('-').map(Number);
    const from = bounds[0] ?? Number.NaN;
    const to = bounds[1] ?? from;
    if (!Number.isInteger(from) || !Number.isInteger(to) || bounds.length > 2 || from < low || to > high || from > to) return undefined;
    for (let value = from; value <= to; value += every) values.add(value);
  }
  return values;
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((left, right) => left - right);
}

const dayMs = 86_400_000;

/** The next `count` runs after `after` (milliseconds), each at most 366 days after the one before; day of month and day of week must both match. */
export function nextRuns(cron: CronFields, zone: Zone, after: number, count: number): number[] {
  const runs: number[] = [];
  const firstDay = Math.floor((after + zone.offsetAt(after)) / dayMs) * dayMs;
  const horizon = () => (runs.at(-1) ?? after) + 366 * dayMs;
  for (let day = firstDay; day <= horizon() + dayMs; day += dayMs) {
    if (!isRunDay(cron, new Date(day))) continue;
    for (const run of runsOfDay(cron, zone, day)) {
      if (run > after && run <= horizon()) runs.push(run);
      if (runs.length === count) return runs;
    }
  }
  return runs;
}

/** The runs of one calendar day (`day` is its midnight, read as UTC), earliest first. */
function* runsOfDay(cron: CronFields, zone: Zone, day: number): Generator<number> {
  const offset = offsetAround(zone, day);
  if (offset === undefined) {
    yield* [...wallClocksOfDay(cron, day)].flatMap(wallClock => instantsOf(zone, wallClock)).sort((left, right) => left - right);
    return;
  }
  for (const wallClock of wallClocksOfDay(cron, day)) yield wallClock - offset;
}

function* wallClocksOfDay(cron: CronFields, day: number): Generator<number> {
  for (const hour of cron.hours) for (const minute of cron.minutes) yield day + (hour * 60 + minute) * 60_000;
}

function isRunDay(cron: CronFields, day: Date): boolean {
  return cron.days.has(day.getUTCDate()) && cron.months.has(day.getUTCMonth() + 1) && cron.weekdays.has(day.getUTCDay());
}
