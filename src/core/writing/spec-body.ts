import {isEqualJson, isObject, type JsonObject, type JsonValue} from '../json/value';
import {pickBody} from '../plan/live';
import {NO_FIELDS} from '../service/allowed-fields';
import {arrange} from '../service/answer';
import {member} from '../service/member';
import {findMember} from '../service/table';
import {hasGoal} from '../specs/credits';
import {normalizeBody, normalizeTarget} from '../specs/normalize';
import {listTargets} from '../specs/targets';

/**
 * Makes the spec of this monitor (`data` of the service's answer): members in the order in which people write them,
 * everything left out that the service fills in by itself. Targets keep their ids: the history hangs on them. Members
 * that only the config allows stay with the service: all their text is secret.
 */
export function toSpecBody(live: JsonObject): JsonObject {
  const body = arrange('MonitorCreateRequest', pickBody(live, NO_FIELDS)) as JsonObject;
  const meaning = normalizeBody(body);
  const means = (candidate: JsonObject) => isEqualJson(normalizeBody(candidate), meaning) && saysJudging(candidate);
  const lean = dropEmailThatIsOff(dropMembers(body, means));
  const {schedule, webhook, targets} = lean;
  return {
    ...lean,
    ...(isObject(schedule) ? {schedule: dropMembers(schedule, short => means({...lean, schedule: short}))} : {}),
    ...(isObject(webhook) ? {webhook: dropMembers(webhook, short => means({...lean, webhook: short}))} : {}),
    ...(Array.isArray(targets) ? {targets: targets.map((target: JsonValue) => leanTarget(target))} : {}),
  };
}

/** A search is judged unless the spec says that it is not, and needs a goal then. */
function saysJudging(body: JsonObject): boolean {
  const isSearching = listTargets(body).some(target => member(target, 'type') === 'search');
  return !isSearching || hasGoal(body) || Object.hasOwn(body, 'judgeEnabled');
}

/** A service in which e-mail was switched off goes on answering so: leaving it out means the same. */
function dropEmailThatIsOff(body: JsonObject): JsonObject {
  const {notification, ...rest} = body;
  const email = member(notification, 'email');
  if (!isObject(email)) return notification === undefined ? body : rest;
  const said = Object.entries(email).filter(
    ([name, value]) => !isEqualJson(value, findMember('EmailNotification', name)?.filledIn ?? null),
  );
  return said.length === 0 ? rest : {...body, notification: {email: Object.fromEntries(said)}};
}

function leanTarget(target: JsonValue): JsonValue {
  if (!isObject(target)) return target;
  const meaning = normalizeTarget(target);
  const means = (candidate: JsonObject) => isEqualJson(normalizeTarget(candidate), meaning);
  const short = dropMembers(dropEmpty(target), means);
  const {crawlOptions} = short;
  if (!isObject(crawlOptions)) return short;
  return {...short, crawlOptions: dropMembers(crawlOptions, options => means({...short, crawlOptions: options}))};
}

/** Leaves out, one after another, each member without which the object means the same. */
function dropMembers(object: JsonObject, means: (object: JsonObject) => boolean): JsonObject {
  let kept = object;
  for (const name of Object.keys(object)) {
    const without = Object.fromEntries(Object.entries(kept).filter(([other]) => other !== name));
    if (means(without)) kept = without;
  }
  return kept;
}

/** Options that say nothing. */
function dropEmpty(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !(isObject(value) && Object.keys(value).length === 0)));
}
