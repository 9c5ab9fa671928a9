import type {Settings} from '../config/config';
import {type OpenedProject, openProject} from '../engine/project';
import type {ActionInputs, ActionPorts} from './ports';

/** What of a repository is opened. */
export interface ActionProject {
  readonly settings: Settings;
  /** The repository's root: findings show paths relative to it. */
  readonly root: string;
  readonly command: 'validate' | 'plan' | 'apply';
  /** Read in the place of the state file: a copy, as another branch has it. */
  readonly stateCopy?: string;
}

/** Opens a project with what the inputs say. The state was read from the branch, or compared with it, a moment ago. */
export function openActionProject(
  {settings, root, command, stateCopy}: ActionProject,
  inputs: ActionInputs,
  ports: Pick<ActionPorts, 'env' | 'process' | 'world' | 'watchInterruption' | 'retryBaseMs'>,
): OpenedProject {
  const {apiKey, baseUrl} = inputs;
  const env = apiKey === undefined ? ports.env : {...ports.env, MONITORS_API_KEY: apiKey.reveal()};
  const nameOption = (flag: string) => `the input ${flag}`;
  const options = {settings, cwd: root, command, baseUrl, nameOption, ...(stateCopy === undefined ? {} : {stateCopy})};
  return {...openProject(options, {...ports, env}), retryBaseMs: ports.retryBaseMs, checkCheckout: async () => {}};
}
