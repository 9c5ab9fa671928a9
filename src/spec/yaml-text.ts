import type {YamlFindings, YamlProblem} from './yaml-findings';

/** Never in a text: C0 but TAB, LF and CR before LF; DEL and C1; a byte order mark that is not the first character; noncharacters. */
const UNWANTED = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff]|\r(?!\n)/g;
/** Never in a value that escapes made. CR is written on purpose there. */
const UNWANTED_DECODED =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/**
 * Zero-width characters, line separators and everything that turns the direction of writing. The joiners U+200C and
 * U+200D belong to Persian, Indic scripts and emoji, and are strange only between ASCII characters.
 */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069]|(?<=[\x20-\x7e])[\u200c\u200d](?=[\x20-\x7e])/g;

/** Refuses characters that do not belong in any text; flags those that hide something from the reader. */
export function checkText(text: string, findings: YamlFindings): void {
  for (const {0: char, index} of text.matchAll(UNWANTED)) {
    findings.add({
      code: 'yaml/control-character',
      message: char === '\r' ? 'a carriage return without a line feed' : `the character ${nameCharacter(char)} does not belong in a text`,
      hint: char === '\r' ? 'end lines with LF or CRLF' : 'remove it',
      start: index,
      end: index + 1,
    });
  }
  for (const {0: char, index} of text.matchAll(INVISIBLE)) {
    findings.add({
      code: 'yaml/invisible-character',
      severity: 'warning',
      message: `the invisible character ${nameCharacter(char)} stands here`,
      hint: `remove it, or write it as "\\u${toHex(char)}" in double quotes if it is meant`,
      start: index,
      end: index + 1,
    });
  }
}

/** Refuses characters that an escape in double quotes made and that do not belong in any text. */
export function checkDecodedText(value: string, place: Pick<YamlProblem, 'start' | 'end' | 'path'>, findings: YamlFindings): void {
  const found = UNWANTED_DECODED.exec(value);
  if (found === null) return;
  findings.add({
    code: 'yaml/control-character',
    message: `an escape makes the character ${nameCharacter(found[0])}, which does not belong in a text`,
    hint: 'remove the escape',
    ...place,
  });
}

function nameCharacter(char: string): string {
  return `U+${toHex(char).toUpperCase()}`;
}

function toHex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, '0');
}
