import type {UserError} from '../diagnostics/user-error';
import type {DesiredMonitor, Key} from '../spec/desired-monitor';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor} from '../state/state';
import type {Candidate} from './candidates';
import type {Found, Matching, Orphan} from './matching';

/** One monitor that will be recorded again. */
export interface RecoveredMonitor {
  readonly key: Key;
  readonly found: Found;
  readonly record: RecordedMonitor;
  readonly isChanged: boolean;
}

/** The monitors of a lost state as they were found, before anything is written. */
export interface Findings {
  /** What is wrong with the state that is there; null where there is none. */
  readonly damage: UserError | null;
  /** Sorted by key. */
  readonly recovered: readonly RecoveredMonitor[];
  /** Found, and left out by `--only`. */
  readonly leftOut: readonly Key[];
  readonly orphans: readonly (Orphan & {readonly record: RecordedMonitor})[];
  readonly missing: readonly DesiredMonitor[];
  readonly ambiguous: Matching['ambiguous'];
  readonly unmanaged: readonly Candidate[];
  /** Creates that may have been carried out and were not found. They are looked up again after the state is written. */
  readonly unfinished: readonly JournaledCreate[];
  /** Monitors that the lost state recorded, none of which the service holds. */
  readonly lostRecords: number;
}

/** Whether the user has to confirm a match. */
export function needsConfirmation({recovered, orphans, lostRecords}: Findings): boolean {
  return recovered.some(({found}) => !found.isCertain) || orphans.length > 0 || lostRecords > 0;
}
