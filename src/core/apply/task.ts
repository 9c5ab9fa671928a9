import type {CreatedMonitor, Failure, LiveMonitor} from '../api/port';
import {property} from '../json/value';
import type {AdoptChange, Change, CreateChange, DeleteChange, ReplaceChange, UpdateChange} from '../plan/change';
import {isSent} from '../plan/change-facts';
import {bodyOf, type RecordingContext, toUpdatedMonitor} from './intended-monitor';
import type {ApplyResult} from './ports';
import {CreateProgress, EditProgress} from './progress';
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

/** Outcome of a create. */
export type CreateEnd =
  | {
      readonly kind: 'created';
      readonly monitor: CreatedMonitor;
      /** The answer was lost, and the monitor was found again by its target ids. */
      readonly isRecovered: boolean;
    }
  /** Proved not carried out. */
  | {readonly kind: 'failed'; readonly failure: Failure}
  | {readonly kind: 'unknown'; readonly failure?: Failure}
  | {readonly kind: 'not-attempted'; readonly failure?: Failure};

/** Outcome of an update or delete. */
export type EditEnd =
  | {readonly kind: 'updated'; readonly monitor: LiveMonitor}
  | {readonly kind: 'deleted'}
  /** The service has no such monitor: for a delete, nothing is left to do. */
  | {readonly kind: 'missing'; readonly failure: Failure}
  | {readonly kind: 'failed'; readonly failure: Failure}
  /** It may have been carried out; the next run sends it again, which does no harm. */
  | {readonly kind: 'unknown'; readonly failure?: Failure}
  | {readonly kind: 'not-attempted'; readonly failure?: Failure};

/** Whether apply has to ask the service for this change. */
export function needsService(change: Change): change is Task['change'] {
  return isSent(change) || change.action === 'delete';
}

/** Starts the first operation of a change; nothing is sent yet. */
export function startTask(change: Task['change'], runId: string, context: RecordingContext): Task {
  switch (change.action) {
    case 'create':
      return {kind: 'create', change, operation: new CreateProgress(change, runId)};
    case 'replace':
      return {kind: 'replace', change, operation: new CreateProgress(change, runId)};
    case 'adopt':
      return {kind: 'adopt', change, operation: new CreateProgress(change, runId)};
    case 'update': {
      const {key, id, patch, before} = change;
      const monitor = toUpdatedMonitor(change, {patch, sent: before.secrets}, context);
      const edit = {
        op: 'update',
        patch,
        body: bodyOf(change),
        monitor,
        before,
        sent: 'patch',
        ignored: change.after.sync.ignore ?? [],
      } as const;
      return {kind: 'update', change, operation: new EditProgress(key, id, edit, runId)};
    }
    case 'delete':
      return {kind: 'delete', change, operation: new EditProgress(change.key, change.id, {op: 'delete'}, runId)};
  }
}

/** Ends a change for good that nothing was sent for. */
export function drop(
  failure: Failure,
  operation: Task['operation'],
  {recorder, sender}: Pick<Run, 'recorder' | 'sender'>,
): {readonly kind: 'failed'; readonly failure: Failure} {
  recorder.record([operation.drop()]);
  sender.noteError(failure);
  return {kind: 'failed', failure};
}

/** Describes what became of a change. */
export function resultOf({change, operation}: Task, end: CreateEnd | EditEnd): ApplyResult {
  const base = {key: change.key, action: change.action, attempts: operation.attempts} as const;
  const failed = {...base, ...idOf(change)};
  switch (end.kind) {
    case 'created': {
      const doubt = operation.isInDoubt && change.action !== 'delete' ? {mayExistTwice: true, targetIds: change.targetIds} : {};
      const recovered = end.isRecovered ? {recovered: true as const} : {};
      return {...base, outcome: 'created', ...recovered, ...doubt, ...describe(end.monitor)};
    }
    case 'updated':
      return {...base, outcome: 'updated', ...describe(end.monitor)};
    case 'deleted':
      return {...failed, outcome: 'deleted'};
    case 'missing': {
      const message =
        'the service answered 404 to the update: the monitor is gone, or this service does not offer updating monitors; run "monitors plan --refresh" to see what it has';
      return {...failed, outcome: 'failed', error: {...end.failure, message}};
    }
    case 'failed':
      return {...failed, outcome: 'failed', error: end.failure};
    case 'unknown': {
      const targets = 'targetIds' in change && change.action !== 'update' ? {targetIds: change.targetIds} : {};
      return {...failed, outcome: 'unknown', ...targets, ...errorOf(end.failure)};
    }
    case 'not-attempted':
      return {...failed, outcome: 'not-attempted', ...errorOf(end.failure)};
  }
}

function describe({id, estimatedCreditsPerMonth, nextRunAt, data}: CreatedMonitor) {
  const paused = property(data, 'status') === 'paused' ? {isPaused: true as const} : {};
  return {id, estimatedCreditsPerMonth, nextRunAt, ...paused};
}

function errorOf(failure: Failure | undefined): {readonly error?: Failure} {
  return failure === undefined ? {} : {error: failure};
}

function idOf(change: Task['change']): {readonly id?: string} {
  return change.action === 'update' || change.action === 'delete' ? {id: change.id} : {};
}
