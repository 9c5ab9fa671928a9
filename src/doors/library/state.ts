import {compareText} from '../../core/diagnostics/diagnostic';
import type {JsonObject} from '../../core/json/value';
import {listTargetIds} from '../../core/specs/targets';
import {viewState} from '../../core/state/fold-open';
import {type RecordedMonitor, wholeOf} from '../../core/state/state';
import {toUnresolvedDocument, type UnresolvedDocument} from '../../rendering/shared-documents';
import {checkOptions} from './check-options';
import type {WorkspaceOptions} from './options';
import {runOnProject} from './run';

/** Records of the state. They hold no secret. */
export interface RecordedState {
  /** The generation of the state; null where nothing was applied yet. */
  readonly version: {readonly lineage: string; readonly serial: number} | null;
  /** The service's address, where the monitors live; null where nothing was applied yet. */
  readonly origin: string | null;
  /** Sorted by key. */
  readonly monitors: readonly StateMonitor[];
  /** Unresolved creates. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** One recorded monitor. */
export interface StateMonitor {
  /** The stable name of the monitor. */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** The ids of its targets, in the order of the spec. */
  readonly targetIds: readonly string[];
  /** Time of creation; null if unknown. */
  readonly createdAt: string | null;
  readonly paused: boolean;
  readonly protected: boolean;
  /** Last answer of the service, as far as it differs from what was sent: its estimate, defaults, cron made from text. */
  readonly observed: JsonObject;
}

/** Reads the state; see `readState` in src/index.ts. */
export async function readState(options: WorkspaceOptions): Promise<RecordedState> {
  return runOnProject({...checkOptions(options), command: 'state list'}, async project => {
    const {stored, unresolved} = await viewState(project.store);
    const shared = {unresolved: unresolved.map(toUnresolvedDocument)};
    if (stored === null) return {version: null, origin: null, monitors: [], ...shared};
    const {origin, monitors} = wholeOf(stored.state);
    const {lineage, serial} = stored.version;
    const sorted = [...monitors].sort(([a], [b]) => compareText(a, b));
    return {version: {lineage, serial}, origin, monitors: sorted.map(([key, record]) => toStateMonitor(key, record)), ...shared};
  });
}

function toStateMonitor(key: string, {id, applied, createdAt, paused, protect, observed}: RecordedMonitor): StateMonitor {
  const targetIds = listTargetIds(applied).filter(target => target !== null);
  return {key, id, targetIds, createdAt: createdAt === '' ? null : createdAt, paused: paused === true, protected: protect, observed};
}
