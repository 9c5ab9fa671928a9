import {once} from '../base/once';
import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {isSecretPath} from './places';
import {createRedactor, type HideText, listViews} from './redaction';
import {segmentText} from './segments';
import {visitTexts} from './walk';

/** Shorter secrets, such as keys for an emulator, may be ordinary words, and a monitor whose id was changed is lost. */
export const SHORTEST_SENT = 12;

/** Header values and the secret parts of addresses that a body says literally; what a `write` action types may be any words. */
export function listCredentials(body: JsonObject): string[] {
  const secrets: string[] = [];
  visitTexts(body, (text, path) => {
    if (path.at(-1) === 'text') return;
    secrets.push(...segmentText(path, text).flatMap(segment => (segment.kind === 'secret' ? [segment.text] : [])));
  });
  return secrets;
}

/** Hides secrets of a request in what the service answers. */
interface SentHider {
  /** For texts that may be an id or a name: secrets as a whole. */
  readonly whole: HideText;
  /** In texts that are kept or shown: their parts, too. */
  readonly shown: HideText;
}

/** The last one that was made: the monitors of a fleet share theirs. */
let last: {readonly of: string; readonly hider: SentHider | null} | undefined;

/** Makes what hides secrets; null where none is long enough to be told from an ordinary word. */
export function hideSent(secrets: readonly string[]): SentHider | null {
  const of = JSON.stringify(secrets);
  if (last?.of !== of) last = {of, hider: createSentHider(secrets)};
  return last.hider;
}

function createSentHider(secrets: readonly string[]): SentHider | null {
  const isLong = (text: string) => text.length >= SHORTEST_SENT && !isOrigin(text);
  const all = withParts(secrets).filter(isLong);
  if (all.length === 0) return null;
  const whole = once(() => createRedactor(secrets.filter(isLong), SHORTEST_SENT));
  const shown = once(() => createRedactor(all, SHORTEST_SENT));
  return {whole: text => whole()(text), shown: text => shown()(text)};
}

/** The values of secrets and the parts of them that a service may repeat alone, but for those that may be ordinary words. */
export function withParts(secrets: readonly string[]): string[] {
  const parts = secrets.flatMap(secret => listParts(secret.trim())).filter(({length}) => length >= SHORTEST_SENT);
  return [...new Set([...secrets, ...parts])];
}

/** Hides what `hide` does, and the literal secrets of a spec, which a service may repeat in a text of its monitor. `body` is worked out only if needed. */
export function hideAlso(hide: HideText | undefined, body: () => JsonObject): HideText {
  const own = once(() => hideSent(listCredentials(body())));
  return text => {
    const shown = hide === undefined ? text : hide(text);
    return own()?.shown(shown) ?? shown;
  };
}

/**
 * Every text of a body that is about to be sent which must not come back in a message: what stands in secret places,
 * and webhook metadata, where a resolved reference looks like a literal.
 */
export function listSentSecrets(body: JsonObject): string[] {
  return collectSent(body, []);
}

function collectSent(value: JsonValue, path: readonly (string | number)[]): string[] {
  if (typeof value === 'string') {
    if (path[0] === 'webhook' && path[1] === 'metadata') return [value, ...listParts(value)];
    return segmentText(path, value).flatMap(segment => (segment.kind === 'secret' ? [segment.text, ...listParts(segment.text)] : []));
  }
  // A number that is secret comes back as text too.
  if (typeof value === 'number') return isSecretPath(path) ? [String(value)] : [];
  if (isObject(value)) return Object.entries(value).flatMap(([name, item]) => collectSent(item, [...path, name]));
  return Array.isArray(value) ? value.flatMap((item: JsonValue, index) => collectSent(item, [...path, index])) : [];
}

/** Tells an address without more from a secret: a spec may name those that it watches or calls. */
function isOrigin(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\/?$/i.test(text);
}

/** Lists the hosts of the addresses in a text, and the domains of addresses of mail: of a secret, they are none. */
function listHosts(text: string): string[] {
  const authorities = [...text.matchAll(/:\/\/([^\s/?#"'\\]*)/g)].map(([, authority = '']) =>
    authority.slice(authority.lastIndexOf('@') + 1),
  );
  const domains = [...text.matchAll(/(?<![^\s"'<(,;=])[\w.+-]+@([a-z0-9.-]+)/gi)].map(([, domain = '']) => domain);
  return [...authorities.map(host => host.replace(/:\d*$/, '')), ...domains];
}

/** Parts shorter than this may be ordinary words. */
const SHORTEST_PART = 8;

/**
 * Lists the parts that a service may repeat alone: a line, the token after `Bearer`, a cookie's value, a password or a segment of an address,
 * a line of a key in JSON.
 */
function listParts(text: string): string[] {
  const read = [text, ...listViews(text).map(view => view.text)];
  const hosts = new Set(read.flatMap(listHosts));
  const parts = read.flatMap(one => [...one.split(/[\r\n]+/), ...one.split(/[\s=;,:&?#/"'@|]+/)]).map(part => part.trim());
  return parts.filter(part => part.length >= SHORTEST_PART && part !== text && !isOrigin(part) && !hosts.has(part));
}
