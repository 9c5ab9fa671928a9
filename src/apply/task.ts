import type {AdoptChange, Change, CreateChange, DeleteChange, ReplaceChange, UpdateChange} from '../plan/change';
import type {EditIntentRecord, IntentRecord} from '../state/journal';
import {CreateProgress, type IntentContext} from './create-progress';
import {EditProgress} from './edit-progress';
import {bodyOf, toUpdatedMonitor} from './intended-monitor';
import type {Run} from './run';

/** A change that needs the service, and its first operation: the one whose intent is durable before anything is sent. */
export type Task =
  | {readonly kind: 'create'; readonly change: CreateChange; readonly operation: CreateProgress}
  | {readonly kind: 'replace'; readonly change: ReplaceChange; readonly operation: CreateProgress}
  | {readonly kind: 'adopt'; readonly change: AdoptChange; readonly operation: CreateProgress}
  | {readonly kind: 'update'; readonly change: UpdateChange; readonly operation: EditProgress}
  | {readonly kind: 'delete'; readonly change: DeleteChange; readonly operation: EditProgress};

/** The tasks of some kinds. */
export type TaskOf<Kind extends Task['kind']> = Extract<Task, {kind: Kind}>;

/** Whether apply has to ask the service for this change. */
export function needsService(change: Change): change is Task['change'] {
  switch (change.action) {
    case 'create':
    case 'replace':
    case 'adopt':
    case 'update':
    case 'delete':
      return true;
    case 'rename':
    case 'blocked':
    case 'unresolved':
      return false;
  }
}

/** Starts the first operation of a change; nothing is sent yet. */
export function startTask(change: Task['change'], {input, lineage}: Pick<Run, 'input' | 'lineage'>): Task {
  const {runId, hashSecret} = input;
  switch (change.action) {
    case 'create':
      return {kind: 'create', change, operation: new CreateProgress(change, runId)};
    case 'replace':
      return {kind: 'replace', change, operation: new CreateProgress(change, runId)};
    case 'adopt':
      return {kind: 'adopt', change, operation: new CreateProgress(change, runId)};
    case 'update': {
      const {key, id, patch, before} = change;
      const monitor = toUpdatedMonitor(change, {patch, sent: before.secrets}, {lineage, hashSecret});
      const edit = {op: 'update', patch, body: bodyOf(change), monitor, before, sent: 'patch'} as const;
      return {kind: 'update', change, operation: new EditProgress(key, id, edit, runId)};
    }
    case 'delete':
      return {kind: 'delete', change, operation: new EditProgress(change.key, change.id, {op: 'delete'}, runId)};
  }
}

/** The record that is durable before anything is sent for the task. */
export function intendTask({operation}: Task, context: IntentContext): IntentRecord | EditIntentRecord {
  return operation.intend(context);
}
