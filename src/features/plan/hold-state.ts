import {keyCommand} from '../../core/base/command-line';
import {UserError} from '../../core/diagnostics/user-error';
import type {Plan} from '../../core/plan/change';
import {isHeld, isTouching} from '../../core/plan/change-facts';
import {isTakenInAgain, listPutBackAfterRemoval} from '../../core/state/removed';
import type {ReadableState} from '../../core/state/state';
import {type DangerousShift, keysOf} from '../../core/state/state-change';
import type {FoundHistory} from '../../project/history/look';
import type {Project} from '../../project/project';
import {nameDoubted} from './findings';

/** The state that a plan is made of, and what a person decided of it. */
export interface Judged {
  readonly project: Pick<Project, 'history'>;
  readonly state: ReadableState | null;
  /** Ids that this machine saw let go, beside those that history tells of. */
  readonly letGo?: readonly string[] | undefined;
  /** The `PROJECT/ENVIRONMENT` whose changed state is meant. */
  readonly allowed?: string | undefined;
  /** The state counts as it is, whatever other versions say. Default: false. */
  readonly isOldAllowed?: boolean | undefined;
}

/**
 * Holds what follows from changes of the state that no run made: those of commits, and removals that only a line tells of. With full
 * operations apply asks the service about the latter. And what `state rm` let go.
 */
export async function holdChanged(
  plan: Plan,
  found: FoundHistory | null,
  {project, state, letGo, allowed, isOldAllowed = false}: Judged,
): Promise<Plan> {
  if (plan.changes.every(isHeld) && (found === null || found.shifts.length === 0)) return plan;
  const name = `${plan.project}/${plan.environment}`;
  if (allowed !== undefined && allowed !== name) {
    const hint = `write --allow-state-change ${name}, if the change of its state is meant`;
    throw new UserError('config/usage', `--allow-state-change names ${allowed}, but this is ${name}`, hint);
  }
  if (allowed !== undefined) return plan;
  // What other versions say counts no more then; what this one says does.
  const history = isOldAllowed ? null : project.history;
  const handedOver = state === null ? [] : await listHandedOver(plan, state, {history, letGo});
  const {shifts: made = [], doubted: missed = []} = found ?? {};
  if (made.length + missed.length + handedOver.length === 0) return plan;
  const {holdShifts} = await import('../../core/plan/hold-shifts');
  const shown = new Set(made.flatMap(keysOf));
  const doubted = missed.filter(({key}) => !shown.has(key));
  const before = [...doubted].flatMap(({key, record}) => (record === undefined ? [] : [[key, record] as const]));
  const shifts = [...made, ...doubted.map(({key, id}) => ({kind: 'gone', key, id}) as const), ...handedOver];
  const held = holdShifts(plan, shifts, {monitors: new Map([...(found?.recorded.monitors ?? []), ...before])});
  return {...held, findings: [...nameDoubted(shifts, held), ...held.findings]};
}

/**
 * Throws where a plan changes or deletes a monitor that another config of the repository records: a merge that took one side of the state, or
 * a state that was put back, records what `state rm` let go.
 */
export async function refuseForeign(plan: Plan, state: ReadableState, project: Project): Promise<void> {
  const touched = new Map(plan.changes.filter(isTouching).map(({before, key}) => [before.id, key]));
  if (touched.size === 0) return;
  for (const other of await project.readNeighbours('repository')) {
    const [id] = [...touched.keys()].filter(one => other.monitorIds.has(one));
    if (id === undefined || other.origin !== state.origin) continue;
    const key = touched.get(id) ?? '';
    throw new UserError(
      'state/recorded-twice',
      `the monitor ${id} of "${key}" would be changed, and ${other.project}/${other.environment} records it, too`,
      `remove it from the state that does not own it: \`${keyCommand('state rm', key)}\` removes it here`,
    );
  }
}

/** Lists the monitors that a plan changes or deletes, and that `state rm` let go, as this state says or another version of it. */
async function listHandedOver(
  plan: Plan,
  state: ReadableState,
  {history, letGo: seen = []}: Pick<Project, 'history'> & Pick<Judged, 'letGo'>,
): Promise<readonly DangerousShift[]> {
  const touched = plan.changes.filter(isTouching).filter(({before}) => !isTakenInAgain(state, before.id));
  if (touched.length === 0) return [];
  const own = new Set([...listPutBackAfterRemoval(state), ...seen]);
  const letGo = history === null ? own : new Set([...own, ...(await history.listLetGo(state))]);
  return touched.flatMap(({key, before: {id}}) => (letGo.has(id) ? [{kind: 'handed-over', key, id} as const] : []));
}
