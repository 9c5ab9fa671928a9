import type {Key} from '../../core/specs/desired-monitor';
import type {JournaledCreate} from '../../core/state/journal';
import type {StateVersion} from '../../core/state/state';
import type {ComparedState} from './comparison';

/** Result of `state verify`. */
export interface VerifyReport {
  readonly version: StateVersion;
  readonly monitors: readonly Key[];
  /** The content matches the file's checksum. */
  readonly signed: boolean;
  /** Null where it does, or where there is no sound copy to compare it with. */
  readonly changes: ComparedState | null;
  readonly journal: 'absent' | 'sound' | 'torn' | 'damaged';
  /** Lines of the journal that hold no record any more; their content is lost. */
  readonly unreadableLines: readonly number[];
  readonly unresolved: readonly JournaledCreate[];
  /** State and journal were written again. */
  readonly fixed: boolean;
}

/** Result of `state restore`. */
export type RestoreReport =
  | {
      readonly kind: 'state';
      readonly from: StateVersion;
      readonly version: StateVersion;
      readonly monitors: number;
      readonly unresolved: readonly JournaledCreate[];
    }
  | {
      readonly kind: 'commit';
      readonly from: StateVersion;
      readonly version: StateVersion;
      readonly monitors: number;
      /** Keys whose records were taken in, and those whose records the commit knows to be removed; both sorted. */
      readonly recorded: readonly Key[];
      readonly dropped: readonly Key[];
      /** Keys that another monitor has here. */
      readonly refused: readonly Key[];
      readonly unresolved: readonly JournaledCreate[];
    }
  | {readonly kind: 'rescue'; readonly runId: string; readonly recorded: readonly Key[]; readonly unresolved: readonly JournaledCreate[]};
