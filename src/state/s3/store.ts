import type {World} from '../../context';
import type {HostFacts} from '../file/host';
import type {Memory} from '../shared/last-seen';
import type {SharedStateStore} from '../shared/store';
import type {Objects} from './objects';

/** Where the objects of one state are. */
export interface ObjectsPlace {
  readonly bucket: string;
  /** What all names begin with; ends in "/". */
  readonly prefix: string;
  readonly region: string | undefined;
  /** Holds endpoint and credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Opens the objects of one state; connects when they are first used. Throws a `UserError` where address or credentials can't be used. */
export type OpenObjects = (place: ObjectsPlace) => Objects;

/** The place of a store, its owner, and what the store takes from the world. */
export interface S3StoreOptions {
  readonly bucket: string;
  /** As the config has it; project and environment are added. */
  readonly prefix: string;
  /** Undefined: as the environment says. */
  readonly region: string | undefined;
  readonly project: string;
  readonly environment: string;
  /** The tool's version. */
  readonly tool: string;
  readonly world: World;
  readonly host: HostFacts;
  /** Holds endpoint and credentials, and where a rescue file may go. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that a rescue file is put beside: `monitors.state.json` of the project. */
  readonly rescueBeside: string;
  /** The service can be asked what it holds: a lost state can be rebuilt. */
  readonly canRecover?: boolean;
  /** What this machine remembers of this state; nothing when left out. */
  readonly memory?: Memory;
  /** How to open the objects; real ones when left out. */
  readonly open?: OpenObjects;
}

/** Opens the state in an S3 bucket. Throws where the address can't be used; connects when it is read or locked. */
export function openS3Store(options: S3StoreOptions): SharedStateStore {
  throw new Error(`not written yet: ${options.bucket}`);
}
