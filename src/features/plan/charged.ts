import {isOver} from '../../core/observe/health';
import {sumCharges} from '../../core/observe/sample';
import type {Choice} from '../../core/plan/change';
import type {Charges} from '../../core/plan/estimate';
import type {StateView} from '../../core/state/fold-open';
import type {CheckedWorkspace} from '../../project/check';
import {chooseKeys} from '../../project/choose-keys';
import {type Project, requireFullOperations} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {withChecks} from '../../project/service-reader';

/** Result of reading charges. */
interface ReadCharges {
  readonly charged: Charges;
  /** Operation that the service does not offer, in a sentence. */
  readonly lack: string | null;
}

/**
 * Reads what the newest `count` checks of the chosen monitors were charged: of those that are recorded and have a spec. One request
 * each. Throws `UserError` where the service can't be asked.
 */
export async function readCharges(
  project: Project,
  count: number,
  choice: Choice,
  view: StateView,
  {checked}: Pick<CheckedWorkspace, 'checked'>,
  {onChecks, onChecked, onEnd}: CheckProgress,
): Promise<ReadCharges> {
  requireFullOperations(project.settings, project.nameOption('checks'));
  const state = view.stored?.state ?? null;
  const known = {desired: checked.monitors, state, unresolved: view.unresolved, elsewhere: checked.elsewhere};
  const chosen = chooseKeys(choice, known, project.nameOption);
  const recorded = checked.monitors.flatMap(({key}) => {
    const record = chosen === undefined || chosen.has(key) ? state?.monitors.get(key) : undefined;
    return record === undefined ? [] : [{key, id: record.id}];
  });
  if (recorded.length === 0) return {charged: {newest: count, monitors: new Map()}, lack: null};
  return withChecks(project, view, async reader => {
    onChecks?.(recorded.length, recorded.length, null);
    const {found, lack} = await reader.each(recorded, ({id}) => reader.checks(id, count), onChecked);
    const charges = [...found].flatMap(([{key}, checks]) => {
      const sum = sumCharges(checks.filter(isOver));
      return sum === null || sum.estimated === 0 ? [] : [[key, sum] as const];
    });
    return {charged: {newest: count, monitors: new Map(charges)}, lack};
  }).finally(onEnd);
}
