import fc from 'fast-check';

/** One field of a cron expression as it is drawn: its text, and its values as a plain list. */
interface DrawnField {
  readonly text: string;
  readonly values: readonly number[];
}

/** A cron expression and what it means, told without the code under test. */
export interface DrawnCron {
  readonly text: string;
  readonly fields: readonly [DrawnField, DrawnField, DrawnField, DrawnField, DrawnField];
}

/** Expressions of all kinds: stars, numbers, lists, ranges and steps in each field. */
export const drawnCrons: fc.Arbitrary<DrawnCron> = fc
  .tuple(drawField(0, 59), drawField(0, 23), drawField(1, 31), drawField(1, 12), drawField(0, 6))
  .map(fields => ({text: fields.map(field => field.text).join(' '), fields}));

/** The same with minutes close to the full hour and few hours, where clock changes matter. */
export const cronsAtNight: fc.Arbitrary<DrawnCron> = fc
  .tuple(
    drawList([0, 1, 2, 26, 28, 30, 32, 56, 58, 59]),
    drawList([0, 1, 2, 3]),
    drawField(1, 31),
    fc.constant(all(1, 12)),
    fc.constant(all(0, 6)),
  )
  .map(fields => ({text: fields.map(field => field.text).join(' '), fields}));

/** Readings of a clock at one minute after the other. */
export interface Minutes {
  readonly count: number;
  /** Minute, hour, day, month and weekday of each minute, in the order of the fields. */
  readonly shown: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
}

/** Tells the fields of each wall-clock time, given as minutes since 1970 read as if in UTC. */
export function showMinutes(walls: Iterable<number>): Minutes {
  const times = Uint32Array.from(walls);
  const shown = [0, 0, 0, 0, 0].map(() => new Uint8Array(times.length)) as unknown as Minutes['shown'];
  for (const [index, time] of times.entries()) {
    const date = new Date(time * 60_000);
    shown[0][index] = date.getUTCMinutes();
    shown[1][index] = date.getUTCHours();
    shown[2][index] = date.getUTCDate();
    shown[3][index] = date.getUTCMonth() + 1;
    shown[4][index] = date.getUTCDay();
  }
  return {count: times.length, shown};
}

/** Every minute of a year. */
export function minutesOf(year: number): Minutes {
  const start = Date.UTC(year, 0, 1) / 60_000;
  const end = Date.UTC(year + 1, 0, 1) / 60_000;
  return showMinutes(Uint32Array.from({length: end - start}, (_, index) => start + index));
}

/** The minutes at which an expression runs, counted from the first, found by looking at each. */
export function listRuns({fields}: DrawnCron, {count, shown}: Minutes): number[] {
  const [minute, hour, day, month, weekday] = fields.map(toTable) as unknown as Minutes['shown'];
  const [minutes, hours, days, months, weekdays] = shown;
  const runs: number[] = [];
  for (let index = 0; index < count; index++) {
    if (minute[minutes[index] as number] === 0 || hour[hours[index] as number] === 0 || day[days[index] as number] === 0) continue;
    if (month[months[index] as number] === 1 && weekday[weekdays[index] as number] === 1) runs.push(index);
  }
  return runs;
}

function toTable({values}: DrawnField): Uint8Array {
  const table = new Uint8Array(64);
  for (const value of values) table[value] = 1;
  return table;
}

function drawField(low: number, high: number): fc.Arbitrary<DrawnField> {
  const values = Array.from({length: high - low + 1}, (_, index) => low + index);
  const stepped = fc
    .integer({min: 1, max: high})
    .map(step => ({text: `*/${step}`, values: values.filter(value => (value - low) % step === 0)}));
  const ranged = fc
    .tuple(fc.integer({min: low, max: high}), fc.integer({min: low, max: high}), fc.integer({min: 1, max: 20}))
    .map(([a, b, step]) => [Math.min(a, b), Math.max(a, b), step] as const)
    .map(([from, to, step]) => ({
      text: step === 1 ? `${from}-${to}` : `${from}-${to}/${step}`,
      values: values.filter(value => value >= from && value <= to && (value - from) % step === 0),
    }));
  return fc.oneof({weight: 2, arbitrary: fc.constant(all(low, high))}, stepped, ranged, drawList(values));
}

function drawList(values: readonly number[]): fc.Arbitrary<DrawnField> {
  return fc.uniqueArray(fc.constantFrom(...values), {minLength: 1, maxLength: 4}).map(list => ({text: list.join(','), values: list}));
}

function all(low: number, high: number): DrawnField {
  return {text: '*', values: Array.from({length: high - low + 1}, (_, index) => low + index)};
}
