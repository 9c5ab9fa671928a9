import {settingsIn} from '../config/environments';
import {UserError} from '../diagnostics/user-error';
import type {OtherEnvironment} from '../plan/create-sight';
import type {DesiredMonitor} from '../spec/desired-monitor';
import {checkWorkspace, type SpecsPlace} from './check';
import type {NeighbourState} from './other-environments';

/** The other environments that have states, with what the specs come to in those that the config declares. */
export function renderEnvironments(place: SpecsPlace, others: readonly NeighbourState[]): OtherEnvironment[] {
  const {project, environments} = place.settings;
  return others.map(other => {
    if (other.project !== project || environments?.has(other.environment) !== true) return other;
    let desired: readonly DesiredMonitor[] | undefined;
    const render = () => {
      desired ??= renderFor(place, other.environment);
      return desired;
    };
    return {...other, desired: render};
  });
}

/** The monitors that the specs ask for in an environment; none where it has no spec, or where its specs have errors. */
function renderFor(place: SpecsPlace, environment: string): readonly DesiredMonitor[] {
  try {
    return checkWorkspace({...place, settings: settingsIn(place.settings, environment)}).checked.monitors;
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}
