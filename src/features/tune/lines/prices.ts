import {hideAddresses} from './addresses';

/** A number from its first digit. Bounded, since a line of nothing but numbers would take the square of its length. */
const NUMBER = String.raw`(?<!\d)\d{1,15}(?:[.,'\u2019 ]\d{1,6}){0,4}`;
/** A number with cents. */
const CENTS = String.raw`(?<!\d)\d{1,9}(?:[.,' ]\d{3}){0,3}[.,]\d{2}`;

/** ISO codes of currencies, but for those that are common words. */
const CODES = [
  'USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|BRL|MXN|ZAR|TRY|RUB|KRW|SGD|HKD|TWD|THB|IDR|MYR|PHP|VND',
  'AED|SAR|QAR|KWD|BHD|OMR|ILS|NIS|EGP|NGN|KES|GHS|UAH|RON|BGN|ISK|CLP|COP|PEN|ARS|UYU|PKR|BDT|LKR|MAD|TND|KZT|GEL|RSD|BTC|ETH|USDT',
].join('|');
const NAMES = [
  'Rs\\.?|Fr\\.(?!,?\\s?\\d{1,2}\\.\\s?(?:\\p{L}|\\d{1,2}\\.))|kr\\.?|Rp\\.?|RM|z\u0142|K\u010d|Ft|TL|lei|\u0440\u0443\u0431(?:\\.|\u043b\\p{L}+)?|\u0440\\.|\u20b4|\u0433\u0440\u043d|\u043b\u0432',
  'Euros?|Dollars?|Pounds?|Pence|Cents?|Ct\\.?|Baht|Yen|Yuan|Rupees?|Rupiah|Pesos?|Reais|Francs?|Franken|Kron(?:en|er|or)|Rand|[\u00f8\u00f6]re|grosz[ey]?|centimes?|c\u00e9ntimos?|centavos?|centesimi',
].join('|');
const CURRENCY = String.raw`(?:\p{Sc}|(?<!\p{L})(?:${CODES}|${NAMES})(?!\p{L})|[\u5186\u5143\uc6d0])`;

/** Words soon after which a price stands. */
const WORDS = [
  'prices?|pricing|preise?|prix|precios?|prezz[oi]|pre\u00e7os?|prijs|prijzen|pris(?:er)?|hinta|cen[ay]|cen\u0103|pre\u021b|fiyat\\p{L}*|\u0446\u0435\u043d[\u0430\u044b]|\u0441\u0442\u043e\u0438\u043c\u043e\u0441\u0442\u044c',
  'costs?|kosten|kostet|co\u00fbte?|fees?|fares?|tarif\\p{L}*|geb\u00fchr(?:en)?|miete|rent|billed|bid|gebot|rabatt|discount|save|sparen',
  'msrp|mrp|rrp|uvp|apy|interest|zins\\p{L}*|yield|cashback|mortgage|fixed|rates?',
  // Before a number of a day or a year it is April.
  'apr(?![-./\\s]{0,2}(?:\\d{1,2}(?![\\d.,%]|\\s?%)|\\d{1,2},?\\s\\d{4}|\\d{4})(?!\\d))',
].join('|');
const PRICED = String.raw`(?:(?<!\p{L})(?:${WORDS})(?!\p{L})|[\u4fa1\u4ef7]\u683c|\uac00\uaca9)[^\d\n]{0,24}${NUMBER}`;

/** Words just before an amount that ends there, or has cents: `was 22, now 18`. */
const WEAK = String.raw`(?<!\p{L})(?:from|starting at|only|just|now|was|ab|nur|jetzt|statt|d\u00e8s|\u00e0 partir de|desde|solo|vanaf|od|fra|fr\u00e5n)[\s*_:]{1,4}`;
const AFTER_WEAK = String.raw`${WEAK}(?:${NUMBER}(?=[\s*_]*(?:$|[|,;]))|${CENTS}(?![\d.,]))`;

/** An amount for a piece or a time: `19 / seat`, `19 per month`. */
const PER = String.raw`${NUMBER}[\s*_]*(?:\/|(?:per|pro|par|por|a|each)\s)\s?(?:(?:active|named|paid|extra)\s)?(?:seats?|users?|members?|agents?|hosts?|devices?|persons?|licen[cs]es?|mo|mon|months?|monthly|yr|years?|annum|an|mois|mes|mese|m\u00eas|maand|jaar|Monat|Jahr|Nutzer|St\u00fcck|person|piece|unit|kwh|kg|lb|gb|tb|nights?|nacht)(?!\p{L})`;

/** An amount with a sign for no cents, with a tax or a discount beside it, or with a raised digit as petrol has it. */
const MARKED = String.raw`${NUMBER}(?:[.,:][-\u2013]{1,2}|[.,]?\u2013)(?!\d)|${NUMBER}[\s*_]*(?:incl\.?|inkl\.?|excl\.?|exkl\.?|zzgl\.?|plus|\+)\s(?:VAT|tax|GST|MwSt|USt|IVA|TVA|moms|BTW)(?!\p{L})|${NUMBER}\s?%\s(?:off|rabatt|discount|korting|p\.?\s?a)(?!\p{L})|(?<!\d)\d{1,9}[.,]\d{2}[\u2070-\u2079\u00b9\u00b2\u00b3]|(?<!\p{L})R\s?\d{1,9}(?:[ ,]\d{3}){0,3}(?:\.\d{2})?(?![\p{L}\d.-])|(?<![\p{L}\d.,-])\d{1,3}p(?![\p{L}\d])`;

/** An amount with cents that ends a line or a cell, and a discount that fills it. */
const ENDING = String.raw`(?<![\d.,:/-])${CENTS}(?=[\s*_]*(?:$|\|))|(?<=(?:^|\|)[\s*_]*)[-\u2212]\s?${NUMBER}\s?%(?=[\s*_]*(?:$|\|))`;

/** The beginnings of prices, tried before all their forms: a line has few such places. */
const START = String.raw`(?=\p{Sc}|\d|[-\u2212\u5186\u5143\uc6d0\u4fa1\u4ef7\uac00]|(?<!\p{L})\p{L})`;

/**
 * A price: a number beside a currency, soon after a word for a price, for what is paid by the piece or month, or with
 * cents at the end. A number that is wrongly taken for one only hides noise; a price that is not found would be called noise.
 */
const PRICE = new RegExp(
  `${START}(?:${[
    `${CURRENCY}[\\s*_]*[-+]?${NUMBER}`,
    `${NUMBER}(?:[.,]-{1,2}|,\u2013)?[\\s*_]*(?:k|m|bn)?${CURRENCY}(?!\\d)`,
    PRICED,
    AFTER_WEAK,
    PER,
    MARKED,
    ENDING,
  ].join('|')})`,
  'giu',
);

const NAMES_CURRENCY = new RegExp(CURRENCY, 'iu');
/** A number with decimals and no percent sign. In a line that names a currency it is a rate. */
const RATE = /(?<![\d.,])\d{1,9}[.,]\d{2,6}(?![\d.,]|\s?%)/gu;

interface FoundPrice {
  readonly text: string;
  readonly index: number;
}

/** The prices of a line, and where they begin. */
export function findPrices(line: string): readonly FoundPrice[] {
  if (!/\d/.test(line)) return [];
  const text = hideAddresses(line);
  const find = (form: RegExp) => [...text.matchAll(form)].map(({0: {length}, index}) => ({text: line.slice(index, index + length), index}));
  const prices = find(PRICE);
  const rates = find(RATE);
  if (rates.length === 0 || !NAMES_CURRENCY.test(text)) return prices;
  const isApart = ({index, text: {length}}: FoundPrice) =>
    prices.every(price => index >= price.index + price.text.length || index + length <= price.index);
  return [...prices, ...rates.filter(isApart)].sort((one, other) => one.index - other.index);
}
