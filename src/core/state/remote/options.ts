import type {World} from '../../base/context';
import type {SharedBackend} from '../addresses/kinds';
import {machineDisk} from '../file/disk';
import type {HostFacts} from '../file/host';
import type {RescuePlaces} from '../file/rescue';
import type {WriteWorld} from '../file/write';
import type {OutlineFile} from '../kept-outline';
import {FORGETFUL, LastSeen, type MarkBook, type Memory} from './last-seen';
import {SharedRefusals} from './refusals';

/** The owner of a state on a server, and what its store takes from the world. */
export interface SharedStoreOptions {
  readonly project: string;
  readonly environment: string;
  /** The tool's version. */
  readonly tool: string;
  readonly world: World;
  readonly host: HostFacts;
  /** Holds the address and credentials, and where a rescue file may go. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that a rescue file is put beside: `monitors.state.json` of the project. */
  readonly rescueBeside: string;
  /** The service can be asked what it holds: a lost state can be rebuilt. */
  readonly canRecover?: boolean;
  /** Memory of this machine about this state; empty when left out. */
  readonly memory?: Memory;
  /** The marks of this machine about the place of this state; none when left out. */
  readonly marks?: MarkBook;
  /** The outline that this machine kept of this state, for reads without the lock; none when left out. */
  readonly outline?: OutlineFile | undefined;
}

/** Parts that locking and writing use on every engine. */
export interface SharedParts extends Pick<SharedStoreOptions, 'tool' | 'world' | 'host'> {
  readonly refusals: SharedRefusals;
  readonly seen: LastSeen;
  readonly rescue: WriteWorld & RescuePlaces;
  /** Never used under a lock. */
  readonly outline: OutlineFile | null;
}

/** The parts of a store; `shown` is its place as messages show it. */
export function toSharedParts(options: SharedStoreOptions, shown: string, backend: SharedBackend): SharedParts {
  const {
    project,
    environment,
    tool,
    world,
    host,
    env,
    rescueBeside,
    canRecover = false,
    memory = FORGETFUL,
    marks,
    outline = null,
  } = options;
  return {
    ...{tool, world, host},
    refusals: new SharedRefusals({shown, project, environment, soundBackup: () => null, canRecover}, backend),
    seen: new LastSeen(memory, marks),
    outline,
    rescue: {disk: machineDisk(host.platform), world, stateFile: rescueBeside, fallback: env['RUNNER_TEMP']},
  };
}
