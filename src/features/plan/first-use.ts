import type {Settings} from '../../core/config/config';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {StateView} from '../../core/state/fold-open';
import {type CheckedWorkspace, explainNoneHere} from '../../project/check';
import type {NeighbourState} from '../../project/other-environments';
import type {Project} from '../../project/project';

/**
 * Warns about an environment that nothing is recorded of. Throws `UserError` for one that would lose all of its monitors, since all
 * specs live elsewhere.
 */
export function findingsOfFirstUse(
  {settings}: Pick<Project, 'settings'>,
  {checked}: Pick<CheckedWorkspace, 'checked'>,
  {stored, unresolved}: Pick<StateView, 'stored' | 'unresolved'>,
  neighbours: readonly NeighbourState[],
): Diagnostic[] {
  const none = explainNoneHere(checked, settings);
  if (none !== null) {
    if (unresolved.length > 0 || (stored !== null && stored.state.monitors.size > 0)) throw none;
    const {code, message, hint} = none;
    return [{code, severity: 'warning', message: `${message}, and nothing is recorded: there is nothing to do`, ...(hint && {hint})}];
  }
  if (stored !== null) return [];
  const others = neighbours.filter(({project}) => project === settings.project).map(({environment}) => environment);
  return [...(settings.projectIsDefault ? [DEFAULT_PROJECT] : []), ...(others.length > 0 ? [newEnvironment(settings, others)] : [])];
}

/** A mistyped environment, or one that was not given, would pay for all monitors again. */
function newEnvironment({environment}: Settings, others: readonly string[]): Diagnostic {
  const names = [...new Set(others)].map(name => `"${name}"`).join(', ');
  return {
    code: 'config/new-environment',
    severity: 'warning',
    message: `environment "${environment}" has no state yet: apply creates all of its monitors; there are states of ${names}`,
    hint: 'if you mean another environment, name it with --environment or MONITORS_ENVIRONMENT; the first apply ends this warning',
  };
}

/** Said while nothing is recorded under the name yet. */
const DEFAULT_PROJECT: Diagnostic = {
  code: 'config/default-project',
  severity: 'warning',
  message: 'no project name is set, so these monitors will belong to the project "default" for good',
  hint: 'before the first apply, write "project: NAME" into monitors.config.yaml; "project: default" keeps the name and ends this warning',
};
