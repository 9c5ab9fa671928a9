import type {UserError} from '../../core/diagnostics/user-error';
import type {LiveCandidate} from '../../core/recovery/candidates';
import type {Found, Matching, Orphan} from '../../core/recovery/matching';
import type {DesiredMonitor, Key} from '../../core/specs/desired-monitor';
import type {JournaledCreate} from '../../core/state/journal';
import type {RecordedMonitor} from '../../core/state/state';

/** One monitor that will be recorded again. */
export interface RecoveredMonitor {
  readonly key: Key;
  readonly found: Found;
  readonly record: RecordedMonitor;
  readonly isChanged: boolean;
}

/** The monitors of a lost state as they were found, before anything is written. */
export interface RecoveryFindings {
  /** Damage of the state that is there; null where there is none. */
  readonly damage: UserError | null;
  /** Sorted by key. */
  readonly recovered: readonly RecoveredMonitor[];
  /** Found, and left out by `--only`. */
  readonly leftOut: readonly Key[];
  readonly orphans: readonly (Orphan & {readonly record: RecordedMonitor})[];
  readonly missing: readonly DesiredMonitor[];
  readonly ambiguous: Matching['ambiguous'];
  readonly unmanaged: readonly LiveCandidate[];
  /** The keys under which commits or this machine saw unmanaged monitors recorded, by id. */
  readonly formerKeys: ReadonlyMap<string, Key>;
  /** Creates that may have been carried out and were not found. They are looked up again after the state is written. */
  readonly unfinished: readonly JournaledCreate[];
  /** Monitors that the lost state recorded, none of which the service holds. */
  readonly lostRecords: number;
}

/** Whether the user has to confirm a match. */
export function needsConfirmation({recovered, orphans, lostRecords}: RecoveryFindings): boolean {
  return recovered.some(({found}) => !found.isCertain) || orphans.length > 0 || lostRecords > 0;
}
