import type {ChangesDocument} from '../../features/changes/document';
import type {SpecInMemory} from '../../project/memory-specs';

/** Where a project is, and which service it is for: what the global flags of the command line say. */
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
  /** The key of the service. Default: `MONITORS_API_KEY`. */
  readonly apiKey?: string;
  /** The address of the service. Default: `MONITORS_BASE_URL`. */
  readonly baseUrl?: string;
  /** Ends the run in good order: nothing more is sent, requests under way get a few seconds, the state is saved. */
  readonly signal?: AbortSignal;
}

/** Specs from files, or made by the program. */
export interface SpecsOptions extends WorkspaceOptions {
  /**
   * Specs made by the program, in place of the files: the directory of the specs is not read. They are all specs of the project; a
   * recorded monitor whose key is not among them counts as removed. Findings name places like `monitors[12].targets[0].url`.
   */
  readonly monitors?: readonly SpecInMemory[];
}

/** Options of {@link validate}. */
export interface ValidateOptions extends SpecsOptions {
  /** Report on these only: files, directories, and where there is no such path, keys and globs; keys are checked against all specs either way. Default: all. Not with `monitors`. */
  readonly paths?: readonly string[];
  /** Which warnings count as errors. Default: none. */
  readonly strict?: 'service' | 'all';
}

/** Options of the scope of plan and apply, and of their lookups. */
export interface LookupOptions extends SpecsOptions {
  /** These keys only, and those that globs such as `pricing/**` match. Default: all. */
  readonly only?: readonly string[];
  /** Leave out these keys, and those that globs match. Default: none. */
  readonly exclude?: readonly string[];
  /** Monitors with all of these labels only. Default: all. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Allow more deletes than `safety.maxDeletes`. Default: false. */
  readonly allowDeletes?: boolean;
  /** Read the service, and show or undo drift. Needs full operations. Default: false. */
  readonly refresh?: boolean;
  /** Read what the newest checks of each monitor were charged, so many of each: 1 to 100. Needs full operations. Default: 0, none. */
  readonly checks?: number;
  /** Compare the values of secrets with those that were sent. Needs full operations and `MONITORS_STATE_KEY`. Default: false. */
  readonly checkSecrets?: boolean;
  /** How long to look for a create whose response was lost, seconds, 0 to 3600. Default: 90. */
  readonly lookupTimeout?: number;
  /** Which warnings are errors: `service` what Firecrawl refuses or never runs, newer findings only of monitors that change. Default: none. */
  readonly strict?: 'service' | 'all';
}

/** Options of {@link plan}. */
export interface PlanOptions extends LookupOptions {
  /** Save the plan in this file, for {@link apply}. */
  readonly out?: string;
}

/** Options for a run that changes the state while another run holds the lock. */
export interface LockOptions {
  /** How long to wait for another run that holds the lock: `10s`, `5m`, `1h`. Default: not at all. */
  readonly lockTimeout?: string;
}

/** Options of {@link apply}. */
export interface ApplyOptions extends LookupOptions, LockOptions {
  /** A plan saved by {@link plan}: exactly that is applied, or nothing if specs or state have changed since. Not with `only`, `exclude` or `labels`. */
  readonly planFile?: string;
  /** The `approval` of a plan: just that is applied, or nothing. Not with `planFile`. Default: any plan. */
  readonly approve?: string;
  /** Maximum parallel creates, 1 to 64. Default: 8. */
  readonly concurrency?: number;
  /** If a change is refused: continue with the others, or stop. Default: `continue`. */
  readonly onError?: 'continue' | 'stop';
  /** Apply specs that may be older than those applied last, or are not in git. Needs a state on a server. Default: false. */
  readonly allowOldCheckout?: boolean;
  /** `PROJECT/ENVIRONMENT`: apply from a state file that commits changed by hand. Default: what follows from that is blocked. */
  readonly allowStateChange?: string;
  /** If a create may or may not have happened: look it up and then retry, retry, or stop. Default: `verify`. */
  readonly onAmbiguous?: 'verify' | 'retry' | 'stop';
  /** Saves state and journal elsewhere, before each batch's first request; nothing of a batch is sent if it rejects. Default: nothing. */
  readonly persist?: () => Promise<void>;
}

/** Options of {@link changes}. A moment is `90m`, `36h`, `3d`, `2w`, a date or a date-time; without a zone it is of `timezone`. */
export interface ChangesOptions extends WorkspaceOptions {
  /** These keys only, and those that globs such as `pricing/**` match. Default: all in the state. */
  readonly only?: readonly string[];
  /** Leave out these keys, and those that globs match. Default: none. */
  readonly exclude?: readonly string[];
  /** Monitors with all of these labels only. Default: all. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Start of the span; with a bookmark, only of monitors that it does not know. Default: `1d`. */
  readonly since?: string;
  /** End of the span. Default: the service's clock, less a minute. */
  readonly until?: string;
  /** File that chains calls: begin where the call before ended, and note there where this one does. Default: none. */
  readonly bookmark?: string;
  /** Takes the result; the bookmark moves once this has resolved, and stays if it rejects. Default: the bookmark moves before the function returns. */
  readonly deliver?: (document: ChangesDocument) => void | Promise<void>;
  /** Only meaningful changes, only changes, or only failures. Default: all. */
  readonly show?: 'meaningful' | 'changed' | 'failed';
  /** Group changes by `folder`, `day` or `label:NAME`. Default: no groups. */
  readonly by?: string;
  /** Number of changes in the document, 1 to 100,000, those that matter most first. Default: all. */
  readonly limit?: number;
  /** End after this many requests, 1 to 1,000,000. Default: no limit. */
  readonly maxRequests?: number;
  /** The time zone of days and of moments without one, such as `Europe/Paris`. Default: that of the process. */
  readonly timezone?: string;
}

/** Options of {@link tune}. */
export interface TuneOptions extends WorkspaceOptions {
  /** These keys only, and those that globs such as `pricing/**` match. Default: all in the state. */
  readonly only?: readonly string[];
  /** Leave out these keys, and those that globs match. Default: none. */
  readonly exclude?: readonly string[];
  /** Monitors with all of these labels only. Default: all. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Newest checks of each monitor to look at, 1 to 1000. Default: 30. */
  readonly checks?: number;
  /** End after this many requests, 1 to 1,000,000. Default: no limit. */
  readonly maxRequests?: number;
  /** Requests at once, 1 to 64. Default: 8. */
  readonly concurrency?: number;
  /**
   * Fetch the pages of noisy lines twice each, to find the region to leave out: they are paid for. Never those with headers, actions, a
   * profile or references; refused in a pull request. Default: false.
   */
  readonly fetch?: boolean;
  /** Required with `fetch`: fetch nothing if it costs more credits. */
  readonly maxCredits?: number;
  /** Ids of proposals to write into specs; a region needs `fetch`. Default: none. */
  readonly write?: readonly string[];
}

/** Options of {@link pull}. */
export interface PullOptions extends WorkspaceOptions, LockOptions {
  /** Ids of the monitors to pull. Default: every unmanaged monitor. */
  readonly only?: readonly string[];
}

/** Options of {@link importMonitors}. */
export interface ImportOptions extends WorkspaceOptions, LockOptions {
  /** The service's id of each monitor, by the key that it gets. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Recorded monitors that a function is about. */
export interface ChoiceOptions extends WorkspaceOptions {
  /** These keys only, and those that globs such as `pricing/**` match. Default: all. */
  readonly only?: readonly string[];
  /** Leave out these keys, and those that globs match. Default: none. */
  readonly exclude?: readonly string[];
  /** Monitors with all of these labels only. Default: all. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Options of {@link status}. */
export interface StatusOptions extends ChoiceOptions {
  /** Also read the newest checks of each monitor, so many of each: 1 to 100. Default: 0, only where the list leaves open whether it fails. */
  readonly checks?: number;
  /** Also read whether alerts arrive. Default: false. */
  readonly alerts?: boolean;
  /** Requests at most; `complete` is false if they are not enough. Default: no limit. */
  readonly maxRequests?: number;
}

/** Options of {@link checks}. */
export interface ChecksOptions extends WorkspaceOptions {
  /** The monitor. */
  readonly key: string;
  /** Number of checks, 1 to 1000. Default: 10. */
  readonly limit?: number;
  /** Requests at most; reasons beyond are left out. Default: no limit. */
  readonly maxRequests?: number;
}

/** Options of {@link diff}. */
export interface DiffOptions extends WorkspaceOptions {
  /** The monitor. */
  readonly key: string;
  /** The check: the first characters of its id, or `latest`. Default: the newest of 100 with changes. */
  readonly check?: string;
}

/** Options of {@link alerts}. */
export interface AlertsOptions extends ChoiceOptions {
  /** Requests at most; monitors beyond are in `notRead`. Default: no limit. */
  readonly maxRequests?: number;
}

/** Options of {@link run}. */
export interface RunOptions extends ChoiceOptions {
  /** Start nothing if it costs more. Required: to call it is to pay. */
  readonly maxCredits: number;
  /** Follow the checks to their end. Default: false. */
  readonly wait?: boolean;
  /** With `wait`: how long at most: `90s`, `1h`. Default: `30m`. */
  readonly timeout?: string;
}
