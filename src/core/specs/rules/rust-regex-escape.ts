/** Why a pattern is not a regular expression, and what to write. */
export interface RegexFlaw {
  readonly message: string;
  readonly hint: string;
}

/** A pattern that is read character by character. */
export class RegexText {
  readonly whole: string;
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.whole = pattern;
    this.#characters = Array.from(pattern);
  }

  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  take(): string {
    return this.#characters[this.#at++] ?? '';
  }

  rest(length: number): string {
    return this.#characters.slice(this.#at, this.#at + length).join('');
  }

  /** Goes past a character, if it is the next one. */
  skip(character: string): boolean {
    if (this.#characters[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  /** Goes past the next one of these, wherever it stands; false where there is none. */
  skipPast(character: string): boolean {
    const found = this.#characters.indexOf(character, this.#at);
    if (found < 0) return false;
    this.#at = found + 1;
    return true;
  }

  takeWhile(wanted: RegExp): string {
    const start = this.#at;
    while (!this.isAtEnd && wanted.test(this.#characters[this.#at] ?? '')) this.#at++;
    return this.#characters.slice(start, this.#at).join('');
  }
}

/** Letters that mean something after `\`; of the others Rust knows none. */
const KNOWN_ANYWHERE = /[aftnrvxuUpPdswDSW]/;
const KNOWN_OUTSIDE = /[AzbB]/;

/** Replacements for letters that other engines know. */
const INSTEAD: Readonly<Record<string, string>> = {
  Z: 'write $ for the end',
  h: 'write [ \\t]',
  R: 'write \\r?\\n',
};

/** After `\`, outside of a class or within one; null where it is sound, or not known to be wrong. */
export function readEscape(text: RegexText, where: 'outside' | 'in-class'): RegexFlaw | null {
  if (text.isAtEnd) return {message: 'it ends with a single \\', hint: 'write \\\\ for the character'};
  const escaped = text.take();
  if (/\d/.test(escaped))
    return {message: 'Rust has no back-references and no octal numbers', hint: 'write the text again, or \\x and two digits'};
  if (/[pP]/.test(escaped)) return readProperty(text);
  if (!/[A-Za-z]/.test(escaped)) return escaped > '\x7F' ? {message: `Rust does not know \\${escaped}`, hint: `write ${escaped}`} : null;
  if (/[xuU]/.test(escaped)) return readNumber(text, escaped);
  if (KNOWN_ANYWHERE.test(escaped)) return null;
  if (KNOWN_OUTSIDE.test(escaped)) {
    if (where === 'outside') {
      if (escaped === 'b' && /^\{(?:start|end|start-half|end-half)\}/.test(text.rest(12))) text.skipPast('}');
      return null;
    }
    return {message: `\\${escaped} means nothing between [ and ]`, hint: `write ${escaped}, or move it out of the brackets`};
  }
  return {
    message: `Rust does not know \\${escaped}`,
    hint: INSTEAD[escaped] ?? `write ${escaped}, or \\\\${escaped} for a backslash before it`,
  };
}

/** After `\p`: its names are many, so that only their form is looked at. */
function readProperty(text: RegexText): RegexFlaw | null {
  if (!text.skip('{')) {
    if (text.isAtEnd) return {message: 'it ends with \\p and no name', hint: 'write e.g. \\p{L}'};
    text.take();
    return null;
  }
  return text.skipPast('}') ? null : {message: 'a "{" after \\p is not closed', hint: 'write e.g. \\p{L}'};
}

/** Digits of `\x`, `\u` and `\U` without braces. */
const DIGITS: Readonly<Record<string, number>> = {x: 2, u: 4, U: 8};

function readNumber(text: RegexText, letter: string): RegexFlaw | null {
  const wanted = DIGITS[letter] ?? 2;
  const wrong = {
    message: `\\${letter} takes ${wanted} hexadecimal digits, or others in { }`,
    hint: `write e.g. \\x{1F600}, or \\\\${letter} for the characters`,
  };
  if (text.skip('{')) {
    const digits = text.takeWhile(/[0-9A-Fa-f]/);
    return digits !== '' && text.skip('}') && isCharacter(digits) ? null : wrong;
  }
  const digits = text.rest(wanted);
  if (digits.length < wanted || !/^[0-9A-Fa-f]+$/.test(digits) || !isCharacter(digits)) return wrong;
  for (let index = 0; index < wanted; index++) text.take();
  return null;
}

function isCharacter(digits: string): boolean {
  const code = Number.parseInt(digits, 16);
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}
