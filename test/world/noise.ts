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
];

/** A page with lines of some kinds between headings that stay. */
export function renderNoisyPage(kinds: readonly LineKind[], visit: Parameters<LineKind['lines']>[0]): string {
  const blocks = kinds.map((kind, index) => [`### Part ${'ABCDEFGHIJKLMNOP'[index]}`, ...kind.lines(visit), 'Text that stays as it is.']);
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
