import {isObject, type JsonValue} from '../../json/value';
import {member} from '../../service/member';
import type {SchemaError} from './shapes';

const NOTHING: readonly SchemaError[] = [];

/**
 * The `wait` actions that do not have exactly one of `milliseconds` and `selector` (service document, "Actions"), in the
 * form of a validator's errors: the schema cannot say it without two shapes of one `type`.
 */
export function findWaitFaults(spec: JsonValue): readonly SchemaError[] {
  const targets = member(spec, 'targets');
  if (!Array.isArray(targets)) return NOTHING;
  let faults: SchemaError[] | undefined;
  for (const [index, target] of targets.entries()) {
    const actions = member(member(target, 'scrapeOptions'), 'actions');
    if (!Array.isArray(actions)) continue;
    for (const [step, action] of actions.entries()) {
      const given = countWays(action);
      if (given === 1) continue;
      faults ??= [];
      faults.push({instancePath: `/targets/${index}/scrapeOptions/actions/${step}`, keyword: 'wait', params: {given}});
    }
  }
  return faults ?? NOTHING;
}

/** How many of the two ways of waiting an action gives; 1 for every other action. */
function countWays(action: JsonValue): number {
  if (!isObject(action) || member(action, 'type') !== 'wait') return 1;
  return Number(Object.hasOwn(action, 'milliseconds')) + Number(Object.hasOwn(action, 'selector'));
}
