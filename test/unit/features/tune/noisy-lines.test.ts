import {foldPrices, readPattern} from '../../../../src/features/tune/lines/line-pattern';
import {LineTally} from '../../../../src/features/tune/lines/line-tally';
import {saysState} from '../../../../src/features/tune/lines/states';
import {LINE_KINDS, type LineKind, playVisits, seeded} from '../../../world/noise';
import {LINE_DECOYS} from '../../../world/web/line-decoys';
import {LINE_NOISE} from '../../../world/web/line-noise';

/** Which lines of a page are noise: those that change nearly each time, but for their numbers, dates and times. */
const VISITS = 30;
const URL = 'https://site.example/';

function listNoise(kinds: readonly LineKind[], seed: number) {
  const tally = new LineTally();
  const visits = playVisits(kinds, {visits: VISITS, hours: 24, random: seeded(seed)});
  for (const [index, {diff, at}] of visits.entries()) tally.add(URL, diff, {check: visits.length - 1 - index, at});
  return tally.list({checks: VISITS - 1, days: VISITS - 1});
}

const VISITED = Array.from({length: VISITS}, (_, number) => ({
  number,
  at: new Date(Date.UTC(2026, 10, 1 + number)),
  random: seeded(number),
}));

function wordsOf(text: string): string {
  return foldPrices(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** What each kind writes, but for its numbers. */
const WORDS = new Map(LINE_KINDS.map(kind => [kind, new Set(VISITED.flatMap(visit => kind.lines(visit).map(wordsOf)))] as const));

/** The kind that wrote a line, found by a word that only it has. */
function kindOf(line: string, kinds: readonly LineKind[]): LineKind | undefined {
  return kinds.find(kind => WORDS.get(kind)?.has(wordsOf(line)));
}

test('precision and recall of the lines are at least 0.9', () => {
  const [found, right, wanted, met] = [[], [], [], []] as [string[], string[], string[], string[]];
  for (let seed = 1; seed <= 20; seed++) {
    const random = seeded(seed * 7919);
    const kinds = LINE_KINDS.filter(() => random() < 0.6);
    const lines = listNoise(kinds, seed);
    const named = lines.map(({line, texts}) => ({line, kind: kindOf(texts[0] ?? line, kinds)}));
    for (const {line, kind} of named) {
      found.push(`${seed} ${line}`);
      if (kind?.isNoise === true) right.push(line);
    }
    for (const kind of kinds.filter(({isNoise}) => isNoise)) {
      wanted.push(kind.name);
      if (named.some(one => one.kind === kind)) met.push(kind.name);
    }
  }
  const precision = right.length / found.length;
  const recall = met.length / wanted.length;
  expect({precision: precision >= 0.9, recall: recall >= 0.9, found: found.length > 40}).toEqual({
    precision: true,
    recall: true,
    found: true,
  });
});

test.each(LINE_KINDS.map(kind => [kind.isNoise ? 'noise' : 'no noise', kind.name, kind] as const))('%s: %s', (_word, _name, kind) => {
  const lines = listNoise([kind], 5);
  expect(lines.length).toBe(kind.isNoise ? 1 : 0);
});

test.each([...LINE_NOISE, ...LINE_DECOYS].map(kind => [kind.isNoise ? 'noise' : 'no noise', kind.name, kind] as const))(
  'on nine of ten pages, %s: %s',
  (_word, _name, kind) => {
    const noisy = Array.from({length: 20}, (_, seed) => listNoise([kind], 1 + seed)).filter(lines => lines.length > 0).length;
    expect(kind.isNoise ? noisy : 20 - noisy).toBeGreaterThanOrEqual(18);
  },
);

test('a number of free seats that changes each day is a state', () => {
  const seats: LineKind = {name: 'seats', isNoise: false, lines: ({number}) => [`Freie Plätze: **${60 - number}** von 60`]};
  expect(listNoise([seats], 1)).toEqual([]);
});

const SEEDS = Array.from({length: 50}, (_, index) => 1000 + index * 37);

test.each(LINE_KINDS.map(kind => [kind.name, kind] as const))('over 50 pages, recall or precision is at least 0.9: %s', (_, kind) => {
  const other = LINE_KINDS.find(({name}) => name === 'a price before tax') as LineKind;
  const found = SEEDS.filter(seed => listNoise([kind, other], seed).length > 0).length;
  expect(found / SEEDS.length >= 0.9 ? 'found' : found / SEEDS.length > 0.1 ? `in ${found} of 50` : 'not found').toBe(
    kind.isNoise ? 'found' : 'not found',
  );
});

test.each([
  ['Updated 5 minutes ago', 'Updated # minutes ago'],
  ['Updated on 2026-11-20T10:15:00.000Z by us', 'Updated on # by us'],
  ['Mon, 23 Nov 2026 10:15:00 GMT', '#'],
  ['23. November 2026, 10:15 Uhr', '#'],
  ['1,204 viewers now', '# viewers now'],
  ['[Form](/download?token=19f3ab&x=2)', '[Form](/download?token=#&x=#)'],
  ['Session 7f3a9c1e04bb', 'Session #'],
  ['Basic: 9.50 € a month', 'Basic: 9.50 € a month'],
  ['Team $1,200 for 10 seats', 'Team $1,200 for # seats'],
  ['NO1: snitt 68,14 øre/kWh', 'NO#: snitt 68,14 øre/kWh'],
  ['| dolar | 1 USD | 3,6412 |', '| dolar | 1 USD | 3,6412 |'],
  ['BTC/EUR ▲ 2,31 %', 'BTC/EUR ▲ # %'],
  ['You may sit in the sun', 'You may sit in the sun'],
  ['Apr 3, 2026', '#'],
  ['1 apr. 2026', '#'],
  ['APR 5.4% fixed', 'APR 5.4% fixed'],
  ['Fr. 12. Juni', 'Fr. #'],
  ['[Details](#radix-:r5p:)', '[Details](#)'],
  ['[Offer](https://ads.example/c?id=x5Kr-9_4EUR2)', '[Offer](https://ads.example/c?id=#)'],
  ['[Buy](/cart?price=19.00) now', '[Buy](/cart?price=19.00) now'],
])('the pattern of %s', (line, shown) => {
  expect(readPattern(line).shown).toBe(shown);
});

test.each([
  ['Updated 5 minutes ago', 'Updated 2 hours ago', true],
  ['Updated an hour ago', 'Updated just now', true],
  ['1 person is here', '5 people are here', true],
  ['19 €', '24 €', false],
  ['Price: 19', 'Price: 24', false],
  ['3 items', '4 items', true],
  ['Lamps and rugs', 'Lamps an hour rugs', false],
])('%s and %s have one pattern: %s', (one, other, isSame) => {
  expect(readPattern(one).key === readPattern(other).key).toBe(isSame);
});

test.each([
  ['In stock', true],
  ['Backordered: ships in 3 weeks', true],
  ['Library: closed', true],
  ['The ferry is open now', true],
  ['Freie Plätze: **12** von 60', true],
  ['Only 3 seats left', true],
  ['Members: offline', true],
  ['Online now: Anna, Jonas', false],
  ['Child seats and roof boxes', false],
  ['A lamp from Graz, handmade and open', false],
  ['![A tent](/img/a-tent-open.jpg)', false],
])('%s says a state: %s', (line, isState) => {
  expect(saysState(line)).toBe(isState);
});

const dailyChecks = (lines: readonly string[], checksADay: number) => {
  const tally = new LineTally();
  for (const [index, line] of lines.slice(1).entries()) {
    const at = new Date(Date.UTC(2026, 10, 1) + (index * 86_400_000) / checksADay).toISOString();
    if (line !== lines[index]) tally.add(URL, `@@ -1 +1 @@\n-${lines[index]}\n+${line}\n`, {check: lines.length - 2 - index, at});
  }
  const checks = lines.length - 1;
  return tally.list({checks, days: Math.max(1, Math.ceil(checks / checksADay) - 1)}).length;
};

test('a date of today is noise at six checks a day; hours and a version that are edited on most days are none', () => {
  const visits = Array.from({length: 43}, (_, number) => Math.floor(number / 6));
  expect(
    dailyChecks(
      visits.map(day => `Today: ${day + 1} November 2026`),
      6,
    ),
  ).toBe(1);
  expect(
    dailyChecks(
      visits.map(day => `Open ${7 + day}:00-${12 + day}:30`),
      6,
    ),
  ).toBe(0);
  expect(
    dailyChecks(
      visits.map(day => `Version 4.12.${day}`),
      6,
    ),
  ).toBe(0);
});
