import {inspect} from 'node:util';
import {readApiKey} from '../../../../src/core/api/endpoint';

test('a key is trimmed and kept out of sight', () => {
  const reading = readApiKey('  fc-CANARY0123456789\n');
  if (reading.kind !== 'key') throw new Error('expected a key');
  expect(reading.key.reveal()).toBe('fc-CANARY0123456789');
  expect(`${JSON.stringify(reading)}${inspect(reading)}`).not.toContain('CANARY');
});

test.each([
  {name: 'nothing', text: ' ', says: 'is empty'},
  {name: 'a line break in the middle', text: 'fc-CAN\nARY', says: 'contains a character'},
  {name: 'a quote', text: '"fc-CANARY"', says: 'contains a character'},
  {name: 'a letter that is not ASCII', text: 'fc-CANÀRY', says: 'contains a character'},
  {name: 'a NUL', text: 'fc-CAN\0ARY', says: 'contains a character'},
  {name: 'the word Bearer', text: 'Bearer fc-CANARY', says: 'Bearer'},
  {name: 'a whole file', text: 'CANARY'.repeat(1000), says: 'longer than'},
])('S6: $name is refused without being shown', ({text, says}) => {
  const reading = readApiKey(text);
  expect(reading).toMatchObject({kind: 'refused', message: expect.stringContaining(says)});
  expect(JSON.stringify(reading)).not.toMatch(/CAN|RY/);
});
