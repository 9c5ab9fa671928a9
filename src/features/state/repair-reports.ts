import type {Key} from '../../core/specs/desired-monitor';
import type {JournaledCreate} from '../../core/state/journal';
import {listHeldIds, tellsRemoval} from '../../core/state/removed';
import type {RemovedRecord, StateVersion, StoredState} from '../../core/state/state';
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
      /** Monitors that the state recorded before, and does not record any more. */
      readonly leftOut: readonly Pick<RemovedRecord, 'key' | 'id'>[];
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

/** Describes a state that a restore wrote. */
export function describeRestored({
  state,
  version,
}: StoredState): Pick<Extract<RestoreReport, {kind: 'state'}>, 'version' | 'monitors' | 'leftOut'> {
  const held = listHeldIds(state.monitors);
  const leftOut = (state.removed ?? []).filter(line => !tellsRemoval(line) && !held.has(line.id)).map(({key, id}) => ({key, id}));
  return {version, monitors: state.monitors.size, leftOut};
}
