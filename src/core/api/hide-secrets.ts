import type {Path} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {classifyDocumented, isSecretPath} from '../secrets/places';
import {createRedactor} from '../secrets/redaction';
import {SECRET_TEXT, Secret} from '../secrets/secret';
import {segmentText} from '../secrets/segments';
import {mapLeaves, visitTexts} from '../secrets/walk';
import {type Answer, readMonitor, toLiveMonitor} from './answer';
import type {CreatedMonitor} from './port';

/** Shorter secrets, such as keys for an emulator, may be ordinary words, and a monitor whose id was changed is lost. */
const SHORTEST = 12;

/** Printable characters that JSON need not escape: what hides a key from a look at the text. */
const NEEDLESS_ESCAPE = /\\u00[2-7][0-9a-f]/i;

/**
 * The answer with `(secret)` wherever it holds the key: what a service makes of a monitor is recorded in a state that is
 * committed, and shown.
 */
export function hideKey(answer: Answer, key: string): Answer {
  const {body} = answer;
  if (body.kind !== 'text' || key.length < SHORTEST) return answer;
  const text = NEEDLESS_ESCAPE.test(body.text) ? withoutNeedlessEscapes(body.text) : body.text;
  return text.includes(key) ? {...answer, body: {kind: 'text', text: text.replaceAll(key, SECRET_TEXT)}} : answer;
}

function withoutNeedlessEscapes(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

/**
 * Makes what hides the secrets of one request in monitors that are answered; `references` are the values of all references of the run.
 * Hidden texts can still be compared in clear.
 */
export function createHider(references: readonly string[], sent: JsonObject | undefined): <M extends CreatedMonitor>(monitor: M) => M {
  const secrets = [...references, ...(sent === undefined ? [] : listCredentials(sent))].filter(({length}) => length >= SHORTEST);
  if (secrets.length === 0) return monitor => monitor;
  const redact = createRedactor(secrets);
  return monitor => {
    const data = hideSecrets(monitor.data, sent, redact);
    if (data === monitor.data) return {...monitor, hide: redact};
    const shown = 'status' in monitor ? toLiveMonitor(data) : readMonitor(data);
    return {...monitor, ...shown, hide: redact, clear: new Secret(monitor.data)};
  };
}

/**
 * The answer with `(secret)` wherever it holds a secret that was not sent there: in an id, a time, a name. Such texts are recorded
 * and shown. Places of secrets and addresses keep them: they are masked by their place, and compared with what was sent.
 */
function hideSecrets(data: JsonObject, sent: JsonObject | undefined, redact: (text: string) => string): JsonObject {
  return mapLeaves(data, (leaf, path) => {
    if (typeof leaf !== 'string' || path[0] === 'webhook' || classifyDocumented(path) !== 'urls-within') return leaf;
    const own = findText(sent, path);
    return own !== undefined && own.trim() === leaf.trim() ? leaf : redact(leaf);
  });
}

/** Header values and the secret parts of addresses; what a `write` action types may be any words. */
function listCredentials(body: JsonObject): string[] {
  const secrets: string[] = [];
  visitTexts(body, (text, path) => {
    if (path.at(-1) === 'text') return;
    secrets.push(...segmentText(path, text).flatMap(segment => (segment.kind === 'secret' ? [segment.text] : [])));
  });
  return secrets;
}

function findText(body: JsonObject | undefined, path: Path): string | undefined {
  let value: JsonValue | undefined = body;
  for (const step of path) value = Array.isArray(value) ? (value[Number(step)] as JsonValue | undefined) : property(value, String(step));
  return typeof value === 'string' ? value : undefined;
}

/**
 * Every text of a body that is about to be sent which must not come back in a message: what stands in secret places,
 * and webhook metadata, where a resolved reference looks like a literal.
 */
export function listSentSecrets(body: JsonObject): string[] {
  return collectSent(body, []);
}

function collectSent(value: JsonValue, path: Path): string[] {
  if (typeof value === 'string') {
    if (path[0] === 'webhook' && path[1] === 'metadata') return [value, ...listParts(value)];
    return segmentText(path, value).flatMap(segment => (segment.kind === 'secret' ? [segment.text, ...listParts(segment.text)] : []));
  }
  // A number that is secret comes back as text too.
  if (typeof value === 'number') return isSecretPath(path) ? [String(value)] : [];
  if (isObject(value)) return Object.entries(value).flatMap(([name, item]) => collectSent(item, [...path, name]));
  return Array.isArray(value) ? value.flatMap((item: JsonValue, index) => collectSent(item, [...path, index])) : [];
}

/** Parts shorter than this may be ordinary words. */
const shortestPart = 8;

/** Lists the parts that a service may repeat alone: the token after `Bearer`, a cookie's value, a segment of a path. */
function listParts(text: string): string[] {
  return text.split(/[\s=;,:&?#/]+/).filter(part => part.length >= shortestPart && part !== text);
}
