import type {Operations} from '../spec/desired-monitor';

/**
 * `monitors.config.yaml`. Every member is optional; unknown members are refused. The service's address and key are
 * never read from it.
 */
export interface ConfigFile {
  /**
   * Names this repository's monitors; part of every derived target id, so changing it later makes new ids.
   * @default "default"
   * @example "acme-web"
   */
  project?: string;
  /**
   * Monitors and state of their own: another environment has the state file `monitors.state.<environment>.json`.
   * @default "default"
   * @example "production"
   */
  environment?: string;
  /**
   * The directory of the specs, relative to this file.
   * @default "monitors"
   */
  specs?: string;
  /**
   * The state file, relative to this file.
   * @default "monitors.state.json"
   */
  state?: string;
  service?: ServiceConfig;
  budget?: BudgetConfig;
  safety?: SafetyConfig;
  secrets?: SecretsConfig;
}

/** What the service can do. */
export interface ServiceConfig {
  /**
   * `create` uses only what the service document shows. `full` keeps the service equal to the repository: it lists,
   * updates, replaces and deletes monitors too.
   * @default "create"
   * @example "full"
   */
  operations?: 'create' | 'full';
}

/** Limits on what the monitors may cost. */
export interface BudgetConfig {
  /**
   * Credits a month. Plan and apply refuse a change that raises the estimate above it.
   * @minimum 0
   * @example 50000
   */
  creditsPerMonth?: number;
}

/** Limits on what one run may destroy. */
export interface SafetyConfig {
  /**
   * How many monitors one run may delete because their specs are gone: a share of those in the state, such as `30%`,
   * which counts from 10 monitors on, or a number. More needs `--allow-deletes`.
   * @default "30%"
   * @example "30%"
   */
  maxDeletes?: string | number;
}

/** Which secrets specs may use. */
export interface SecretsConfig {
  /**
   * Names of environment variables that specs may refer to with `${env:NAME}`.
   * @example ["WEBHOOK_TOKEN"]
   */
  allow?: string[];
}

/** How many monitors one run may delete: a share of those in the state, in percent, or a number. */
export type DeleteLimit = {readonly percent: number} | {readonly count: number};

/** The settings of a run: flags, environment, config file and defaults combined, paths absolute. */
export interface Settings {
  readonly project: string;
  /** The project name was never chosen: warned about at the first apply. */
  readonly projectIsDefault: boolean;
  readonly environment: string;
  /** Absolute. */
  readonly specsDirectory: string;
  /** Absolute. */
  readonly stateFile: string;
  /** Absolute; null when there is no config file. */
  readonly configFile: string | null;
  readonly operations: Operations;
  readonly maxDeletes: DeleteLimit;
  readonly budget?: number;
  readonly allowedReferences: readonly string[];
}
