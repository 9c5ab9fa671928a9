import {parseUrl} from '../../../core/base/url';

/** Longest address that a link leads to: that of most browsers and mail programs. */
const LONGEST_LINK = 2000;

/**
 * An address that a link may lead to: http or https, without user info, of characters of RFC 3986 alone. Null for other texts,
 * which are shown and lead nowhere.
 */
export function readLink(text: string): string | null {
  const url = text.length > LONGEST_LINK ? undefined : parseUrl(text);
  if (url === undefined) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const href = `${url.origin}${encodeRest(url.pathname + url.search)}${url.hash === '' ? '' : `#${encodeRest(url.hash.slice(1))}`}`;
  return href.length > LONGEST_LINK ? null : href;
}

/** Encodes what browsers leave as it is in a path, a query or a fragment, although it is none of RFC 3986's characters. */
function encodeRest(text: string): string {
  return text.replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gi, character => encodeURIComponent(character));
}
