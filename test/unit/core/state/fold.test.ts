import {foldJournal} from '../../../../src/core/state/fold';
import {collectWork} from '../../../../src/core/state/format/journal';
import type {JournalRecord} from '../../../../src/core/state/journal';
import {done, intent, progress, recorded, stateWith} from './world';

function fold(state: ReturnType<typeof stateWith>, ...records: readonly JournalRecord[]) {
  const work = collectWork(records);
  if (work === null) throw new Error('the records are out of order');
  return foldJournal(state, work);
}

const offMachine = intent('a', {offMachine: true});

describe('what becomes of a create when the journal is folded', () => {
  const cases: readonly {row: string; records: readonly JournalRecord[]; becomes: 'recorded' | 'forgotten' | 'sending' | 'unknown'}[] = [
    {row: 'C5: an intent that was never sent is forgotten', records: [intent('a')], becomes: 'forgotten'},
    {row: 'C15: an intent that was copied off the machine may have been sent', records: [offMachine], becomes: 'unknown'},
    {
      row: 'a refused attempt of an intent that was copied off the machine is proof enough',
      records: [offMachine, progress('a', 'sending'), progress('a', 'refused')],
      becomes: 'forgotten',
    },
    {row: 'C7: a request that was under way stays', records: [intent('a'), progress('a', 'sending')], becomes: 'sending'},
    {row: 'C10: an unclear answer stays', records: [intent('a'), progress('a', 'sending'), progress('a', 'unknown')], becomes: 'unknown'},
    {
      row: 'a refused request is forgotten',
      records: [intent('a'), progress('a', 'sending'), progress('a', 'refused')],
      becomes: 'forgotten',
    },
    {
      row: 'a refusal after an unclear answer proves nothing about the first request',
      records: [intent('a'), progress('a', 'sending'), progress('a', 'unknown'), progress('a', 'sending', 2), progress('a', 'refused', 2)],
      becomes: 'unknown',
    },
    {
      row: 'a refusal after a request without any answer proves nothing either',
      records: [intent('a'), progress('a', 'sending'), progress('a', 'sending', 2), progress('a', 'refused', 2)],
      becomes: 'unknown',
    },
    {
      row: 'a refusal after a refusal is forgotten',
      records: [intent('a'), progress('a', 'sending'), progress('a', 'refused'), progress('a', 'sending', 2), progress('a', 'refused', 2)],
      becomes: 'forgotten',
    },
    {row: 'C14: a finished create is recorded', records: [intent('a'), progress('a', 'sending'), done('a', 'id-a')], becomes: 'recorded'},
    {
      row: 'a create that was given up is forgotten',
      records: [intent('a'), progress('a', 'unknown'), progress('a', 'dropped')],
      becomes: 'forgotten',
    },
    {
      row: 'an unclear create that a person adopted is recorded',
      records: [intent('a'), progress('a', 'unknown'), done('a', 'id-a')],
      becomes: 'recorded',
    },
  ];
  test.each(cases)('$row', ({records, becomes}) => {
    const {state, unfinished} = fold(stateWith(), ...records);
    const record = state.monitors.get('a');
    expect(record === undefined ? (unfinished[0]?.phase ?? 'forgotten') : 'recorded').toBe(becomes);
    expect(unfinished).toHaveLength(becomes === 'sending' || becomes === 'unknown' ? 1 : 0);
    if (record !== undefined)
      expect(record).toMatchObject({id: 'id-a', specPath: 'a.yaml', bodyHash: 'b'.repeat(64), applied: {name: 'a'}});
  });
});

test('folding twice is the same as folding once', () => {
  const records = [intent('a'), done('a', 'id-a'), intent('b'), progress('b', 'sending'), intent('c')];
  const once = fold(stateWith({old: recorded()}), ...records);
  const twice = fold(once.state, ...records);
  expect(twice.state).toBe(once.state);
  expect(twice.unfinished).toEqual(once.unfinished);
});

test('a journal that adds nothing leaves the very same state', () => {
  const state = stateWith({old: recorded()});
  expect(fold(state, intent('a'), progress('a', 'sending')).state).toBe(state);
});

describe('an answer that contradicts the state is left to a person', () => {
  test('the id belongs to another key', () => {
    const {state, unfinished} = fold(stateWith({old: recorded({id: 'id-1'})}), intent('a'), done('a', 'id-1'));
    expect(state.monitors.has('a')).toBe(false);
    expect(unfinished).toMatchObject([
      {phase: 'unknown', error: {message: 'the service answered with id id-1, which is recorded as "old"'}},
    ]);
  });

  test('two creates were answered with one id', () => {
    const {state, unfinished} = fold(stateWith(), intent('a'), done('a', 'id-1'), intent('b'), done('b', 'id-1'));
    expect([...state.monitors.keys()]).toEqual(['a']);
    expect(unfinished.map(({intent: {key}}) => key)).toEqual(['b']);
  });

  test('the key has another monitor that was not to be replaced', () => {
    const {state, unfinished} = fold(stateWith({a: recorded({id: 'id-old'})}), intent('a'), done('a', 'id-new'));
    expect(state.monitors.get('a')?.id).toBe('id-old');
    expect(unfinished).toHaveLength(1);
  });

  test('a monitor that was to be replaced is replaced', () => {
    const {state, unfinished} = fold(stateWith({a: recorded({id: 'id-old'})}), intent('a', {supersedes: ['id-old']}), done('a', 'id-new'));
    expect([state.monitors.get('a')?.id, unfinished]).toEqual(['id-new', []]);
  });
});

test('records that do not follow from those before them are no history', () => {
  expect(collectWork([progress('a', 'sending')])).toBeNull();
  expect(collectWork([intent('a'), intent('a')])).toBeNull();
  expect(collectWork([intent('a'), {...progress('a', 'sending'), key: 'b'}])).toBeNull();
});
