import type {YamlFindings, YamlProblem} from './findings';

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
  if (!/[^\t\n\x20-\x7e]/.test(text)) return;
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

/** More than this many members, items and lines; the largest real spec has some hundreds. */
const MOST_PARTS = 100_000;

/**
 * Refuses a text of so many small parts that reading it would take seconds and hundreds of megabytes, although its
 * size is allowed. Counts what can begin a part, before anything is parsed.
 */
export function checkDensity(text: string, findings: YamlFindings): void {
  if (text.length <= MOST_PARTS) return;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    if (!BEGINS_PART.has(text.charCodeAt(at)) || ++parts <= MOST_PARTS) continue;
    findings.add({
      code: 'yaml/too-many-parts',
      message: `the file holds more than ${MOST_PARTS} members, list items and lines`,
      hint: 'this is no spec: split it, or move it out of the specs directory',
      start: at,
      end: at + 1,
    });
    return;
  }
}

/** Line end, `,`, `:`, `[`, `{` and `&`. */
const BEGINS_PART = new Set([0x0a, 0x2c, 0x3a, 0x5b, 0x7b, 0x26]);

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
