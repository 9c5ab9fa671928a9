import type {JsonObject} from '../json/value';
import type {AdoptChange, CreateChange, ReplaceChange} from '../plan/change';
import type {DoneRecord, IntentRecord} from '../state/journal';
import type {IntendedMonitor, ObservedMonitor} from '../state/state';
import {bodyOf, type RecordingContext, toIntendedMonitor} from './intended-monitor';
import {OperationProgress} from './operation-progress';

/** What an intent says besides what the plan says. */
export interface IntentContext extends RecordingContext {
  /** The service's address. */
  readonly origin: string;
  readonly offMachine: boolean;
}

/**
 * One monitor on its way into the state: a create, the first half of a replacement, or the adoption of one that was found.
 * What it sends and how far it has come.
 */
export class CreateProgress extends OperationProgress {
  readonly change: CreateChange | ReplaceChange | AdoptChange;

  /** What is to be recorded of a monitor that was found instead of made; null for one that is made. */
  readonly #found: IntendedMonitor | null;

  constructor(change: CreateProgress['change'], runId: string, found: IntendedMonitor | null = null) {
    super(change.key, `${runId}/${change.key}${found === null ? '' : '/found'}`, runId);
    this.change = change;
    this.#found = found;
  }

  /** The same operation for a monitor that was found instead of made; `found` is what is recorded of it. */
  find(found: IntendedMonitor): CreateProgress {
    return new CreateProgress(this.change, this.runId, found);
  }

  /** The same operation for a monitor that was found with other target ids than it would have been made with. */
  withTargetIds(targetIds: readonly string[]): CreateProgress {
    return targetIds === this.change.targetIds ? this : new CreateProgress({...this.change, targetIds}, this.runId);
  }

  /** The body as it is sent, references unresolved. Built anew each time, equal each time. */
  body(): JsonObject {
    return bodyOf(this.change);
  }

  /** Ids of monitors that the new one takes the place of: never taken for it. */
  get supersedes(): readonly string[] {
    const {change} = this;
    if (change.action === 'replace') return [change.before.id];
    return change.gone === undefined ? [] : [change.gone];
  }

  /** The record that is durable before the first request. */
  intend(context: IntentContext): IntentRecord {
    const {after, targetIds} = this.change;
    const leftovers = this.#listLeftovers();
    const monitor = this.#found ?? this.describe(context);
    return {
      ...this.base(),
      phase: 'intent',
      op: 'create',
      bodyHash: after.bodyHash,
      targetIds,
      supersedes: this.supersedes,
      origin: context.origin,
      offMachine: context.offMachine,
      monitor: {...monitor, ...(leftovers.length === 0 ? {} : {leftovers})},
    };
  }

  /** What the state will say of the monitor if it is as the spec says, but for pausing it. */
  describe(context: RecordingContext): IntendedMonitor {
    const status = this.change.action === 'adopt' && this.change.live.status === 'paused' ? 'paused' : 'active';
    return toIntendedMonitor(this.change, status, context);
  }

  override complete(monitor: ObservedMonitor): DoneRecord {
    return {...super.complete(monitor), mayExistTwice: this.isInDoubt};
  }

  /** What has to be deleted once the new monitor exists; also what an earlier replacement did not come to. */
  #listLeftovers(): readonly string[] {
    const {change} = this;
    return change.action === 'replace' ? [...(change.before.leftovers ?? []), change.before.id] : [];
  }
}
