import type {Choice, DeleteChange, Plan} from '../../core/plan/change';
import type {Project} from '../../project/project';
import type {PlanFile} from './file-document';
import type {PlanInputs} from './plan-inputs';

/** A choice of monitors, and the saved plan that it comes from. */
interface Chosen extends Pick<Choice, 'only'> {
  readonly allowDeletes: boolean;
  readonly saved?: {readonly file: PlanFile} | null;
}

/**
 * Adds the deletes of a plan whose specs no commit ever had to its inputs, unless a person allowed deletes or named the keys. Returns the
 * same inputs where there are none.
 */
export async function addUnproven(inputs: PlanInputs, project: Project, {changes}: Plan, chosen: Chosen): Promise<PlanInputs> {
  const {only, allowDeletes, saved = null} = chosen;
  if (project.monitors !== null || allowDeletes) return inputs;
  // A saved plan also has the keys that its globs matched: those were not named.
  const named = saved === null ? only : saved.file.choice === null ? saved.file.only : saved.file.choice.only;
  const removed = changes.filter(
    (change): change is DeleteChange =>
      change.action === 'delete' && change.why.kind === 'spec-removed' && named?.includes(change.key) !== true,
  );
  if (removed.length === 0) return inputs;
  const {findNeverCommitted} = await import('../../project/never-committed');
  const neverCommitted = await findNeverCommitted(removed, project);
  return neverCommitted === null || neverCommitted.size === 0 ? inputs : {...inputs, neverCommitted};
}
