import type {Failure, LiveMonitor, MonitorService} from '../api/port';
import type {World} from '../base/context';
import type {Diagnostic} from '../diagnostics/diagnostic';
import type {JsonObject} from '../json/value';
import type {Plan} from '../plan/change';
import type {KnownOwners} from '../plan/create-sight';
import type {Key} from '../specs/desired-monitor';
import type {JournaledCreate} from '../state/journal';
import type {State, StoredState} from '../state/state';
import type {LockedStore} from '../state/store';

/** Policy for a create that the service refuses: go on with the others, or start no more. */
export type OnError = 'continue' | 'stop';

/**
 * If a create may or may not have happened: `verify` looks it up, then retries (without a list, the same as `retry`); `retry` sends again what the service documents as retryable; `stop` sends nothing again.
 */
export type OnAmbiguous = 'verify' | 'retry' | 'stop';

/** The plan to apply, and how. */
export interface ApplyInput {
  readonly plan: Plan;
  /** The state that the plan was made against, read under the lock; null at first use. */
  readonly stored: StoredState | null;
  /** Further members of a first state. Default: none. */
  readonly unknown?: State['unknown'];
  /** All specs, and other environments: their monitors are not taken for one of this run's. */
  readonly owners?: Pick<KnownOwners, 'desired' | 'otherEnvironments'>;
  /** Creates of earlier runs that are still open: kept in the journal, never touched. Read from the store when left out. */
  readonly unfinished?: readonly JournaledCreate[];
  readonly onError: OnError;
  readonly onAmbiguous: OnAmbiguous;
  /** Maximum parallel requests; 1 or more. */
  readonly concurrency: number;
  /** Milliseconds to look for a create whose response was lost; 90,000 by default. */
  readonly lookupMs: number;
  /** Keyed hash of the value of a referenced secret, to tell later whether it was rotated; null where it has no key or no value. */
  readonly hashSecret?: (name: string) => string | null;
  /** Base of the computed delays in milliseconds; 1,000 for real services. */
  readonly retryBaseMs: number;
  readonly runId: string;
  /** The tool's version, written into the state. */
  readonly tool: string;
  /** The commit of the specs, to be noted in the state; left out where it is not noted. */
  readonly commit?: string;
}

/** The world, as apply needs it. */
export interface ApplyPorts {
  readonly store: LockedStore;
  readonly service: MonitorService;
  readonly world: World;
  /** A body with its references resolved: what is sent. Called right before sending; its result is not kept. */
  readonly resolveReferences: (body: JsonObject) => JsonObject;
  /** Copies state and journal off the machine before a batch's first request (`--persist-command`); throws when it failed. */
  readonly persist?: () => Promise<void>;
  /** Lists what commits record of the keys that the plan creates; asked where the service has no list after all. Left out: nothing is known. */
  readonly listRecorded?: () => Promise<ReadonlyMap<Key, RecordedBefore>>;
  /** Monitors with the target ids of creates that were read by their ids: a list may lack them. */
  readonly seen?: readonly LiveMonitor[];
  readonly interruption: AbortSignal;
  readonly onEvent: (event: ApplyEvent) => void;
}

/** A monitor that a commit records for a key. */
export interface RecordedBefore {
  readonly id: string;
  /** Empty where no commit has it, but another copy of the state on this machine. */
  readonly commit: string;
}

/** Result of one change. */
export type Outcome = 'created' | 'updated' | 'replaced' | 'deleted' | 'adopted' | 'renamed' | 'failed' | 'not-attempted' | 'unknown';

/** The end of one change. */
export interface ApplyResult {
  readonly key: Key;
  readonly action: 'create' | 'update' | 'replace' | 'delete' | 'adopt' | 'rename';
  readonly outcome: Outcome;
  readonly id?: string;
  /** Number of requests. */
  readonly attempts: number;
  /** The answer was lost; the monitor was found by its target ids. */
  readonly recovered?: true;
  /** An attempt that seemed to fail may have been carried out too: look for its target ids. */
  readonly mayExistTwice?: boolean;
  readonly targetIds?: readonly string[];
  readonly estimatedCreditsPerMonth?: number | null;
  readonly nextRunAt?: string | null;
  /** The service says that it runs no checks. */
  readonly isPaused?: true;
  readonly error?: Failure;
}

/** Why apply started no more changes before it was through. */
export type StopReason =
  | {readonly kind: 'interrupted'; readonly exitCode: 130 | 143}
  /** 401, 402, 403: no further request can succeed. */
  | {readonly kind: 'refused-by-service'; readonly failure: Failure}
  /** Redirect, 404, 405 or not JSON: this address does not look like the service. */
  | {readonly kind: 'not-the-service'; readonly failure: Failure}
  /** Certificate errors, or DNS failing on the first request. */
  | {readonly kind: 'unreachable'; readonly failure: Failure}
  /** The list could not be read: what may exist already may not be created. */
  | {readonly kind: 'unlisted'; readonly failure: Failure}
  /** Three changes in a row used up their attempts. */
  | {readonly kind: 'service-down'; readonly failure: Failure}
  /** The service asked to wait longer than is honoured (120 s). */
  | {readonly kind: 'rate-limited'; readonly failure: Failure; readonly waitMs: number}
  /** `--on-error stop` and one change failed. */
  | {readonly kind: 'on-error-stop'; readonly failure: Failure}
  | {readonly kind: 'persist-failed'; readonly message: string}
  /** The journal or the state could not be written. */
  | {
      readonly kind: 'state-not-saved';
      readonly message: string;
      /** Where the rescue file is; null when there is none. */
      readonly rescue: string | null;
      /** Monitors that are neither in the state nor in a rescue file: print their ids. Absent when nothing is lost. */
      readonly unsaved?: readonly {readonly key: Key; readonly id: string}[];
    };

/** The outcome of one apply. */
export interface ApplyOutcome {
  /** One result per change that was not blocked, sorted by key. */
  readonly results: readonly ApplyResult[];
  readonly stop?: StopReason;
  /** Policy after an ambiguous answer in this run, as the summary names it. */
  readonly onAmbiguous: OnAmbiguous;
  readonly findings: readonly Diagnostic[];
}

/** Progress, in the order it happens; renderers turn it into lines, `jsonl` writes it out as it is. */
export type ApplyEvent =
  | {readonly type: 'started'; readonly total: number; readonly concurrency: number}
  | {readonly type: 'sending'; readonly key: Key; readonly attempt: number}
  | {readonly type: 'retrying'; readonly key: Key; readonly attempt: number; readonly waitMs: number; readonly error: Failure}
  /** A create's answer was lost: the service's list is looked at until the create shows, or could have shown. */
  | {readonly type: 'looking'; readonly key: Key; readonly attempt: number; readonly lookupMs: number; readonly error: Failure}
  | {readonly type: 'waiting'; readonly reason: 'rate-limit'; readonly waitMs: number; readonly until: string}
  | {readonly type: 'finished'; readonly result: ApplyResult; readonly done: number; readonly total: number}
  | {readonly type: 'stopping'; readonly stop: StopReason};
