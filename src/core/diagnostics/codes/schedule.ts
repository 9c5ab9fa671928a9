import {codePages} from './code-page';

/** Codes of the family `schedule/`. */
export const scheduleCodes = codePages({
  'schedule/both': {
    meaning: 'Both `cron` and `text`.',
    example: 'schedule: {cron: "0 6 * * *", text: daily}',
    fix: 'Keep one of them.',
  },
  'schedule/neither': {
    meaning: 'Neither `cron` nor `text`.',
    example: 'schedule: {timezone: UTC}',
    fix: 'Add for example `text: every 30 minutes` or `cron: "0 6 * * *"`.',
  },
  'schedule/cron-fields': {
    meaning: 'Cron has five fields: minute, hour, day of month, month, day of week. No macros, no seconds.',
    example: 'cron: "@daily"',
    fix: 'Write all five, such as `"0 0 * * *"`.',
  },
  'schedule/cron-field': {
    meaning: 'A field is not `*`, a number, range or list within its limits.',
    example: 'cron: "60 * * * *"',
    fix: 'Write the value in the hint.',
  },
  'schedule/lonely-step': {
    meaning: 'Firecrawl ignores a step after a single number; other crons read a range.',
    example: 'cron: "7/15 * * * *"',
    fix: 'Write the range: `7-59/15`.',
  },
  'schedule/too-frequent': {
    meaning: 'Runs are less than 5 minutes apart, perhaps across the hour (`*/7`: :56 and :00).',
    example: 'cron: "*/7 * * * *"',
    fix: 'Choose minutes at least 5 apart, such as `*/10`.',
  },
  'schedule/clock-change': {
    meaning: 'Runs are less than 5 minutes apart when clocks change.',
    example: 'cron: "1,57 1,3 * * *"\ntimezone: Europe/Berlin',
    fix: 'Choose other minutes, or `timezone: UTC`.',
  },
  'schedule/timezone': {
    meaning: 'Not an IANA name. Offsets and abbreviations are not supported.',
    example: 'timezone: +02:00',
    fix: 'Write a name such as `Europe/Berlin`.',
  },
  'schedule/text-form': {
    meaning: 'The service does not support this text.',
    example: 'text: every other day',
    fix: 'Write a documented form (docs/schedules.md) or a cron expression.',
  },
  'schedule/undocumented-form': {
    meaning: 'Firecrawl accepts this text but does not document it.',
    example: 'text: every hour',
    fix: 'Write the form in the hint: `hourly`.',
  },
});
