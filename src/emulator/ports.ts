import type {World} from '../core/base/context';
import type {JsonObject} from '../core/json/value';
import type {FaultScript} from './faults/script';
import type {SitePage} from './site/page';
import type {PageScript} from './site/scripted';

/** Clock, randomness and ids. Delays are real timers: they are the outside world of the client. */
export type EmulatorWorld = Pick<World, 'now' | 'random' | 'uuid'>;

/** Operations that a service has (`service.operations` of the config). */
export type OfferedOperations = 'create' | 'full';

/** Options of starting an emulator. */
export interface EmulatorOptions {
  /** The port to listen on; 0 (the default) takes a free one. */
  readonly port?: number;
  /** The loopback address to listen on; default `127.0.0.1`. */
  readonly host?: '127.0.0.1' | '::1' | 'localhost';
  /** The operations: `create` alone, as documented (default), or list, get, update, delete and run too. */
  readonly operations?: OfferedOperations;
  /** The accepted keys, one team each. Without this member every non-empty bearer key is accepted, all as one team. */
  readonly apiKeys?: readonly string[];
  /** Keys that are known but may not create monitors (403). */
  readonly forbiddenKeys?: readonly string[];
  /** The faults to play from the start; see docs/emulator.md. */
  readonly faults?: FaultScript;
  /** A file that keeps the monitors over a restart; created if missing. */
  readonly dataFile?: string;
  /** Pages of the site beside those that it always has. */
  readonly pages?: readonly SitePage[];
  /**
   * Factor by which the clock of checks runs faster, 1 or more; with it, checks run when they are due. Default: real
   * time, and `reads` of the fault script.
   */
  readonly speed?: number;
  /** Called with each request to the service when its answer or connection has ended. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** Called with errors of the emulator itself, e.g. a data file that cannot be written; the request gets a 500. */
  readonly onError?: (error: Error) => void;
  readonly world: EmulatorWorld;
}

/** A running emulator. */
export interface Emulator {
  /** The address that clients use as their base URL, without `/v2` and without a trailing slash. */
  readonly url: string;
  /** The live monitors, in the order in which they were made. */
  monitors(): readonly StoredMonitor[];
  /** The monitors that were deleted, in the order in which they were made. */
  deleted(): readonly StoredMonitor[];
  /** Changes by hand, as on the service's web pages: without a key, and not counted as requests. */
  readonly dashboard: Dashboard;
  /** Moves the clock of checks ahead by so many milliseconds; the checks that are due until then have run when it returns. */
  advance(ms: number): void;
  /** The clock of checks, milliseconds since 1970. */
  now(): number;
  /** All requests to the service since the start or the last reset, in the order of their arrival; requests to control routes are not among them. */
  requests(): readonly RequestRecord[];
  /** Replaces the fault script; request numbers and counts start again. Throws `FaultScriptError` for a script that is not valid. */
  setFaults(script: FaultScript): void;
  /** Forgets monitors, requests and faults. */
  reset(): void;
  /** Resolves when no request is in progress and no late work (`work: {afterMs}`) is pending. */
  settled(): Promise<void>;
  /** Stops listening, destroys open connections, hanging ones too, and cancels late work. */
  close(): Promise<void>;
}

/** A person at the service's web pages. Its methods throw `DashboardError` for what the service would refuse, or for an unknown id. */
export interface Dashboard {
  /** Makes a monitor from a create request's body; `createdAt` (milliseconds, default now) dates it back. `team` counts `apiKeys` from 0. */
  create(body: JsonObject, options?: {readonly createdAt?: number; readonly team?: number}): StoredMonitor;
  /**
   * Changes members as an update request does, but that a `webhook: null` removes the webhook, and that members of
   * `notification` which are not given stay (`null` drops one).
   */
  edit(id: string, changes: JsonObject): StoredMonitor;
  /** Deletes a monitor. */
  delete(id: string): void;
  /** Replaces the checks of a monitor; from then on one runs only on request. */
  setChecks(id: string, history: CheckHistory): void;
  /** Sets the credits of all teams, as answers show them; null (the start): there is nothing to say. With 0 left no check can be started. */
  setCredits(credits: JsonObject | null): void;
  /** Sets how the receiver of webhooks at a host (`hooks.example.com`, with its port if it has one) answers from now on. */
  setReceiver(host: string, answers: Receiver): void;
  /** Sets whether a recipient of mail confirmed that it wants it. */
  setRecipient(email: string, status: RecipientStatus): void;
  /** Lets an address of a page show something else, to scrapes and checks; null for its own page again. */
  setPage(url: string, page: PageScript | null): void;
}

/**
 * Behaviour of a receiver: `accepts` (default); `refuses` with status 500; `waits`, so that the service tries again; `silent`: the service
 * notes nothing of it.
 */
export type Receiver = (typeof receivers)[number];

/** All answers of receivers. */
export const receivers = ['accepts', 'refuses', 'waits', 'silent'] as const;

/** Decision of a recipient of mail; `pending` (default) until a person sets it. */
export type RecipientStatus = (typeof recipientStatuses)[number];

/** All decisions of recipients. */
export const recipientStatuses = ['pending', 'confirmed', 'unsubscribed'] as const;

/** Checks of a monitor, as a test or a person sets them. Times are milliseconds since 1970. */
export interface CheckHistory {
  /** Newest first. */
  readonly checks?: readonly PlayedCheck[];
  /** The next run; default by the schedule. */
  readonly nextRunAt?: number;
  /** Result of checks that are started; default: what is found on its pages. */
  readonly outcome?: PlayedCheck;
}

/** A check; without members it is completed, scheduled, without pages, and an hour older than the one after it. */
export interface PlayedCheck {
  readonly status?: string;
  readonly trigger?: string;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  /** Default: the number of pages. */
  readonly estimatedCredits?: number;
  /** Default: the number of pages. */
  readonly actualCredits?: number;
  readonly error?: string;
  readonly pages?: readonly PlayedPage[];
  /** Results by target, answered as they are: of a search `{targetId, judgeDegraded: true}`. Default: none. */
  readonly targetResults?: readonly JsonObject[];
  /** Answered as it is. Default: as the receivers and recipients were set. */
  readonly notificationStatus?: JsonObject | null;
}

/** Result of a check for one page; other members are answered as they are (API v2, "MonitorCheckPage"). */
export type PlayedPage = JsonObject & {readonly url: string; readonly status: string};

/** A monitor as the emulator keeps it: normalized (API v2, "Monitor (response object)"). */
export interface StoredMonitor {
  readonly id: string;
  /** The index of its key in `apiKeys`; 0 without them. */
  readonly team: number;
  readonly name: string;
  readonly status: 'active' | 'paused' | 'deleted';
  readonly schedule: {readonly cron: string; readonly timezone: string};
  readonly targets: readonly JsonObject[];
  readonly webhook: JsonObject | null;
  readonly notification: JsonObject;
  readonly retentionDays: number;
  readonly goal: string | null;
  readonly judgeEnabled: boolean;
  readonly estimatedCreditsPerMonth: number | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
  /**
   * The number of the page history of each target, by target id. A history is lost when its target id leaves the
   * monitor; a later one, even under the same id, has a number that was never given before.
   */
  readonly histories: Readonly<Record<string, number>>;
}

/** A request and its result. API keys in it are replaced by `(redacted)`. */
export interface RequestRecord {
  /** Counts from 1 since the start or the last reset. */
  readonly number: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The request's body as text; may hold secrets of monitors (webhook headers). */
  readonly body: string;
  /** Wall clock at arrival, milliseconds since 1970. */
  readonly time: number;
  /** The status that was sent, `dropped` where the connection was closed without a status, `open` while there is neither. */
  readonly status: number | 'dropped' | 'open';
  /** The id of the monitor that this request made, if it made one. */
  readonly created: string | null;
  /** The id of the monitor that this request changed, if it changed one. */
  readonly updated: string | null;
  /** The id of the monitor that this request deleted, if it deleted one. */
  readonly deleted: string | null;
  /** The credits that this request was charged; null where it cannot cost any. */
  readonly charged: number | null;
}
