import {addToGroup} from '../../core/base/grouping';
import {canonicalJson} from '../../core/json/canonical';
import {type JsonObject, type JsonValue, property} from '../../core/json/value';
import type {Plan} from '../../core/plan/change';
import {findUnsaid, listSteps} from '../../core/plan/change-facts';
import {withoutOrigins} from '../../rendering/plan-origins';
import {toPlanDocument} from './document';
import type {PlanFile} from './file-document';

/** Lists of a change that may be shorter in a later plan: a part may be done already. */
const LISTS = ['fields', 'drift', 'rotated'];

/** Members that depend on where a plan is made and on the rest of the spec, and not on what is done. */
const SURROUNDINGS = ['file', 'line', 'name', 'creditsPerMonth'];

/**
 * Why a plan does something that a saved one does not say, as sentences; empty where it does nothing else, however much of the
 * saved one is done already. Specs and state may have changed since. What the saved file shows has to say it too: the reviewer went by that. Null where the file can't tell, since it was saved by an older version. Pure.
 */
export function listUnsaid(file: PlanFile, plan: Plan): string[] | null {
  const {effects} = file;
  if (effects === null) return null;
  const other = compareOrigins(file, plan);
  if (other !== null) return [other];
  const steps = findUnsaid({...plan, changes: listSteps(plan)}, effect => effects.has(effect));
  const unsaid = new Set(steps.map(({key, action}) => `${action}\n${key}`));
  const shown = groupByKey(file.changes.map(withoutOrigins));
  const lost = steps.flatMap(({action, key}) => (action === 'unprotect' ? [`it would end the protection of "${key}"`] : []));
  const others = toPlanDocument(plan).changes.flatMap(change => {
    const {action, key} = change;
    if (action === 'blocked' || action === 'unresolved') return [];
    const isShown = (shown.get(key) ?? []).some(said => isPartOf(withoutOrigins(change), said));
    return isShown && !unsaid.has(`${action}\n${key}`) ? [] : [`it would ${action} "${key}" differently from the saved plan`];
  });
  return [...lost, ...others];
}

function compareOrigins({project, environment, state}: PlanFile, plan: Plan): string | null {
  if (project !== plan.project) return `it was made for the project "${project}", this one is "${plan.project}"`;
  if (environment !== plan.environment) return `it was made for the environment "${environment}", this one is "${plan.environment}"`;
  if (state === null) return null;
  if (plan.base === null) return 'it was made against a state, and there is none now';
  return state.lineage === plan.base.lineage ? null : 'it was made against another state (the lineage differs)';
}

function groupByKey(changes: readonly JsonObject[]): ReadonlyMap<JsonValue | undefined, readonly JsonObject[]> {
  const groups = new Map<JsonValue | undefined, JsonObject[]>();
  for (const change of changes) addToGroup(groups, property(change, 'key'), change);
  return groups;
}

/** Whether one change shows nothing that the other does not show. */
function isPartOf(change: JsonObject, said: JsonObject): boolean {
  if (canonicalJson(withoutLists(change)) !== canonicalJson(withoutLists(said))) return false;
  return LISTS.every(name => {
    const known = new Set(itemsOf(said, name));
    return itemsOf(change, name).every(item => known.has(item));
  });
}

function withoutLists(change: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(change).filter(([name]) => !LISTS.includes(name) && !SURROUNDINGS.includes(name)));
}

function itemsOf(change: JsonObject, name: string): string[] {
  const items = property(change, name);
  return Array.isArray(items) ? items.map((item: JsonValue) => canonicalJson(item)) : [];
}
