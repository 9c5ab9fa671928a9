import type {MonitorService} from '../api/port';
import type {Settings} from '../config/model';
import type {FileStateStore} from '../state/file-store';
import type {StateView} from '../state/fold-open';
import type {CheckedWorkspace} from '../workflows/check';
import {connectToService} from '../workflows/connection';
import {learnForPlan, requireFullOperations} from '../workflows/knowledge';
import type {PlanKnowledge} from '../workflows/plan';
import type {ActionInputs, ActionPorts} from './model';

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

/** What a plan is to know besides specs and state: with `refresh: true`, what the service holds. Throws `Refusal`. */
export async function learnForAction(asking: Asking, view: StateView, workspace: CheckedWorkspace): Promise<PlanKnowledge> {
  const {inputs, settings, ports, interruption} = asking;
  if (!inputs.refresh) return {};
  requireFullOperations(settings, 'the input refresh');
  const env = withKey(inputs, ports.env);
  const {world, retryBaseMs} = ports;
  const connect = () => connectForReading(asking, view);
  return learnForPlan({settings, refresh: true, checkSecrets: false}, {env, world, retryBaseMs, interruption, connect}, view, workspace);
}

async function connectForReading({inputs, ports, files}: Asking, {stored, unresolved}: StateView): Promise<MonitorService> {
  const env = withKey(inputs, ports.env);
  const service = await connectToService({baseUrl: inputs.baseUrl, env, world: ports.world, references: []});
  const isBound = stored !== null && (stored.state.monitors.size > 0 || unresolved.length > 0);
  if (isBound) files.refusals.checkOrigin(stored.state, service.origin);
  return service;
}
