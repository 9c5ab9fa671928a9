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
  secrets?: SecretsConfig;
}

/** What the service can do. */
export interface ServiceConfig {
  /**
   * `create` uses only what the service document shows.
   * @default "create"
   */
  operations?: 'create';
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

/** Which secrets specs may use. */
export interface SecretsConfig {
  /**
   * Names of environment variables that specs may refer to with `${env:NAME}`.
   * @example ["WEBHOOK_TOKEN"]
   */
  allow?: string[];
}

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
  readonly operations: 'create';
  readonly budget?: number;
  readonly allowedReferences: readonly string[];
}
