import type {Path} from '../json/pointer';
import {type JsonObject, type JsonValue, property} from '../json/value';
import {hideNumber} from '../secrets/masking';
import {classifyDocumented} from '../secrets/places';
import {createRedactor} from '../secrets/redaction';
import {Secret} from '../secrets/secret';
import {hideSent, listCredentials, SHORTEST_SENT} from '../secrets/sent-secrets';
import {mapLeaves} from '../secrets/walk';
import {type Answer, readMonitor, toLiveMonitor} from './answer';
import type {CreatedMonitor} from './port';

/**
 * Makes what replaces the key by `(secret)` wherever an answer holds it, also encoded: what a service makes of a monitor is recorded in a
 * state that is committed, and shown.
 */
export function createKeyHider(key: string): (answer: Answer) => Answer {
  if (key.length < SHORTEST_SENT) return answer => answer;
  const redact = createRedactor(listKeyForms(key));
  return answer => {
    const {body} = answer;
    if (body.kind !== 'text') return answer;
    const text = redact(body.text);
    return text === body.text ? answer : {...answer, body: {kind: 'text', text}};
  };
}

/** The key, and as the service knows it: without its prefix, and as the UUID that the open server makes of 32 hex digits. */
export function listKeyForms(key: string): string[] {
  const bare = key.replace(/^fc-/, '');
  const uuid = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i.exec(bare);
  const forms = uuid === null ? [] : [uuid.slice(1).join('-'), uuid.slice(1).join('')];
  return [key, ...[bare, ...forms].filter(({length}) => length >= SHORTEST_SENT)];
}

/**
 * Makes what hides the secrets of one request in monitors that are answered; `references` are the values of all references of the run,
 * `sent` the bodies that hold literal ones. Hidden texts can still be compared in clear. Parts of secrets, such as a segment of an
 * address, are hidden only in what is kept or shown: they may be words of an id or a name.
 */
export function createHider(references: readonly string[], sent: readonly JsonObject[]): <M extends CreatedMonitor>(monitor: M) => M {
  const secrets = [...references, ...sent.flatMap(listCredentials)];
  const hider = hideSent([...new Set(secrets)]);
  if (hider === null) return monitor => monitor;
  const {shown: hide} = hider;
  return monitor => {
    const data = hideSecrets(monitor.data, sent[0], hider);
    if (data === monitor.data) return {...monitor, hide};
    const shown = 'status' in monitor ? toLiveMonitor(data) : readMonitor(data);
    return {...monitor, ...shown, hide, clear: new Secret(monitor.data)};
  };
}

/**
 * The answer with `(secret)` wherever it holds a secret that was not sent there: in an id, a time, a name. Such texts are recorded
 * and shown. Places of secrets and addresses keep them: they are masked by their place, and compared with what was sent.
 */
function hideSecrets(data: JsonObject, sent: JsonObject | undefined, {whole, shown}: NonNullable<ReturnType<typeof hideSent>>): JsonObject {
  return mapLeaves(data, (leaf, path) => {
    if (typeof leaf === 'number') return hideNumber(leaf, whole);
    if (typeof leaf !== 'string' || path[0] === 'webhook' || classifyDocumented(path) !== 'urls-within') return leaf;
    const own = findText(sent, path);
    if (own !== undefined && own.trim() === leaf.trim()) return leaf;
    return NEVER_WORDS.has(String(path[0])) ? shown(leaf) : whole(leaf);
  });
}

/** Members that the service writes: no word of a spec can be the part of a secret there. */
const NEVER_WORDS: ReadonlySet<string> = new Set([
  'status',
  'createdAt',
  'updatedAt',
  'nextRunAt',
  'lastRunAt',
  'currentCheckId',
  'lastCheckSummary',
]);

function findText(body: JsonObject | undefined, path: Path): string | undefined {
  let value: JsonValue | undefined = body;
  for (const step of path) value = Array.isArray(value) ? (value[Number(step)] as JsonValue | undefined) : property(value, String(step));
  return typeof value === 'string' ? value : undefined;
}
