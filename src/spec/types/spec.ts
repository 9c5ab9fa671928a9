import type {MonitorCreateRequest} from './monitor';

/** One YAML document: the body of the create-monitor request, and `sync`, which is ours and never sent. */
export interface Spec extends MonitorCreateRequest {
  sync?: SpecSync;
}

/** How this repository keeps track of the monitor. Never sent to the service. */
export interface SpecSync {
  /**
   * The stable name of the monitor in this repository. Left out, it is the file's path below the specs directory
   * without its ending. A file with several documents needs one in each. Changing it makes another monitor, unless
   * `renamedFrom` names the old key.
   * @example "pricing/acme"
   */
  key?: string;
  /**
   * The key that this monitor had before: it is kept, and no other is created. Needs no request to the service.
   * @example "pricing/old"
   */
  renamedFrom?: string;
  /**
   * Ids of monitors in the service that are not this one, although they look like it: same name, same pages. Creating this
   * monitor no longer waits for an answer about them. Only with `service.operations: full`, which looks for them.
   * @minItems 1
   * @maxItems 100
   * @example ["0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11"]
   */
  distinctFrom?: MonitorId[];
  /**
   * Never delete or replace this monitor, even after its spec is removed.
   * @default false
   * @example true
   */
  protect?: boolean;
  /**
   * Whether the monitor is paused. Only with `service.operations: full`; with `create`, which cannot pause, it is an
   * error.
   * @default false
   * @example true
   */
  paused?: boolean;
}

/**
 * The id of a monitor, as the service gives it.
 * @minLength 1
 * @maxLength 200
 */
export type MonitorId = string;
