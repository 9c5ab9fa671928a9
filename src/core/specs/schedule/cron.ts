/** The wall-clock times that a cron expression names: the values that each field allows, ascending. */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Days of the month. Day of month and day of week must both match. */
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** 0 is Sunday; 7 in the expression is 0 here. */
  readonly weekdays: ReadonlySet<number>;
}

/**
 * Meaning of a cron expression, or the reason why it is not one.
 * - `cron`: sound. `lonelySteps` are parts like `7/15`, which name one value only, with the range that was probably meant.
 * - `extension`: not only numbers, but what other crons know: names, `?`, `L`, `W`, `#`; `numeric` is the same in numbers,
 *   where it can be written so.
 */
export type CronReading =
  | {readonly kind: 'cron'; readonly cron: Cron; readonly lonelySteps: readonly LonelyStep[]}
  | {readonly kind: 'extension'; readonly part: string; readonly numeric: string | null}
  | {readonly kind: 'field-count'; readonly count: number}
  | {
      readonly kind: 'field';
      readonly field: string;
      readonly part: string;
      readonly range: readonly [number, number];
      /** Correct form of the part that was probably meant. */
      readonly suggestion: string | null;
    };

/** A step after a single number, and the same with a range. */
interface LonelyStep {
  readonly part: string;
  readonly ranged: string;
}

/** Reads a five-field cron expression (Firecrawl API, "MonitorSchedule"): `*`, values, ranges, steps and lists of them. */
export function readCron(text: string): CronReading {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 5 || text.length > LONGEST_CRON) return {kind: 'field-count', count: fields[0] === '' ? 0 : fields.length};
  const numeric = fields.map(toNumbers);
  const extension = fields.find((field, index) => numeric[index] === null || numeric[index] !== field);
  if (extension !== undefined) {
    const whole = numeric.includes(null) ? null : numeric.join(' ');
    const sound = whole !== null && readCron(whole).kind === 'cron';
    return {kind: 'extension', part: extension, numeric: sound ? whole : null};
  }
  const lonelySteps: LonelyStep[] = [];
  const sets: number[][] = [];
  for (const [index, field] of fields.entries()) {
    const {name, range} = FIELDS[index] as Field;
    const values = new Set<number>();
    for (const part of field.split(',')) {
      const found = readPart(part, range);
      if (found === null) return {kind: 'field', field: name, part, range, suggestion: suggestPart(part, name, range)};
      if (found.lonely) lonelySteps.push({part, ranged: part.replace('/', `-${range[1]}/`)});
      for (let value = found.from; value <= found.to; value += found.step) values.add(value);
    }
    sets.push([...values].sort((a, b) => a - b));
  }
  const [minutes = [], hours = [], days, months, weekdays = []] = sets;
  const cron = {minutes, hours, days: new Set(days), months: new Set(months), weekdays: new Set(weekdays.map(day => day % 7))};
  return {kind: 'cron', cron, lonelySteps};
}

/** No sound expression is near this long; keeps hostile ones cheap. */
const LONGEST_CRON = 4096;

interface Field {
  readonly name: string;
  readonly range: readonly [number, number];
}

const FIELDS: readonly Field[] = [
  {name: 'minute', range: [0, 59]},
  {name: 'hour', range: [0, 23]},
  {name: 'day of month', range: [1, 31]},
  {name: 'month', range: [1, 12]},
  {name: 'day of week', range: [0, 7]},
];

const PART = /^(?:\*|(\d{1,3})(?:-(\d{1,3}))?)(?:\/(\d{1,3}))?$/;

function readPart(part: string, [low, high]: readonly [number, number]) {
  const match = PART.exec(part);
  if (match === null) return null;
  const [, first, last, every] = match;
  const step = every === undefined ? 1 : Number(every);
  const from = first === undefined ? low : Number(first);
  const to = first === undefined ? high : last === undefined ? from : Number(last);
  if (step < 1 || from < low || to > high || from > to) return null;
  return {from, to, step, lonely: first !== undefined && last === undefined && every !== undefined};
}

/** A range that goes over the end, such as `22-6`, as two; the first number too many as the first there is. */
function suggestPart(part: string, name: string, [low, high]: readonly [number, number]): string | null {
  const last = name === 'day of week' ? 6 : high;
  const [, from, to] = /^(\d{1,2})-(\d{1,2})$/.exec(part) ?? [];
  if (from !== undefined && to !== undefined && Number(from) > Number(to) && Number(from) <= last && Number(to) >= low) {
    return `${showRange(Number(from), last)},${showRange(low, Number(to))}`;
  }
  return low === 0 && part === String(high + 1) && last === high ? '0' : null;
}

function showRange(from: number, to: number): string {
  return from === to ? String(from) : `${from}-${to}`;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** A field with its names as numbers and `?` as `*`; null for what has no number (`L`, `W`, `#`); unchanged otherwise. */
function toNumbers(field: string, index: number): string | null {
  if (!/[a-z?#]/i.test(field)) return field;
  if (index >= 2 && field === '?') return '*';
  if (index >= 2 && /^(?:L|LW|\d{1,2}W|\d(?:#\d|L)|L-\d{1,2})$/i.test(field)) return null;
  const names = index === 3 ? MONTHS : index === 4 ? WEEKDAYS : [];
  return field.replace(/[a-z]+/gi, word => {
    const at = names.indexOf(word.toLowerCase());
    return at < 0 ? word : String(at + (index === 3 ? 1 : 0));
  });
}
