import type {JsonObject, JsonValue} from '../../../../src/core/json/value';
import {parseSource} from '../../../../src/core/specs/document';
import {editSpecText} from '../../../../src/core/writing/spec-edit';

/** Edits of a spec: just what differs. Comments, quotes, white space and everything else stay as they are. */
const SPEC = `# Prices that matter
name: "Acme pricing"   # as on the site
schedule: {text: every 30 minutes, timezone: Europe/Berlin}
goal: 'Tell me when a price changes'

targets:
  # the shop
  - type: scrape
    urls:
      - https://acme.example/pricing # main
      - https://acme.example/plans
  - {type: crawl, url: https://acme.example/, crawlOptions: {limit: 5}}
notification:
  email:
    enabled: true
    recipients: [ops@acme.example, dev@acme.example]
retentionDays: 7 # a week
# the end
`;

function dataOf(text: string, index = 0): JsonObject {
  const {documents, findings} = parseSource({file: '', specPath: 'a.yaml', bytes: Buffer.from(text)});
  expect(findings).toEqual([]);
  return documents[index]?.data as JsonObject;
}

/** As loose as what a person types. */
type Loose = ReturnType<typeof JSON.parse>;
type Change = (spec: Loose) => unknown;

function edit(text: string, change: Change, index = 0): string | null {
  const wanted = structuredClone(dataOf(text, index)) as JsonObject;
  change(wanted);
  return editSpecText(text, index, wanted);
}

test.each<{name: string; change: Change; from: string; to: string}>([
  {name: 'a number', change: spec => (spec.retentionDays = 30), from: 'retentionDays: 7 #', to: 'retentionDays: 30 #'},
  {name: 'a text in double quotes', change: spec => (spec.name = 'Acme "new"'), from: '"Acme pricing"', to: '"Acme \\"new\\""'},
  {name: 'a text in single quotes', change: spec => (spec.goal = "It's new"), from: "'Tell me when a price changes'", to: "'It''s new'"},
  {
    name: 'a text that has to be quoted now',
    change: spec => (spec.schedule.text = 'every: 2 hours'),
    from: 'every 30 minutes',
    to: '"every: 2 hours"',
  },
  {
    name: 'a member in braces that takes the place of another',
    change: spec => (spec.schedule = {cron: '0 * * * *', timezone: 'Europe/Berlin'}),
    from: '{text: every 30 minutes, timezone: Europe/Berlin}',
    to: '{timezone: Europe/Berlin, cron: 0 * * * *}',
  },
  {name: 'an item of a block', change: spec => (spec.targets[0].urls[1] = 'https://acme.example/x'), from: '/plans', to: '/x'},
  {
    name: 'an item more in a block',
    change: spec => spec.targets[0].urls.push('https://acme.example/x'),
    from: '/plans\n',
    to: '/plans\n      - https://acme.example/x\n',
  },
  {
    name: 'an item first in a block',
    change: spec => spec.targets[0].urls.unshift('https://acme.example/x'),
    from: '      - https://acme.example/pricing',
    to: '      - https://acme.example/x\n      - https://acme.example/pricing',
  },
  {
    name: 'an item less in a block',
    change: spec => spec.targets[0].urls.shift(),
    from: '      - https://acme.example/pricing # main\n',
    to: '',
  },
  {
    name: 'an item less in brackets',
    change: spec => spec.notification.email.recipients.shift(),
    from: '[ops@acme.example, dev@acme.example]',
    to: '[dev@acme.example]',
  },
  {name: 'a member less', change: spec => delete spec.goal, from: "goal: 'Tell me when a price changes'\n", to: ''},
  {
    name: 'a member of one line that becomes a block',
    change: spec => (spec.notification.email.recipients = []),
    from: '[ops@acme.example, dev@acme.example]',
    to: '[]',
  },
  {
    name: 'a member more, in the column of the others',
    change: spec => (spec.targets[0].scrapeOptions = {waitFor: 5}),
    from: '/plans\n',
    to: '/plans\n    scrapeOptions:\n      waitFor: 5\n',
  },
  {
    name: 'a whole target more',
    change: spec => spec.targets.push({type: 'search', queries: ['acme']}),
    from: '{limit: 5}}\n',
    to: '{limit: 5}}\n  - type: search\n    queries:\n      - acme\n',
  },
  {
    name: 'a whole target less',
    change: spec => spec.targets.pop(),
    from: '  - {type: crawl, url: https://acme.example/, crawlOptions: {limit: 5}}\n',
    to: '',
  },
  {
    name: 'a block that goes',
    change: spec => delete spec.notification,
    from: 'notification:\n  email:\n    enabled: true\n    recipients: [ops@acme.example, dev@acme.example]\n',
    to: '',
  },
  {
    name: 'a text of several lines',
    change: spec => (spec.goal = 'One\ntwo\n'),
    from: "goal: 'Tell me when a price changes'",
    to: 'goal: |\n  One\n  two',
  },
  {name: 'a member at the end', change: spec => (spec.judgeEnabled = false), from: '# a week\n', to: '# a week\njudgeEnabled: false\n'},
])('$name is written, and nothing else is touched', ({change, from, to}) => {
  expect(SPEC.split(from)).toHaveLength(2);
  expect(edit(SPEC, change)).toBe(SPEC.replace(from, () => to));
  const windows = SPEC.replaceAll('\n', '\r\n');
  expect(edit(windows, change)).toBe(SPEC.replace(from, () => to).replaceAll('\n', '\r\n'));
});

test('only the document that is meant is changed', () => {
  const text = `${SPEC}---\n${SPEC}...\n---\n${SPEC}`;
  const changed = SPEC.replace('days: 7', 'days: 8').replace('Days: 7', 'Days: 8');
  expect(edit(text, spec => (spec.retentionDays = 8), 1)).toBe(`${SPEC}---\n${changed}...\n---\n${SPEC}`);
});

test('a file without a line break at its end gets the new member on a line of its own', () => {
  expect(edit('name: a', spec => (spec.retentionDays = 8))).toBe('name: a\nretentionDays: 8');
});

test.each([
  ['an anchor whose alias would change too', 'a: &x {b: 1}\nc: {d: *x}\n', (spec: Loose) => (spec.a = 2)],
  ['brackets with a comment in them', 'a: [1, # one\n  2]\n', (spec: Loose) => spec.a.pop()],
])('%s is left alone', (_name, text, change) => {
  expect(edit(text, change)).toBeNull();
});

/** A small random source, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const TEXTS = ['plain', 'two words', '0 * * * *', 'no', '', "it's", 'a: b', '#x', 'https://x.example/?a=1', 'ümlaut', '1:30', '- x', '"q"'];

function randomValue(random: () => number, depth: number): JsonValue {
  const kind = random();
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  if (depth === 0 || kind < 0.5) return pick<JsonValue>([...TEXTS, 1, 0, -3, true, false, null]);
  const size = Math.floor(random() * 4);
  if (kind < 0.7) return Array.from({length: size}, () => randomValue(random, depth - 1));
  return Object.fromEntries(['a', 'b', 'long name', 'd'].slice(0, size).map(name => [name, randomValue(random, depth - 1)]));
}

function randomObject(random: () => number): Record<string, JsonValue> {
  return {name: randomValue(random, 0), one: randomValue(random, 3), two: randomValue(random, 3), last: randomValue(random, 2)};
}

/** Writes data in whatever layout comes up: blocks, brackets, quotes, comments. */
function layOut(value: JsonValue, indent: number, random: () => number, isInBrackets = false): string {
  if (Array.isArray(value) || (typeof value === 'object' && value !== null)) {
    const entries = Object.entries(value as JsonObject);
    const isList = Array.isArray(value);
    const pad = random() < 0.5 ? ' ' : '';
    if (isInBrackets || entries.length === 0 || random() < 0.4) {
      const items = entries.map(([name, inner]) => (isList ? '' : `${JSON.stringify(name)}: `) + layOut(inner, 0, random, true));
      return isList ? `[${pad}${items.join(', ')}${pad}]` : `{${pad}${items.join(', ')}${pad}}`;
    }
    const margin = ' '.repeat(indent);
    return entries
      .map(([name, inner]) => {
        const text = layOut(inner, indent + 2, random);
        const comment = random() < 0.3 ? '  # kept' : '';
        const above = random() < 0.2 ? `\n${margin}# above` : '';
        const label = isList ? '-' : `${name}:`;
        return text.startsWith('\n') ? `${above}\n${margin}${label}${comment}${text}` : `${above}\n${margin}${label} ${text}${comment}`;
      })
      .join('');
  }
  if (typeof value === 'string') return random() < 0.3 && /^[a-z ]+$/.test(value) && value !== 'no' ? value : JSON.stringify(value);
  return JSON.stringify(value);
}

test('every random edit of every random layout says what was wanted, or is refused; few are', () => {
  let refused = 0;
  const runs = 1500;
  for (let seed = 1; seed <= runs; seed++) {
    const random = seeded(seed);
    const from = randomObject(random);
    const text = `${layOut(from, 0, random).trimStart()}\n# end\n`;
    const to: Record<string, JsonValue> = {...from, ...(random() < 0.7 ? {one: randomValue(random, 3)} : {last: randomValue(random, 2)})};
    if (random() < 0.3) delete to['two'];
    const edited = editSpecText(text, 0, to);
    if (edited === null) refused += 1;
    else expect({seed, data: dataOf(edited)}).toEqual({seed, data: to});
    if (edited !== null) expect({seed, end: edited.endsWith('# end\n')}).toEqual({seed, end: true});
  }
  expect(refused / runs).toBeLessThan(0.02);
});

test('the change of one value changes the bytes of that value alone', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = seeded(seed);
    const from = randomObject(random);
    const text = `${layOut(from, 0, random).trimStart()}\n# end\n`;
    const {documents} = parseSource({file: '', specPath: 'a.yaml', bytes: Buffer.from(text)});
    const {start, end} = documents[0]!.rangeOf('/name');
    const edited = editSpecText(text, 0, {...from, name: 'another'});
    expect({seed, before: edited?.slice(0, start.offset), after: edited?.slice(edited.length - (text.length - end.offset))}).toEqual({
      seed,
      before: text.slice(0, start.offset),
      after: text.slice(end.offset),
    });
  }
});
