import fc from 'fast-check';
import {isLoopback, isOfEmulator, mayBeTrial, moveTo, noteAnswers, startAt} from '../../../../src/core/state/origin';
import {stateWith} from './world';

const HERE = 'http://127.0.0.1:4010';
const THERE = 'https://api.example.dev';
const at = (origin: string, emulator?: boolean) => stateWith({}, {origin, ...(emulator === undefined ? {} : {emulator})});

describe('who answered at the address of a state', () => {
  test.each([
    {name: 'nobody yet', before: at(HERE), by: null, after: undefined},
    {name: 'the emulator', before: at(HERE), by: true, after: true},
    {name: 'another service', before: at(HERE), by: false, after: false},
    {name: 'another service, after the emulator', before: at(HERE, true), by: false, after: false},
    {name: 'the emulator, after another service', before: at(HERE, false), by: true, after: false},
    {name: 'a service elsewhere that calls itself the emulator', before: at(THERE), by: true, after: undefined},
  ])('$name', ({before, by, after}) => {
    expect(noteAnswers(before, by).emulator).toBe(after);
  });

  test('nothing new is the same state, so that nothing is written', () => {
    for (const state of [at(HERE, true), at(HERE, false), at(THERE)]) expect(noteAnswers(state, true)).toBe(state);
    expect(startAt(at(HERE, true), HERE).emulator).toBe(true);
  });
});

describe('a state that gets another address', () => {
  test.each([
    {name: 'an empty one begins without a mark', after: startAt(at(HERE, true), THERE), emulator: undefined},
    {name: 'the emulator at another port is the emulator', after: moveTo(at(HERE, true), 'http://localhost:1'), emulator: true},
    {name: 'a real service stays real on loopback', after: moveTo(at(THERE), HERE), emulator: false},
    {name: 'so it does behind a tunnel at another port', after: moveTo(at(HERE, false), 'http://127.0.0.1:9'), emulator: false},
    {name: 'of an older version nothing is known', after: moveTo(at(HERE), 'http://127.0.0.1:9'), emulator: undefined},
  ])('$name', ({after, emulator}) => expect(after.emulator).toBe(emulator));
});

test('S24: whatever happens to a state with real monitors, it never becomes a trial', () => {
  const origins = [HERE, 'http://localhost:9', 'http://[::1]:5', THERE, 'https://127.0.0.1.example.com'];
  const step = fc.oneof(
    fc.record({do: fc.constant('move' as const), to: fc.constantFrom(...origins)}),
    fc.record({do: fc.constant('answer' as const), by: fc.constantFrom(true, false, null)}),
  );
  fc.assert(
    fc.property(fc.constantFrom(at(THERE), at(HERE, false)), fc.array(step), (start, steps) => {
      let state = start;
      for (const next of steps) {
        state = next.do === 'move' ? moveTo(state, next.to) : noteAnswers(state, next.by);
        expect([isOfEmulator(state), mayBeTrial(state)]).toEqual([false, false]);
        if (!isLoopback(state.origin)) expect(state.emulator).toBeUndefined();
      }
    }),
  );
});
