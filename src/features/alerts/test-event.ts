import {createHmac} from 'node:crypto';
import {parseUrl} from '../../core/base/url';
import {isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import {originOf} from '../../core/secrets/origin';
import {findReferences, listReferenceNames, resolveReferences} from '../../core/secrets/references';

/** Of no event of any monitor: a signed sample is not one. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** One sample, as it is sent. Holds secrets. */
export interface TestEvent {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that belong to the connection, or that are made here. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'content-type', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  'x-firecrawl-signature',
]);

/**
 * Makes the sample of a webhook, in the form of `monitor.page`. `webhook` has its references unresolved. Null where its address is not
 * one, or leads elsewhere once its references are resolved.
 */
export function makeTestEvent(
  webhook: JsonObject,
  {name, lookup, secret}: {readonly name: string; readonly lookup: (name: string) => string; readonly secret: string},
): TestEvent | null {
  const resolved = property(resolveReferences({webhook}, lookup), 'webhook');
  const address = property(resolved, 'url');
  const url = typeof address === 'string' ? parseUrl(address.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isAsWritten(url, property(webhook, 'url'))) return null;
  const metadata = property(resolved, 'metadata');
  const body = JSON.stringify(sampleOf(name, isObject(metadata) ? metadata : {}));
  const signature = secret === '' ? {} : {'x-firecrawl-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`};
  const headers = {...credentialsOf(url), ...readHeaders(property(resolved, 'headers')), 'content-type': 'application/json', ...signature};
  return {url, headers, body};
}

/** A value may not move the message to another origin than the one that is written, unless the origin is a reference itself. */
function isAsWritten(url: URL, written: JsonValue | undefined): boolean {
  const {id} = originOf(typeof written === 'string' ? written.trim() : '');
  return !/^https?:\/\//.test(id) || id.includes('reference-') || id === url.origin;
}

function sampleOf(name: string, metadata: JsonObject): JsonObject {
  return {
    success: true,
    type: 'monitor.page',
    id: NIL,
    webhookId: NIL,
    data: [
      {
        ...{monitorId: NIL, checkId: NIL, url: 'https://example.com/', status: 'changed', previousScrapeId: null, currentScrapeId: null},
        ...{error: null, isMeaningful: true},
        judgment: {
          meaningful: true,
          confidence: 'high',
          reason: `Test of the alerts of "${name}": nothing has changed.`,
          meaningfulChanges: [],
        },
        diff: {text: '--- previous\n+++ current\n@@ -1 +1 @@\n-before\n+after\n', json: null},
      },
    ],
    metadata: {...metadata, test: 'true'},
  };
}

function credentialsOf({username, password}: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`};
}

function readHeaders(headers: JsonValue | undefined): Record<string, string> {
  const entries = isObject(headers) ? Object.entries(headers) : [];
  const own = entries.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return typeof value === 'string' && !OWN_HEADERS.has(lower) ? [[lower, value] as const] : [];
  });
  return {'user-agent': 'monitors (test of alerts)', ...Object.fromEntries(own)};
}

/** Whether the state records a webhook that sends the same secrets to the same origin. Path and other literals may differ. */
export function isApplied(webhook: JsonObject, recorded: JsonValue | undefined): boolean {
  const [wanted, known] = [property(webhook, 'url'), property(recorded, 'url')];
  if (!isObject(recorded) || typeof wanted !== 'string' || typeof known !== 'string') return false;
  if (originOf(wanted.trim()).id !== originOf(known.trim()).id) return false;
  return listReferenceNames({webhook}).join('\0') === listReferenceNames({webhook: recorded}).join('\0');
}

/**
 * Tells whether a header or the metadata of a sample refers to a secret, which plain http would show to everyone on the way. User info of
 * an address becomes a header.
 */
export function hasSecretsBesideAddress(webhook: JsonObject, {username, password}: Pick<URL, 'username' | 'password'>): boolean {
  const hasUser = username !== '' || password !== '';
  return findReferences({webhook}).some(({path}) => hasUser || path[1] !== 'url');
}
