import {DEFAULT_ENVIRONMENT} from '../core/files/state-name';
import type {Plan} from '../core/plan/change';
import type {Project} from './project';

/** The parts of a project that say where changes go. */
type Placed = Pick<Project, 'givenOrigin'> & {readonly settings: Pick<Project['settings'], 'environment' | 'environments'>};

/** Environment and address of a run: `production at api.firecrawl.dev`; the address alone without environments, null where neither is known. */
export function namePlace(project: Placed): string | null {
  const {environment, host} = readPlace(project);
  return environment !== null && host !== null ? `${environment} at ${host}` : (environment ?? host);
}

/** Asks whether a plan is to be carried out, and where. */
export function askToApply(plan: Pick<Plan, 'requests'>, project: Placed): string {
  const {environment, host} = readPlace(project);
  if (plan.requests === 0) return `Write these renames into the state${environment === null ? '' : ` of ${environment}`}?`;
  return `Apply these changes${environment === null ? '' : ` to ${environment}`}${host === null ? '' : ` at ${host}`}?`;
}

/** Of an address, only host and port: a path in front of the service's own may tell more than its readers should know. */
function readPlace({settings, givenOrigin}: Placed) {
  const {environment, environments} = settings;
  const origin = givenOrigin();
  return {
    environment: environments === null && environment === DEFAULT_ENVIRONMENT ? null : environment,
    host: origin === null ? null : new URL(origin).host,
  };
}
