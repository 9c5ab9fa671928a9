import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {salvageState} from '../../../../../src/core/state/format/salvage';
import {encodeState} from '../../../../../src/core/state/format/state';
import {recorded, stateWith} from '../world';

const keys = Array.from({length: 20}, (_, index) => `key-${String(index).padStart(2, '0')}`);
const state = stateWith(Object.fromEntries(keys.map(key => [key, recorded({id: `id-${key}`, applied: {name: `"},\n    "${key}`}})])), {
  serial: 7,
});
const lines = encodeState(state).text;
const indented = `${JSON.stringify(JSON.parse(lines), null, 2)}\n`;
const found = (text: string) => salvageState(Buffer.from(text)).records.map(([key]) => key);

const golden = (...names: string[]) => readFileSync(join(__dirname, '../../../../faults/state-reading', ...names));

test.each([
  'sound',
  'edited',
  'auto-merged',
  'no-checksum',
  'bom',
  'utf-16',
  'trailing-comma',
  'newer',
  'shared-id',
  'record-without-id',
  'latin-1',
])('%s: as much is read of lines as of an indented file', name => {
  const ofLines = salvageState(golden(`${name}.golden.json`));
  const ofIndented = salvageState(golden('indented', `${name}.golden.json`));
  expect(ofLines.records.length).toBeGreaterThan(1);
  expect(ofLines.records.map(([key, {id}]) => [key, id])).toEqual(ofIndented.records.map(([key, {id}]) => [key, id]));
  expect({...ofLines, records: []}).toEqual({...ofIndented, records: []});
});

describe.each([
  {form: 'lines', text: lines},
  {form: 'indented', text: indented},
])('$form', ({text}) => {
  test('a text that was cut off still tells every record that is whole', () => {
    const ends = keys.map(key => text.indexOf('"specPath"', text.indexOf(`    "${key}": {`)));
    for (const [index, end] of ends.entries()) {
      expect(found(text.slice(0, end))).toEqual(keys.slice(0, index));
      const whole = text.indexOf('}', end) + 1;
      expect(found(text.slice(0, whole))).toEqual(keys.slice(0, index + 1));
    }
  });

  test('records before and behind what was overwritten are read', () => {
    const bytes = Buffer.from(text);
    bytes.fill(0, bytes.indexOf('"id-key-05"'), bytes.indexOf('"id-key-08"'));
    const left = salvageState(bytes);
    expect(left.records.map(([key]) => key)).toEqual(keys.filter(key => !['key-05', 'key-06', 'key-07', 'key-08'].includes(key)));
    expect(left).toMatchObject({serial: 7, lineages: [state.lineage], origins: [state.origin]});
  });
});

test('both sides of a conflict are read, also where one is indented and the other is not', () => {
  const theirs = encodeState({...state, serial: 9, monitors: new Map(state.monitors).set('new', recorded({id: 'id-new'}))}).text;
  const text = `<<<<<<< HEAD\n${indented}=======\n${theirs}>>>>>>> main\n`;
  expect(found(text).sort()).toEqual([...keys, 'new']);
  expect(salvageState(Buffer.from(text))).toMatchObject({serial: 9, lineages: [state.lineage]});
  expect(found(text.slice(0, -300)).sort()).toEqual(keys);
  expect(
    salvageState(golden('conflict.golden.json'))
      .records.map(([key]) => key)
      .sort(),
  ).toEqual([...['10', '2024', 'docs/changes', 'docs/news', 'pricing/acme']]);
});
