import {hashJson} from '../json/canonical';
import {isEqualJson, isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {listReferenceNames} from '../secrets/references';
import {hasUnknown, listUnwritten} from '../service/answer';
import {estimateCredits} from '../specs/credits';
import type {DesiredMonitor} from '../specs/desired-monitor';
import {listTargets} from '../specs/targets';
import type {RecordedMonitor, RecordedOutline} from '../state/state';
import {comparableBody} from './diff';
import type {LiveMonitorView} from './live';
import {dropUnwrittenFields, pairUnknownTargets} from './new-fields';
import {readNowKnown} from './now-known';

/**
 * Handles the members that `sync.ignore` and `sync.paused: keep` leave to the service. A spec is planned with these
 * members as they were sent, so that nothing of them differs, is sent or is recorded; a live monitor is read with them
 * as they are recorded.
 */

/** The spec of a recorded monitor with what it leaves alone as recorded. `applied` is read only where it is needed. */
export function leaveAlone(after: DesiredMonitor, before: RecordedOutline, applied: () => JsonObject): DesiredMonitor {
  const left = after.sync.ignore === undefined || before.bodyHash === after.bodyHash ? after : leaveIgnored(after, applied());
  return left.sync.paused === 'keep' ? {...left, paused: before.paused === true} : left;
}

/** The spec with its ignored members as `held` has them: the spec itself where that is no difference. */
export function leaveIgnored(after: DesiredMonitor, held: JsonObject): DesiredMonitor {
  const {ignore: ignored = []} = after.sync;
  if (ignored.length === 0) return after;
  const written = after.body();
  const body = takeMembers(written, held, ignored);
  if (isEqualJson(comparableBody(body), comparableBody(written))) return after;
  const facts = {bodyHash: hashJson(body), estimate: estimateCredits(body), references: listReferenceNames(body)};
  return {...after, ...facts, body: () => body, asWritten: after};
}

/** The spec as it is sent whole: ignored members are sent by a create. */
export function asWrittenOf(after: DesiredMonitor): DesiredMonitor {
  return after.asWritten === undefined ? after : {...after.asWritten, paused: after.paused};
}

/** The ignored members in which a spec differs from what the service got. */
export function listIgnoredEdits({asWritten, sync: {ignore: ignored = []}, body}: DesiredMonitor): string[] {
  if (asWritten === undefined) return [];
  const written = comparableBody(asWritten.body());
  return ignored.filter(path => !isEqualJson(comparableBody(takeMembers(asWritten.body(), body(), [path])), written));
}

/** The live monitor with what its spec leaves alone as it is recorded. */
export function readLeftAlone(live: LiveMonitorView, after: DesiredMonitor, before: RecordedMonitor): LiveMonitorView {
  const {ignore: ignored = [], paused} = after.sync;
  if (ignored.length === 0 && paused !== 'keep') return live;
  const status = paused === 'keep' ? {status: before.paused === true ? 'paused' : 'active'} : {};
  // Judging comes and goes with the goal unless a spec says otherwise.
  const judging = ignored.includes('goal') && property(after.body(), 'judgeEnabled') === undefined ? ['judgeEnabled'] : [];
  return {...live, ...status, body: takeMembers(live.body, before.applied, [...ignored, ...judging])};
}

/** The ignored parts that go along with a patch, since their member is sent whole. */
export function listSentAlong(ignored: readonly string[], patch: JsonObject): string[] {
  return ignored.filter(path => path.includes('.') && Object.hasOwn(patch, path.split('.', 1)[0] ?? ''));
}

/** `body` with the members at these paths (with dots) as `from` has them. What is null there counts as absent. */
export function takeMembers(body: JsonObject, from: JsonObject, paths: readonly string[]): JsonObject {
  return paths.reduce((taken, path) => takeMember(taken, from, path.split('.')), body);
}

function takeMember(body: JsonObject, from: JsonValue | undefined, [name = '', ...rest]: readonly string[]): JsonObject {
  const theirs = property(from, name) ?? undefined;
  const own = property(body, name);
  const value = rest.length === 0 ? theirs : takeMember(isObject(own) ? own : {}, theirs, rest);
  const {[name]: _own, ...others} = body;
  const isNothing = value === undefined || (own === undefined && isObject(value) && Object.keys(value).length === 0);
  return isNothing ? others : {...others, [name]: value};
}

/** A record without the members that its spec does not name any more: the service keeps their values. The spec is read where there are any. */
export function dropLeftFields(recorded: RecordedMonitor, readWanted: () => JsonObject, lineage: string): RecordedMonitor {
  const before = sealRecord(recorded, lineage);
  if (!recordsUnknown(before)) return before;
  const wanted = readWanted();
  return readRecord(before, body => readNowKnown(dropUnwrittenFields(body, wanted), wanted, lineage));
}

/** A record in which a member that an earlier version only allowed, and kept as a fingerprint, reads as `live` has it where that is what was sent. */
export function readAsLive(recorded: RecordedMonitor, live: JsonObject, lineage: string): RecordedMonitor {
  const before = sealRecord(recorded, lineage);
  if (!recordsUnknown(before)) return before;
  const read = (body: JsonObject) => readNowKnown(body, live, lineage);
  const observed = read(before.observed);
  return readRecord(observed === before.observed ? before : {...before, observed}, read);
}

/** A record with fingerprints also of what an earlier version did not take for secret: a member of options that no type has. */
export function sealRecord(before: RecordedMonitor, lineage: string): RecordedMonitor {
  if (!listTargets(before.applied).some(target => property(target, 'scrapeOptions') !== undefined)) return before;
  const seal = (body: JsonObject) => fingerprintBody(body, lineage);
  return readRecord({...before, observed: seal(before.observed)}, seal);
}

function recordsUnknown({applied, pending}: RecordedMonitor): boolean {
  return hasUnknownFields(applied) || hasUnknownFields(pending?.applied ?? {});
}

function readRecord(before: RecordedMonitor, read: (body: JsonObject) => JsonObject): RecordedMonitor {
  const applied = read(before.applied);
  const pending = before.pending === undefined ? undefined : read(before.pending.applied);
  if (applied === before.applied && pending === before.pending?.applied) return before;
  return {
    ...before,
    applied,
    ...(before.pending === undefined || pending === undefined ? {} : {pending: {...before.pending, applied: pending}}),
  };
}

/** The members that {@link dropLeftFields} takes away, as paths with dots. */
export function listLeftFields({applied}: RecordedMonitor, readWanted: () => JsonObject): string[] {
  if (!hasUnknownFields(applied)) return [];
  const wanted = readWanted();
  const selves = pairUnknownTargets(applied, wanted) ?? new Map<number, JsonValue>();
  const inTargets = [...selves].flatMap(([index, self]) =>
    listUnwritten('MonitorTarget', listTargets(applied)[index] as JsonValue, self).map(path => `targets[${index}].${path}`),
  );
  return [...listUnwritten('MonitorCreateRequest', applied, wanted), ...inTargets];
}

function hasUnknownFields(body: JsonObject): boolean {
  return hasUnknown('MonitorCreateRequest', body) || listTargets(body).some(target => hasUnknown('MonitorTarget', target));
}
