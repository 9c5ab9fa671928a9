import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {type AllowedFields, allowFields} from '../service/allowed-fields';
import {dropUnwritten, hasUnknown, listUnwritten} from '../service/answer';
import {listTargets, matchTargets} from '../specs/targets';

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

/** Finds the members that were allowed when a body was written. */
export function fieldsOf(body: JsonObject): AllowedFields {
  const inTargets = listTargets(body).flatMap(target => listUnwritten('MonitorTarget', target, undefined));
  return allowFields([...listUnwritten('MonitorCreateRequest', body, undefined), ...inTargets.map(path => `targets.*.${path}`)]);
}

/** The other self of each target by its index; null where no target has unknown members. */
export function pairUnknownTargets(body: JsonObject, written: JsonObject): ReadonlyMap<number, JsonValue> | null {
  const targets = listTargets(body);
  if (!targets.some(target => hasUnknown('MonitorTarget', target))) return null;
  const then = listTargets(written);
  return new Map(matchTargets(then, targets).pairs.map(([other, own]) => [own, then[other] as JsonValue]));
}
