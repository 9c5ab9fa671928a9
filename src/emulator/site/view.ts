import type {HttpAnswer} from '../http';
import {escapeMarkup, isHtml, typeOf, writeDocument} from './page';
import type {Site} from './site';

/** Where a browser finds the site. */
export const sitePrefix = '/site';

/** No script runs, and nothing is loaded: some pages attack their readers. */
const guard = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
};

/** Shows a page of the site at `now` (milliseconds), or the list of pages. It does not count as a visit. */
export function viewSite(target: string, site: Site, now: number): HttpAnswer {
  const address = target.slice(sitePrefix.length).replace(/^\//, '');
  if (address === '') return {status: 200, headers: {...guard, 'content-type': 'text/html; charset=utf-8'}, body: writeIndex(site)};
  const url = `https://${address}`;
  if (!isAddress(url)) return {status: 404, headers: guard, body: ''};
  const served = site.look(url, now);
  const type = isHtml(served) ? typeOf(served) : 'text/plain; charset=utf-8';
  return {status: served.status ?? 200, headers: {...guard, 'content-type': type}, body: writeDocument(served)};
}

function isAddress(url: string): boolean {
  try {
    return new URL(url).host !== '';
  } catch {
    return false;
  }
}

function writeIndex({pages}: Site): string {
  const items = pages.map(({url, name, kind, flaw}) => {
    const path = escapeMarkup(url.replace(/^https?:\/\//, ''));
    return `<tr><td>${flaw === undefined ? kind : `${kind}: ${flaw}`}</td><td>${escapeMarkup(name)}</td><td><a href="${sitePrefix}/${path}">${path}</a></td></tr>`;
  });
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Site of the emulator</title></head><body><h1>Site of the emulator</h1><table>\n${items.join('\n')}\n</table></body></html>\n`;
}
