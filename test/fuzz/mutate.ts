import {seededRandom} from '../faults/crash-loop-trials';

/** Pieces that parsers have stumbled over. */
const PIECES = [
  '\0',
  '\ufeff',
  '\r\n',
  '\u2028',
  '\\ud800',
  '"__proto__":{"polluted":true},',
  '"constructor":{"prototype":{"polluted":true}},',
  '__proto__: {polluted: true}\n',
  '1e999',
  '-0',
  '99999999999999999999',
  'null',
  '[]',
  '{}',
  '""',
  '[['.repeat(500),
  '{"a":'.repeat(500),
  '- '.repeat(500),
  '&a [*a, *a]',
  '<<: *a\n',
  '${env:X}',
  '${each:',
  '2999-12-31T23:59:59Z',
  '-->',
  '\u202e',
];

/** An input of the corpus with one to four changes, the same for the same seed: bytes and pieces of it, and values of its JSON. */
export function mutate(seed: number, corpus: readonly Buffer[]): Buffer {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let bytes = corpus[below(corpus.length)] ?? Buffer.alloc(0);
  for (let left = 1 + below(4); left > 0; left--) bytes = change(bytes, corpus, below);
  return bytes;
}

type Below = (limit: number) => number;

function change(bytes: Buffer, corpus: readonly Buffer[], below: Below): Buffer {
  const at = below(bytes.length + 1);
  const length = 1 + below(Math.min(64, bytes.length + 1));
  const [before, cut, after] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
  const other = corpus[below(corpus.length)] ?? bytes;
  switch (below(9)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, cut, cut, after]);
    case 2:
      return before;
    case 3:
      return Buffer.concat([before, Buffer.from(cut.map(byte => byte ^ (1 << below(8)))), after]);
    case 4:
      return Buffer.concat([before, other.subarray(below(other.length + 1))]);
    case 5:
      return Buffer.concat([before, Buffer.from([below(256)]), cut, after]);
    case 6:
      return Buffer.concat([before, Buffer.from(PIECES[below(PIECES.length)] ?? ''), cut, after]);
    default:
      return changeJson(bytes, below) ?? Buffer.concat([before, after]);
  }
}

/** Values of other kinds, for a member that is exchanged. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x'.repeat(5000),
  '2999-01-01T00:00:00Z',
  [],
  {},
  [[null]],
  {a: {b: []}},
];

/** Exchanges, removes or doubles one value of JSON, or of one of its lines; null for what is no JSON. */
function changeJson(bytes: Buffer, below: Below): Buffer | null {
  const lines = bytes.toString('utf8').split('\n');
  const whole = parse(lines.join('\n'));
  if (whole !== undefined) return print(changeValue(whole, below));
  const index = below(lines.length);
  const one = parse(lines[index] ?? '');
  if (one === undefined) return null;
  const printed = print(changeValue(one, below));
  if (printed === null) return null;
  lines[index] = printed.toString('utf8');
  return Buffer.from(lines.join('\n'));
}

/** Null for what is nested too deep to be printed. */
function print(value: unknown): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(value));
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function changeValue(value: unknown, below: Below): unknown {
  if (typeof value !== 'object' || value === null || below(5) === 0) return VALUES[below(VALUES.length)];
  const names = Object.keys(value);
  const name = names[below(names.length)];
  if (name === undefined) return VALUES[below(VALUES.length)];
  if (Array.isArray(value)) {
    const index = Number(name);
    const changed = below(4) === 0 ? [] : below(4) === 0 ? [value[index], value[index]] : [changeValue(value[index], below)];
    return [...value.slice(0, index), ...changed, ...value.slice(index + 1)];
  }
  const {[name]: own, ...rest} = value as Record<string, unknown>;
  if (below(6) === 0) return rest;
  return {...rest, [below(8) === 0 ? `${name}x` : name]: changeValue(own, below)};
}
