import type {World} from '../../context';
import type {HostFacts} from '../file/host';
import type {Memory} from './last-seen';

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
  /** What this machine remembers of this state; nothing when left out. */
  readonly memory?: Memory;
}
