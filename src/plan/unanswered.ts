import {isObject, type JsonObject, type JsonValue, member} from '../json/value';
import {type AnsweredObject, MONITOR_ANSWERS, TARGET_ANSWERS} from '../spec/answers';
import {listTargets, matchTargets} from '../spec/targets';

/**
 * A live body with the members that the service always answers, and that this answer lacks, as they were written: of them it
 * says nothing. A member that is answered only when it is set stays absent: it is not set.
 */
export function addUnanswered(live: JsonObject, written: JsonObject): JsonObject {
  const body = addTo(live, written, MONITOR_ANSWERS);
  const targets = listTargets(body);
  if (targets.every(isWhole)) return body;
  const then = listTargets(written);
  const selves = new Map(matchTargets(then, targets).pairs.map(([before, now]) => [now, then[before]]));
  return {...body, targets: targets.map((target, index) => addToTarget(target, selves.get(index)))};
}

/** Whether a target has everything that is always answered. */
function isWhole(target: JsonValue): boolean {
  const answers = answersOf(target);
  return (
    answers === undefined ||
    Object.entries(answers.members).every(([name, way]) => way !== 'always' || Object.hasOwn(target as object, name))
  );
}

function addToTarget(target: JsonValue, written: JsonValue | undefined): JsonValue {
  const answers = answersOf(target);
  return answers === undefined || !isObject(target) || !isObject(written) ? target : addTo(target, written, answers);
}

function answersOf(target: JsonValue): AnsweredObject | undefined {
  const type = member(target, 'type');
  return typeof type === 'string' ? TARGET_ANSWERS.get(type) : undefined;
}

function addTo(live: JsonObject, written: JsonObject, {members, objects = {}}: AnsweredObject): JsonObject {
  const added: Record<string, JsonValue> = {};
  for (const [name, way] of Object.entries(members)) {
    if (way === 'always' && !Object.hasOwn(live, name) && Object.hasOwn(written, name)) added[name] = written[name] as JsonValue;
  }
  for (const [name, answers] of Object.entries(objects)) {
    const [own, other] = [member(live, name), member(written, name)];
    if (isObject(own) && isObject(other)) added[name] = addTo(own, other, answers);
  }
  return Object.keys(added).length === 0 ? live : {...live, ...added};
}
