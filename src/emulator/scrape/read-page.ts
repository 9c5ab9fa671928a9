import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import {toMarkdown} from '../site/markdown';
import {dropElements, findElements, type MarkupElement, parseMarkup, textOf, writeMarkup} from '../site/markup';
import {isHtml, type Served, typeOf, writeDocument} from '../site/page';
import {readSelector} from '../site/select';

/** Elements that `onlyMainContent` leaves out. */
const beside = readSelector(
  'header, footer, nav, aside, .header, .footer, .navbar, .sidebar, .menu, .breadcrumbs, .modal, .popup, .overlay, .ad, .ads, .advert, .cookie, #cookie, .social, .share, .widget',
);
const unseen = readSelector('head, script, style, noscript, meta, link');

/** Writes what a scrape of a page answers: the members that the formats ask for, and `metadata`. */
export function writeScrape(url: string, served: Served, options: JsonObject, formats: readonly JsonObject[]): JsonObject {
  const document = writeDocument(served);
  const whole = isHtml(served) ? parseMarkup(document) : undefined;
  const kept = whole === undefined ? undefined : keepChosen(whole, options);
  const readText = () => (kept === undefined ? writeText(served) : toMarkdown(kept));
  const readers: Readonly<Record<string, (format: JsonObject) => JsonObject>> = {
    markdown: () => ({markdown: readText()}),
    html: () => ({html: kept === undefined ? document : writeMarkup(kept)}),
    rawHtml: () => ({rawHtml: document}),
    rawBase64: () => ({rawBase64: Buffer.from(document).toString('base64')}),
    links: () => ({links: listAddresses(kept, 'a', 'href', served.movedTo ?? url)}),
    images: () => ({images: listAddresses(kept, 'img', 'src', served.movedTo ?? url)}),
    summary: () => ({summary: summarize(readText())}),
    json: ({schema}) => ({json: extract(served, kept, schema)}),
    deterministicJson: ({schema}) => ({json: extract(served, kept, schema)}),
    screenshot: () => ({screenshot: 'https://screenshots.service.invalid/page.png'}),
    question: () => ({answer: summarize(readText())}),
    query: () => ({answer: summarize(readText())}),
    highlights: () => ({highlights: summarize(readText())}),
    changeTracking: () => ({changeTracking: {previousScrapeAt: null, changeStatus: 'new', visibility: 'visible'}}),
    product: ({schema}) => ({product: extract(served, kept, schema)}),
    branding: () => ({branding: {}}),
    menu: () => ({menu: {}}),
  };
  const members = formats.map(format => readers[String(format['type'])]?.(format) ?? {});
  const actions = options['actions'] === undefined ? {} : {actions: {screenshots: [], scrapes: [], pdfs: []}};
  return {...Object.assign({}, ...members), ...actions, metadata: writeMetadata(url, served)};
}

/** Applies the tags, then `onlyMainContent`; where that leaves nothing, the whole is taken. */
function keepChosen(whole: MarkupElement, options: JsonObject): MarkupElement {
  const read = (name: string) => {
    const list = options[name];
    return Array.isArray(list) && list.length > 0 ? readSelector(list.join(',')) : undefined;
  };
  const include = read('includeTags');
  const exclude = read('excludeTags');
  const seen = dropElements(whole, unseen);
  const included = include === undefined ? seen : {...whole, children: findElements(seen, include)};
  const rest = exclude === undefined ? included : dropElements(included, exclude);
  if (options['onlyMainContent'] === false) return rest;
  const main = dropElements(rest, beside);
  return textOf(main) === '' ? rest : main;
}

/** Text of what is not a web page: selectors do not change it. */
function writeText(served: Served): string {
  const text = served.body.trimEnd();
  return text !== '' && typeOf(served).startsWith('application/json') ? `\`\`\`json\n${text}\n\`\`\`` : text;
}

function summarize(markdown: string): string {
  return markdown.replace(/\s+/g, ' ').slice(0, 200);
}

function listAddresses(kept: MarkupElement | undefined, tag: string, attribute: string, base: string): string[] {
  if (kept === undefined) return [];
  const found = findElements(kept, element => element.tag === tag).map(({attributes}) => attributes[attribute] ?? '');
  return [...new Set(found.map(text => resolveAddress(text, base)))];
}

function resolveAddress(text: string, base: string): string {
  try {
    return new URL(text, base).href;
  } catch {
    return text;
  }
}

function extract(served: Served, kept: MarkupElement | undefined, schema: JsonValue | undefined): JsonValue {
  const headings = kept === undefined ? [] : findElements(kept, ({tag}) => /^h[1-6]$/.test(tag)).map(textOf);
  return pickFields(served.data ?? {title: served.title ?? null, headings}, schema);
}

/** The part of a page's data that a JSON Schema names; null for what the page does not have. */
function pickFields(data: JsonValue, schema: JsonValue | undefined): JsonValue {
  if (!isObject(schema)) return data;
  const {properties, items} = schema;
  if (isObject(properties)) {
    const found = isObject(data) ? data : {};
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, pickFields(found[name] ?? null, inner)]));
  }
  return Array.isArray(data) && items !== undefined ? data.map(item => pickFields(item as JsonValue, items)) : data;
}

function writeMetadata(url: string, served: Served): JsonObject {
  const {status = 200, movedTo, title, description, language = 'en', pdfPages} = served;
  return {
    ...(title === undefined || title === '' ? {} : {title}),
    ...(description === undefined ? {} : {description}),
    ...(isHtml(served) ? {language} : {}),
    sourceURL: url,
    url: movedTo ?? url,
    statusCode: status,
    contentType: typeOf(served),
    ...(pdfPages === undefined ? {} : {numPages: pdfPages, totalPages: pdfPages}),
    ...(status < 400 ? {} : {error: `the page answered with status ${status}`}),
    concurrencyLimited: false,
  };
}

/** Whether a page gives orders to the model that reads it. */
export function commandsModels(served: Served): boolean {
  return /ignore (all )?previous instructions/i.test(isHtml(served) ? textOf(parseMarkup(served.body)) : served.body);
}
