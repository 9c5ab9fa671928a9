import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {addUnansweredTo, isAnsweredWhole} from '../service/answer';
import {listTargets, matchTargets} from '../spec/targets';

/** A live body with what this answer says nothing of as it was written, in targets too: see {@link addUnansweredTo}. */
export function addUnanswered(live: JsonObject, written: JsonObject): JsonObject {
  const body = addUnansweredTo('MonitorCreateRequest', live, written);
  const targets = listTargets(body);
  if (targets.every(target => isAnsweredWhole('MonitorTarget', target))) return body;
  const then = listTargets(written);
  const selves = new Map(matchTargets(then, targets).pairs.map(([before, now]) => [now, then[before]]));
  const add = (target: JsonValue, self: JsonValue | undefined) =>
    isObject(target) && isObject(self) ? addUnansweredTo('MonitorTarget', target, self) : target;
  return {...body, targets: targets.map((target, index) => add(target, selves.get(index)))};
}
