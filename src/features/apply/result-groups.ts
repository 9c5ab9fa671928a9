import type {ApplyOutcome, ApplyResult, Outcome} from '../../core/apply/ports';
import type {Change, Plan} from '../../core/plan/change';
import {groupChanges} from '../../core/plan/groups';

/** Results that are shown as one: of changes that the plan shows as one, and that ended well and alike. */
export interface ResultGroup {
  readonly first: ApplyResult;
  /** One or more, in the order of the results. */
  readonly results: readonly ApplyResult[];
  /** The list whose rows they are; absent for others. */
  readonly list?: string;
}

/** Puts results together as the plan does their changes. One of which there is more to say stands alone. Linear. */
export function groupResults({results, stop}: Pick<ApplyOutcome, 'results' | 'stop'>, plan: Pick<Plan, 'changes'>): ResultGroup[] {
  // Their ids are recorded nowhere else.
  if (stop?.kind === 'state-not-saved') return results.map(result => ({first: result, results: [result]}));
  const groupOf = new Map<string, Change>();
  for (const {first, changes} of groupChanges(plan.changes)) {
    if (changes.length > 1) for (const change of changes) groupOf.set(nameOf(change), first);
  }
  const groups: {readonly first: ApplyResult; readonly results: ApplyResult[]; readonly list?: string}[] = [];
  const known = new Map<Change, ApplyResult[]>();
  for (const result of results) {
    const change = isPlain(result) ? groupOf.get(nameOf(result)) : undefined;
    const members = change === undefined ? undefined : known.get(change);
    if (members !== undefined) {
      members.push(result);
      continue;
    }
    const group = {first: result, results: [result], ...listOf(change)};
    groups.push(group);
    if (change !== undefined) known.set(change, group.results);
  }
  return groups;
}

function nameOf({action, key}: Pick<Change | ApplyResult, 'action' | 'key'>): string {
  return `${action} ${key}`;
}

function listOf(change: Change | undefined): Pick<ResultGroup, 'list'> {
  return change?.action === 'create' && change.after.list !== undefined ? {list: change.after.list} : {};
}

/** Requests of a change that went well at once; of other outcomes there is more to say. */
const REQUESTS: Partial<Readonly<Record<Outcome, number>>> = {created: 1, updated: 1, replaced: 2, deleted: 1};

function isPlain({outcome, attempts, recovered, mayExistTwice, error}: ApplyResult): boolean {
  return attempts <= (REQUESTS[outcome] ?? -1) && recovered !== true && mayExistTwice !== true && error === undefined;
}
