import {isObject, type JsonValue, property} from '../json/value';

/** Headers and words of an answer about waiting; header names in lower case, as Node gives them. */
interface RetryHints {
  /** Every value of `Retry-After`, unsplit. */
  readonly retryAfter: readonly string[];
  /** `retry-after-ms`, which some gateways send. */
  readonly retryAfterMs?: string;
  /** The answer's own `Date`: HTTP dates are measured against the server's clock where it is known. */
  readonly date?: string;
  /** The answer's JSON, if it was any: a hint only, never stronger than a header. */
  readonly body?: JsonValue;
}

/** Requested wait, in milliseconds from now; a `hint` comes from the words of the body and only lengthens a delay. */
interface RequestedWait {
  readonly ms: number;
  readonly source: 'header' | 'hint';
}

/**
 * Reads the wait that an answer asks for; 0 for "now" and for moments that have passed; undefined where it does not
 * say, or says it in no valid form. Only decimal seconds and the three HTTP date forms count (RFC 9110, 10.2.3):
 * `0x10`, `1e9`, `-1` and `Infinity` are not numbers of seconds. Of several values the largest holds.
 */
export function readRetryAfter(hints: RetryHints, now: number): RequestedWait | undefined {
  const milliseconds = readMilliseconds(hints.retryAfterMs);
  const headers = hints.retryAfter.flatMap(value => readHeader(value, hints.date, now));
  if (milliseconds !== undefined) headers.push(milliseconds);
  if (headers.length > 0) return {ms: Math.max(...headers), source: 'header'};
  const hint = readBodyHint(hints.body);
  return hint === undefined ? undefined : {ms: hint, source: 'hint'};
}

/** Several values are separated by commas, and so are the parts of a date. */
function readHeader(value: string, date: string | undefined, now: number): number[] {
  return value.split(/,(?![^,]*GMT)/).flatMap(part => readOne(part.trim(), date, now));
}

function readOne(text: string, date: string | undefined, now: number): number[] {
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return [Math.ceil(Number.parseFloat(text) * 1000)];
  const moment = parseHttpDate(text);
  return moment === undefined ? [] : [Math.max(0, moment - (parseHttpDate(date?.trim() ?? '') ?? now))];
}

function readMilliseconds(text: string | undefined): number | undefined {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,12}(\.\d+)?$/.test(trimmed) ? Math.ceil(Number.parseFloat(trimmed)) : undefined;
}

/** Some services say it only in words ("retry after 42s") or in a member of the error body. */
function readBodyHint(body: JsonValue | undefined): number | undefined {
  if (!isObject(body)) return undefined;
  const seconds = property(body, 'retry_after_seconds');
  if (typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0) return Math.ceil(seconds * 1000);
  const error = property(body, 'error');
  const words = typeof error === 'string' ? /\bretry after (\d{1,9}(?:\.\d+)?) ?s(?:ec(?:ond)?s?)?\b/i.exec(error) : null;
  return words === null ? undefined : Math.ceil(Number.parseFloat(words[1] as string) * 1000);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const imfFixdate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;
const rfc850Date = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d\d) (\d\d):(\d\d):(\d\d) GMT$/;
const asctimeDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) ([ \d]\d) (\d\d):(\d\d):(\d\d) (\d{4})$/;

/** Reads one of the three HTTP date forms (RFC 9110, 5.6.7) as milliseconds since 1970; undefined for anything else. */
export function parseHttpDate(text: string): number | undefined {
  const fixed = imfFixdate.exec(text);
  if (fixed) return toMoment(fixed[3], fixed[2], fixed[1], fixed.slice(4));
  const old = rfc850Date.exec(text);
  // Two-digit years: this protocol is younger than 1970, so 70 to 99 are past and the rest are of this century.
  if (old) return toMoment(`${Number(old[3]) < 70 ? '20' : '19'}${old[3]}`, old[2], old[1], old.slice(4));
  const asctime = asctimeDate.exec(text);
  if (asctime) return toMoment(asctime[6], asctime[1], asctime[2], asctime.slice(3, 6));
  return undefined;
}

function toMoment(year = '', month = '', day = '', time: readonly string[] = []): number | undefined {
  const monthIndex = months.indexOf(month);
  const [hours = 0, minutes = 0, seconds = 0] = time.map(Number);
  const moment = Date.UTC(Number(year), monthIndex, Number(day), hours, minutes, seconds);
  const isReal = monthIndex >= 0 && hours < 24 && minutes < 60 && seconds < 61 && new Date(moment).getUTCDate() === Number(day);
  return isReal ? moment : undefined;
}
