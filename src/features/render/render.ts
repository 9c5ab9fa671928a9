import {hasErrors} from '../../core/diagnostics/diagnostic';
import type {Choice} from '../../core/plan/change';
import type {DesiredMonitor} from '../../core/specs/desired-monitor';
import {type CheckedWorkspace, checkWorkspace} from '../../project/check';
import {chooseKeys} from '../../project/choose-keys';
import type {Project} from '../../project/project';

/** The specs that were asked for, sorted by key, or the findings that stand in the way. */
type RenderOutcome =
  | {readonly kind: 'invalid'; readonly workspace: CheckedWorkspace}
  | {readonly kind: 'rendered'; readonly monitors: readonly DesiredMonitor[]};

/** Reads and checks the specs, and chooses some; needs no state and no network. Throws `UserError` where the choice names nothing. */
export async function renderProject(project: Project, choice: Choice): Promise<RenderOutcome> {
  await project.refusePlace();
  const workspace = checkWorkspace(project);
  if (hasErrors(workspace.report.findings)) return {kind: 'invalid', workspace};
  const {monitors, elsewhere} = workspace.checked;
  const keys = chooseKeys(choice, {desired: monitors, elsewhere, state: null, unresolved: []}, project.nameOption);
  return {kind: 'rendered', monitors: keys === undefined ? monitors : monitors.filter(({key}) => keys.has(key))};
}
