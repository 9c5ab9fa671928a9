import {A_MONTH, A_WEEKDAY, markDateWords, unmarkDateWords} from './date-words';
import {findPrices} from './prices';

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
  return remember(patterns, line, () => {
    const shown = foldBeside(line, FOLDS);
    return {key: foldTimes(shown), shown};
  });
}

function remember<Value>(known: Map<string, Value>, line: string, make: () => Value): Value {
  const before = known.get(line);
  if (before !== undefined) return before;
  if (known.size >= MOST_PATTERNS) known.clear();
  const value = make();
  known.set(line, value);
  return value;
}

/** Patterns of the lines that were read last: what a page got in one check it loses in the next, and both are compared several times. */
const patterns = new Map<string, LinePattern>();
const folded = new Map<string, string>();
const MOST_PATTERNS = 2000;

/** The pattern of a line in which prices count as equal, too: two lines with one are the same but for their prices. */
export function foldPrices(line: string): string {
  return remember(folded, line, () =>
    findPrices(line.slice(0, LONGEST)).length === 0 ? readPattern(line).key : foldTimes(fold(line, FOLDS)),
  );
}

/** The prices of a line, as they are written. */
export function listPrices(line: string): string[] {
  return findPrices(line).map(({text}) => text.replace(/\s+/g, ' ').trim());
}

/** Tells whether nothing but dates, with their times, differs between two lines that have one pattern. */
export function differInDatesOnly(before: string, after: string): boolean {
  const isSame = (folds: readonly Fold[]) => fold(before, folds) === fold(after, folds);
  // Times alone change at each visit, or not at all.
  return isSame(DATES) && !isSame(TIMES);
}

const ZONE = String.raw`(?:\s?(?:Z|UTC|GMT|C?ES?T|[A-Z]?[PMCE][SD]T)(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{2}:?\d{2})?`;
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:Uhr|h)\b)?${ZONE}`;
const AN_ISO_DATE = String.raw`\d{4}-\d{2}-\d{2}`;
/** A date in numbers. Its year has two or four digits: `4.12.3` is a version. */
const A_DATE = String.raw`(?<![\d.,])(?:\d{4}([./-])\s?\d{1,2}\1\s?\d{1,2}|\d{1,2}([./-])\s?\d{1,2}\2\s?(?:\d{4}|\d{2}))(?!\.?\d)`;

const ASIAN_DATE = String.raw`(?:\d{2,4}\s?[\u5e74\ub144]\s?)?\d{1,2}\s?[\u6708\uc6d4]\s?\d{1,2}\s?[\u65e5\uc77c]\s?(?:\(?(?:[\u65e5\u6708\u706b\u6c34\u6728\u91d1\u571f]\u66dc\u65e5?|\u661f\u671f\p{L}|\p{L}\uc694\uc77c)\)?)?`;

/** A step that replaces a part of a line. */
type Fold = readonly [pattern: RegExp, by: string];

/** Words that are a part of a date only beside a number: `may` and `sun` are words, too. */
const BESIDE = String.raw`[\s.,/-]{0,3}(?:(?:de|del|of|of the|the|le|den|der|am|at|um|\u00e0|\u00e0s|a las|-|\u2013|\||\u00b7)\s)?`;

/** Dates and times in any of the usual forms, but for numbers alone. */
const DATES: readonly Fold[] = [
  [new RegExp(`${AN_ISO_DATE}(?:[T ]${TIME})?`, 'giu'), ANY],
  [new RegExp(ASIAN_DATE, 'gu'), ANY],
  [new RegExp(A_DATE, 'giu'), ANY],
  [new RegExp(TIME, 'gu'), ANY],
  [
    new RegExp(
      `(?<![\\p{L}])\\d{1,2}(?:st|nd|rd|th|er|[\\u00ba\\u00aa])?\\.?${BESIDE}${A_MONTH}(?:${BESIDE}\\d{4}(?:\\s\\u0433\\.)?)?`,
      'giu',
    ),
    ANY,
  ],
  [new RegExp(`${A_MONTH}${BESIDE}\\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s\\d{4})?`, 'giu'), ANY],
  [new RegExp(`${A_MONTH}\\s\\d{4}(?!\\d)`, 'giu'), ANY],
  [new RegExp(`${A_WEEKDAY}[.,]{0,2}${BESIDE}#`, 'giu'), ANY],
  [new RegExp(`#${BESIDE}${A_WEEKDAY}`, 'giu'), ANY],
  // The short ones are words, too.
  [/\u0002\p{L}{5,}\u0002(?:-feira)?/gu, ANY],
  [new RegExp(`#(?:${BESIDE}#)+`, 'giu'), ANY],
];

const TIMES: readonly Fold[] = [[new RegExp(TIME, 'gu'), ANY]];

/** The value of an address's query, and words of letters and digits that no one would choose. */
const IDS: readonly Fold[] = [
  [/(?<=[?&;][\w.[\]-]{1,40}=)[^\s&;#)\]"'<>]+/gu, ANY],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu, ANY],
  // At least two changes between letters and digits, or a long one of hexadecimal digits.
  [/(?<![\p{L}\p{N}_-])(?=[\w-]{8,}(?![\p{L}\p{N}_-]))(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]*(?:\d[_-]?[a-z]|[a-z][_-]?\d)[\w-]*/giu, ANY],
  [/(?<![\p{L}\p{N}])[\da-f]{12,}(?![\p{L}\p{N}])/giu, ANY],
];

const FOLDS: readonly Fold[] = [
  // A place in the same page: programs draw its name at each visit.
  [/#(?<=\]\([^)\s#]*#)[^)\s]+/gu, ANY],
  ...DATES,
  ...IDS,
  [/[-+\u00b1]?\d+(?:[.,'\u2019 ]\d+)*(?:[:./-]\d+)*/gu, ANY],
  [/(?<=#\s?)(?:am|pm|a\.m\.|p\.m\.)(?![\p{L}])/giu, ''],
  [/(?<=#)(?:st|nd|rd|th|k|m)(?![\p{L}])/giu, ''],
  [/#(?:[\s.,:/-]{0,3}#)+/gu, ANY],
  [/\s+/gu, ' '],
];

function fold(line: string, folds: readonly Fold[]): string {
  const folded = folds.reduce((text, [pattern, by]) => text.replace(pattern, by), markDateWords(line.slice(0, LONGEST)));
  return unmarkDateWords(folded).trim();
}

/** Folds what stands between prices, which stay. */
function foldBeside(line: string, folds: readonly Fold[]): string {
  const bounded = line.slice(0, LONGEST);
  let text = '';
  let end = 0;
  for (const {text: price, index} of findPrices(bounded)) {
    text += `${foldPart(bounded.slice(end, index), folds)}${price}`;
    end = index + price.length;
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
  'seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|sekunden?|minuten?|stunden?|tage?n?|wochen?|secondes?|heures?|jours?|minutos?|segundos?|horas?|días?';

const A_SPAN = new RegExp(
  `(?:#\\s?(?:${UNITS}|[smhdwj])|\\b(?:an?|one|few|a few|ein(?:er|em)?|une?|una?)\\s(?:${UNITS}))(?![\\p{L}])`,
  'giu',
);

/** A time ago counts as the same in each unit; `an hour ago` and `just now` are such times. */
function foldTimes(shown: string): string {
  return shown
    .replace(A_SPAN, '#t')
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
