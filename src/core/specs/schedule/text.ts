/**
 * Meaning of a schedule in words.
 * - `schedule`: `cron` is the same as a cron expression, `documented` as the API's documentation spells it.
 * - `uneven`: a documented form with a number that Firecrawl refuses; the checks would be `minutes` apart.
 * - `too-frequent`: less than 5 minutes apart.
 */
export type ScheduleReading =
  | {readonly kind: 'schedule'; readonly cron: string; readonly documented: string}
  | {readonly kind: 'uneven'; readonly minutes: number; readonly suggestion: string; readonly reason: string}
  | {readonly kind: 'too-frequent'}
  | {readonly kind: 'wrong-number'; readonly reason: string}
  | {readonly kind: 'unknown'};

/** Reads a schedule in words (Firecrawl API, "MonitorSchedule") as Firecrawl does: in any case and spacing, without commas and full stops. */
export function readScheduleText(text: string): ScheduleReading {
  const words = foldScheduleText(text);
  if (words.length > LONGEST_FORM) return {kind: 'unknown'};
  const plain = foldScheduleText(words.replace(/[.,]/g, ''));
  for (const [pattern, read] of FORMS) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const reading = read(match);
    // Without its point, `5.5` is 55, which is not what was meant.
    return reading.kind !== 'schedule' && /\d[.,]+\d/.test(words) ? {kind: 'unknown'} : reading;
  }
  return {kind: 'unknown'};
}

/** The words for a cron expression; null where there are none. */
export function writeScheduleText(cron: string): string | null {
  const [, minute = '', hour = ''] = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(cron) ?? [];
  const forms = [
    ...DIVISORS_OF_60.slice(0, -1).map(count => `every ${count} minutes`),
    'hourly',
    ...DIVISORS_OF_24.slice(0, -1).map(count => `every ${count} hours`),
    'daily',
    'weekly',
    `daily at ${hour}:${minute.padStart(2, '0')}`,
  ];
  const found = forms.find(text => {
    const reading = readScheduleText(text);
    return reading.kind === 'schedule' && reading.cron === cron;
  });
  return found ?? null;
}

/** A schedule text in lower case with single spaces: texts that mean the same but for case and spacing are equal. */
export function foldScheduleText(text: string): string {
  return text.trim().split(/\s+/).join(' ').toLowerCase();
}

/** Whether a schedule text that can be read names its time. Some installations spread the others to a minute of their own. */
export function namesTime(text: string): boolean {
  return /\bat\b|start/i.test(text);
}

/** Whether `text` is spelled as the document does, but for case and spacing; `documented` is a reading's spelling. */
export function isDocumentedSpelling(text: string, documented: string | null): boolean {
  const tight = (words: string) =>
    foldScheduleText(words)
      .replace(/ (?=[ap]m$)/, '')
      .replace(/^daily at 0(?=\d:)/, 'daily at ');
  return documented !== null && tight(text) === tight(documented);
}

/** Longer texts are none of the forms. */
const LONGEST_FORM = 80;

const START = '(?: start(?:ing)?(?: at| on)? (:?\\d{1,2}))?';

const FORMS: readonly (readonly [RegExp, (match: RegExpExecArray) => ScheduleReading])[] = [
  [new RegExp(`^every (\\d{1,6}) (?:minutes?|mins?)${START}$`), readMinutes],
  [/^(?:hourly|every hour)(?: (?:start(?:ing)? )?at (:?\d{1,2}))?$/, ([, start]) => startAt(60, start, 'hourly')],
  [/^every (\d{1,6}) (?:hours?|hrs?)$/, readHours],
  [/^every (?:minute|min)$/, () => ({kind: 'too-frequent'})],
  [/^(?:daily|every day)$/, () => ({kind: 'schedule', cron: '0 0 * * *', documented: 'daily'})],
  [/^(?:daily|every day) at (\d{1,2})(?::(\d{2}))? ?(am|pm)?$/, readDaily],
  [/^(?:weekly|every week)$/, () => ({kind: 'schedule', cron: '0 0 * * 0', documented: 'weekly'})],
];

function readMinutes([, count, start]: RegExpExecArray): ScheduleReading {
  const every = Number(count);
  if (every === 0) return {kind: 'wrong-number', reason: '0 minutes is not possible'};
  if (every < 5) return {kind: 'too-frequent'};
  if (every > 60) {
    const hours = [...DIVISORS_OF_24].reverse().find(number => number * 60 <= every);
    const suggestion = hours === undefined ? 'hourly' : `every ${hours} hours`;
    return {kind: 'uneven', minutes: every, suggestion, reason: 'takes 5 to 60 minutes'};
  }
  if (60 % every !== 0) {
    const near = DIVISORS_OF_60.find(number => number > every) ?? 60;
    return {kind: 'uneven', minutes: every, suggestion: `every ${near} minutes`, reason: 'takes minutes that divide 60'};
  }
  return startAt(every, start, `every ${every} minutes`);
}

/** Minutes between checks that `every N minutes` takes. */
export const DIVISORS_OF_60 = [5, 6, 10, 12, 15, 20, 30, 60];
/** Hours between checks that divide a day. */
export const DIVISORS_OF_24 = [2, 3, 4, 6, 8, 12, 24];

/** `start` is a minute with or without its colon. */
function startAt(every: number, start: string | undefined, documented: string): ScheduleReading {
  if (start === undefined) return {kind: 'schedule', cron: documented === 'hourly' ? '0 * * * *' : `*/${every} * * * *`, documented};
  const minute = Number(start.replace(':', ''));
  if (minute > 59) return {kind: 'wrong-number', reason: `there is no minute ${minute}: an hour has :00 to :59`};
  const from = `starting at :${pad(minute)}`;
  const spelling = documented === 'hourly' ? 'every 60 minutes' : documented;
  const cron = minute === 0 ? `*/${every} * * * *` : `${minute}-59/${every} * * * *`;
  return {kind: 'schedule', cron: documented === 'hourly' ? `${minute} * * * *` : cron, documented: `${spelling} ${from}`};
}

function readHours([whole, count]: RegExpExecArray): ScheduleReading {
  const every = Number(count);
  if (every === 0) return {kind: 'wrong-number', reason: '0 hours is not possible'};
  if (every > 24) return {kind: 'uneven', minutes: every * 60, suggestion: 'daily', reason: 'takes 1 to 24 hours'};
  if (24 % every !== 0) {
    const near = DIVISORS_OF_24.find(number => number > every) ?? 24;
    return {kind: 'uneven', minutes: every * 60, suggestion: `every ${near} hours`, reason: 'takes hours that divide 24'};
  }
  return {
    kind: 'schedule',
    cron: `0 */${every} * * *`,
    documented: every === 1 && !/hours/.test(whole) ? 'hourly' : `every ${every} hours`,
  };
}

function readDaily([, hourText, minuteText, half]: RegExpExecArray): ScheduleReading {
  const hour = Number(hourText);
  const minute = Number(minuteText ?? 0);
  const isHour = half === undefined ? hour <= 23 : hour >= 1 && hour <= 12;
  if (!isHour || minute > 59) return {kind: 'wrong-number', reason: 'there is no such time of day'};
  const at24 = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  const mm = pad(minute);
  const time = half === undefined ? `${hour}:${mm}` : minuteText === undefined ? `${hour}${half}` : `${hour}:${mm} ${half.toUpperCase()}`;
  return {kind: 'schedule', cron: `${minute} ${at24} * * *`, documented: `daily at ${time}`};
}

function pad(minute: number): string {
  return String(minute).padStart(2, '0');
}
