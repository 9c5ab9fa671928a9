import type {WebKind, WebPage, WebVisit} from './pages';
import {between, headline, pick, type Random, sentence, slug, token, uuid, word} from './words';

/** Parts of web pages in which numbers, dates, times and ids change at nearly each visit. */
const noise = (name: string, make: WebKind['make'], hours?: number): WebKind => ({
  name,
  isNoise: true,
  make,
  ...(hours === undefined ? {} : {hours}),
});

/** A number that rises from visit to visit. */
function rising({random, visits}: WebPage, low: number, high: number, step: number): readonly number[] {
  const values = [between(low, high, random)];
  while (values.length < visits) values.push((values.at(-1) as number) + between(1, step, random));
  return values;
}

function viewCounter(page: WebPage) {
  const values = rising(page, 900, 5_000_000, 400);
  const write = pick<(value: number) => string>(
    [
      value => `${value.toLocaleString('en')} views · Published 3 March 2024`,
      value => `Downloads: ${value.toLocaleString('de')}`,
      value => `👁 ${value.toLocaleString('fr')}`,
      value => `**${value}** Aufrufe`,
      value => `Read ${value.toLocaleString('en-IN')} times`,
      value => `Visitors since 2003: ${String(value).padStart(8, '0')}`,
    ],
    page.random,
  );
  return ({number}: WebVisit) => write(values[number] as number);
}

function social(page: WebPage) {
  const [likes, comments] = [rising(page, 1000, 90_000, 300), rising(page, 3, 400, 4)];
  const style = pick([0, 1, 2], page.random);
  return ({number}: WebVisit) => {
    const [like = 0, comment = 0] = [likes[number], comments[number]];
    if (style === 0) return `♥ ${like.toLocaleString('en')} 💬 ${comment}`;
    if (style === 1) return `- ${like} Likes\n- ${comment} Comments`;
    return `[${(like / 1000).toFixed(1)}K likes](/likes) [${comment} replies](/replies)`;
  };
}

/** Ages of what people wrote: some hours at the first visit. */
function ages(page: WebPage) {
  const words = pick<(hours: number) => string>(
    [
      hours =>
        hours < 24 ? `${hours} ${hours === 1 ? 'hour' : 'hours'} ago` : `${Math.floor(hours / 24)} ${hours < 48 ? 'day' : 'days'} ago`,
      hours =>
        hours < 24 ? `vor ${hours} ${hours === 1 ? 'Stunde' : 'Stunden'}` : `vor ${Math.floor(hours / 24)} ${hours < 48 ? 'Tag' : 'Tagen'}`,
      hours => (hours < 24 ? `il y a ${hours} h` : `il y a ${Math.floor(hours / 24)} j`),
      hours => (hours < 24 ? `${hours}h` : `${Math.floor(hours / 24)}d`),
      hours =>
        hours < 24 ? `hace ${hours} ${hours === 1 ? 'hora' : 'horas'}` : `hace ${Math.floor(hours / 24)} ${hours < 48 ? 'día' : 'días'}`,
      hours => (hours < 24 ? `${hours} uur geleden` : `${Math.floor(hours / 24)} dagen geleden`),
    ],
    page.random,
  );
  const posts = Array.from({length: between(1, 4, page.random)}, () => ({
    text: sentence(page.random),
    person: word('person', page.random),
    age: between(1, 4, page.random),
  }));
  const style = pick([0, 1], page.random);
  return ({number}: WebVisit) =>
    posts
      .map(({text, person, age}) =>
        style === 0 ? `**${person}** · ${words(age + number)}\n\n${text}` : `- ${text} (${words(age + number)})`,
      )
      .join(style === 0 ? '\n\n' : '\n');
}

function updatedAgo(page: WebPage) {
  const texts = pick(
    [
      ['Last updated: just now', 'Last updated: a minute ago', 'Last updated: # minutes ago', 'Last updated: an hour ago'],
      ['Updated a few seconds ago', 'Updated # minutes ago', 'Updated # seconds ago'],
      ['Aktualisiert vor # Minuten', 'Aktualisiert vor einer Minute', 'Aktualisiert vor # Sekunden'],
      ['Mis à jour il y a # minutes', 'Mis à jour il y a # secondes'],
      ['Actualizado hace # minutos', 'Actualizado hace # segundos'],
    ],
    page.random,
  );
  return ({random}: WebVisit) => pick(texts, random).replace('#', String(between(2, 59, random)));
}

function formToken(page: WebPage) {
  const name = pick(['csrf', 'authenticity_token', '_token', '__RequestVerificationToken', 'nonce', 'form_key'], page.random);
  const draw = pick<(random: Random) => string>(
    [
      random => token('hex', 40, random),
      random => `${token('base64', 42, random)}%3D%3D`,
      random => token('hex', 10, random),
      random => token('letters', 16, random),
      random => `${token('base64', 20, random)}.${token('base64', 27, random)}`,
    ],
    page.random,
  );
  const texts = ['Add to wish list', 'Log out', 'Vote'].slice(0, between(1, 3, page.random));
  return ({random}: WebVisit) => {
    const value = draw(random);
    return texts.map(text => `[${text}](https://site.example/${slug(text)}?${name}=${value})`).join(texts.length > 1 ? '\n\n' : '');
  };
}

function sessionInUrls(page: WebPage) {
  const write = pick<(path: string, random: Random) => (random: Random) => string>(
    [
      path => random => `/${path};jsessionid=${token('hex', 32, random).toUpperCase()}.node${between(1, 3, random)}`,
      path => random => `/${path}.php?PHPSESSID=${token('letters', 26, random)}`,
      path => random => `/${path}?sid=${uuid(random)}&lang=en`,
      path => random => `/(S(${token('letters', 24, random)}))/${path}.aspx`,
      path => random => `/s/${token('letters', 12, random)}/${path}`,
      path => random => `/cgi-bin/${path}?session=${token('digits', 12, random)}`,
    ],
    page.random,
  );
  const paths = ['catalogue', 'basket', 'account', 'help']
    .slice(0, between(1, 4, page.random))
    .map(path => ({path, link: write(path, page.random)}));
  return ({random}: WebVisit) => paths.map(({path, link}) => `- [Go to ${path}](https://site.example${link(random)})`).join('\n');
}

function cacheBuster(page: WebPage) {
  const query = pick<(visit: WebVisit) => string>(
    [
      ({at}) => `v=${Math.floor(at.getTime() / 1000)}`,
      ({at}) => `_=${at.getTime()}`,
      ({random}) => `cb=${between(100_000, 999_999_999, random)}`,
      ({random}) => `rnd=0.${token('digits', 16, random)}`,
      ({random}) => `v=${token('hex', 8, random)}`,
      ({random}) => `ver=${token('letters', 7, random)}`,
    ],
    page.random,
  );
  const text = headline(page.random);
  return (visit: WebVisit) => `![${text}](https://cdn.site.example/${slug(text)}.png?${query(visit)})`;
}

function looking(page: WebPage) {
  const write = pick<(count: number, other: number) => string>(
    [
      count => `${count} people are looking at this right now`,
      count => `🔥 ${count} others are viewing this room`,
      (count, other) => `In demand! Booked ${count} times in the last ${other} hours`,
      count => `${count} Personen sehen sich das gerade an`,
      count => `${count} personas están viendo esto`,
      count => `${count} personnes regardent cette annonce`,
      count => (count === 1 ? '1 person has this in their basket' : `${count} people have this in their basket`),
    ],
    page.random,
  );
  const most = pick([9, 40, 400], page.random);
  return ({random}: WebVisit) => write(between(1, most, random), between(2, 24, random));
}

function renderTime(page: WebPage) {
  const write = pick<(random: Random) => string>(
    [
      random => `© 2026 Site. Page generated in 0.${token('digits', 4, random)} seconds`,
      random => `© 2011–2026 Verein e. V. | Ladezeit: ${between(40, 900, random)} ms | ${between(9, 80, random)} Abfragen`,
      random => `Copyright 2026. ${between(20, 90, random)} queries in ${between(1, 3, random)}.${token('digits', 3, random)}s.`,
      random => `Powered by wiki 1.41, served by web-${between(1, 24, random)} in ${between(20, 400, random)} ms`,
    ],
    page.random,
  );
  return ({random}: WebVisit) => write(random);
}

function weather(page: WebPage) {
  const [place, skies] = [word('place', page.random), ['Sunny', 'Light rain', 'Overcast', 'Partly cloudy', 'Showers', 'Fog']];
  const write = pick<(degrees: number, sky: string) => string>(
    [
      (degrees, sky) => `${place} ${degrees}°C ${sky}`,
      (degrees, sky) => `![${sky}](/icons/${slug(sky)}.svg) ${degrees} °C in ${place}`,
      degrees => `Weather: ${degrees}°`,
      (degrees, sky) => `**${degrees}°**\n\n${sky}`,
      (degrees, sky) => `${sky}, ${degrees * 2 + 30}°F, wind ${Math.abs(degrees) + 3} mph`,
    ],
    page.random,
  );
  return ({random}: WebVisit) => write(between(-4, 26, random), pick(skies, random));
}

function today(page: WebPage) {
  const locale = pick(
    ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'pl-PL', 'pt-BR', 'sv-SE', 'ja-JP', 'cs-CZ', 'tr-TR'],
    page.random,
  );
  const style = pick(['full', 'long', 'medium', 'short'] as const, page.random);
  const [before, after] = pick(
    [
      ['', ''],
      ['Today is ', ''],
      ['**', '**'],
      ['Edition of ', ', free of charge'],
      ['| ', ' |'],
    ],
    page.random,
  ) as [string, string];
  return ({at}: WebVisit) => `${before}${at.toLocaleDateString(locale, {dateStyle: style, timeZone: 'UTC'})}${after}`;
}

function clock(page: WebPage) {
  const write = pick<(at: Date) => string>(
    [
      at => `Letzte Aktualisierung: ${at.toLocaleString('de-DE', {dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC'})} Uhr`,
      at => `Data as of ${at.toLocaleString('en-US', {dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC'})} EST`,
      at => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
      at => `Generated ${at.toUTCString()}`,
      at => `Consulté le ${at.toLocaleString('fr-FR', {dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC'})}`,
      at => `Server time: ${Math.floor(at.getTime() / 1000)}`,
      at => `All times are GMT. It is currently ${at.toLocaleTimeString('en-US', {timeStyle: 'short', timeZone: 'UTC'})}.`,
    ],
    page.random,
  );
  return ({at}: WebVisit) => write(at);
}

function delivery(page: WebPage) {
  const write = pick<(at: Date, random: Random) => string>(
    [
      (at, random) =>
        `Order within ${between(1, 12, random)} hrs ${between(1, 59, random)} mins to get it by ${at.toLocaleDateString('en-GB', {weekday: 'long', day: 'numeric', month: 'long'})}`,
      (at, random) =>
        `Noch ${between(1, 9, random)} Std. ${between(1, 59, random)} Min.: Lieferung am ${at.toLocaleDateString('de-DE', {weekday: 'long', day: 'numeric', month: 'long'})}`,
      (_at, random) =>
        `Sale ends in ${between(0, 2, random)}d ${between(0, 23, random)}h ${between(0, 59, random)}m ${between(0, 59, random)}s`,
      (_at, random) =>
        `Offer ends in ${String(between(0, 23, random)).padStart(2, '0')}:${token('digits', 1, random)}${token('digits', 1, random)}:0${token('digits', 1, random)}`,
    ],
    page.random,
  );
  return ({at, random}: WebVisit) => write(new Date(at.getTime() + 3 * 86_400_000), random);
}

function requestId(page: WebPage) {
  const write = pick<(visit: WebVisit) => string>(
    [
      ({random}) => `Ray ID: ${token('hex', 16, random)}`,
      ({random}) => `Request ID: ${uuid(random)}`,
      ({at, random}) => `Reference #18.${token('hex', 8, random)}.${Math.floor(at.getTime() / 1000)}.${token('hex', 7, random)}`,
      ({random}) => `Trace: ${token('letters', 20, random)}`,
      ({random}) => `Your code: ${token('letters', 6, random).toUpperCase()}`,
    ],
    page.random,
  );
  return (visit: WebVisit) => write(visit);
}

function server(page: WebPage) {
  const names = pick(
    [
      ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'],
      ['web-01', 'web-02', 'web-03', 'web-04'],
      ['fra', 'ams', 'lhr', 'cdg', 'mad'],
    ],
    page.random,
  );
  const before = pick(['Served by ', 'Node: ', 'Cache: HIT from '], page.random);
  return ({random}: WebVisit) => `${before}${pick(names, random)}`;
}

function signedImage(page: WebPage) {
  const text = headline(page.random);
  const query = pick<(visit: WebVisit) => string>(
    [
      ({at, random}) => `Expires=${Math.floor(at.getTime() / 1000)}&Signature=${token('base64', 60, random)}__&Key-Pair-Id=APKAJ23`,
      ({at, random}) => `X-Amz-Date=${at.toISOString().replace(/[-:]|\.\d+/g, '')}&X-Amz-Signature=${token('hex', 64, random)}`,
      ({at, random}) => `st=${encodeURIComponent(at.toISOString())}&sig=${encodeURIComponent(`${token('base64', 40, random)}=`)}`,
      ({random}) => `token=${token('base64', 22, random)}&exp=${between(1_700_000_000, 1_800_000_000, random)}`,
    ],
    page.random,
  );
  return (visit: WebVisit) => `![${text}](https://media.site.example/${slug(text)}.jpg?${query(visit)})`;
}

function anchors(page: WebPage) {
  const write = pick<(random: Random) => string>(
    [
      random => `#radix-:r${token('letters', 2, random)}:`,
      random => `#tab-${token('hex', 6, random)}`,
      random => `#accordion-${between(1000, 99_999, random)}`,
      random => `#ember${between(100, 9999, random)}`,
    ],
    page.random,
  );
  const texts = ['Details', 'Reviews', 'Shipping'].slice(0, between(1, 3, page.random));
  return ({random}: WebVisit) => texts.map(text => `- [${text}](${write(random)})`).join('\n');
}

function captcha(page: WebPage) {
  const write = pick<(random: Random) => string>(
    [
      random => `What is ${between(1, 9, random)} + ${between(1, 9, random)}? *`,
      random => `![captcha](/captcha/${token('hex', 20, random)}.png)`,
      random => `Bitte rechnen Sie ${between(1, 9, random)} plus ${between(1, 9, random)} aus.`,
    ],
    page.random,
  );
  return ({random}: WebVisit) => write(random);
}

export const WRITTEN_NOISE: readonly WebKind[] = [
  noise('a counter of views', viewCounter),
  noise('likes and comments', social),
  noise('ages of posts', ages, 1),
  noise('updated some minutes ago', updatedAgo),
  noise('a token of a form in links', formToken),
  noise('a session in addresses', sessionInUrls),
  noise('a cache buster', cacheBuster),
  noise('people looking', looking),
  noise('a copyright line with a measure', renderTime),
  noise('the weather', weather),
  noise('the date of today', today, 24),
  noise('a date and a time', clock, 6),
  noise('a countdown to an order', delivery),
  noise('an id of a request', requestId),
  noise('the name of a server', server),
  noise('a signed image', signedImage),
  noise('ids of anchors', anchors),
  noise('a captcha', captcha),
];
