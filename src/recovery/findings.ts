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

/** What looking for a lost state's monitors found, before anything is written. */
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
  readonly strangers: readonly Candidate[];
  /** Creates that may have been carried out and were not found: they are looked up once more after the state is written. */
  readonly unfinished: readonly JournaledCreate[];
  /** Monitors that the lost state recorded, none of which the service holds. */
  readonly lostRecords: number;
}

/** Whether a person has to say that a match is right. */
export function needsWord({recovered, orphans, lostRecords}: Findings): boolean {
  return recovered.some(({found}) => !found.isCertain) || orphans.length > 0 || lostRecords > 0;
}
