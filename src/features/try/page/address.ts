import {getDomain} from 'tldts';
import {parseUrl} from '../../../core/base/url';

/** Whether two addresses belong to one registrable domain: `www.acme.co.uk` and `shop.acme.co.uk` do. Null where one can't be read. */
export function isSameSite(one: string, other: string): boolean | null {
  const [first, second] = [siteOf(one), siteOf(other)];
  return first === null || second === null ? null : first === second;
}

/** The registrable domain of an address, or its host where it has none; null where it is not an address. */
export function siteOf(url: string): string | null {
  const host = hostOf(url);
  // Below `github.io` and the like, each name has its own owner.
  return host === null ? null : (getDomain(host, {allowPrivateDomains: true}) ?? host);
}

/** The host of an address, without a final dot; null where it is not an address. */
export function hostOf(url: string): string | null {
  return parseUrl(url)?.hostname.replace(/\.$/, '').toLowerCase() ?? null;
}

/** The parts of an address that name something: labels of the host and steps of the path, in small letters. */
export function stepsOf(url: string): readonly string[] {
  const address = parseUrl(url);
  if (address === undefined) return [];
  const {hostname, pathname} = address;
  const path = pathname.split('/').map(step => step.toLowerCase().replace(/\.(?:html?|php|aspx?|jsp)$/, ''));
  return [...hostname.toLowerCase().split('.'), ...path].filter(step => step !== '');
}
