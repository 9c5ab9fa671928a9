import type {WebKind, WebPage} from './pages';
import {between, headline, headlines, pick, type Random, sample, sentence, shuffle, slug, token, word} from './words';

/** Parts of web pages that show other texts at each visit, for no reason that a reader cares about. */
const noise = (name: string, make: WebKind['make']): WebKind => ({name, isNoise: true, make});

const SHAPES: readonly ((random: Random) => string)[] = [
  random => `## ${headline(random)}\n\n${sentence(random)}\n\n[Start now](/start/${slug(headline(random))})`,
  random => `## ${headline(random)}`,
  random => `[${headline(random)}](/offer/${slug(headline(random))})`,
  random => `${sentence(random)}\n\n[${headline(random)}](/demo)`,
  random => `![${headline(random)}](/img/hero-${token('letters', 6, random)}.webp)\n\n### ${headline(random)}`,
];

/** Variants of a test; each visit is one of the shares. */
function variants({random}: WebPage, shares: readonly number[]) {
  const shape = pick(SHAPES, random);
  const isMixed = random() < 0.25;
  const texts = shares.map(() => (isMixed ? pick(SHAPES, random) : shape)(random));
  const ends = shares.map((_, index) => shares.slice(0, index + 1).reduce((sum, share) => sum + share, 0));
  return (visit: {readonly random: Random}) => {
    const at = visit.random();
    return texts[ends.findIndex(end => at < end)] ?? (texts[0] as string);
  };
}

const banner = (random: Random) => {
  const text = headline(random);
  const image = `[![${text}](https://cdn.site.example/b/${slug(text)}.jpg)](/campaign/${slug(text)})`;
  return image;
};

function bannersInTurn({random}: WebPage) {
  const hasText = random() < 0.5;
  const texts = Array.from({length: between(3, 6, random)}, () =>
    hasText ? `${banner(random)}\n\n**${headline(random)}**` : banner(random),
  );
  return ({number}: {readonly number: number}) => texts[number % texts.length] as string;
}

function bannersAtRandom({random}: WebPage) {
  const texts = Array.from({length: between(3, 8, random)}, () =>
    random() < 0.5 ? `${banner(random)}\n\n${sentence(random)}` : banner(random),
  );
  return (visit: {readonly random: Random}) => pick(texts, visit.random);
}

/** Products or articles beside the one of the page: some of a store of them. */
function related({random}: WebPage, price: (random: Random) => string) {
  const style = pick([0, 1, 2], random);
  const pool = headlines(between(8, 24, random), random).map(text => {
    const end = price(random);
    if (style === 0) return `- [${text}](/p/${slug(text)})${end && ` ${end}`}`;
    if (style === 1)
      return `[![${text}](/thumb/${slug(text)}.jpg)](/p/${slug(text)})\n\n**[${text}](/p/${slug(text)})**${end && `\n\n${end}`}`;
    return `### [${text}](/read/${slug(text)})${end && `\n\n${end}`}`;
  });
  const count = between(3, 6, random);
  const heading = pick(['You may also like', 'Related articles', 'Das könnte Ihnen auch gefallen', 'Customers also bought'], random);
  return (visit: {readonly random: Random}) => `## ${heading}\n\n${sample(pool, count, visit.random).join(style === 0 ? '\n' : '\n\n')}`;
}

const euros = (random: Random) =>
  pick([`€ ${between(5, 90, random)}.99`, `$${between(5, 900, random)}.00`, `${between(5, 90, random)},95 €`], random);

function adSlot({random}: WebPage) {
  const label = pick(['Advertisement', 'Sponsored', 'Anzeige', 'Publicité'], random);
  const pool = headlines(between(12, 40, random), random);
  const style = pick([0, 1, 2], random);
  const isOftenEmpty = random() < 0.3;
  return (visit: {readonly random: Random}) => {
    if (isOftenEmpty && visit.random() < 0.25) return label;
    const text = pick(pool, visit.random);
    const link = `https://click.ads.example/c?id=${token('base64', 32, visit.random)}`;
    if (style === 0) return `${label}\n\n[![${text}](https://img.ads.example/${token('hex', 16, visit.random)}.jpg)](${link})`;
    if (style === 1) return `${label}\n\n[${text}](${link})`;
    return `${label}\n\n**${text}**\n\n${text.split(' ').slice(-2).join(' ')}. [Learn more](${link})`;
  };
}

function cookieNotice({random}: WebPage) {
  const text = pick(
    [
      'We value your privacy\n\nWe use cookies to improve your experience.\n\nAccept all Reject all',
      'This website uses cookies. [Learn more](/cookies)\n\nGot it!',
      '## Wir verwenden Cookies\n\nEinige sind notwendig, andere helfen uns.\n\n- [ ]  Statistik\n- [ ]  Marketing\n\nAlle akzeptieren',
      'Cookies\n\nCe site utilise des cookies. [Paramétrer](/cookies)',
    ],
    random,
  );
  const share = between(30, 70, random) / 100;
  return (visit: {readonly random: Random}) => (visit.random() < share ? text : '');
}

function newsletter({random}: WebPage) {
  const text = pick(
    ['### Stay in the loop\n\nGet our letter each Friday.\n\nSubscribe', 'Join 40,000 readers\n\n[Sign up](/signup)'],
    random,
  );
  const share = between(35, 65, random) / 100;
  return (visit: {readonly random: Random}) => (visit.random() < share ? text : '');
}

function shuffled({random}: WebPage) {
  const names = headlines(between(4, 9, random), random);
  const style = pick([0, 1, 2, 3], random);
  return (visit: {readonly random: Random}) => {
    const order = shuffle(names, visit.random);
    if (style === 0) return order.map(name => `- ${name}`).join('\n');
    if (style === 1) return order.map(name => `![${name}](/logos/${slug(name)}.svg)`).join('\n\n');
    if (style === 2) return order.map(name => `[${name}](/tag/${slug(name)})`).join(' · ');
    return order.map(name => `### ${name}\n\nPartner since ${2000 + name.length}`).join('\n\n');
  };
}

function testimonials({random}: WebPage) {
  const texts = Array.from(
    {length: between(4, 10, random)},
    () => `> ${sentence(random)}\n\n— ${word('person', random)}, ${word('place', random)}`,
  );
  return (visit: {readonly random: Random}) => pick(texts, visit.random);
}

function tips({random}: WebPage) {
  const texts = Array.from({length: between(5, 12, random)}, () => sentence(random));
  const label = pick(['Did you know?', 'Tip of the day', 'Wusstest du schon?'], random);
  return (visit: {readonly random: Random}) => `**${label}** ${pick(texts, visit.random)}`;
}

function trending({random}: WebPage) {
  const texts = headlines(between(5, 8, random), random).map(text => ({text, reads: between(200, 5000, random)}));
  const unit = pick(['reads', 'views', 'comments'], random);
  return (visit: {readonly random: Random}) => {
    for (const one of texts) one.reads += between(1, 900, visit.random);
    const order = [...texts].sort((one, other) => other.reads - one.reads).slice(0, 5);
    return order
      .map(({text, reads}, index) => `${index + 1}. [${text}](/a/${slug(text)}) ${reads.toLocaleString('en')} ${unit}`)
      .join('\n');
  };
}

function carousel({random}: WebPage) {
  const slides = headlines(between(3, 6, random), random).map(text => `- ![${text}](/slides/${slug(text)}.jpg)`);
  return (visit: {readonly random: Random}) => {
    const from = between(0, slides.length - 1, visit.random);
    return [...slides.slice(from), ...slides.slice(0, from)].join('\n');
  };
}

function membersOnline({random}: WebPage) {
  const names = ['Anna', 'Björn', 'Chloé', 'David', 'Elif', 'Farid', 'Greta', 'Hiro', 'Ines', 'Jonas'];
  const label = pick(['Registered users:', 'Online now:', 'Mitglieder:'], random);
  return (visit: {readonly random: Random}) => {
    const here = sample(names, between(1, 5, visit.random), visit.random);
    const guests = between(3, 90, visit.random);
    return `In total there are ${guests + here.length} users online :: ${here.length} registered and ${guests} guests\n\n${label} ${here.join(', ')}`;
  };
}

export const DRAWN_NOISE: readonly WebKind[] = [
  noise('an A/B test, 50/50', page => variants(page, [0.5, 0.5])),
  noise('an A/B test, 80/20', page => variants(page, [0.8, 0.2])),
  noise('a test of three variants', page => variants(page, [0.34, 0.33, 0.33])),
  noise('banners in turn', bannersInTurn),
  noise('banners at random', bannersAtRandom),
  noise('related items', page => related(page, () => '')),
  noise('related items with prices', page => related(page, euros)),
  noise('an advertisement', adSlot),
  noise('a cookie notice', cookieNotice),
  noise('a call to subscribe', newsletter),
  noise('a shuffled list', shuffled),
  noise('voices of customers', testimonials),
  noise('a tip', tips),
  noise('what others read', trending),
  noise('a carousel', carousel),
  noise('members online', membersOnline),
];
