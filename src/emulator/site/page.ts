import type {JsonObject, JsonValue} from '../../core/json/value';

/** Trouble of a bad page; the last four are troubles of a fetch, which say nothing of what is watched. */
export type Flaw =
  | 'status'
  | 'empty'
  | 'elsewhere'
  | 'soft-404'
  | 'login'
  | 'consent'
  | 'challenge'
  | 'selectors'
  | 'cut'
  | 'timeout'
  | 'huge'
  | 'hostile';

/** A page of the site that the emulator serves itself. */
export interface SitePage {
  /** The address that a spec names. */
  readonly url: string;
  /** The page in a few words. */
  readonly name: string;
  /** `changing`: a good page that is not the same at each visit. */
  readonly kind: 'good' | 'bad' | 'changing';
  /** Of a bad page. */
  readonly flaw?: Flaw;
  /** Scrape options with which the page shows its flaw; default none. */
  readonly options?: JsonObject;
  /** Of a page that differs between two visits at the same time: the selector of what differs; null where none is of use. */
  readonly noise?: string | null;
  readonly serve: Served | ((visit: Visit) => Served);
}

/** A visit of a page. */
export interface Visit {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Number of earlier visits. */
  readonly count: number;
}

/** Answer of a server to a visit. */
export interface Served {
  /** Default 200. */
  readonly status?: number;
  /** The address after redirects; default the one that was asked for. */
  readonly movedTo?: string;
  /** Default HTML. */
  readonly contentType?: string;
  readonly title?: string;
  readonly description?: string;
  /** Default `en`. */
  readonly language?: string;
  /** HTML: what stands in `<main>`; of other types: the whole text. */
  readonly body: string;
  /** HTML between the header and `<main>`, such as a banner. */
  readonly banner?: string;
  /** `bare`: the page has neither header nor footer. */
  readonly frame?: 'usual' | 'bare';
  /** Extracted value of the page; default its title and headings. */
  readonly data?: JsonValue;
  /** The pages of a PDF. */
  readonly pdfPages?: number;
  /** Time that the server takes, milliseconds: a shorter timeout fails, but there is no real delay. */
  readonly takesMs?: number;
}

/** The pages of a table of addresses: the name, the address, and what is served there. */
export function goodPages(rows: readonly (readonly [name: string, url: string, serve: Served])[]): SitePage[] {
  return rows.map(([name, url, serve]) => ({url, name, kind: 'good', serve}));
}

/** Bad pages with one flaw. */
export function badPages(flaw: Flaw, rows: readonly (readonly [name: string, url: string, serve: Served])[]): SitePage[] {
  return rows.map(([name, url, serve]) => ({url, name, kind: 'bad', flaw, serve}));
}

const HTML = 'text/html; charset=utf-8';

/** The content type of what is served. */
export function typeOf({contentType = HTML}: Served): string {
  return contentType;
}

/** Whether it is a web page. */
export function isHtml(served: Served): boolean {
  return typeOf(served).startsWith('text/html');
}

/** Writes the document that a browser gets. */
export function writeDocument(served: Served): string {
  if (!isHtml(served)) return served.body;
  const {title = '', description, language = 'en', body, banner = '', frame = 'usual'} = served;
  const about = description === undefined ? '' : `<meta name="description" content="${escapeMarkup(description)}">`;
  const head = `<!DOCTYPE html>\n<html lang="${language}">\n<head><meta charset="utf-8"><title>${escapeMarkup(title)}</title>${about}</head>\n`;
  if (body === '') return `${head}<body></body>\n</html>\n`;
  if (frame === 'bare') return `${head}<body>\n${banner}${body}\n</body>\n</html>\n`;
  return `${head}<body>\n${HEADER}\n${banner}\n<main>\n${body}\n</main>\n${FOOTER}\n</body>\n</html>\n`;
}

const HEADER =
  '<header><nav><a href="/">Home</a> <a href="/products">Products</a> <a href="/help">Help</a> <a href="/login">Sign in</a></nav></header>';
const FOOTER =
  '<footer><p>© Example Site</p> <a href="/privacy">Privacy and cookies</a> <a href="/terms">Terms</a> <a href="/login">Log in</a></footer>';

/** Writes text into markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
