import type {Path} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, member} from '../../json/value';
import {itemsOf, type RuleSink} from './sink';

/** Finds what looks like a credential that was pasted into a spec. Never echoes it. */
export function checkPastedSecrets(body: JsonObject, sink: RuleSink): void {
  checkHeaders(member(member(body, 'webhook'), 'headers'), ['webhook', 'headers'], sink);
  for (const [index, target] of itemsOf(member(body, 'targets')).entries()) {
    const path = ['targets', index, 'scrapeOptions', 'headers'];
    checkHeaders(member(member(target, 'scrapeOptions'), 'headers'), path, sink);
  }
  if (hasServiceKey(sink.document.source.bytes)) findServiceKeys(body, [], sink);
}

const HINT =
  'put it into an environment variable, write ${env:NAME} instead and allow NAME in monitors.config.yaml; a key that was committed is known: issue a new one';

function checkHeaders(headers: JsonValue | undefined, path: Path, sink: RuleSink): void {
  if (!isObject(headers)) return;
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || /^(?:user-agent|accept.*)$/is.test(name) || !isCredential(value)) continue;
    const message = 'the value of this header looks like a secret that was pasted into the spec';
    sink.warn({code: 'risk/pasted-secret', path: [...path, name], part: 'key', message, hint: HINT});
  }
}

/** `Bearer` and the like with a literal behind it, or a long run of letters and digits. */
function isCredential(value: string): boolean {
  if (/^\s*(?:Bearer|Basic|Token)\s+[^\s$]/i.test(value)) return true;
  const literal = value.slice(0, LONGEST_LOOKED_AT).replace(/\$\{env:\w+\}/g, ' ');
  return literal.split(/[\s;,=:/]+/).some(run => run.length >= SHORTEST_SECRET && /\d/.test(run) && /[a-z]/i.test(run));
}

const LONGEST_LOOKED_AT = 4096;
const SHORTEST_SECRET = 20;

const SERVICE_KEY = /(?:^|[^\w-])fc-[A-Za-z0-9]{16}/;

/** One look at the bytes instead of one at each text: nearly every file has none. */
function hasServiceKey(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('fc-');
}

function findServiceKeys(value: JsonValue, path: Path, sink: RuleSink): void {
  if (typeof value === 'string') {
    if (!SERVICE_KEY.test(value) || (path.includes('headers') && isCredential(value))) return;
    sink.warn({code: 'risk/pasted-secret', path, message: 'this text holds what looks like an API key of the service', hint: HINT});
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value))
    findServiceKeys(item as JsonValue, [...path, Array.isArray(value) ? Number(name) : name], sink);
}
