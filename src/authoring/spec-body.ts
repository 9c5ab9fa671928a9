import {canonicalJson} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue, member} from '../json/value';
import {normalizeBody} from '../spec/normalize';

/**
 * What a spec has to say so that the service holds this monitor (`data` of its answer): members in the order in which people
 * write them, everything left out that the service fills in by itself. Targets keep their ids: the history hangs on them.
 */
export function toSpecBody(live: JsonObject): JsonObject {
  const body = pick(live, ['name', 'schedule', 'goal', 'judgeEnabled', 'targets', 'webhook', 'notification', 'retentionDays']);
  const written: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(body)) {
    const short = shorten(name, value);
    if (short !== undefined) written[name] = short;
  }
  return dropDefaults(written);
}

function shorten(name: string, value: JsonValue): JsonValue | undefined {
  if (value === null) return undefined;
  switch (name) {
    case 'schedule':
      return isObject(value) ? dropEqual(pick(value, ['cron', 'text', 'timezone']), {timezone: 'UTC'}) : value;
    case 'targets':
      return Array.isArray(value) ? value.map(target => (isObject(target) ? shortenTarget(target) : target)) : value;
    case 'webhook':
      return isObject(value) ? dropEmpty(pick(value, ['url', 'headers', 'metadata', 'events'])) : value;
    case 'notification':
      return isObject(value) ? shortenNotification(value) : value;
    default:
      return value;
  }
}

function shortenTarget(target: JsonObject): JsonObject {
  const first = pick(target, ['type', 'url', 'urls', 'queries', 'id']);
  const rest = Object.fromEntries(Object.entries(target).filter(([name, value]) => !Object.hasOwn(first, name) && value !== null));
  return dropEmpty({...first, ...rest});
}

/** Only e-mail is a spec's to say: what else was set up in the dashboard stays there. */
function shortenNotification(notification: JsonObject): JsonValue | undefined {
  const email = member(notification, 'email');
  if (!isObject(email)) return undefined;
  const short = dropEqual(pick(email, ['enabled', 'recipients', 'includeDiffs']), {enabled: false, recipients: [], includeDiffs: false});
  return Object.keys(short).length === 0 ? undefined : {email: short};
}

/** Leaves out each member without which the body means the same. */
function dropDefaults(body: JsonObject): JsonObject {
  const meaning = canonicalJson(normalizeBody(body));
  const means = (candidate: JsonObject) => canonicalJson(normalizeBody(candidate)) === meaning;
  const kept = dropMembers(body, means);
  const {webhook, targets} = kept;
  const lean: JsonObject = isObject(webhook) ? {...kept, webhook: dropMembers(webhook, short => means({...kept, webhook: short}))} : kept;
  if (!Array.isArray(targets)) return lean;
  const leanTargets = targets.map((target: JsonValue, index) =>
    isObject(target) ? leanTarget(target, short => means({...lean, targets: targets.with(index, short)})) : target,
  );
  return {...lean, targets: leanTargets};
}

function leanTarget(target: JsonObject, means: (target: JsonObject) => boolean): JsonObject {
  const short = dropMembers(target, means);
  const crawlOptions = member(short, 'crawlOptions');
  if (!isObject(crawlOptions)) return short;
  return {...short, crawlOptions: dropMembers(crawlOptions, options => means({...short, crawlOptions: options}))};
}

function dropMembers(object: JsonObject, means: (object: JsonObject) => boolean): JsonObject {
  let kept = object;
  for (const name of Object.keys(object)) {
    const {[name]: _left, ...without} = kept;
    if (means(without)) kept = without;
  }
  return kept;
}

function dropEqual(object: JsonObject, defaults: JsonObject): JsonObject {
  const isDefault = (name: string, value: JsonValue) =>
    Object.hasOwn(defaults, name) && canonicalJson(value) === canonicalJson(defaults[name] as JsonValue);
  return Object.fromEntries(Object.entries(object).filter(([name, value]) => !isDefault(name, value)));
}

function dropEmpty(object: JsonObject): JsonObject {
  const isEmpty = (value: JsonValue) => isObject(value) && Object.keys(value).length === 0;
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value)));
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.flatMap(name => (Object.hasOwn(object, name) ? [[name, object[name] as JsonValue]] : [])));
}
