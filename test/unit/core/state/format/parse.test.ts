import {parseInPieces} from '../../../../../src/core/state/format/parse';

/** A state of some 800 kB, a dozen pieces, as older versions wrote it: indented. */
function indent(monitors: object, more: object = {}): string {
  return `${JSON.stringify({checksum: 'c', format: 'monitors-state', monitors, origin: 'o', ...more}, null, 2)}\n`;
}

/** The same as we write it: a line a monitor. */
function layOutLines(monitors: object, more: object = {}): string {
  const lines = Object.entries(monitors).map(([key, value]) => `\n    ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return indent({}, more).replace('"monitors": {}', () => `"monitors": {${lines.join(',')}\n  }`);
}

function someMonitors(): Record<string, object> {
  const filler = {applied: {name: 'Ünï "quoted" \\ {"monitors": {', targets: [{}, {urls: ['https://a.example/'.repeat(20)]}]}};
  return Object.fromEntries(Array.from({length: 1500}, (_, index) => [`key/${index}`, {...filler, id: `id-${index}`, list: [[], {}]}]));
}

describe.each([
  {form: 'lines', layOut: layOutLines},
  {form: 'indented', layOut: indent},
])('$form', ({layOut}) => {
  const edit = (from: string | RegExp, to: string) => layOut(someMonitors()).replace(from, to);

  test('a large state comes out as JSON.parse gives it, members in the same order', () => {
    const text = layOut(someMonitors());
    expect(JSON.stringify(parseInPieces(Buffer.from(text)))).toBe(JSON.stringify(JSON.parse(text)));
  });

  test.each([
    ['a monitor given twice, far apart', edit('"key/1499"', '"key/3"')],
    ['a key that the language lists by number', edit('"key/1400"', '"12"')],
    ['a member of a newer version behind the monitors', layOut(someMonitors(), {zone: {a: {b: 1}}})],
  ])('%s makes no difference', (_what, text) => {
    const parsed = parseInPieces(Buffer.from(text));
    expect(parsed === null || JSON.stringify(parsed) === JSON.stringify(JSON.parse(text))).toBe(true);
  });

  test.each([
    ['a small state', layOut({a: {id: '1'}})],
    ['one line', `${JSON.stringify(JSON.parse(layOut(someMonitors())))}\n`],
    ['an object before the monitors, which may hold them', edit('"checksum": "c"', '"checksum": {"a": 1}')],
    ['a second member "monitors"', edit('"origin": "o"', '"monitors": {}')],
    ['a second member "monitors" in escapes', edit('"origin": "o"', '"monitor\\u0073": {}')],
    ['a monitor named "__proto__"', edit('"key/700"', '"__proto__"')],
    ['a monitor that lacks a comma', edit(/\},(\n {4}"key\/900")/, '}$1')],
    ['a piece that closes more than it opens', edit('\n    "key/1100"', '\n    }, "monitors": {"key/1100"')],
    ['text behind the end', `${layOut(someMonitors())}x`],
    ['a file that was cut off', layOut(someMonitors()).slice(0, 500_000)],
    ['nothing but monitors', layOut(someMonitors()).slice(20)],
  ])('%s is left to JSON.parse', (_what, text) => {
    expect(parseInPieces(Buffer.from(text))).toBeNull();
  });

  test('whatever byte is changed, the value is that of JSON.parse, or it is left to it', () => {
    const bytes = Buffer.from(layOut(someMonitors()));
    const length = bytes.length;
    for (let step = 1; step <= 60; step++) {
      const at = step % 2 === 0 ? (step * 7919 * 131) % length : step % 4 === 1 ? step : length - step;
      const before = bytes[at] as number;
      bytes[at] = '{}",: \n1'.charCodeAt(step % 8);
      const parsed = parseInPieces(bytes);
      if (parsed !== null) expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(bytes.toString())));
      bytes[at] = before;
    }
  });
});
