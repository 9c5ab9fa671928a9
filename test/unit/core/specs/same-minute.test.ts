import {checkSpecs} from '../../../../src/core/specs/check';
import {openCheckCache} from '../../../../src/core/specs/files-cache';

const SCHEDULE = {cron: '0 9 * * *', timezone: 'Europe/Berlin'};

function listFiles(count: number, schedule: object, change: object = {}, folder = 'm') {
  return Array.from({length: count}, (_, index) => {
    const key = `${folder}${String(index).padStart(3, '0')}`;
    const spec = {name: key, schedule, targets: [{type: 'scrape', urls: [`https://${key}.example/`]}], ...change};
    return {file: `monitors/${key}.yaml`, specPath: `${key}.yaml`, bytes: Buffer.from(JSON.stringify(spec))};
  });
}

function check(files: ReturnType<typeof listFiles>, cache: Parameters<typeof checkSpecs>[1]['cache'] = null) {
  return checkSpecs(files, {allowed: [], operations: 'full', cache}).findings.filter(({code}) => code === 'risk/same-minute');
}

test('many monitors at one minute are one warning, at the first with the most used schedule', () => {
  const files = [...listFiles(10, {cron: '0 8 * * *'}, {}, 'a'), ...listFiles(60, SCHEDULE, {}, 'b')];
  expect(check(files)).toEqual([
    {
      code: 'risk/same-minute',
      severity: 'warning',
      message: '70 monitors run at the same minute, such as Monday 09:00 (Europe/Berlin); 60 of them by "0 9 * * *"',
      hint: 'for schedules that spread them: monitors report --suggest',
      where: expect.objectContaining({file: 'monitors/b000.yaml', pointer: '/schedule'}),
    },
  ]);
});

test.each([
  {name: 'as many as may be', files: listFiles(50, SCHEDULE)},
  {name: 'paused ones', files: listFiles(60, SCHEDULE, {sync: {paused: true}})},
  {name: 'words without a time, which the service spreads', files: listFiles(60, {text: 'daily'})},
  {name: 'those of another environment', files: listFiles(60, SCHEDULE, {sync: {environments: ['staging']}})},
  {name: 'schedules that cannot be read', files: listFiles(60, {cron: '0 25 * * *'})},
])('$name: no warning', ({files}) => {
  expect(check(files)).toEqual([]);
});

test('words with a time of day count, and files that are known already', () => {
  const files = listFiles(51, {text: 'daily at 9:00'});
  let text: string | null = null;
  const file = {read: () => text, write: (written: string) => (text = written)};
  for (const _run of ['new', 'known']) {
    const cache = openCheckCache(file, 'this build');
    expect(check(files, cache)).toMatchObject([{message: expect.stringMatching(/^51 monitors run .* Monday 09:00 \(UTC\); all of them/)}]);
    cache.save();
  }
  expect(text).not.toBeNull();
});
