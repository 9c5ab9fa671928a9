import {isObject, type JsonObject, type JsonValue, property, readAmount} from '../json/value';
import {maskDocumented} from '../secrets/masking';
import {mapLeaves} from '../secrets/walk';
import type {ScrapedPage} from './scrape-port';
import {cleanServiceText} from './service-text';

/** Members of an answer that are read by name; any other that is not empty came from another format. */
const READ: ReadonlySet<string> = new Set(['markdown', 'html', 'rawHtml', 'summary', 'answer', 'json', 'metadata', 'warning']);

/** An address without what is secret in it. */
export function maskAddress(url: string): string {
  return maskDocumented(url, ['targets', 0, 'urls', 0]);
}

/** A text in which addresses show neither user info nor the values of a query. Cut before masking, far beyond what is kept. */
export function maskAddresses(text: string): string {
  return maskDocumented(text.slice(0, 64 * 1024), ['goal']);
}

/** Reads a page out of a parsed answer; undefined unless it is a success with data. */
export function readScrapedPage(answer: JsonValue | undefined, redact: (text: string) => string): ScrapedPage | undefined {
  const raw = property(answer, 'data');
  if (property(answer, 'success') !== true || !isObject(raw)) return undefined;
  const data = mapLeaves(raw, leaf => (typeof leaf === 'string' ? redact(leaf) : leaf)) as JsonObject;
  const metadata = property(data, 'metadata');
  const short = (name: string) => readShort(property(metadata, name), redact);
  const address = firstText(property(metadata, 'url'));
  return {
    statusCode: readStatus(property(metadata, 'statusCode')),
    finalUrl: address === null ? null : maskAddress(cleanServiceText(address, redact)),
    title: short('title'),
    language: short('language'),
    contentType: short('contentType'),
    error: short('error'),
    warning: readShort(property(data, 'warning'), redact),
    markdown: firstText(property(data, 'markdown')),
    html: firstText(property(data, 'html')),
    rawHtml: firstText(property(data, 'rawHtml')),
    summary: firstText(property(data, 'summary')),
    answer: firstText(property(data, 'answer')),
    json: property(data, 'json'),
    others: Object.keys(data)
      .filter(name => !READ.has(name) && !isEmpty(data[name]))
      .map(name => cleanServiceText(name, redact))
      .sort(),
    data,
  };
}

function readShort(value: JsonValue | undefined, redact: (text: string) => string): string | null {
  const text = firstText(value);
  const clean = text === null ? '' : cleanServiceText(maskAddresses(text), redact);
  return clean === '' ? null : clean;
}

/** A text; of a list the first. */
function firstText(value: JsonValue | undefined): string | null {
  const first = Array.isArray(value) ? (value[0] as JsonValue | undefined) : value;
  return typeof first === 'string' ? first : null;
}

function readStatus(value: JsonValue | undefined): number | null {
  const status = readAmount(value);
  return status !== null && Number.isInteger(status) && status >= 100 && status <= 999 ? status : null;
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
