/** The minute at which a schedule text without one starts. */
export type Spread = 'none' | {readonly seed: number};

/** The cron expression of a schedule text, or what is wrong with the text. */
export type TextSchedule = {readonly cron: string} | {readonly problem: string};

/**
 * Reads a schedule text as the observed service does (service document, "MonitorSchedule"): any case and spacing, commas
 * and full stops ignored. With a spread, texts that name no minute get one of their own.
 */
export function readScheduleText(text: string, spread: Spread): TextSchedule {
  const words = text.toLowerCase().replace(/[.,]/g, '').trim().replace(/\s+/g, ' ');
  for (const [pattern, read] of forms) {
    const match = pattern.exec(words);
    if (match !== null) return read(match, limit => (spread === 'none' ? 0 : spread.seed % limit));
  }
  return {problem: 'is not a supported schedule: write e.g. "every 30 minutes", "hourly", "daily at 9:00" or "weekly"'};
}

type Form = readonly [RegExp, (match: RegExpExecArray, spread: (limit: number) => number) => TextSchedule];

const starting = '(?: start(?:ing)?(?: at| on)? :?(\\d{1,2}))?';

const forms: readonly Form[] = [
  [new RegExp(`^every (\\d+) (?:minutes?|mins?)${starting}$`), readMinutes],
  [
    /^(?:hourly|every hour)(?: (?:start(?:ing)? )?at :?(\d{1,2}))?$/,
    ([, start], spread) => atMinute(start, spread(60), minute => `${minute} * * * *`),
  ],
  [/^every (\d+) (?:hours?|hrs?)$/, readHours],
  [/^(?:daily|every day)$/, (_, spread) => ({cron: `${spread(60)} 0 * * *`})],
  [/^(?:daily|every day) at (\d{1,2})(?::(\d{2}))? ?(am|pm)?$/, readDaily],
  [/^(?:weekly|every week)$/, (_, spread) => ({cron: `${spread(60)} 0 * * 0`})],
];

function readMinutes([, count = '', start]: RegExpExecArray, spread: (limit: number) => number): TextSchedule {
  const every = Number(count);
  if (every < 1 || every > 60) return {problem: 'the number of minutes must be 1 to 60'};
  if (60 % every !== 0) return {problem: 'the number of minutes must divide 60'};
  return atMinute(start, spread(every), minute => (minute === 0 ? `*/${every} * * * *` : `${minute}-59/${every} * * * *`));
}

function readHours([, count = '']: RegExpExecArray, spread: (limit: number) => number): TextSchedule {
  const every = Number(count);
  if (every < 1 || every > 24) return {problem: 'the number of hours must be 1 to 24'};
  if (24 % every !== 0) return {problem: 'the number of hours must divide 24'};
  return {cron: `${spread(60)} */${every} * * *`};
}

function readDaily([, hourText = '', minuteText = '0', half]: RegExpExecArray): TextSchedule {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  const isHour = half === undefined ? hour <= 23 : hour >= 1 && hour <= 12;
  if (!isHour || minute > 59) return {problem: 'the time of day is not valid'};
  return {cron: `${minute} ${half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)} * * *`};
}

function atMinute(start: string | undefined, otherwise: number, write: (minute: number) => string): TextSchedule {
  const minute = start === undefined ? otherwise : Number(start);
  return minute > 59 ? {problem: 'the starting minute must be 0 to 59'} : {cron: write(minute)};
}
