import type {Path} from '../json/pointer';
import {type JsonObject, type JsonValue, property} from '../json/value';
import {classifyPlace} from '../secrets/places';
import {createRedactor} from '../secrets/redaction';
import {segmentText} from '../secrets/segments';
import {mapLeaves, visitTexts} from '../secrets/walk';
import {readMonitor, toLiveMonitor} from './answer';
import type {CreatedMonitor} from './port';

/** Shorter ones may be ordinary words, and a monitor whose id was changed is lost. */
const SHORTEST = 12;

/** Makes what hides the secrets of one request in monitors that are answered; `references` are the values of all references of the run. */
export function createHider(references: readonly string[], sent: JsonObject | undefined): <M extends CreatedMonitor>(monitor: M) => M {
  const secrets = [...references, ...(sent === undefined ? [] : listCredentials(sent))].filter(({length}) => length >= SHORTEST);
  if (secrets.length === 0) return monitor => monitor;
  const redact = createRedactor(secrets);
  return monitor => {
    const data = hideSecrets(monitor.data, sent, redact);
    return data === monitor.data ? monitor : {...monitor, ...('status' in monitor ? toLiveMonitor(data) : readMonitor(data))};
  };
}

/**
 * The answer with `(secret)` wherever it holds a secret that was not sent there: in an id, a time, a name. Such texts are recorded
 * and shown. Places of secrets and addresses keep them: they are masked by their place, and compared with what was sent.
 */
function hideSecrets(data: JsonObject, sent: JsonObject | undefined, redact: (text: string) => string): JsonObject {
  return mapLeaves(data, (leaf, path) => {
    if (typeof leaf !== 'string' || path[0] === 'webhook' || classifyPlace(path) !== 'urls-within') return leaf;
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
