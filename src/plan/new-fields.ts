import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {type AllowedFields, allowFields} from '../service/allowed-fields';
import {dropUnwritten, hasUnknown, listUnwritten} from '../service/answer';
import {listTargets, matchTargets} from '../spec/targets';
import type {RecordedMonitor} from '../state/state';

/**
 * Members that the service has and this version of the tool does not know: the config allows them (`service.allowFields`). A
 * spec that does not name one leaves it to the service: it is neither compared nor sent.
 */

/** A body without the members that no type has and `written` does not have either, in targets too. */
export function dropUnwrittenFields(body: JsonObject, written: JsonObject): JsonObject {
  const dropped = dropUnwritten('MonitorCreateRequest', body, written);
  const selves = pairUnknownTargets(dropped, written);
  if (selves === null) return dropped;
  const drop = (target: JsonValue, self: JsonValue | undefined) =>
    isObject(target) && self !== undefined ? dropUnwritten('MonitorTarget', target, self) : target;
  return {...dropped, targets: listTargets(dropped).map((target, index) => drop(target, selves.get(index)))};
}

/** A record without the members that its spec does not name any more: the service keeps their values. The spec is read where there are any. */
export function dropLeftFields(before: RecordedMonitor, readWanted: () => JsonObject): RecordedMonitor {
  if (!hasUnknownFields(before.applied) && !hasUnknownFields(before.pending?.applied ?? {})) return before;
  const wanted = readWanted();
  const applied = dropUnwrittenFields(before.applied, wanted);
  const pending = before.pending === undefined ? undefined : dropUnwrittenFields(before.pending.applied, wanted);
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

/** What was allowed when a body was written. */
export function fieldsOf(body: JsonObject): AllowedFields {
  const inTargets = listTargets(body).flatMap(target => listUnwritten('MonitorTarget', target, undefined));
  return allowFields([...listUnwritten('MonitorCreateRequest', body, undefined), ...inTargets.map(path => `targets.*.${path}`)]);
}

function hasUnknownFields(body: JsonObject): boolean {
  return hasUnknown('MonitorCreateRequest', body) || listTargets(body).some(target => hasUnknown('MonitorTarget', target));
}

/** The other self of each target; null where no target has unknown members. */
function pairUnknownTargets(body: JsonObject, written: JsonObject): ReadonlyMap<number, JsonValue> | null {
  const targets = listTargets(body);
  if (!targets.some(target => hasUnknown('MonitorTarget', target))) return null;
  const then = listTargets(written);
  return new Map(matchTargets(then, targets).pairs.map(([other, own]) => [own, then[other] as JsonValue]));
}
