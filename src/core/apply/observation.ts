import type {CreatedMonitor} from '../api/port';
import {canonicalJson} from '../json/canonical';
import type {Path} from '../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {toLiveView} from '../plan/live';
import {fieldsOf} from '../plan/new-fields';
import {fingerprintBody} from '../secrets/fingerprint';
import {hideTexts} from '../secrets/masking';
import {findReferences} from '../secrets/references';
import {hideAlso} from '../secrets/sent-secrets';
import {member} from '../service/member';
import {follow, holdsSecret, listTypes, type TypeName, typeOf} from '../service/table';
import type {IntendedMonitor, ObservedMonitor} from '../state/state';
import {isAsWritten} from './live-check';

/** Members of an answer that hold no secret at any depth, and are not a list of targets. */
const plainMembers = listPlainMembers('MonitorCreateRequest').filter(name => name !== 'targets');

/** The same of a target, which is identified by its id. */
const targetMembers = listPlainMembers('MonitorTarget').filter(name => name !== 'id');

function listPlainMembers(type: TypeName): string[] {
  const names = listTypes(type).flatMap(({entries}) => entries.flatMap(([name, known]) => (holdsSecret(known) ? [] : [name])));
  return [...new Set(names)];
}

/**
 * Selects the parts of an answer that the state keeps: where it differs from what was sent, and the service's own
 * estimate. Headers and addresses come back in clear, and so may values of references: what is kept is fingerprinted
 * with `lineage`, and these are hidden.
 */
export function observeMonitor(sent: JsonObject, answer: CreatedMonitor, lineage: string): ObservedMonitor {
  const observed: Record<string, JsonValue> = pickDifferences(
    sent,
    answer.data,
    [...plainMembers, ...listNew(sent, 'MonitorCreateRequest')],
    [],
  );
  const targets = observeTargets(member(sent, 'targets'), member(answer.data, 'targets'));
  if (targets.length > 0) observed['targets'] = targets;
  const webhook = observeWebhook(member(sent, 'webhook'), member(answer.data, 'webhook'));
  if (Object.keys(webhook).length > 0) observed['webhook'] = webhook;
  if (answer.estimatedCreditsPerMonth !== null) observed['estimatedCreditsPerMonth'] = answer.estimatedCreditsPerMonth;
  return {
    id: answer.id,
    createdAt: answer.createdAt,
    observed: hideTexts(
      fingerprintBody(observed, lineage),
      hideAlso(answer.hide, () => sent),
    ),
  };
}

/**
 * The same for an answer that may show what someone else changed meanwhile: where it is not what was sent, nothing of it is
 * taken for what the service made of it, so that the difference shows as one.
 */
export function observeShared(answer: CreatedMonitor, intended: IntendedMonitor, lineage: string): ObservedMonitor {
  const view = toLiveView(answer, lineage, fieldsOf(intended.applied));
  if (view !== null && isAsWritten(view, intended)) return observeMonitor(intended.applied, {...answer, data: view.body}, lineage);
  const {id, createdAt, estimatedCreditsPerMonth} = answer;
  return {id, createdAt, observed: estimatedCreditsPerMonth === null ? {} : {estimatedCreditsPerMonth}};
}

/** Metadata may be anything, so that nothing of it is kept. */
function observeWebhook(sent: JsonValue | undefined, answered: JsonValue | undefined): JsonObject {
  if (!isObject(answered)) return {};
  const isReferring = isObject(sent) && findReferences({webhook: sent}).length > 0;
  const filled = isObject(sent) ? {headers: {}, ...sent} : sent;
  const known = isObject(sent) && !isReferring ? ['url', 'headers', 'events'] : ['events'];
  return pickDifferences(filled, answered, [...known, ...listNew(sent, 'MonitorWebhook')], ['webhook']);
}

/** Targets that came back different, by their id: what was changed or filled in. */
function observeTargets(sent: JsonValue | undefined, answered: JsonValue | undefined): JsonValue[] {
  if (!Array.isArray(sent) || !Array.isArray(answered)) return [];
  return answered.flatMap((target: JsonValue, index): JsonValue[] => {
    if (!isObject(target)) return [];
    const own = sent[index] as JsonValue | undefined;
    const isReferring = isObject(own) && findReferences({targets: [own]}).length > 0;
    const filled = isObject(own) ? {scrapeOptions: {}, ...own} : own;
    const known = [...targetMembers, ...listNew(own, 'MonitorTarget')];
    const differences = pickDifferences(filled, target, isReferring ? known : [...known, 'scrapeOptions'], ['targets', index]);
    const id = member(target, 'id');
    return Object.keys(differences).length === 0 ? [] : [{...(typeof id === 'string' ? {id} : {}), ...differences}];
  });
}

/** The members that only the config allows: what was sent of them is compared with what was answered. */
function listNew(sent: JsonValue | undefined, type: TypeName): string[] {
  const known = isObject(sent) ? typeOf(type, sent) : undefined;
  return isObject(sent) && known !== undefined ? Object.keys(sent).filter(name => !Object.hasOwn(known.members, name)) : [];
}

function pickDifferences(
  sent: JsonValue | undefined,
  answered: JsonObject,
  names: readonly string[],
  path: Path,
): Record<string, JsonValue> {
  const differences: [string, JsonValue][] = [];
  for (const name of names) {
    const place = [...path, name];
    const own = property(sent, name);
    // The value of a reference is not recorded, not even its hash.
    if (own !== undefined && isNew(place) && JSON.stringify(own).includes('${')) continue;
    const difference = differenceOf(own, property(answered, name), place);
    if (difference !== undefined) differences.push([name, difference]);
  }
  return Object.fromEntries(differences);
}

/** Whether only the config allows, or once allowed, what stands there. */
function isNew(place: Path): boolean {
  const {isUnknown, isForeign} = follow(place);
  return isUnknown || isForeign;
}

/** Finds the parts of an answer that were not sent so; undefined for none. Of an object only the members that differ: states are large. */
function differenceOf(sent: JsonValue | undefined, answered: JsonValue | undefined, path: Path): JsonValue | undefined {
  if (answered === undefined || isEqual(answered, sent)) return undefined;
  if (isObject(sent) && isObject(answered)) return pickDifferences(sent, answered, Object.keys(answered), path);
  // The service trims texts: the state need not hold a long goal twice for the sake of a line break.
  return typeof sent === 'string' && typeof answered === 'string' && sent.trim() === answered.trim() ? undefined : answered;
}

function isEqual(a: JsonValue, b: JsonValue | undefined): boolean {
  return b !== undefined && canonicalJson(a) === canonicalJson(b);
}
