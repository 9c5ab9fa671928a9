import * as fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any character but half a pair, as the unit of a string. That of fast-check, `binary`, lists all 1.1 million whenever a string is made
 * of it, which takes most of a second in each file of tests.
 */
export const anyCharacter = fc.integer({min: 0, max: 0x10ffff - SURROGATES}).map(
  number => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES),
  value => {
    const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
    if (code === undefined || value !== String.fromCodePoint(code)) throw new Error('not one character');
    if (code >= FIRST_SURROGATE && code < FIRST_SURROGATE + SURROGATES) throw new Error('half a pair');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
