import type {JsonObject} from '../../core/json/value';
import type {Served} from '../site/page';

/** A page as it was served, and when. */
interface Copy {
  readonly served: Served;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Options that make the same address another page: formats and tags are applied later. */
const shaping = ['headers', 'mobile', 'location', 'waitFor', 'actions', 'parsers', 'proxy', 'blockAds', 'profile', 'skipTlsVerification'];

/** Two days (API v2, "ScrapeOptions"). */
const usualAge = 172_800_000;
const lockdownAge = 2 * 365 * 86_400_000;

/** Copies of scraped pages, by address and options. */
export class PageCache {
  readonly #copies = new Map<string, Copy>();

  /** A copy that a request takes instead of a visit at `now`. */
  find(url: string, options: JsonObject, now: number): Copy | undefined {
    const copy = this.#copies.get(keyOf(url, options));
    if (copy === undefined) return undefined;
    const {minAge = 0, maxAge = options['lockdown'] === true ? lockdownAge : usualAge} = options;
    const age = now - copy.at;
    // A copy of this very moment is younger than no age at all.
    return age >= Number(minAge) && age < Number(maxAge) ? copy : undefined;
  }

  /** Keeps a copy, unless the request or its options forbid it, or the page is an error. */
  keep(url: string, options: JsonObject, copy: Copy): void {
    const isForbidden = options['storeInCache'] === false || options['actions'] !== undefined || options['headers'] !== undefined;
    if (!isForbidden && (copy.served.status ?? 200) < 400) this.#copies.set(keyOf(url, options), copy);
  }

  clear(): void {
    this.#copies.clear();
  }
}

function keyOf(url: string, options: JsonObject): string {
  return JSON.stringify([url, ...shaping.map(name => options[name] ?? null)]);
}
