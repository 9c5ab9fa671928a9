import type {Key} from '../specs/desired-monitor';
import type {State} from '../state/state';
import {type DangerousShift, keysOf} from '../state/state-change';
import type {BlockedChange, BlockedReason, Change, Plan, WantedAction} from './change';
import {withChanges} from './plan';

/**
 * Blocks what a plan would do to the keys of dangerous shifts, and adds a blocked change where it would do nothing: the shift itself waits.
 * `before` is the state that was recorded or reviewed last. Pure.
 */
export function holdShifts(plan: Plan, shifts: readonly DangerousShift[], before: Pick<State, 'monitors'>): Plan {
  if (shifts.length === 0) return plan;
  const shiftOf = new Map<Key, DangerousShift>();
  // Knowledge of one key says more than knowledge of the whole state.
  for (const shift of [...shifts].sort((a, b) => Number('key' in a) - Number('key' in b))) {
    for (const key of keysOf(shift)) shiftOf.set(key, shift);
  }
  const reasonOf = (shift: DangerousShift): BlockedReason => ({kind: 'state-change', shift, project: plan.project});
  // What a spec renames is the monitor of the former key.
  const renames = plan.changes.flatMap(change => (change.action === 'rename' ? [change] : []));
  const formerOf = new Map([...renames.map(({key, from}) => [key, from] as const), ...listRenamed(plan)]);
  const changes = plan.changes.map((change): Change => {
    const shift = shiftOf.get(change.key) ?? shiftOf.get(formerOf.get(change.key) ?? change.key);
    return shift === undefined || change.action === 'blocked' || change.action === 'unresolved' ? change : block(change, reasonOf(shift));
  });
  const known = new Set(plan.changes.flatMap(change => (change.action === 'rename' ? [change.key, change.from] : [change.key])));
  const selected = plan.only === null ? null : new Set(plan.only);
  const added = [...shiftOf].flatMap(([key, shift]): BlockedChange[] => {
    const wanted = 'key' in shift && !known.has(key) && selected?.has(key) !== false ? WANTED[shift.kind] : undefined;
    const recorded = before.monitors.get(key);
    if (wanted === undefined) return [];
    return [{action: 'blocked', key, wanted, reason: reasonOf(shift), fields: [], ...(recorded && {before: recorded})}];
  });
  // What is noted of a held record would count as what a run recorded.
  const bookkeeping = plan.bookkeeping.filter(({key}) => !shiftOf.has(key) && !shiftOf.has(formerOf.get(key) ?? key));
  return withChanges({...plan, bookkeeping}, [...changes, ...added]);
}

/** The keys of specs that say which one they had before. */
function listRenamed({changes}: Plan): (readonly [Key, Key])[] {
  return changes.flatMap(change => {
    const former = 'after' in change && change.after !== undefined && 'sync' in change.after ? change.after.sync.renamedFrom : undefined;
    return former === undefined ? [] : [[change.key, former] as const];
  });
}

/** The action that the shift of a key would lead to. */
const WANTED: {readonly [Kind in Extract<DangerousShift, {key: Key}>['kind']]: WantedAction} = {
  gone: 'create',
  unexplained: 'delete',
  stray: 'delete',
  'handed-over': 'delete',
  exchanged: 'update',
  rewritten: 'update',
};

function block(change: Exclude<Change, {action: 'blocked' | 'unresolved'}>, reason: BlockedReason): BlockedChange {
  const wanted = change.action === 'adopt' ? 'create' : change.action === 'rename' ? 'update' : change.action;
  const fields = 'fields' in change ? change.fields : [];
  const after = 'after' in change ? {after: change.after} : {};
  const before = 'before' in change ? {before: change.before} : {};
  return {action: 'blocked', key: change.key, wanted, reason, fields, ...after, ...before};
}
