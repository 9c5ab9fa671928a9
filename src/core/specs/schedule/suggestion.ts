import {suggestName} from '../../diagnostics/suggest';
import {readCron} from './cron';
import {foldScheduleText, readScheduleText} from './text';

/** Probable meaning of words that are not a schedule, in an accepted form. */
type ScheduleSuggestion = {readonly kind: 'text'; readonly text: string} | {readonly kind: 'cron'; readonly cron: string};

/** The schedule that was probably meant by words that are none, or null. What it names is accepted as it stands. */
export function suggestSchedule(words: string): ScheduleSuggestion | null {
  if (words.length > LONGEST_WORDS) return null;
  if (isCron(words)) return {kind: 'cron', cron: words.trim()};
  const plain = rewriteWords(foldScheduleText(words).replace(/[.,!]+$/, ''));
  for (const candidate of [...rewriteForms(plain), suggestForm(plain)]) {
    const reading = candidate === undefined ? null : readScheduleText(candidate);
    if (reading?.kind === 'schedule') return {kind: 'text', text: reading.documented};
  }
  const cron = startHours(plain) ?? toCron(plain);
  return cron !== null && isCron(cron) ? {kind: 'cron', cron} : null;
}

/** Longer words are not a misspelt form. */
const LONGEST_WORDS = 80;

function isCron(text: string): boolean {
  return readCron(text).kind === 'cron';
}

const NUMBER_WORDS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** Numbers in words, noon and midnight, and units that stick to their number. */
function rewriteWords(plain: string): string {
  return plain
    .replace(/\b[a-z]+\b/g, word => (NUMBER_WORDS.includes(word) ? String(NUMBER_WORDS.indexOf(word) + 1) : word))
    .replace(/\bnoon\b/, '12:00')
    .replace(/\bmidnight\b/, '0:00')
    .replace(/\b(\d{1,4}) ?m(?:ins?)?\b/, '$1 minutes')
    .replace(/\b(\d{1,4}) ?h(?:rs?)?\b/, '$1 hours')
    .replace(/ at (\d{1,2}):(\d)(?!\d)/, ' at $1:0$2');
}

/** Hours that begin at another minute, which only a cron expression can say. */
function startHours(plain: string): string | null {
  const [, count = '1', minute = ''] = START_HOURS.exec(plain) ?? [];
  if (minute === '' || 24 % Number(count) !== 0 || Number(minute) > 59) return null;
  return `${Number(minute)} ${count === '1' ? '*' : `*/${count}`} * * *`;
}

const START_HOURS = /^(?:hourly|every (?:hour|(\d{1,2}) (?:hours?|hrs?))) (?:start(?:ing)? ?)?(?:at |on )?:?(\d{1,2})$/;

/** Other words for the documented forms. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^(?:every )?(?:\d{1,5} )?sec(?:ond)?s?$/, 'every 5 minutes'],
  [/^(?:every |each )?minute(?:ly)?$/, 'every 5 minutes'],
  [/^(?:every )?(?:half (?:an )?hour|half-hour(?:ly)?)$/, 'every 30 minutes'],
  [/^(?:every )?quarter (?:of an )?hour$/, 'every 15 minutes'],
  [/^(?:each|once an|1 times? an) hour$/, 'hourly'],
  [/^(?:everyday|each day|once a day|every 1 days?|every 24 hours?|nightly)$/, 'daily'],
  [/^(?:everyday|each day|once a day|every 1 days?) at (.{1,12})$/, 'daily at $1'],
  [/^(?:at )?(\d{1,2}(?::\d{2}| ?[ap]m|:\d{2} ?[ap]m))(?: every day| daily)?$/, 'daily at $1'],
  [/^(?:twice a day|twice daily)$/, 'every 12 hours'],
  [/^(?:each week|once a week|every 1 weeks?|every 7 days)$/, 'weekly'],
  [/^(\d{1,4} (?:minutes|hours))$/, 'every $1'],
];

function rewriteForms(plain: string): string[] {
  return [plain, ...FORMS.filter(([pattern]) => pattern.test(plain)).map(([pattern, form]) => plain.replace(pattern, form))];
}

/** The nearest form where single letters are wrong; numbers stay as they are. */
function suggestForm(plain: string): string | undefined {
  const numbers = plain.match(/\d{1,2}:\d{2}|\d{1,4}/g) ?? [];
  if (numbers.length > 1) return undefined;
  const [number = ''] = numbers;
  const known =
    number === '' ? ['hourly', 'daily', 'weekly'] : ['every N minutes', 'every N hours', 'daily at N', 'daily at Nam', 'daily at Npm'];
  return suggestName(number === '' ? plain : plain.replace(number, 'N'), known)?.replace('N', number);
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Days that only a cron expression can name, perhaps with a time of day. */
function toCron(plain: string): string | null {
  const [, days = '', time] = /^(.{1,40}?)(?: at (.{1,12}))?$/.exec(plain) ?? [];
  const daily = readScheduleText(time === undefined ? 'daily' : `daily at ${time}`);
  const fields = daily.kind === 'schedule' ? daysOf(days) : null;
  return daily.kind === 'schedule' && fields !== null ? `${daily.cron.split(' ').slice(0, 2).join(' ')} ${fields}` : null;
}

/** Day of month, month and day of week. */
function daysOf(words: string): string | null {
  const [, day = ''] = /^(?:weekly |each |every )?(?:on )?([a-z]+?)s?$/.exec(words) ?? [];
  const weekday = DAYS.findIndex(name => name === day || (day.length === 3 && name.startsWith(day)));
  if (weekday >= 0) return `* * ${weekday}`;
  if (day === 'weekday' || day === 'workday') return '* * 1-5';
  if (day === 'weekend') return '* * 0,6';
  if (words === 'weekly') return '* * 0';
  if (/^(?:monthly|(?:each|every|once a) month)$/.test(words)) return '1 * *';
  if (/^(?:yearly|annually|(?:each|every|once a) year)$/.test(words)) return '1 1 *';
  const [, count] = /^every (other|\d{1,2}) days?$/.exec(words) ?? [];
  return count === undefined ? null : `*/${count === 'other' ? 2 : count} * *`;
}

/**
 * The schedule that was probably meant by a text that is not a five-field cron expression, or null: a macro, six fields, a
 * zone or a comment in it, words. What it names is accepted as it stands.
 */
export function suggestForCron(text: string): ScheduleSuggestion | null {
  if (text.length > LONGEST_TEXT) return null;
  const plain = text.trim();
  const cron = MACROS.get(plain.toLowerCase()) ?? findFiveFields(plain);
  if (cron !== undefined) return {kind: 'cron', cron};
  const words = plain.replace(/^@/, '');
  if (readScheduleText(words).kind === 'schedule') return {kind: 'text', text: foldScheduleText(words)};
  return suggestSchedule(words);
}

/** Longer ones are not a misspelt expression. */
const LONGEST_TEXT = 128;

const MACROS: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
]);

/** The five fields in a text that has more: without a zone, a comment, white space in lists, seconds or a year. */
function findFiveFields(text: string): string | undefined {
  const fields = text
    .replace(/^(?:CRON_)?TZ=\S+\s+/, '')
    .replace(/\s+#.*$/, '')
    .replace(/\s*,\s*/g, ',')
    .split(/\s+/);
  const withoutSeconds = fields[0] === '0' ? fields.slice(1) : [];
  const withoutYear = /^(?:\*|\d{4})$/.test(fields[5] ?? '') ? fields.slice(0, 5) : [];
  return [fields, withoutSeconds, withoutYear].map(five => five.join(' ')).find(five => readCron(five).kind === 'cron');
}
