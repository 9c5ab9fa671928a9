import {countOf} from '../../../core/base/words';

/** Text from outside, which each format escapes its way. */
interface Outside {
  readonly outside: string;
}

/** A sentence: our own words as texts, and what comes from outside. */
export type Words = readonly (string | Outside)[];

/** Marks a text as one from outside. */
export function outside(text: string): Outside {
  return {outside: text};
}

/** Longest text from outside within a sentence, in UTF-16 code units. */
const LONGEST = 600;

/** Makes a text of a sentence; `show` escapes what comes from outside. */
export function joinWords(words: Words, show: (text: string) => string): string {
  return words.map(word => (typeof word === 'string' ? word : show(cutText(word.outside, LONGEST)))).join('');
}

/** Makes a text of a sentence, whole and with nothing escaped: for what escapes it later. */
export function plainText(words: Words): string {
  return words.map(word => (typeof word === 'string' ? word : word.outside)).join('');
}

/** The beginning of a text, with the number of characters that are left out. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const shown = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  return `${shown}... ${countOf(text.length - shown.length, 'more character')}`;
}
