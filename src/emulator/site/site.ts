import {changing} from './changing';
import {lasting} from './lasting';
import {escapeMarkup, type Served, type SitePage, type Visit} from './page';
import {type PageScript, serveScripted} from './scripted';

/** The pages of every site: good ones, a bad one of each kind, and pages that change. */
export const SITE_PAGES: readonly SitePage[] = [...lasting, ...changing];

/** The site, as its visitors see it: it counts visits, and asks no network. */
export class Site {
  readonly pages: readonly SitePage[];
  readonly #byAddress: ReadonlyMap<string, SitePage>;
  readonly #visits = new Map<string, number>();
  readonly #scripts = new Map<string, PageScript>();

  /** A site with further pages, at addresses of their own. */
  constructor(further: readonly SitePage[] = []) {
    this.pages = [...SITE_PAGES, ...further];
    this.#byAddress = new Map(this.pages.map(page => [addressOf(page.url), page]));
  }

  /** Content of the page at an address at `now` (milliseconds). Counts as a visit. */
  visit(url: string, now: number): Served {
    const address = addressOf(url);
    const count = this.#visits.get(address) ?? 0;
    this.#visits.set(address, count + 1);
    return this.#serve(url, {now, count});
  }

  /** Result that a visit at `now` would have. */
  look(url: string, now: number): Served {
    return this.#serve(url, {now, count: this.#visits.get(addressOf(url)) ?? 0});
  }

  /** Lets an address show something else from now on; null for its own page again. */
  script(url: string, script: PageScript | null): void {
    if (script === null) this.#scripts.delete(addressOf(url));
    else this.#scripts.set(addressOf(url), script);
  }

  /** A page and those of the site that lie below it: what a crawl finds. */
  below(url: string): readonly string[] {
    const start = addressOf(url);
    const others = this.pages.filter(page => page.flaw === undefined && addressOf(page.url).startsWith(`${start}/`));
    return [url, ...others.map(page => page.url)];
  }

  #serve(url: string, visit: Visit): Served {
    const script = this.#scripts.get(addressOf(url));
    const usual = this.#serveOwn(url, visit);
    return script === undefined ? usual : serveScripted(script, usual, visit);
  }

  /** Page of an address without a script; one without a page has a plain one that is made from it. */
  #serveOwn(url: string, visit: Visit): Served {
    const page = this.#byAddress.get(addressOf(url));
    if (page === undefined) return plainPage(new URL(url));
    return typeof page.serve === 'function' ? page.serve(visit) : page.serve;
  }

  clear(): void {
    this.#visits.clear();
    this.#scripts.clear();
  }
}

/** An address without its scheme, its fragment and a slash at the end. */
function addressOf(url: string): string {
  const {host, pathname, search} = new URL(url);
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
}

function plainPage({host, pathname}: URL): Served {
  const words = decode(pathname)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
  const name = words.at(-1) ?? 'Home';
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const topic = escapeMarkup(words.join(' ') || 'home');
  const body = [
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p>This page of ${escapeMarkup(host)} is about ${topic}. The emulator made it from the address.</p>`,
    '<h2>Details</h2>',
    `<ul><li>Site: ${escapeMarkup(host)}</li><li>Topic: ${topic}</li><li>Edition: first</li></ul>`,
    '<p>It says the same at every visit, so a check of it finds no change.</p>',
  ];
  return {title: `${title} | ${host}`, body: body.join('\n')};
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
