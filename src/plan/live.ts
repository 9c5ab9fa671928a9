import {readAmount} from '../json/amount';
import {hashJson} from '../json/canonical';
import {type JsonObject, type JsonValue, property} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {isReferencePlace} from '../secrets/places';
import {mapLeaves} from '../secrets/walk';
import {pick} from '../service/answer';
import {listTargetIds} from '../spec/targets';
import {comparableBody} from './comparable';

/** A monitor as the service holds it, without what moves with every check. Holds no secret but in `webhook.metadata`, which is never shown without its record. */
export interface LiveMonitorView {
  readonly id: string;
  readonly name: string;
  /** `active`, `paused`, or whatever else the service says; empty when it says nothing. */
  readonly status: string;
  /** As the service says it; empty when it does not. */
  readonly createdAt: string;
  /** Lower case, in the order of the targets. */
  readonly targetIds: readonly string[];
  readonly estimatedCreditsPerMonth: number | null;
  /** The members that a create body can have, as answered; each secret literal as a salted fingerprint. */
  readonly body: JsonObject;
}

/** What the service holds, by id. */
export interface LiveView {
  readonly monitors: ReadonlyMap<string, LiveMonitorView>;
}

/**
 * Reads a monitor as list and get answer it (the `data` of the answer, which may hold webhook headers in clear) into
 * what a plan may keep. Null when it has no id. `lineage` salts the fingerprints, as in the state.
 */
export function toLiveView(data: JsonObject, lineage: string): LiveMonitorView | null {
  const id = textOf(property(data, 'id'));
  if (id === '') return null;
  const body = pickBody(data);
  return {
    id,
    name: textOf(property(data, 'name')),
    status: textOf(property(data, 'status')),
    createdAt: textOf(property(data, 'createdAt')),
    targetIds: listTargetIds(body).filter(targetId => targetId !== null),
    estimatedCreditsPerMonth: readAmount(property(data, 'estimatedCreditsPerMonth')),
    body: fingerprintBody(escapeReferences(body), lineage),
  };
}

/** Identifies what a live monitor is, but for what moves with every check: equal means that nobody changed it meanwhile. */
export function hashLive({id, status, body}: LiveMonitorView): string {
  return hashJson([id, status, comparableBody(body)]);
}

/** The members that a create body can have, level by level; what else an answer holds is not ours to compare. */
export function pickBody(data: JsonObject): JsonObject {
  const {targets, ...body} = pick('MonitorCreateRequest', data) as JsonObject;
  return {...body, ...(Array.isArray(targets) ? {targets} : {})};
}

/** Text that looks like a reference is none in an answer: written as a spec would have to write it, it is data. */
function escapeReferences(body: JsonObject): JsonObject {
  return mapLeaves(body, (leaf, path) => {
    if (typeof leaf !== 'string' || !leaf.includes('${')) return leaf;
    return isReferencePlace(path) ? leaf.replaceAll('${', () => '$${') : leaf.replaceAll('${env:', () => '$${env:');
  });
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
