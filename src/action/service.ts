import type {MonitorService} from '../api/port';
import type {Settings} from '../config/config';
import type {CheckedWorkspace} from '../engine/check';
import {connectToService} from '../engine/connection';
import type {PlanInputs} from '../engine/plan';
import {gatherPlanInputs, requireFullOperations} from '../engine/plan-inputs';
import type {FileStateStore} from '../state/file/store';
import type {StateView} from '../state/fold-open';
import type {ActionInputs, ActionPorts} from './ports';

/** The environment, with the key that the input gives. */
export function withKey({apiKey}: Pick<ActionInputs, 'apiKey'>, env: ActionPorts['env']): ActionPorts['env'] {
  return apiKey === undefined ? env : {...env, MONITORS_API_KEY: apiKey.reveal()};
}

/** What asking the service takes. */
export interface Asking {
  readonly inputs: ActionInputs;
  readonly settings: Settings;
  readonly ports: Pick<ActionPorts, 'env' | 'world' | 'retryBaseMs'>;
  readonly interruption: AbortSignal;
  readonly files: Pick<FileStateStore, 'refusals'>;
}

/** What a plan is to know besides specs and state: with `refresh: true`, what the service holds. Throws `UserError`. */
export async function learnForAction(asking: Asking, view: StateView, workspace: CheckedWorkspace): Promise<PlanInputs> {
  const {inputs, settings, ports, interruption} = asking;
  if (!inputs.refresh) return {};
  requireFullOperations(settings, 'the input refresh');
  const env = withKey(inputs, ports.env);
  const {world, retryBaseMs} = ports;
  const connect = () => connectForReading(asking, view);
  return gatherPlanInputs(
    {settings, refresh: true, checkSecrets: false},
    {env, world, retryBaseMs, interruption, connect},
    view,
    workspace,
  );
}

async function connectForReading({inputs, ports, files}: Asking, {stored, unresolved}: StateView): Promise<MonitorService> {
  const env = withKey(inputs, ports.env);
  const service = await connectToService({baseUrl: inputs.baseUrl, env, world: ports.world, references: []});
  const isBound = stored !== null && (stored.state.monitors.size > 0 || unresolved.length > 0);
  if (isBound) files.refusals.checkOrigin(stored.state, service.origin);
  return service;
}
