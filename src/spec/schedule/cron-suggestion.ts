import {readCron} from './cron';
import {foldScheduleText, readScheduleText} from './text';
import {type ScheduleSuggestion, suggestSchedule} from './text-suggestion';

/**
 * The schedule that was probably meant by a text that is no five-field cron expression, or null: a macro, six fields, a
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

/** Longer ones are no near miss. */
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
