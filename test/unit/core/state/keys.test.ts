import fc from 'fast-check';
import {findKeyFlaw} from '../../../../src/core/specs/keys';
import {foldJournal} from '../../../../src/core/state/fold';
import {decodeJournal, encodeJournal} from '../../../../src/core/state/format/journal';
import {decodeLock, encodeLock, type LockHolder} from '../../../../src/core/state/format/lock';
import {Refusals} from '../../../../src/core/state/format/refusals';
import {decodeRescue, encodeRescue} from '../../../../src/core/state/format/rescue';
import {salvageState} from '../../../../src/core/state/format/salvage';
import {decodeState, encodeState} from '../../../../src/core/state/format/state';
import type {JournaledCreate} from '../../../../src/core/state/journal';
import type {State} from '../../../../src/core/state/state';
import {rememberOutline} from '../../../../src/core/state/state-index';
import {anyKey} from '../../../world/keys';
import {done, intent, progress, recorded, stateWith} from './world';

const refusals = new Refusals({shown: 'monitors.state.json', project: 'acme-web', environment: 'default', soundBackup: () => null});

/** Keys that no spec may have, and that a state of an earlier version may hold. */
const RESERVED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

const withKeys = (keys: readonly string[]): State =>
  stateWith({}, {serial: 3, monitors: new Map(keys.map((key, index) => [key, recorded({id: `id-${index}`})] as const))});

const createOf = (key: string): JournaledCreate => {
  const {attempt, firstSentAt, lastSentAt} = progress(key, 'unknown');
  return {intent: intent(key), phase: 'done', attempt, firstSentAt, lastSentAt, done: done(key, 'id-new')};
};

/** Keys through the files of a state: each must be the list that went in. */
function carry(keys: readonly string[]): readonly (readonly string[])[] {
  const state = withKeys(keys);
  const bytes = Buffer.from(encodeState(state).text);
  const creates = keys.map(createOf);
  const journal = decodeJournal(Buffer.from(encodeJournal({lineage: 'l', serial: 3, tool: '1'}, creates).text));
  const rescue = decodeRescue(encodeRescue(state, {creates, edits: []}, 'run-1'));
  let kept: string | null = null;
  const decode = rememberOutline(
    {
      read: () => kept,
      write: text => {
        kept = text;
      },
    },
    'build',
  );
  decode(bytes, refusals);
  const holder: LockHolder = {
    ...{id: 'l', pid: 1, startTime: null, host: 'h', bootId: null, pidNamespace: null, user: 'u', tool: '1', createdAt: '', ci: null},
    command: `monitors apply --only ${keys.join(' ')}`,
  };
  expect(decodeLock(encodeLock(holder))).toEqual(holder);
  return [
    [...decodeState(bytes, refusals).state.monitors.keys()],
    [...decode(bytes, refusals).state.monitors.keys()],
    salvageState(bytes).records.map(([key]) => key),
    // Without its end the text is no JSON: the records are read one by one.
    salvageState(bytes.subarray(0, -40)).records.map(([key]) => key),
    journal.kind === 'sound' ? journal.content.creates.map(create => create.intent.key) : ['the journal is damaged'],
    rescue === null ? ['the rescue file is damaged'] : rescue.creates.map(create => create.intent.key),
    [...foldJournal(withKeys([]), {creates: keys.slice(0, 1).map(createOf), edits: []}).state.monitors.keys(), ...keys.slice(1)],
  ];
}

const sorted = (keys: readonly string[]) => [...keys].sort();

test('I8: state, journal, rescue file, lock and outline carry every key that a spec can have', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyKey, {minLength: 1, maxLength: 5}), keys => {
      for (const carried of carry(keys)) expect(sorted(carried)).toEqual(sorted(keys));
    }),
    {numRuns: 200},
  );
});

test('I8: they carry the keys that no spec can have as well, so that nothing that was recorded is lost', () => {
  for (const key of RESERVED) expect([key, findKeyFlaw(key)]).toEqual([key, expect.stringContaining(key)]);
  for (const carried of carry(RESERVED)) expect(sorted(carried)).toEqual(sorted(RESERVED));
  const large = [...Array.from({length: 2000}, (_, index) => `key/${index}`), ...RESERVED];
  expect(decodeState(Buffer.from(encodeState(withKeys(large)).text), refusals).state.monitors.size).toBe(large.length);
  expect(Object.hasOwn(Object.prototype, 'id')).toBe(false);
});
