import type {JsonObject} from '../json/value';
import type {Key} from '../spec/desired-monitor';
import type {EditIntentRecord} from '../state/journal';
import type {IntendedMonitor, RecordedMonitor} from '../state/state';
import type {IntentContext} from './create-progress';
import {OperationProgress} from './operation-progress';

/** What is done to a monitor that exists. */
export type Edit = UpdateEdit | {readonly op: 'delete'};

/** One PATCH with these members, references unresolved, after which the monitor is as `monitor` says. */
export interface UpdateEdit {
  readonly op: 'update';
  readonly patch: JsonObject;
  /** The whole body that the monitor is to have, references unresolved. */
  readonly body: JsonObject;
  readonly monitor: IntendedMonitor;
  /** What is recorded of the monitor; null where it was made or adopted right before. */
  readonly before: RecordedMonitor | null;
  /** `whole` where the rest of the body was sent right before. */
  readonly sent: 'patch' | 'whole';
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
