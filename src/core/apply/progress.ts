import type {Failure} from '../api/port';
import type {JsonObject} from '../json/value';
import type {AdoptChange, CreateChange, ReplaceChange} from '../plan/change';
import type {AllowedFields} from '../service/allowed-fields';
import type {Key} from '../specs/desired-monitor';
import type {DoneRecord, EditIntentRecord, IntentRecord, ProgressRecord} from '../state/journal';
import type {IntendedMonitor, ObservedMonitor, RecordedMonitor} from '../state/state';
import {bodyOf, type RecordingContext, toIntendedMonitor} from './intended-monitor';

/** Progress of one create, update or delete in this run, and its records in the journal. */
abstract class OperationProgress {
  /** Key that the operation is about. */
  readonly key: Key;
  readonly opId: string;
  readonly runId: string;
  abstract readonly op: 'create' | 'update' | 'delete';
  #attempts = 0;
  #firstSentAt = '';
  #lastSentAt = '';
  #failure: Failure | undefined;
  #isInDoubt = false;

  constructor(key: Key, opId: string, runId: string) {
    this.key = key;
    this.opId = opId;
    this.runId = runId;
  }

  /** Body that its requests send, references unresolved. Built each time, equal each time. */
  abstract body(): JsonObject;

  /** Requests made so far. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Failure of the newest attempt that failed. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** An attempt may have been carried out without our knowing. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /** The record that is durable before each request; counts the attempt. */
  startAttempt(now: number): ProgressRecord {
    this.#attempts++;
    this.#lastSentAt = new Date(now).toISOString();
    if (this.#firstSentAt === '') this.#firstSentAt = this.#lastSentAt;
    return this.#progress('sending');
  }

  /** The attempt that was announced was not made after all. */
  withdrawAttempt(): ProgressRecord {
    this.#attempts--;
    return this.#progress(this.#isInDoubt ? 'unknown' : 'refused');
  }

  /** The attempt was proved not applied. Doubt about an earlier one stays. */
  refuse(failure: Failure): ProgressRecord {
    this.#failure = failure;
    return this.#progress(this.#isInDoubt ? 'unknown' : 'refused');
  }

  /** The attempt may have been applied. */
  doubt(failure: Failure): ProgressRecord {
    this.#failure = failure;
    this.#isInDoubt = true;
    return this.#progress('unknown');
  }

  /** No attempt so far was carried out: the service was looked up for long enough after the last one. */
  clearDoubt(): ProgressRecord {
    this.#isInDoubt = false;
    return this.#progress('refused');
  }

  /** Given up for good: no attempt was applied. */
  drop(): ProgressRecord {
    return this.#progress('dropped');
  }

  /** The service carried it out. */
  complete(monitor: ObservedMonitor): DoneRecord {
    return {...this.base(), phase: 'done', attempt: this.#attempts, monitor, mayExistTwice: false};
  }

  /** The members that all of its records share. */
  protected base(): {readonly opId: string; readonly key: Key; readonly runId: string} {
    return {opId: this.opId, key: this.key, runId: this.runId};
  }

  #progress(phase: ProgressRecord['phase']): ProgressRecord {
    const failure = this.#failure;
    return {
      ...this.base(),
      phase,
      attempt: this.#attempts,
      firstSentAt: this.#firstSentAt,
      lastSentAt: this.#lastSentAt,
      ...(failure === undefined || phase === 'sending'
        ? {}
        : {
            error: {
              ...(failure.status === undefined ? {} : {status: failure.status}),
              code: failure.code ?? failure.kind,
              message: failure.message,
            },
          }),
    };
  }
}

/** Contents of an intent besides those of the plan. */
export interface IntentContext extends RecordingContext {
  /** The service's address. */
  readonly origin: string;
  readonly offMachine: boolean;
  /** Compared besides the members of the types. */
  readonly fields: AllowedFields;
}

/**
 * One monitor on its way into the state: a create, the first half of a replacement, or the adoption of one that was found.
 * Its body and its progress.
 */
export class CreateProgress extends OperationProgress {
  readonly op = 'create';
  readonly change: CreateChange | ReplaceChange | AdoptChange;

  /** Record of a monitor that was found instead of made; null for one that is made. */
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

  override body(): JsonObject {
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

  /** Describes the monitor for the state as the spec has it, but for pausing it. */
  describe(context: RecordingContext): IntendedMonitor {
    const status = this.change.action === 'adopt' && this.change.live.status === 'paused' ? 'paused' : 'active';
    return toIntendedMonitor(this.change, status, context);
  }

  override complete(monitor: ObservedMonitor): DoneRecord {
    return {...super.complete(monitor), mayExistTwice: this.isInDoubt};
  }

  /** Lists the monitors to delete once the new monitor exists, with those that an earlier replacement did not come to. */
  #listLeftovers(): readonly string[] {
    const {change} = this;
    return change.action === 'replace' ? [...(change.before.leftovers ?? []), change.before.id] : [];
  }
}

/** Action on a monitor that exists. */
export type Edit = UpdateEdit | {readonly op: 'delete'};

/** One PATCH with these members, references unresolved, after which the monitor is as `monitor` says. */
export interface UpdateEdit {
  readonly op: 'update';
  readonly patch: JsonObject;
  /** The whole body that the monitor is to have, references unresolved. */
  readonly body: JsonObject;
  readonly monitor: IntendedMonitor;
  /** Record of the monitor; null where it was made or adopted right before. */
  readonly before: RecordedMonitor | null;
  /** `whole` where the rest of the body was sent right before. */
  readonly sent: 'patch' | 'whole';
  /** Members that the spec leaves to the service, as paths with dots. */
  readonly ignored: readonly string[];
}

/** One update or delete on its way. Either may be sent again without harm. */
export class EditProgress extends OperationProgress {
  /** The monitor that it is about. */
  readonly id: string;
  readonly edit: Edit;

  constructor(key: Key, id: string, edit: Edit, runId: string, opId = `${runId}/${key}/${edit.op}/${id}`) {
    super(key, opId, runId);
    this.id = id;
    this.edit = edit;
  }

  get op(): Edit['op'] {
    return this.edit.op;
  }

  override body(): JsonObject {
    return this.edit.op === 'update' ? this.edit.patch : {};
  }

  /** The same update as it was carried out in part; `monitor` is what is recorded of it. */
  inPart(edit: UpdateEdit, monitor: IntendedMonitor): EditProgress {
    return new EditProgress(this.key, this.id, {...edit, monitor}, this.runId, `${this.opId}/part`);
  }

  /** The record that is durable before the first request. */
  intend({origin, offMachine}: IntentContext): EditIntentRecord {
    const {id, edit} = this;
    const monitor = edit.op === 'update' ? edit.monitor : null;
    return {...this.base(), phase: 'intent', op: edit.op, id, origin, monitor, offMachine};
  }
}
