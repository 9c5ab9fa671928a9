import type {DesiredMonitor, Key, Operations} from '../spec/desired-monitor';
import {listTargetIds} from '../spec/targets';
import type {JournaledCreate} from '../state/journal';
import type {State} from '../state/state';
import type {LiveView} from './live';
import {LiveIndex} from './live-index';
import type {OtherEnvironment} from './other-environment';
import type {PossibleRenames} from './possible-renames';

/** What deciding needs of the plan's input. */
export interface DecisionInput {
  readonly project: string;
  readonly environment: string;
  readonly operations: Operations;
  readonly desired: readonly DesiredMonitor[];
  readonly state: State | null;
  readonly unresolved: readonly JournaledCreate[];
  readonly live?: LiveView | undefined;
  readonly otherEnvironments?: readonly OtherEnvironment[] | undefined;
  readonly secretHashes?: ((name: string) => string | undefined) | undefined;
  readonly only?: ReadonlySet<Key> | undefined;
}

/** What deciding one monitor looks at besides it. */
export interface DecisionContext extends DecisionInput {
  /** Salts what is compared; empty at first use. */
  readonly lineage: string;
  readonly renames: PossibleRenames;
  /** Every target id in state, journal and specs; read only when new ones are needed. */
  readonly takenIds: () => ReadonlySet<string>;
  /** The id of every recorded monitor. */
  readonly recordedIds: () => ReadonlySet<string>;
  /** Null when the service was not asked. */
  readonly index: LiveIndex | null;
}

/** The input, and what is worked out from it once. */
export function openDecisionContext(input: DecisionInput, renames: PossibleRenames): DecisionContext {
  return {
    ...input,
    lineage: input.state?.lineage ?? '',
    renames,
    takenIds: once(() => collectIds(input)),
    recordedIds: once(() => new Set([...(input.state?.monitors.values() ?? [])].map(({id}) => id))),
    index: input.live === undefined ? null : new LiveIndex(input.live, {...input, otherEnvironments: input.otherEnvironments ?? []}),
  };
}

function collectIds({desired, state, unresolved}: DecisionInput): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const spec of desired) for (const id of spec.explicitTargetIds) ids.add(id);
  for (const monitor of state?.monitors.values() ?? []) for (const id of listTargetIds(monitor.applied)) if (id !== null) ids.add(id);
  for (const create of unresolved) for (const id of create.intent.targetIds) ids.add(id);
  return ids;
}

function once<Value>(make: () => Value): () => Value {
  let made: {readonly value: Value} | undefined;
  return () => {
    made ??= {value: make()};
    return made.value;
  };
}
