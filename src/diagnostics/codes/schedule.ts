import {codePages} from './code-page';

/** Codes of the family `schedule/`. */
export const scheduleCodes = codePages({
  'schedule/both': {
    meaning: 'A schedule is written either as `cron` or as `text`.',
    example: 'schedule: {cron: "0 6 * * *", text: daily}',
    fix: 'Keep one of them.',
  },
  'schedule/neither': {
    meaning: 'A schedule needs `cron` or `text`.',
    example: 'schedule: {timezone: UTC}',
    fix: 'Add e.g. `text: every 30 minutes` or `cron: "0 6 * * *"`.',
  },
  'schedule/cron-fields': {
    meaning: 'A cron expression has five fields: minute, hour, day of month, month, day of week. Macros and seconds are not supported.',
    example: 'cron: "@daily"',
    fix: 'Write all five, e.g. `"0 0 * * *"`.',
  },
  'schedule/cron-field': {
    meaning:
      'A field of the cron expression is not `*`, a number, a range or a list of them within what the field takes, with or without a step.',
    example: 'cron: "60 * * * *"',
    fix: 'Write what the hint names.',
  },
  'schedule/lonely-step': {
    meaning: 'A step after a single number is read as that number alone by Firecrawl; other crons read it as a range to the end.',
    example: 'cron: "7/15 * * * *"',
    fix: 'Write the range: `7-59/15`.',
  },
  'schedule/too-frequent': {
    meaning:
      'Two runs are less than 5 minutes apart by the wall clock, perhaps only from one hour to the next (`*/7` runs at :56 and :00).',
    example: 'cron: "*/7 * * * *"',
    fix: 'Choose minutes at least 5 apart all around the hour, e.g. `*/10`.',
  },
  'schedule/clock-change': {
    meaning: 'Two runs come closer than 5 minutes only when the clocks of the time zone change.',
    example: 'cron: "1,57 1,3 * * *"\ntimezone: Europe/Berlin',
    fix: 'Choose other minutes, or `timezone: UTC`.',
  },
  'schedule/timezone': {
    meaning: 'The time zone is no IANA name. Offsets and abbreviations are none; upper and lower case do not matter.',
    example: 'timezone: +02:00',
    fix: 'Write a name such as `Europe/Berlin`.',
  },
  'schedule/text-form': {
    meaning: 'The words are no schedule that the service knows.',
    example: 'text: every other day',
    fix: 'Write one of the documented forms, or a cron expression.',
  },
  'schedule/undocumented-form': {
    meaning: 'Firecrawl understands these words, but the service document does not give them, so another may not.',
    example: 'text: every hour',
    fix: 'Write the documented form that the hint names: `hourly`.',
  },
});
