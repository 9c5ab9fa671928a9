import {dirname} from 'node:path';
import {pid} from 'node:process';
import {makeDirectory} from '../core/files/cache-file';
import {findReal} from '../core/files/paths';
import {readHostFacts} from '../core/state/file/host';
import {type HeldLock, takeMachineLock} from '../core/state/file/lock';
import {memoryOf} from '../core/state/marks';
import type {ReadableState, StoredState} from '../core/state/state';
import {StateLocked} from '../core/state/store';
import type {Project} from './project';

/** The parts of a project by which copies of its state are known and locked. */
type CopiedProject = Pick<Project, 'env' | 'world' | 'disk' | 'platform' | 'settings' | 'shownState' | 'givenOrigin'>;

/**
 * Takes this machine's lock of all copies of a state, which other checkouts have: each has a lock of its own, and none of them may create
 * what another is about to create and record. A copy may have no state yet, so that project, environment and address name it. Empty where there
 * is nothing to lock, or that can't be done: it is on top of the state's own lock. Throws {@link StateLocked} while another checkout holds it.
 */
export async function lockCopies(project: CopiedProject, stored: StoredState<ReadableState> | null): Promise<HeldLock[]> {
  const {env, world, disk, platform, shownState} = project;
  const {stateFile, sharedState, environment, project: name} = project.settings;
  if (sharedState !== undefined) return [];
  const place = JSON.stringify([name, environment, project.givenOrigin() ?? stored?.state.origin ?? '']);
  const path = memoryOf('copies', place, env, platform);
  if (path === null) return [];
  const host = readHostFacts({pid, platform, env, command: `apply ${findReal(stateFile)}`});
  try {
    makeDirectory(dirname(path));
    return [await takeMachineLock({disk, world, host, shown: 'it'}, path)];
  } catch (error) {
    if (!(error instanceof StateLocked)) return [];
    const message = `another checkout of ${shownState} is being applied on this machine: ${error.holder}`;
    throw new StateLocked(message, 'wait until that run ends, or use --lock-timeout 5m to wait for it', error);
  }
}
