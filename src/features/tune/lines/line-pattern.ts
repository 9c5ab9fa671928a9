/** A line in which numbers, dates and times count as equal. */
interface LinePattern {
  /** Equal for lines that differ in these alone. */
  readonly key: string;
  /** For people: `Updated # minutes ago`. */
  readonly shown: string;
}

/** Sign that stands for a number, a date or a time. */
const ANY = '#';

/**
 * Makes the pattern of a line. A price is no noise: its digits stay. What looks like an id of a session (letters and digits in one
 * word) counts as a number.
 */
export function readPattern(line: string): LinePattern {
  const shown = foldBeside(line, FOLDS);
  return {key: foldTimes(shown), shown};
}

/** The pattern of a line in which prices count as equal, too: two lines with one are the same but for their prices. */
export function foldPrices(line: string): string {
  return foldTimes(fold(line, FOLDS));
}

/** The prices of a line, as they are written. */
export function listPrices(line: string): string[] {
  return [...line.matchAll(PRICES)].map(([price]) => price.replace(/\s+/g, ' ').trim());
}

/** Whether nothing but dates and times differs between two lines that have one pattern. */
export function differInDatesOnly(before: string, after: string): boolean {
  const [one, other] = [before, after].map(line => fold(line, DATES));
  return one === other;
}

const NUMBER = String.raw`\d+(?:[.,'\u2019 ]\d+)*`;
const CODES = 'USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|TRY|RUB|KRW';
const CURRENCY = String.raw`(?:\p{Sc}|(?<![\p{L}])(?:${CODES}|Rs\.?|Fr\.|kr\.?|z\u0142|K\u010d|Ft|Euros?|Dollars?|Pounds?)(?![\p{L}]))`;
const PRICED = String.raw`(?<![\p{L}])(?:prices?|preise?|prix|precios?|prezz[oi]|costs?|kosten|kostet|fees?|rabatt|discount|save|sparen)(?![\p{L}])`;

/** A number beside a currency, or soon after a word for a price. */
const PRICES = new RegExp(
  `${CURRENCY}[\\s*_]*[-+]?${NUMBER}|${NUMBER}(?:[.,]-{1,2}|,–)?[\\s*_]*(?:k|m|bn)?${CURRENCY}|${PRICED}[^\\d\\n]{0,24}${NUMBER}`,
  'giu',
);

const MONTHS =
  'jan(?:uary|uar|vier|eiro|uari)?|ene(?:ro)?|gen(?:naio)?|feb(?:ruary|ruar|ruari|rero|braio)?|fév(?:rier)?|fev(?:ereiro)?|mar(?:ch|s|zo|ço)?|mär(?:z)?|maart|apr(?:il|ile)?|abr(?:il)?|avr(?:il)?|may|mai|maggio|mayo|maio|mei|june?|juni|juin|giugno|junio|junho|july?|juli|juillet|luglio|julio|julho|aug(?:ust|ustus)?|août|ago(?:sto)?|sep(?:t|tember|tembre|tiembre)?|set(?:embro|tembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|out(?:ubro)?|ott(?:obre)?|nov(?:ember|embre|iembre|embro)?|dec(?:ember)?|dez(?:ember|embro)?|déc(?:embre)?|dic(?:iembre|embre)?';
const WEEKDAYS =
  'mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag';

const ZONE = String.raw`(?:\s?(?:Z|UTC|GMT|C?ES?T|[A-Z]?[PMCE][SD]T)(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{2}:?\d{2})?`;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:Uhr|h)\b)?${ZONE}`;
const AN_ISO_DATE = String.raw`\d{4}-\d{2}-\d{2}`;
const A_DATE = String.raw`(?<![\d.,])\d{1,4}([./-])\s?\d{1,2}\1\s?\d{1,4}(?![\d])`;

/** A step that replaces a part of a line. */
type Fold = readonly [pattern: RegExp, by: string];

/** Words that are a part of a date only beside a number: `may` and `sun` are words, too. */
const BESIDE = String.raw`[\s.,/-]{0,3}(?:(?:de|del|of|of the|the|le|den|der|am|at|um|\u00e0|\u00e0s|a las|-|\u2013|\||\u00b7)\s)?`;

/** Dates and times in any of the usual forms, but for numbers alone. */
const DATES: readonly Fold[] = [
  [new RegExp(`${AN_ISO_DATE}(?:[T ]${TIME})?`, 'giu'), ANY],
  [new RegExp(A_DATE, 'giu'), ANY],
  [new RegExp(TIME, 'gu'), ANY],
  [new RegExp(`(?<![\\p{L}])\\d{1,2}(?:st|nd|rd|th|er|º|ª)?\\.?${BESIDE}(?:${MONTHS})(?![\\p{L}])\\.?(?:${BESIDE}\\d{4})?`, 'giu'), ANY],
  [new RegExp(`(?<![\\p{L}])(?:${MONTHS})(?![\\p{L}])\\.?${BESIDE}\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s\\d{4})?`, 'giu'), ANY],
  [new RegExp(`(?<![\\p{L}])(?:${MONTHS})(?![\\p{L}])\\.?\\s\\d{4}(?!\\d)`, 'giu'), ANY],
  [new RegExp(`(?<![\\p{L}])(?:${WEEKDAYS})(?![\\p{L}])[.,]{0,2}${BESIDE}#`, 'giu'), ANY],
  [new RegExp(`#${BESIDE}(?:${WEEKDAYS})(?![\\p{L}])`, 'giu'), ANY],
  [new RegExp(`(?<=(?:^|\\b(?:is|ist|am|on|le|el|today|heute)\\s|[:|>*_]\\s?))(?:${WEEKDAYS})(?=$|[\\s.,!*_|])`, 'giu'), ANY],
  [new RegExp(`#(?:${BESIDE}#)+`, 'giu'), ANY],
];

/** The value of an address's query, and words of letters and digits that no one would choose. */
const IDS: readonly Fold[] = [
  [/(?<=[?&;][\w.[\]-]{1,40}=)[^\s&;#)\]"'<>]+/gu, ANY],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu, ANY],
  // At least two changes between letters and digits, or a long one of hexadecimal digits.
  [/(?<![\p{L}\p{N}_-])(?=[\w-]{8,}(?![\p{L}\p{N}_-]))(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]*(?:\d[_-]?[a-z]|[a-z][_-]?\d)[\w-]*/giu, ANY],
  [/(?<![\p{L}\p{N}])[\da-f]{12,}(?![\p{L}\p{N}])/giu, ANY],
];

const FOLDS: readonly Fold[] = [
  ...DATES,
  ...IDS,
  [new RegExp(`[-+±]?${NUMBER}(?:[:./-]\\d+)*`, 'gu'), ANY],
  [/(?<=#\s?)(?:am|pm|a\.m\.|p\.m\.)(?![\p{L}])/giu, ''],
  [/(?<=#)(?:st|nd|rd|th|k|m)(?![\p{L}])/giu, ''],
  [/#(?:[\s.,:/-]{0,3}#)+/gu, ANY],
  [/\s+/gu, ' '],
];

function fold(line: string, folds: readonly Fold[]): string {
  return folds.reduce((text, [pattern, by]) => text.replace(pattern, by), line.slice(0, LONGEST)).trim();
}

/** Folds what stands between prices, which stay. */
function foldBeside(line: string, folds: readonly Fold[]): string {
  const bounded = line.slice(0, LONGEST);
  let text = '';
  let end = 0;
  for (const match of bounded.matchAll(PRICES)) {
    text += `${foldPart(bounded.slice(end, match.index), folds)}${match[0]}`;
    end = match.index + match[0].length;
  }
  return (text + foldPart(bounded.slice(end), folds)).replace(/\s+/g, ' ').trim();
}

function foldPart(part: string, folds: readonly Fold[]): string {
  const folded = fold(part, folds);
  // White space beside a price is kept, so that words do not grow together.
  return `${/^\s/.test(part) ? ' ' : ''}${folded}${/\s$/.test(part) ? ' ' : ''}`;
}

/** Characters of a line that are looked at. */
const LONGEST = 2000;

const UNITS =
  'seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|[smhdw]|sekunden?|minuten?|stunden?|tage?n?|wochen?|secondes?|heures?|jours?|minutos?|segundos?|horas?|días?';

/** A time ago counts as the same in each unit; `an hour ago` and `just now` are such times. */
function foldTimes(shown: string): string {
  return shown
    .replace(new RegExp(`(?:#|\\b(?:an?|one|few|a few|ein(?:er|em)?|une?|una?))\\s?(?:${UNITS})(?![\\p{L}])`, 'giu'), '#t')
    .replace(/\b(?:just now|moments? ago|gerade eben|soeben|yesterday|gestern|hier)(?![\p{L}])/giu, '#t ago')
    .replace(/#t(?:,?\s(?:and\s|und\s)?#t)+/gu, '#t')
    .toLowerCase()
    .replace(/#t?(?: \p{L}+){1,3}/gu, words =>
      words
        .replace(/\bpeople\b/, 'person')
        .replace(/\bare\b/, 'is')
        .replace(/(\p{L}{3,})s(?=$| )/gu, '$1'),
    );
}
