import type {Step} from '../../../core/plan/change';
import {listEffects, listSteps} from '../../../core/plan/change-facts';
import {holdShifts} from '../../../core/plan/hold-shifts';
import type {Key} from '../../../core/specs/desired-monitor';
import type {State} from '../../../core/state/state';
import {hasContent, hashRecord} from '../../../core/state/state-change';
import {nameDoubted} from '../../../features/plan/findings';
import {planFromView} from '../../../features/plan/plan';
import type {CheckedWorkspace} from '../../../project/check';
import type {Project} from '../../../project/project';
import {isCarriedOut} from '../reviewed-plan';
import {Accounts} from './accounts';
import type {AttemptPorts} from './merge-log';
import type {HeldPlan} from './state-guard';
import type {Trace} from './trace';

/** A plan, and what made it. */
interface Planned {
  readonly project: Project;
  readonly workspace: CheckedWorkspace;
  /** The state that it was made with. */
  readonly state: State | null;
}

/**
 * Holds what a plan does only since a pull request changed records by hand: the state of the last run would not lead to it, and no comment
 * shows it as a change. A comment that shows the record alone says nothing of what apply makes of it.
 */
export async function holdRecordEffects(
  held: HeldPlan,
  {project, workspace, state}: Planned,
  trace: Trace & {readonly ports: AttemptPorts},
): Promise<HeldPlan> {
  const {plan, baseline, changedBy} = held;
  const {ports, request} = trace;
  if (baseline === null || state === null || request.inputs.comment === 'never') return held;
  const changed = listChanged(baseline, state);
  const steps = listSteps(plan).filter(step => isCarriedOut(step) && keysOf(step).some(key => changed.has(key)));
  if (steps.length === 0) return held;
  const version = {lineage: baseline.lineage, serial: baseline.serial, checksum: ''};
  const view = {stored: {state: baseline, version}, unresolved: [], folded: [], tornTail: false};
  const before = planFromView(project, workspace, view, {allowDeletes: true}, {neighbours: []});
  const known = new Set(listSteps(before).flatMap(step => listEffects(before, step)));
  let left: readonly Step[] = steps.filter(step => !listEffects(plan, step).every(effect => known.has(effect)));
  const accounts = new Accounts(trace);
  for (const commit of changedBy) if (left.length > 0) left = await accounts.takeOffReviewed(left, commit, plan);
  if (left.length === 0) return held;
  const shifts = left.map(({key}) => {
    const record = state.monitors.get(key);
    return {kind: 'rewritten', key, id: record?.id ?? '', content: record === undefined ? '' : hashRecord(record)} as const;
  });
  const kept = holdShifts(plan, shifts, baseline);
  const named = nameDoubted(shifts, kept);
  for (const {message, hint} of named) ports.display.note(`${message}; ${hint}`);
  return {...held, plan: {...kept, findings: [...named, ...kept.findings]}};
}

/** The keys whose records are new, or have another content. Those that are gone are held by themselves. */
function listChanged({monitors: before}: State, {monitors: after}: State): ReadonlySet<Key> {
  return new Set([...after].flatMap(([key, record]) => (hasContent(before.get(key), hashRecord(record)) ? [] : [key])));
}

function keysOf(step: Step): readonly Key[] {
  return step.action === 'rename' ? [step.key, step.from] : [step.key];
}
