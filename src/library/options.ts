/** Where a workspace is and what it is called: what the global flags of the command line say. */
export interface WorkspaceOptions {
  /** The working directory. Other paths start here, and findings show paths relative to it. Default: that of the process. */
  readonly directory?: string;
  /** The config file. Default: the nearest `monitors.config.yaml` up to the git root. */
  readonly config?: string;
  /** Which environment: its own state and monitors. Default: as `MONITORS_ENVIRONMENT` or the config says. */
  readonly environment?: string;
  /** The directory of the specs. Default: as the config says, else `monitors`. */
  readonly specs?: string;
  /** The state file. Default: as the config says, else `monitors.state.json`. */
  readonly state?: string;
  /** The environment variables, of which the `MONITORS_*` and those that the specs refer to are read. Default: those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What {@link validate} is told. */
export interface ValidateOptions extends WorkspaceOptions {
  /** Report on these files and directories only; keys are checked against all specs either way. Default: all. */
  readonly paths?: readonly string[];
  /** Which warnings count as errors. Default: none. */
  readonly strict?: 'service' | 'all';
}

/** What {@link plan} is told. */
export interface PlanOptions extends WorkspaceOptions {
  /** Plan these keys only. Default: all. */
  readonly only?: readonly string[];
  /** Save the plan in this file, for {@link apply}. */
  readonly out?: string;
}

/** What {@link apply} is told. */
export interface ApplyOptions extends WorkspaceOptions {
  /** A plan saved by {@link plan}: exactly that is applied, or, where specs or state have changed since, nothing. */
  readonly planFile?: string;
  /** Apply these keys only; not together with `planFile`. Default: all. */
  readonly only?: readonly string[];
  /** The key of the service. Default: `MONITORS_API_KEY`. */
  readonly apiKey?: string;
  /** The address of the service. Default: `MONITORS_BASE_URL`. */
  readonly baseUrl?: string;
  /** Requests under way at once, from 1. Default: 8. */
  readonly concurrency?: number;
  /** When one change is refused: go on with the others, or stop. Default: go on. */
  readonly onError?: 'continue' | 'stop';
  /** After an answer that leaves doubt whether it was carried out. Default: `verify`. */
  readonly onAmbiguous?: 'verify' | 'retry' | 'stop';
  /** How long to wait for another run that holds the lock: `10s`, `5m`, `1h`. Default: not at all. */
  readonly lockTimeout?: string;
  /** Ends the run in good order: nothing more is sent, what is under way gets a few seconds, the state is saved. */
  readonly signal?: AbortSignal;
}
