/** The conflict that git left in a file. */
export interface Conflict {
  /** The serial that each side states, as far as it can be read. */
  readonly ours: number | null;
  readonly theirs: number | null;
}

/** Whether nothing but white space and NULs is there. */
export function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0 && byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
  return true;
}

/** Finds git's conflict markers at the start of lines; null where there are none. */
export function describeConflict(text: string): Conflict | null {
  if (!/^(?:<{7}|={7}|>{7})/m.test(text)) return null;
  const [ours, theirs] = splitSides(text);
  return {ours: findSerial(ours), theirs: findSerial(theirs)};
}

/** A text as each side of its git conflicts has it: twice the same where there are none. */
export function splitSides(text: string): readonly [ours: string, theirs: string] {
  if (!/^(?:<{7}|={7}|>{7})/m.test(text)) return [text, text];
  const sides: [string[], string[]] = [[], []];
  let at: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  for (const line of text.split('\n')) {
    if (/^<{7}/.test(line)) at = 'ours';
    else if (/^\|{7}/.test(line)) at = 'base';
    else if (/^={7}/.test(line)) at = 'theirs';
    else if (/^>{7}/.test(line)) at = 'both';
    else {
      if (at === 'both' || at === 'ours') sides[0].push(line);
      if (at === 'both' || at === 'theirs') sides[1].push(line);
    }
  }
  return [sides[0].join('\n'), sides[1].join('\n')];
}

function findSerial(side: string): number | null {
  const found = [...side.matchAll(/^\s*"serial":\s*(\d{1,15})\b/gm)].at(-1);
  return found === undefined ? null : Number(found[1]);
}

const TOKEN =
  /[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * The offset, in UTF-16 code units, at which a text stops being JSON; its length where it was cut off. Only called on
 * text that `JSON.parse` refused, whose messages do not always tell the place.
 */
export function findJsonError(text: string): number {
  const open: ('{' | '[')[] = [];
  let expect: 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma' = 'value';
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    if (at >= text.length) return text.length;
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return isCutString(text, at) ? text.length : at;
    const first = token[0]!;
    if (expect === 'comma' && open.length === 0) return at;
    if (first === '}' || first === ']') {
      const ends = expect === 'comma' || expect === (first === '}' ? 'name-or-end' : 'value-or-end');
      if (!ends || open.pop() !== (first === '}' ? '{' : '[')) return at;
      expect = 'comma';
    } else if (first === ',') {
      if (expect !== 'comma') return at;
      expect = open.at(-1) === '{' ? 'name' : 'value';
    } else if (first === ':') {
      if (expect !== 'colon') return at;
      expect = 'value';
    } else if (expect === 'name' || expect === 'name-or-end') {
      if (first !== '"') return at;
      expect = 'colon';
    } else if (expect === 'value' || expect === 'value-or-end') {
      if (first === '{' || first === '[') open.push(first);
      expect = first === '{' ? 'name-or-end' : first === '[' ? 'value-or-end' : 'comma';
    } else {
      return at;
    }
    at += token.length;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at += 1;
  return at;
}

/** A string that runs to the end of the text, or a word of which only the start is there. */
function isCutString(text: string, at: number): boolean {
  const rest = text.slice(at);
  if (rest[0] === '"') return !/["\n\r\u0000]/.test(rest.slice(1).replaceAll(/\\./g, ''));
  return rest.length < 5 && (['true', 'false', 'null'].some(word => word.startsWith(rest)) || rest === '-');
}
