import type {CreatedMonitor, Failure} from '../api/port';
import {property} from '../json/value';
import type {CreateEnd} from './create-sender';
import type {EditEnd} from './edit-sender';
import type {ApplyResult} from './ports';
import type {Run} from './run';
import type {Task} from './task';

/** What is said of a change that ended so. */
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
      const message = `the service answered 404 to the update: it has no monitor with its id any more, or does not offer updating monitors; run "monitors plan --refresh" to see what it has`;
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

/** Ends a change for good that nothing was sent for. */
export function drop(failure: Failure, operation: Task['operation'], run: Run): {readonly kind: 'failed'; readonly failure: Failure} {
  run.ledger.record([operation.drop()]);
  if (run.input.onError === 'stop') run.stop({kind: 'on-error-stop', failure});
  return {kind: 'failed', failure};
}
