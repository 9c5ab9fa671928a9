import type {JsonObject} from '../json/value';
import type {Key} from '../spec/model';
import type {EditIntentRecord} from '../state/journal';
import type {IntendedMonitor} from '../state/model';
import type {IntentContext} from './create-progress';
import {OperationProgress} from './operation-progress';

/** What is done to a monitor that exists. */
export type Edit =
  /** One PATCH with these members, references unresolved, after which the monitor is as `monitor` says. */
  | {
      readonly op: 'update';
      readonly patch: JsonObject;
      /** The whole body that the monitor is to have, references unresolved. */
      readonly body: JsonObject;
      readonly monitor: IntendedMonitor;
      /** What the service answered before where that differs from what was sent, as the state keeps it. */
      readonly observed: JsonObject;
    }
  | {readonly op: 'delete'};

/** One update or delete on its way. Either may be sent again without harm. */
export class EditProgress extends OperationProgress {
  /** The monitor that it is about. */
  readonly id: string;
  readonly edit: Edit;

  constructor(key: Key, id: string, edit: Edit, runId: string) {
    super(key, `${runId}/${key}/${edit.op}/${id}`, runId);
    this.id = id;
    this.edit = edit;
  }

  /** The record that is durable before the first request. */
  intend({origin, offMachine}: IntentContext): EditIntentRecord {
    const {id, edit} = this;
    const monitor = edit.op === 'update' ? edit.monitor : null;
    return {...this.base(), phase: 'intent', op: edit.op, id, origin, monitor, offMachine};
  }
}
