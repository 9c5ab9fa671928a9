import {listTargetIds} from '../spec/targets';
import type {RecordedMonitor} from '../state/state';
import type {Change} from './change';

/**
 * Holds a change back that would leave nothing to find a possible second monitor by: the delete of the first one, or a change
 * after which it has none of the target ids that both have.
 */
export function holdForDoubt(change: Change, before: RecordedMonitor): Change {
  if (before.mayExistTwice === undefined) return change;
  const targetIds = listTargetIds(before.applied).filter(id => id !== null);
  const reason = {kind: 'may-exist-twice', targetIds} as const;
  const {key} = change;
  switch (change.action) {
    case 'delete':
      return {action: 'blocked', key, wanted: 'delete', reason, before, fields: []};
    case 'replace':
    case 'update': {
      const isFindable = change.targetIds.some(id => targetIds.includes(id));
      if (isFindable) return change;
      const {action: wanted, after, fields, drift} = change;
      return {action: 'blocked', key, wanted, reason, before, after, fields, ...(drift.length > 0 ? {drift} : {})};
    }
    default:
      return change;
  }
}
