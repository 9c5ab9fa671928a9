import fc from 'fast-check';
import {findKeyFlaw} from '../../src/core/specs/keys';
import {anyCharacter} from './any-character';

/** Keys that files, shells, flags, markup or languages could take for something else, and the longest ones. */
export const ODD_KEYS: readonly string[] = [
  '-x',
  '--only',
  '--',
  '-',
  'a b',
  "it's",
  'a"b',
  '$(x)',
  '`id`',
  '$HOME',
  'a|b',
  '*',
  '#x',
  'a,b',
  '~',
  '9',
  '10',
  '1e3',
  'null',
  'true',
  '<b>',
  '::error::x',
  '%2e%2e',
  'a:b',
  '!x',
  '&x',
  '=',
  'con',
  'ends.yaml',
  'a/__proto__',
  '__PROTO__',
  'ä',
  'e\u0301',
  '日本/語',
  '🦊',
  'k'.repeat(512),
  `${'ü'.repeat(200)}/${'語'.repeat(300)}`,
  Array.from({length: 200}, () => 'd').join('/'),
].filter(key => findKeyFlaw(key) === null);

/** Any key that `validate` accepts. */
export const anyKey = fc
  .oneof(
    fc.constantFrom(...ODD_KEYS),
    fc.string({unit: 'grapheme', minLength: 1}),
    fc.string({unit: anyCharacter, minLength: 1, maxLength: 40}),
  )
  .filter(key => findKeyFlaw(key) === null);
