import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import Ajv from 'ajv';
import fc from 'fast-check';
import {isDocumentedSpelling, readScheduleText} from '../../../src/core/specs/schedule/text';

const schema = JSON.parse(readFileSync(join(__dirname, '../../../schemas/spec.schema.json'), 'utf8')) as {definitions: object};
const ajv = new Ajv({strict: false});
const isUnmarked = ajv.compile({
  ...schema,
  $id: 'urn:test:schedule',
  allOf: [true],
  properties: {schedule: {$ref: '#/definitions/MonitorSchedule'}},
});

/** Whether `monitors validate` takes a schedule in words without a finding. */
function isFine(text: string): boolean {
  const reading = readScheduleText(text);
  return reading.kind === 'schedule' && isDocumentedSpelling(text, reading.documented);
}

const number = fc.oneof(fc.nat(99), fc.constantFrom('05', '009', '', 'ten')).map(String);
const words = fc.constantFrom('every', 'minutes', 'minute', 'hours', 'hour', 'hourly', 'daily', 'weekly', 'at', 'starting', 'noon', 'day');
const time = fc.tuple(fc.nat(25), fc.nat(61), fc.constantFrom('', 'am', ' PM')).map(([hour, minute, half]) => `${hour}:${minute}${half}`);
const text = fc.oneof(
  number.map(count => `every ${count} minutes`),
  number.map(count => `every ${count} hours`),
  fc.tuple(number, number).map(([count, start]) => `every ${count} minutes starting at :${start}`),
  time.map(at => `daily at ${at}`),
  number.map(hour => `daily at ${hour}am`),
  fc.array(fc.oneof(words, number), {maxLength: 5}).map(parts => parts.join(' ')),
);

test('editors mark a schedule in words exactly where validate has something to say', () => {
  const spelled = fc.tuple(text, fc.boolean()).map(([plain, isUpper]) => (isUpper ? plain.toUpperCase() : plain));
  fc.assert(
    fc.property(spelled, plain => {
      expect({plain, isFine: isUnmarked({schedule: {text: plain}})}).toEqual({plain, isFine: isFine(plain)});
    }),
    {numRuns: 2000},
  );
});
