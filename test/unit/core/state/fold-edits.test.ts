import {foldJournal} from '../../../../src/core/state/fold';
import {collectWork} from '../../../../src/core/state/format/journal';
import {Refusals} from '../../../../src/core/state/format/refusals';
import {decodeState, encodeState} from '../../../../src/core/state/format/state';
import type {JournalRecord} from '../../../../src/core/state/journal';
import type {RecordedMonitor, State} from '../../../../src/core/state/state';
import {done, editIntent, intent, progress, recorded, stateWith} from './world';

function fold(state: State, ...records: readonly JournalRecord[]): State {
  const work = collectWork(records);
  if (work === null) throw new Error('the records are out of order');
  const folded = foldJournal(state, work);
  expect(folded.unfinished).toEqual([]);
  expect(foldJournal(folded.state, work).state.monitors).toEqual(folded.state.monitors);
  return folded.state;
}

const update = editIntent('a', 'id-a');
const removal = editIntent('a', 'id-a', {monitor: null});
const before = recorded({id: 'id-a'});

describe('what becomes of a monitor when the journal tells of an update', () => {
  const cases: readonly {row: string; records: readonly JournalRecord[]; becomes: 'as it was' | 'in doubt' | 'updated'}[] = [
    {row: 'an update that was never sent changes nothing', records: [update], becomes: 'as it was'},
    {row: 'a refused update changes nothing', records: [update, progress('a', 'sending'), progress('a', 'refused')], becomes: 'as it was'},
    {row: 'an update that was given up changes nothing', records: [update, progress('a', 'dropped')], becomes: 'as it was'},
    {row: 'C7: an update that was under way leaves doubt', records: [update, progress('a', 'sending')], becomes: 'in doubt'},
    {
      row: 'C10: an unclear answer leaves doubt',
      records: [update, progress('a', 'sending'), progress('a', 'unknown')],
      becomes: 'in doubt',
    },
    {
      row: 'C15: an update that was copied off the machine may have been sent',
      records: [{...update, offMachine: true}],
      becomes: 'in doubt',
    },
    {row: 'C14: a finished update is recorded', records: [update, progress('a', 'sending'), done('a', 'id-a')], becomes: 'updated'},
  ];
  test.each(cases)('$row', ({records, becomes}) => {
    const record = fold(stateWith({a: before}), ...records).monitors.get('a');
    const pending = {bodyHash: 'c'.repeat(64), applied: {name: 'new'}};
    const {id, createdAt} = before;
    const updated = {id, createdAt, specPath: 'a.yaml', protect: true, bodyHash: 'c'.repeat(64), applied: {name: 'new'}, observed: {}};
    expect(record).toEqual(becomes === 'as it was' ? before : becomes === 'in doubt' ? {...before, pending} : updated);
  });

  test('a finished update ends the doubt about an earlier one and the pause that it took away', () => {
    const doubted = {...before, paused: true as const, pending: {bodyHash: 'd'.repeat(64), applied: {name: 'other'}}};
    const record = fold(stateWith({a: doubted}), update, done('a', 'id-a')).monitors.get('a');
    expect([record?.pending, record?.paused]).toEqual([undefined, undefined]);
  });

  test('an update of a monitor that is no longer recorded under its key changes nothing', () => {
    const state = stateWith({a: recorded({id: 'another'})});
    expect(fold(state, update, done('a', 'id-a')).monitors).toEqual(state.monitors);
  });
});

describe('what becomes of a monitor when the journal tells of its deletion', () => {
  const cases: readonly {row: string; records: readonly JournalRecord[]; isKept: boolean}[] = [
    {row: 'a deletion that was never sent changes nothing', records: [removal], isKept: true},
    {row: 'one whose answer was lost is sent again by the next run', records: [removal, progress('a', 'unknown')], isKept: true},
    {row: 'a finished one takes the record away', records: [removal, progress('a', 'sending'), done('a', 'id-a')], isKept: false},
  ];
  test.each(cases)('$row', ({records, isKept}) => {
    expect(fold(stateWith({a: before}), ...records).monitors.get('a')).toEqual(isKept ? before : undefined);
  });
});

describe('a replacement', () => {
  const replacement = intent('a', {
    supersedes: ['id-a'],
    monitor: {specPath: 'a.yaml', protect: false, bodyHash: 'b'.repeat(64), applied: {name: 'a'}, leftovers: ['id-a']},
  });
  const cleanUp = {...removal, opId: 'op-clean'};

  test('names the old monitor until it is deleted', () => {
    expect(fold(stateWith({a: before}), replacement, done('a', 'id-new')).monitors.get('a')).toMatchObject({
      id: 'id-new',
      leftovers: ['id-a'],
    });
  });

  test('is through when the old one is gone', () => {
    const records = [replacement, done('a', 'id-new'), cleanUp, {...done('a', 'id-a'), opId: 'op-clean'}];
    const record = fold(stateWith({a: before}), ...records).monitors.get('a');
    expect([record?.id, record?.leftovers]).toEqual(['id-new', undefined]);
  });

  test('keeps the others when one of several is gone', () => {
    const state = stateWith({a: recorded({id: 'id-new', leftovers: ['id-a', 'id-b']})});
    expect(fold(state, cleanUp, {...done('a', 'id-a'), opId: 'op-clean'}).monitors.get('a')?.leftovers).toEqual(['id-b']);
  });
});

describe('members that few monitors have', () => {
  const refusals = new Refusals({shown: 'monitors.state.json', project: 'acme-web', environment: 'default', soundBackup: () => null});
  const full: RecordedMonitor = recorded({
    paused: true,
    pending: {bodyHash: 'c'.repeat(64), applied: {name: 'new'}, paused: true},
    leftovers: ['id-old'],
    secrets: {TOKEN: 'f'.repeat(64)},
  });

  test('come back from the file as they were written', () => {
    const {text} = encodeState({...stateWith({a: full, b: recorded({id: 'id-b'})}), serial: 1});
    expect(decodeState(Buffer.from(text), refusals).state.monitors.get('a')).toEqual(full);
  });

  test.each([{paused: false}, {pending: {}}, {leftovers: [1]}, {mayExistTwice: false}, {secrets: {TOKEN: 1}}])(
    'of a wrong type are refused: %j',
    wrong => {
      const {text} = encodeState({...stateWith({a: {...full, ...wrong} as unknown as RecordedMonitor}), serial: 1});
      expect(() => decodeState(Buffer.from(text), refusals)).toThrow('has missing members or members of a wrong type');
    },
  );
});
