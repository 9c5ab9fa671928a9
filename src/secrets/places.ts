import type {Path} from '../json/pointer';

/**
 * How much of the text at a place is secret:
 * - `all`: every literal character (header values, what a `write` action types).
 * - `webhook-url`: all but scheme and host.
 * - `url`: user info and query values (the pages that targets watch).
 * - `urls-within`: the same of URLs that stand somewhere in the text; every other place of a body.
 */
export type SecretPlace = 'all' | 'webhook-url' | 'url' | 'urls-within';

/** Which part of the text at `path` of a create-monitor body is secret. */
export function classifyPlace(path: Path): SecretPlace {
  if (isHeaderValue(path) || isTypedText(path)) return 'all';
  if (path.length === 2 && path[0] === 'webhook' && path[1] === 'url') return 'webhook-url';
  return isTargetUrl(path) ? 'url' : 'urls-within';
}

/** Whether the value at `path` is secret as a whole or but for its host. */
export function isSecretPath(path: Path): boolean {
  const place = classifyPlace(path);
  return place === 'all' || place === 'webhook-url';
}

/** Whether `${env:NAME}` may stand at `path`: webhook URL, headers and metadata, scrape headers, text of a `write` action. */
export function isReferencePlace(path: Path): boolean {
  const [first, second, third, fourth] = path;
  if (first === 'webhook') {
    if (second === 'url') return path.length === 2;
    return (second === 'headers' || second === 'metadata') && path.length === 3;
  }
  if (first !== 'targets' || typeof second !== 'number' || third !== 'scrapeOptions') return false;
  if (fourth === 'headers') return path.length === 5;
  return fourth === 'actions' && path.length === 6 && isTypedText(path);
}

function isTargetUrl(path: Path): boolean {
  return path[0] === 'targets' && ((path.length === 3 && path[2] === 'url') || (path.length === 4 && path[2] === 'urls'));
}

/** A value, or part of one, of a `headers` map at any depth; User-Agent and Accept* say nothing secret. */
function isHeaderValue(path: Path): boolean {
  const map = path.indexOf('headers');
  if (map < 0 || map === path.length - 1) return false;
  const name = String(path[map + 1]).toLowerCase();
  return !(name === 'user-agent' || name === 'accept' || name.startsWith('accept-')) || isHeaderValue(path.slice(map + 1));
}

/** The `text` of an action: only `write` has one. */
function isTypedText(path: Path): boolean {
  const end = path.length - 1;
  return path[end] === 'text' && typeof path[end - 1] === 'number' && path[end - 2] === 'actions';
}
