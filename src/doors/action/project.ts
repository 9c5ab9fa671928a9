import type {Settings} from '../../core/config/config';
import type {StateVersion} from '../../core/state/state';
import {checkFormerPlaces, type OpenedProject, openProject} from '../../project/project';
import type {ActionInputs, ActionPorts} from './ports';

/** The part of a repository to open. */
interface ActionProject {
  readonly settings: Settings;
  /** The repository's root: findings show paths relative to it. */
  readonly root: string;
  readonly command: 'validate' | 'plan' | 'apply';
  /** A copy of the state from another branch, to read instead of the state file. */
  readonly stateCopy?: string;
  /** The state file beside which those of other environments lie. Default: the one of the settings. */
  readonly besideFile?: string | undefined;
}

/** Opens a project with the inputs. A state in a file needs no check of the checkout: it was just read from the branch, or compared with it. */
export function openActionProject(
  {settings, root, command, stateCopy, besideFile}: ActionProject,
  inputs: ActionInputs,
  ports: Pick<ActionPorts, 'env' | 'process' | 'world' | 'watchInterruption' | 'closeAtEnd'>,
): OpenedProject {
  const {apiKey, baseUrl} = inputs;
  const env = apiKey === undefined ? ports.env : {...ports.env, MONITORS_API_KEY: apiKey.reveal()};
  const nameOption = (flag: string) => `the input ${flag === 'label' ? 'labels' : flag}`;
  // The merge judges the state with what was reviewed.
  const changesJudged = 'elsewhere' as const;
  const places = {...(stateCopy === undefined ? {} : {stateCopy}), ...(besideFile === undefined ? {} : {besideFile})};
  const options = {settings, cwd: root, command, baseUrl, nameOption, changesJudged, ...places};
  const context = {...ports, env};
  const opened = openProject(options, context);
  if (opened.store.backend === 'file') {
    const checkCheckout = async (found: StateVersion | null) => {
      // Files are looked for in the history of the branches, which a checkout may lack.
      if (found === null) await checkFormerPlaces(options, context, {files: 'unseen'});
    };
    return {...opened, checkCheckout};
  }
  ports.closeAtEnd(opened.store);
  return opened;
}
