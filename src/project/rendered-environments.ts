import {settingsIn} from '../core/config/settings';
import {UserError} from '../core/diagnostics/user-error';
import type {OtherEnvironment} from '../core/plan/create-sight';
import type {DesiredMonitor} from '../core/specs/desired-monitor';
import {checkWorkspace, type SpecsPlace} from './check';
import type {NeighbourState} from './other-environments';

/**
 * The other environments that have states here or are declared, with what the specs come to in those that the config declares: worked
 * out when it is asked for. The state of a declared one may lie in another checkout.
 */
export function renderEnvironments(place: SpecsPlace, others: readonly NeighbourState[]): OtherEnvironment[] {
  const {project, environment: own, environments} = place.settings;
  const isDeclared = (other: OtherEnvironment) => other.project === project && environments?.has(other.environment) === true;
  const present = new Set(others.filter(isDeclared).map(({environment}) => environment));
  const absent = [...(environments?.keys() ?? [])].filter(environment => environment !== own && !present.has(environment));
  const none = {targetIds: new Set<string>(), monitorIds: new Set<string>()};
  const unseen = absent.map((environment): OtherEnvironment => ({project, environment, isAbsent: true, ...none}));
  return [...others, ...unseen].map(other => {
    if (!isDeclared(other)) return other;
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
