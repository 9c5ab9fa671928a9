import {continueJournal} from '../../../../../src/core/state/file/kept-journal';
import {decodeJournal, encodeHeader, encodeLines} from '../../../../../src/core/state/format/journal';
import type {JournalRecord} from '../../../../../src/core/state/journal';
import {done, intent, progress} from '../world';

const LINEAGE = 'aaaaaaaa-0000-4000-8000-000000000000';
const VERSION = {lineage: LINEAGE, serial: 2, checksum: 'sha256:0'};

function journal(records: readonly JournalRecord[], {serial = 2} = {}): Buffer {
  return Buffer.from(encodeLines([encodeHeader({lineage: LINEAGE, serial, tool: 't'}), ...records], '').text);
}

/** The phase of each key in what a run reads; null where it reads nothing. */
function read(present: Buffer | null, kept: Buffer | null): Record<string, string> | null {
  const bytes = continueJournal(present, kept, VERSION);
  if (bytes === null) return null;
  const decoded = decodeJournal(bytes);
  if (decoded.kind !== 'sound') throw new Error(decoded.kind);
  return Object.fromEntries(decoded.content.creates.map(one => [one.intent.key, one.phase]));
}

const sent = [intent('a'), progress('a', 'sending')];
const created = [...sent, done('a', 'id-a')];
const other = [intent('b'), progress('b', 'unknown')];

test.each([
  {name: 'nothing was kept', present: journal(sent), kept: null, expected: {a: 'sending'}},
  {name: 'the journal was taken away', present: null, kept: journal(sent), expected: {a: 'sending'}},
  {name: 'an earlier part of it was put back', present: journal([intent('a')]), kept: journal(sent), expected: {a: 'sending'}},
  {
    name: 'that of the serial before was put back',
    present: journal(other, {serial: 1}),
    kept: journal(sent),
    expected: {a: 'sending', b: 'unknown'},
  },
  {name: 'a create was done since', present: journal(other, {serial: 1}), kept: journal(created), expected: {a: 'done', b: 'unknown'}},
  {
    name: 'it was sent again since',
    present: journal([...other, intent('a')], {serial: 1}),
    kept: journal(sent),
    expected: {a: 'sending', b: 'unknown'},
  },
  {name: 'another machine settled it', present: journal([...other, ...created]), kept: journal(sent), expected: {a: 'done', b: 'unknown'}},
  {name: 'the present one knows all', present: journal([...other, ...sent]), kept: journal(sent), expected: {a: 'sending', b: 'unknown'}},
  {name: 'the state was written since', present: journal(other), kept: journal(sent, {serial: 1}), expected: {b: 'unknown'}},
  {name: 'the state was written since, without a journal', present: null, kept: journal(sent, {serial: 1}), expected: null},
])('what was sent is never taken for not sent: $name', ({present, kept, expected}) => {
  expect(read(present, kept)).toEqual(expected);
});

test('what was read together is read again as it is', () => {
  const kept = journal(created);
  const joined = continueJournal(journal(other, {serial: 1}), kept, VERSION);
  expect(continueJournal(joined, kept, VERSION)).toBe(joined);
});
