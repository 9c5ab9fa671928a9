import {diffMarkdown} from '../../src/emulator/watch/page-diff';

/** A kind of line on a page, and whether its changes are noise. */
export interface LineKind {
  readonly name: string;
  readonly isNoise: boolean;
  /** The lines of a visit. `random` gives numbers from 0 to below 1. */
  readonly lines: (visit: {readonly number: number; readonly at: Date; readonly random: () => number}) => readonly string[];
}

const between = (low: number, high: number, random: () => number) => low + Math.floor(random() * (high - low + 1));

const ADS = ['A better mattress', 'Learn to sail in a week', 'Coffee at home: 20% off', 'Win a bicycle', 'Your garden needs this'];
const TEASERS = ['Fly to the sun from 49 €', 'A weekend in Rome for 129 €', 'Skiing, all included: 399 €', 'Boats from 75 € a day'];

/** Kinds whose truth is known: noise, and decoys that look like it. */
export const LINE_KINDS: readonly LineKind[] = [
  {name: 'minutes ago', isNoise: true, lines: ({random}) => [`Updated ${between(1, 59, random)} minutes ago`]},
  {name: 'a date and time', isNoise: true, lines: ({at}) => [`Page made on ${at.toISOString()}`]},
  {name: 'a date in words', isNoise: true, lines: ({at}) => [at.toUTCString().slice(0, 16)]},
  {
    name: 'visitors',
    isNoise: true,
    lines: ({number, random}) => [`You are visitor number ${(48_211 + number * between(1, 9, random)).toLocaleString('en')}.`],
  },
  {name: 'stock counter', isNoise: true, lines: ({random}) => [`**${between(2, 900, random)}** people looked at this today`]},
  {name: 'advertisement', isNoise: true, lines: ({number, random}) => [ADS[(number + (random() < 0.2 ? 2 : 0)) % ADS.length] as string]},
  {name: 'advertisement with a price', isNoise: true, lines: ({number}) => [TEASERS[number % TEASERS.length] as string]},
  {name: 'a counter beside a price', isNoise: true, lines: ({number}) => [`Hat, 19.00 €, bought ${300 + number * 3} times`]},
  {name: 'price', isNoise: false, lines: ({number, random}) => [`Basic plan: ${(9 + number + random()).toFixed(2)} € a month`]},
  {name: 'price in dollars', isNoise: false, lines: ({random}) => [`| Team | $${between(20, 90, random)}.99 | 10 seats |`]},
  {name: 'price in words', isNoise: false, lines: ({random}) => [`Price: ${between(100, 999, random)}`]},
  {name: 'a price that goes up and down', isNoise: false, lines: ({number}) => [`Gold plan ${number % 2 === 0 ? 'EUR 19' : 'EUR 24'}`]},
  {name: 'a news item at times', isNoise: false, lines: ({number}) => [`Version ${1 + Math.floor(number / 7)}.0 is here`]},
  {
    name: 'a list that grows',
    isNoise: false,
    lines: ({number}) => [
      '## News',
      ...Array.from({length: number + 1}, (_, back) => `- Story ${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'[number - back]} of the council`),
    ],
  },
  ...listOtherKinds(),
  ...listKindsByChance(),
];

/** What a page draws at random at each visit, so that it often stays as it was; then what looks like it, and matters. */
function listKindsByChance(): readonly LineKind[] {
  const draw = (name: string, texts: readonly (readonly string[])[], shares?: readonly number[]): LineKind => ({
    ...{name, isNoise: true},
    lines: ({random}) => {
      const at = random();
      const index = shares === undefined ? Math.floor(at * texts.length) : shares.findIndex(share => at < share);
      return texts[index] ?? [];
    },
  });
  const decoy = (name: string, lines: LineKind['lines']): LineKind => ({name, isNoise: false, lines});
  const slogans = ['Paint it yourself', 'Tiles for small rooms', 'Doors that close softly', 'Lamps for long nights', 'Rugs from Isfahan'];
  return [
    draw('two variants of a test', [['Try our editor without a card'], ['See the editor in a short film']]),
    draw(
      'an uneven test of a headline and its text',
      [
        ['## Write together', 'One page, all authors.'],
        ['## Never lose a draft', 'Each version is kept.'],
      ],
      [0.7, 1],
    ),
    draw('two banners', [[`![Banner](/one.png) ${slogans[0]}`], [`![Banner](/two.png) ${slogans[1]}`]]),
    draw(
      'three banners',
      ['Sofas in green', 'Chairs in oak', 'Tables in glass'].map(text => [text]),
    ),
    draw(
      'five banners of two lines',
      ['Winter tyres', 'Roof boxes', 'Snow chains', 'Child seats', 'Bike racks'].map(text => [
        `#### ${text}`,
        `All about ${text.toLowerCase()}.`,
      ]),
    ),
    draw('four banners with prices', [['Lisbon from 89 €'], ['Porto from 95 €'], ['Faro from 79 €'], ['Madeira from 149 €']]),
    draw('a banner at half of the visits', [['> Our shop is hiring cooks'], []]),
    draw('a banner at two of three visits', [['Subscribe to the letter of the garden'], []], [0.66, 1]),
    decoy('stock by chance', ({random}) => [random() < 0.5 ? 'In stock, at your door tomorrow' : 'Sold out']),
    decoy('stock by chance, in German', ({random}) => [random() < 0.5 ? 'Auf Lager' : 'Zurzeit nicht lieferbar']),
    decoy('a notice of an outage by chance', ({random}) => (random() < 0.5 ? ['We investigate an outage of the payment service'] : [])),
    decoy('two prices by chance, in other words', ({random}) => [random() < 0.5 ? 'Now for 19 € only' : 'You pay 24 € for the lot']),
    decoy('a state that lasts some visits', ({number}) => [
      Math.floor(number / 3) % 2 === 0 ? 'The ferry sails' : 'The ferry stays in port',
    ]),
    decoy('a state that lasts a week', ({number}) => [
      Math.floor(number / 7) % 2 === 0 ? 'Skating every evening' : 'Curling every evening',
    ]),
    decoy('a notice that stays for days', ({number}) => (Math.floor(number / 4) % 2 === 0 ? ['The lift to the tower does not run'] : [])),
    decoy('a list of three that moves on', ({number}) =>
      [0, 1, 2].map(back => `- Talk ${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'[number + 2 - back]} at the town hall`),
    ),
  ];
}

/** Kinds as they stand on the pages of shops, papers and offices: noise, then prices that look like it. */
function listOtherKinds(): readonly LineKind[] {
  const noise = (name: string, lines: LineKind['lines']): LineKind => ({name, isNoise: true, lines});
  const decoy = (name: string, write: (number: number, random: () => number) => string): LineKind => ({
    ...{name, isNoise: false},
    lines: ({number, random}) => [write(number, random)],
  });
  const hex = (length: number, random: () => number) =>
    Array.from({length}, () => '0123456789abcdef'[Math.floor(random() * 16)] as string).join('');
  return [
    noise('session in a link', ({random}) => [`[Log in](https://site.example/login?sid=${hex(24, random)}) to see your orders`]),
    noise('id of a request', ({random}) => [`Ray ID: ${hex(16, random)}`]),
    noise('viewers now', ({random}) => [`${between(2, 80, random)} people are viewing this right now`]),
    noise('a rotating teaser of two lines', ({number}) => [
      `#### ${['Our new oven', 'Meet the team', 'Ten years of us', 'Summer school'][number % 4]}`,
      `${['Bread as it was', 'Who bakes for you', 'A party for all', 'Bake with children'][number % 4]}. [Read on](/t/${number % 4})`,
    ]),
    noise('a list in another order', ({random}) =>
      ['Pumps', 'Valves', 'Hoses', 'Filters', 'Seals']
        .map(name => ({name, at: random()}))
        .sort((one, other) => one.at - other.at)
        .map(({name}) => `- ${name} for industry`),
    ),
    noise('a German date', ({at}) => [
      `Stand: ${at.toLocaleDateString('de-DE', {dateStyle: 'full'})}, ${at.toISOString().slice(11, 16)} Uhr`,
    ]),
    noise('a French date', ({at}) => [`Mis à jour le ${at.toLocaleDateString('fr-FR', {dateStyle: 'long'})}`]),
    noise('a Japanese date', ({at}) => [`最終更新：${at.getFullYear()}年${at.getMonth() + 1}月${at.getDate()}日`]),
    decoy('a price by the month', (_, random) => `Team plan: ${between(20, 90, random)} / seat / month`),
    decoy('a price that was and is', number => `Was ${120 + number}, now ${90 + number}`),
    decoy('a German price without a currency', (number, random) => `Tarif M ${10 + number},${between(10, 99, random)}`),
    decoy('a Swedish price', number => `Nu ${199 + number}:-`),
    decoy('a price in rupiah', number => `Rp ${150 + number}.000`),
    decoy('a price in Russian', number => `Цена: ${1200 + 10 * number}`),
    decoy('a rate of interest', (_, random) => `APY ${between(2, 5, random)}.${between(10, 99, random)}%`),
    decoy('a discount', (_, random) => `${between(5, 50, random)} % off today`),
    decoy('a price before tax', number => `${80 + number},00 zzgl. MwSt.`),
  ];
}

const PARTS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A page with lines of some kinds between headings that stay. */
export function renderNoisyPage(kinds: readonly LineKind[], visit: Parameters<LineKind['lines']>[0]): string {
  const blocks = kinds.map((kind, index) => [`### Part ${PARTS[index]}`, ...kind.lines(visit), 'Text that stays as it is.']);
  return ['# A page', ...blocks.flat(), 'The end.'].join('\n\n');
}

/** Diffs from one visit to the next, oldest first. Visits are `hours` apart. */
export function playVisits(
  kinds: readonly LineKind[],
  options: {readonly visits: number; readonly hours: number; readonly random: () => number},
) {
  const {visits, hours, random} = options;
  const start = Date.UTC(2026, 10, 1, 6);
  const pages = Array.from({length: visits}, (_, number) => {
    const at = new Date(start + number * hours * 3_600_000);
    return {at: at.toISOString(), text: renderNoisyPage(kinds, {number, at, random})};
  });
  return pages.slice(1).map(({at, text}, index) => ({at, diff: String(diffMarkdown((pages[index] as {text: string}).text, text)['text'])}));
}

/** Numbers from 0 to below 1 that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
