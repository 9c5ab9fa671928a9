import type {WebKind, WebPage, WebVisit} from './pages';
import {between, headline, headlines, paragraph, pick, type Random, sample, sentence, slug, word} from './words';

const decoy = (name: string, make: WebKind['make']): WebKind => ({name, isNoise: false, make});

/** A value for each visit: edited at some of them, by chance, at least once. */
function edited<Value>({random, visits}: WebPage, edits: number, first: Value, edit: (value: Value, random: Random) => Value): Value[] {
  const at = new Set(
    sample(
      Array.from({length: visits - 1}, (_, number) => number + 1),
      edits,
      random,
    ),
  );
  const values = [first];
  for (let number = 1; number < visits; number++) {
    const before = values[number - 1] as Value;
    values.push(at.has(number) ? edit(before, random) : before);
  }
  return values;
}

/** Edits of a page that people make now and then, up to each third visit. */
const fewEdits = (page: WebPage) => between(1, Math.floor((page.visits - 1) / 3), page.random);
/** Edits of a page that changes often: at each fourth visit up to each. */
const manyEdits = (page: WebPage) => between(Math.ceil((page.visits - 1) / 4), page.visits - 1, page.random);

const shown =
  <Value>(values: readonly Value[], write: (value: Value, visit: WebVisit) => string) =>
  (visit: WebVisit) =>
    write(values[visit.number] as Value, visit);

const priced = (cents: number, locale: string, currency: string) => (cents / 100).toLocaleString(locale, {style: 'currency', currency});

const PRICE_LINES: readonly ((cents: number) => string)[] = [
  cents => `**${priced(cents, 'en-US', 'USD')}** / month, billed yearly`,
  cents => `${priced(cents, 'de-DE', 'EUR')} inkl. MwSt., zzgl. Versand`,
  cents => `Now ${priced(cents, 'en-GB', 'GBP')}\n\nWas ${priced(cents + 4000, 'en-GB', 'GBP')}`,
  cents => `| Starter | ${priced(cents, 'en-US', 'USD')} |\n| Business | ${priced(cents * 3, 'en-US', 'USD')} |`,
  cents => `à partir de ${priced(cents, 'fr-FR', 'EUR')} par mois`,
  cents => `ab ${Math.floor(cents / 100)},- €`,
  cents => `CHF ${Math.floor(cents / 100)}.–`,
  cents => `${priced(cents, 'ja-JP', 'JPY')}（税込）`,
  cents => `${Math.floor(cents / 100)} zł brutto`,
  cents => `Price per seat: ${Math.floor(cents / 100)} USD`,
  cents => `Cena: ${Math.floor(cents / 100)},00 Kč`,
  cents => `R$ ${Math.floor(cents / 100)},90 à vista`,
];

const prices = decoy('a price that changes', page => {
  const write = pick(PRICE_LINES, page.random);
  const values = edited(page, manyEdits(page), between(900, 40_000, page.random), (value, random) =>
    Math.max(500, value + between(1, 30, random) * 100 * (random() < 0.5 ? -1 : 1)),
  );
  return shown(values, write);
});

const version = decoy('a version number', page => {
  const product = word('thing', page.random);
  const write = pick<(text: string) => string>(
    [
      text => `Current version: ${text}`,
      text => `[Download ${product} ${text} (64-bit)](https://dl.site.example/${product}-${text}.zip)`,
      text => `## Latest release\n\n**v${text}** (stable)`,
      text => `\`npm install ${product}@${text}\``,
    ],
    page.random,
  );
  const first = [between(1, 9, page.random), between(0, 12, page.random), between(0, 9, page.random)];
  const next = ([major = 0, minor = 0, patch = 0]: readonly number[], random: Random) =>
    random() < 0.3 ? [major, minor + 1, 0] : [major, minor, patch + 1];
  const values = edited<readonly number[]>(page, fewEdits(page), first, next);
  return shown(values, value => write(value.join('.')));
});

const hours = decoy('opening hours that are edited', page => {
  const locale = pick(
    [
      'Monday to Friday: #\n\nSaturday: 10:00–14:00',
      'Mo–Fr # Uhr',
      '| Mon | # |\n| Tue | # |\n| Wed | closed |',
      'Lun-Ven : #',
      'Open # daily',
    ],
    page.random,
  );
  const draw = (random: Random) =>
    `${between(7, 10, random)}:${pick(['00', '30'], random)}–${between(16, 21, random)}:${pick(['00', '30'], random)}`;
  return shown(
    edited(page, fewEdits(page), draw(page.random), (_, random) => draw(random)),
    value => locale.replaceAll('#', value),
  );
});

const rows = decoy('new rows in a table', page => {
  const isOnTop = page.random() < 0.5;
  const all = headlines(60, page.random).map(text => `| ${text} | ${between(1, 400, page.random)} | ${word('place', page.random)} |`);
  const counts = edited(page, manyEdits(page), between(2, 6, page.random), (value, random) => value + between(1, 2, random));
  return shown(counts, count => {
    const body = all.slice(0, count);
    return ['| Project | Number | Place |', '| --- | --- | --- |', ...(isOnTop ? body.reverse() : body)].join('\n');
  });
});

const deadline = decoy('a deadline that is moved', page => {
  const day = new Date(Date.UTC(2027, between(0, 11, page.random), between(1, 28, page.random)));
  const write = pick<(at: Date) => string>(
    [
      at => `Applications close on ${at.toLocaleDateString('en-GB', {dateStyle: 'long'})} at 17:00.`,
      at => `Submission deadline: ${at.toLocaleDateString('en-US', {dateStyle: 'medium'})}`,
      at => `Einsendeschluss ist der ${at.toLocaleDateString('de-DE', {dateStyle: 'long'})}.`,
      at => `| Tender 4711 | ${at.toISOString().slice(0, 10)} |`,
      at => `Date limite : ${at.toLocaleDateString('fr-FR', {dateStyle: 'full'})}`,
    ],
    page.random,
  );
  const values = edited(
    page,
    Math.min(3, fewEdits(page)),
    day,
    (value, random) => new Date(value.getTime() + between(3, 30, random) * 86_400_000),
  );
  return shown(values, write);
});

const STOCK = [
  ['In stock', 'Currently unavailable'],
  ['Add to cart', 'Notify me when available'],
  ['Only 3 left in stock – order soon', 'Temporarily out of stock'],
  ['Sofort lieferbar', 'Derzeit nicht verfügbar'],
  ['En stock', 'Rupture de stock'],
  ['Disponible', 'Agotado'],
  ['Ships within 24 hours', 'Backordered: ships in 3 weeks'],
  ['Available at 4 stores', 'Not available in stores'],
  ['Op voorraad', 'Uitverkocht'],
  ['[Buy tickets](/tickets)', 'Sold out'],
];

const stock = decoy('out of stock and back', page => {
  const [here, gone] = pick(STOCK, page.random) as [string, string];
  const values = edited(page, manyEdits(page), page.random() < 0.5, value => !value);
  return shown(values, value => (value ? here : gone));
});

const removed = decoy('text that is removed', page => {
  const texts = Array.from({length: page.visits + 2}, () => paragraph(page.random));
  const counts = edited(page, manyEdits(page), texts.length, value => value - 1);
  return shown(counts, count => texts.slice(0, count).join('\n\n'));
});

const legal = decoy('legal text that is edited', page => {
  const [one, other] = [sentence(page.random), sentence(page.random)];
  const write = pick<(days: number, name: string) => string>(
    [
      (days, name) => `You may withdraw from this contract within ${days} days. ${one} Disputes are heard in ${name}. ${other}`,
      (days, name) => `${one} We keep your data for ${days} months and share it with our partners in ${name}. ${other}`,
      (days, name) => `4.2 The liability of the provider is limited to ${days} times the fee. ${one} The law of ${name} applies.`,
    ],
    page.random,
  );
  const values = edited(page, fewEdits(page), {days: 14, name: 'Leeds'}, (value, random) =>
    random() < 0.5 ? {...value, days: value.days + between(1, 16, random)} : {...value, name: word('place', random)},
  );
  return shown(values, ({days, name}) => write(days, name));
});

const changelog = decoy('a changelog with rising numbers', page => {
  const minor = between(0, 20, page.random);
  const style = pick([0, 1, 2], page.random);
  const all = headlines(50, page.random).map((text, index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + index * 3)).toISOString().slice(0, 10);
    if (style === 0) return `## 2.${minor + index}.0 (${day})\n\n- ${text} (#${1000 + index * 7})`;
    if (style === 1) return `- **v1.${minor}.${index}**: ${text}`;
    return `### Build ${4000 + index * 3}\n\nFixes and improvements.`;
  });
  const counts = edited(page, manyEdits(page), between(3, 8, page.random), value => value + 1);
  return shown(counts, count =>
    all
      .slice(Math.max(0, count - 8), count)
      .reverse()
      .join(style === 1 ? '\n' : '\n\n'),
  );
});

const jobs = decoy('vacancies that come and go', page => {
  const all = headlines(60, page.random).map(text => `- [${text} (m/f/d)](/jobs/${slug(text)}), ${word('place', page.random)}`);
  const states = edited(page, manyEdits(page), {from: 0, to: between(4, 8, page.random)}, (value, random) =>
    random() < 0.5 && value.to - value.from > 3 ? {...value, from: value.from + 1} : {...value, to: value.to + between(1, 2, random)},
  );
  return shown(states, ({from, to}) => all.slice(from, to).join('\n'));
});

const status = decoy('a status page', page => {
  const components = sample(['API', 'Dashboard', 'Webhooks', 'Search', 'Billing'], between(1, 3, page.random), page.random);
  const values = edited(page, manyEdits(page), 'Operational', (value, random) =>
    value === 'Operational' ? pick(['Degraded performance', 'Partial outage', 'Under maintenance'], random) : 'Operational',
  );
  return shown(values, value => components.map((name, index) => `**${name}**\n\n${index === 0 ? value : 'Operational'}`).join('\n\n'));
});

const rates = decoy('a rate', page => {
  const write = pick<(value: number) => string>(
    [
      value => `1 EUR = ${(value / 1000).toFixed(4)} USD`,
      value => `Interest rate p.a.: ${(value / 400).toFixed(2)} %`,
      value => `| 10 years fixed | ${(value / 300).toFixed(2).replace('.', ',')} % |`,
      value => `Processing fee ${(value / 500).toFixed(1)}% + $0.30`,
    ],
    page.random,
  );
  return shown(
    edited(page, manyEdits(page), between(900, 1400, page.random), (value, random) => value + between(-30, 31, random)),
    write,
  );
});

const news = decoy('headlines that move on', page => {
  const length = between(3, 8, page.random);
  const all = headlines(length + 60, page.random);
  const style = pick([0, 1], page.random);
  const froms = edited(page, manyEdits(page), 0, (value, random) => value + between(1, 3, random));
  return shown(froms, from =>
    all
      .slice(from, from + length)
      .reverse()
      .map(text => (style === 0 ? `- [${text}](/news/${slug(text)})` : `### [${text}](/news/${slug(text)})`))
      .join(style === 0 ? '\n' : '\n\n'),
  );
});

const contact = decoy('an address that is edited', page => {
  const phone = (random: Random) => `+44 20 7946 ${String(between(0, 9999, random)).padStart(4, '0')}`;
  const values = edited(page, Math.min(3, fewEdits(page)), phone(page.random), (_, random) => phone(random));
  return shown(values, value => `Phone: ${value}\n\n${word('place', () => 0.3)}, Harbour Road 4`);
});

const limits = decoy('limits of a plan', page => {
  const write = pick<(value: number) => string>(
    [
      value => `| Requests per minute | ${value * 10} |\n| Seats | ${value} |`,
      value => `Up to ${value} projects and ${value * 5} GB of storage`,
      value => `- ${value} users included\n- ${value * 100} API calls a day`,
    ],
    page.random,
  );
  return shown(
    edited(page, fewEdits(page), between(3, 20, page.random), (value, random) => value + between(1, 10, random)),
    write,
  );
});

const people = decoy('a person in charge', page => {
  const role = pick(['Chief executive', 'Editor', 'Head of research', 'Geschäftsführung'], page.random);
  const values = edited(page, Math.min(3, fewEdits(page)), 0, value => value + 1);
  return shown(values, value => `${role}: ${word('person', () => (value * 0.137 + 0.05) % 1)} ${word('place', () => (value * 0.31) % 1)}`);
});

const event = decoy('the next date of a calendar', page => {
  const texts = headlines(20, page.random);
  const values = edited(page, fewEdits(page), 0, value => value + 1);
  return shown(values, value => {
    const at = new Date(Date.UTC(2027, 1, 3 + value * 5)).toLocaleDateString('en-GB', {weekday: 'short', day: 'numeric', month: 'long'});
    return `Next event\n\n**${at}**: ${texts[value]}`;
  });
});

const advisories = decoy('security advisories', page => {
  const all = headlines(60, page.random).map(
    (text, index) => `- CVE-2026-${20_000 + index * 13}: ${text} (${pick(['low', 'high', 'critical'], page.random)})`,
  );
  const counts = edited(page, manyEdits(page), between(2, 9, page.random), value => value + 1);
  return shown(counts, count => all.slice(0, count).reverse().join('\n'));
});

const slogan = decoy('a text that is rewritten', page => {
  const texts = headlines(40, page.random);
  const values = edited(page, fewEdits(page), 0, value => value + 1);
  return shown(values, value => `## ${texts[value]}\n\n${headline(() => 0.4)}`);
});

export const WEB_DECOYS: readonly WebKind[] = [
  ...[prices, version, hours, rows, deadline, stock, removed, legal, changelog, jobs, status, rates, news, contact, limits, people, event],
  ...[advisories, slogan],
];
