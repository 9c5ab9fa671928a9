import {diffMarkdown} from '../../../src/emulator/watch/page-diff';
import {seeded} from '../noise';
import {between, headline, paragraph, pick, type Random, sentence, slug, word} from './words';

/** A visit of a page. `random` differs from visit to visit. */
export interface WebVisit {
  readonly number: number;
  readonly at: Date;
  readonly random: Random;
}

/** Draws of a page that all its visits share. */
export interface WebPage {
  readonly random: Random;
  readonly visits: number;
  /** Between two visits. */
  readonly hours: number;
}

/** A part of web pages that changes, and whether its changes are noise. */
export interface WebKind {
  readonly name: string;
  readonly isNoise: boolean;
  /** Hours between two visits of its pages, where that matters. */
  readonly hours?: number;
  /** Gives the writer of the part's Markdown for one page. */
  readonly make: (page: WebPage) => (visit: WebVisit) => string;
}

/** A page's history: the diffs of the visits that saw a change, oldest first, and what its changing parts wrote. */
export interface WebHistory {
  readonly checks: number;
  readonly days: number;
  readonly diffs: readonly {readonly diff: string; readonly at: string; readonly check: number}[];
  /** Texts of each part, and at how many checks it changed. */
  readonly parts: readonly {readonly lines: ReadonlySet<string>; readonly changes: number}[];
}

type Section = (random: Random) => string;

const links = (random: Random, count: number) =>
  Array.from({length: count}, () => headline(random))
    .map(text => `- [${text}](https://site.example/${slug(text)})`)
    .join('\n');

const NAVIGATION: Section = random =>
  `[Skip to content](#content)\n\n${['Home', 'Products', 'About us', 'Contact']
    .map(text => `- [${text}](https://site.example/${slug(text)})`)
    .join('\n')}\n\n${links(random, between(0, 4, random))}`;

const FOOTER: Section = random =>
  `${['Imprint', 'Privacy', 'Terms'].map(text => `[${text}](/${slug(text)})`).join(' ')}\n\n© 2026 ${word('place', random)} ${word('thing', random)} company`;

const TABLE: Section = random =>
  `| Property | Value |\n| --- | --- |\n${Array.from({length: between(2, 5, random)}, () => `| ${headline(random)} | ${between(1, 90, random)} |`).join('\n')}`;

const FAQ: Section = random =>
  Array.from({length: between(1, 3, random)}, () => `### ${headline(random)}?\n\n${sentence(random)}`).join('\n\n');

const IMAGE: Section = random => {
  const text = headline(random);
  return `![${text}](https://cdn.site.example/images/${slug(text)}.jpg)`;
};

const BYLINE: Section = random => `By **${word('person', random)}**, ${word('place', random)}\n\n${paragraph(random)}`;

const CARDS: Section = random =>
  Array.from(
    {length: between(2, 3, random)},
    () => `### ${headline(random)}\n\n${sentence(random)}\n\n[Read more](/${slug(headline(random))})`,
  ).join('\n\n');

/** Sections between the top and the foot of pages, by what the page is. */
const SHELLS: readonly (readonly Section[])[] = [
  [IMAGE, paragraph, TABLE, FAQ],
  [BYLINE, paragraph, IMAGE, paragraph, paragraph],
  [paragraph, CARDS, TABLE, FAQ],
  [paragraph, random => links(random, 4), TABLE],
  [CARDS, CARDS, random => links(random, 6)],
  [paragraph, random => `> ${sentence(random)}`, paragraph],
];

/** A line as a finding shows it. */
export const shorten = (line: string): string => line.trim().slice(0, 300).trim();

/** Numbers of a seed and a name, so that each page has its own. */
function mix(seed: number, text: string): number {
  let mixed = seed | 0;
  for (const character of text) mixed = (Math.imul(mixed, 31) + character.charCodeAt(0)) | 0;
  return Math.imul(mixed ^ (mixed >>> 13), 0x5bd1e995);
}

/** Plays the visits of a page that has these changing parts: 10 to 20 checks, or as many as given. */
export function playPage(kinds: readonly WebKind[], seed: number, given?: number): WebHistory {
  const random = seeded(mix(seed, kinds.map(({name}) => name).join()));
  const checks = given ?? between(10, 20, random);
  const hours = kinds.find(kind => kind.hours !== undefined)?.hours ?? pick([1, 6, 24], random);
  const start = Date.UTC(2026, between(0, 11, random), between(1, 28, random), between(0, 23, random), between(0, 59, random));
  const shell = ['top', ...pick(SHELLS, random), FOOTER].map(section =>
    typeof section === 'string' ? `${NAVIGATION(random)}\n\n# ${headline(random)}` : section(random),
  );
  const parts = kinds.map(kind => ({
    ...{write: kind.make({random, visits: checks + 1, hours}), place: between(1, shell.length - 1, random)},
    ...{lines: new Set<string>(), changes: 0, text: ''},
  }));
  const pages = Array.from({length: checks + 1}, (_, number) => {
    const visit = {number, at: new Date(start + number * hours * 3_600_000 + between(0, 40_000, random)), random};
    for (const part of parts) {
      const text = part.write(visit);
      if (number > 0 && text !== part.text) part.changes++;
      part.text = text;
      for (const line of text.split('\n')) part.lines.add(shorten(line));
    }
    const sections = shell.flatMap((section, place) => [...parts.filter(part => part.place === place).map(({text}) => text), section]);
    return {at: visit.at.toISOString(), text: sections.filter(section => section !== '').join('\n\n')};
  });
  for (const {lines} of parts) lines.delete('');
  const diffs = pages.slice(1).flatMap(({at, text}, index) => {
    const before = pages[index]?.text ?? '';
    return before === text ? [] : [{diff: String(diffMarkdown(before, text)['text']), at, check: checks - 1 - index}];
  });
  const days = new Set(pages.map(({at}) => at.slice(0, 10)));
  return {checks, days: Math.max(1, days.size - 1), diffs, parts};
}
