/** The spellings of schedules in words that `monitors validate` takes without a finding, for editors, which know patterns alone. */

const GAP = '\\s+';
const START = `(${GAP}${anyCase('starting')}${GAP}${anyCase('at')}${GAP}:[0-5][0-9])?`;
const DAILY = `${anyCase('daily')}${GAP}${anyCase('at')}${GAP}`;
const HALF = '\\s*[aApP][mM]';

/** Schedules in words, whole: a pattern. */
export const SCHEDULE_WORDS = whole(
  every('(5|6|10|12|15|20|30|60)', `${anyCase('minutes')}${START}`),
  anyCase('hourly'),
  every('(1|2|3|4|6|8|12|24)', anyCase('hours')),
  anyCase('daily'),
  `${DAILY}([01]?[0-9]|2[0-3]):[0-5][0-9]`,
  `${DAILY}([1-9]|1[0-2]|(0?[1-9]|1[0-2]):[0-5][0-9])${HALF}`,
  anyCase('weekly'),
);

/** Texts of which a message can say more than that they are not a schedule; the first that fits counts. */
export const NEAR_SCHEDULES = [
  {
    pattern: whole(every('0*[1-4]', anyCase('minutes?')), every('', anyCase('minute'), ''), every('[0-9]*', anyCase('seconds?'), '\\s*')),
    errorMessage: 'the shortest is: every 5 minutes',
  },
  {pattern: whole(every('[0-9]+', `${anyCase('minutes')}${START}`)), errorMessage: 'minutes: write 5, 6, 10, 12, 15, 20, 30 or 60'},
  {pattern: whole(every('[0-9]+', anyCase('hours'))), errorMessage: 'hours: write 1, 2, 3, 4, 6, 8, 12 or 24; longer: daily or weekly'},
];

/** Message for any other text. */
export const NOT_A_SCHEDULE =
  'not a schedule: write every 30 minutes, hourly, every 2 hours, daily, daily at 9:00, daily at 5:30 PM or weekly; other times: use cron';

function every(count, unit, gap = GAP) {
  return `${anyCase('every')}${GAP}${count}${gap}${unit}`;
}

/** A pattern for the letters of a word in any case: JSON Schema has no flags. */
function anyCase(word) {
  return word.replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`);
}

function whole(...forms) {
  return `^\\s*(${forms.join('|')})\\s*$`;
}
