import type {Change} from './change';

/** Whether a change is about what somebody did in the service: it undoes that, or is held back because of it. */
export function isDrift(change: Change): boolean {
  switch (change.action) {
    case 'update':
    case 'replace':
      return change.drift.length > 0;
    case 'create':
    case 'adopt':
      return change.gone !== undefined;
    case 'delete':
      return change.isGone === true;
    case 'blocked':
      return change.drift !== undefined || (change.reason.kind === 'protected' && change.reason.isGone === true);
    case 'rename':
    case 'unresolved':
      return false;
  }
}

/**
 * Whether a change is a protected monitor whose spec is gone: it goes on running, as `sync.protect` asks, so that nothing is left
 * to do. Not one that the service does not list any more: only a person can say what its record is still for.
 */
export function isProtectedLeftover(change: Change): boolean {
  if (change.action !== 'blocked' || change.wanted !== 'delete') return false;
  return change.reason.kind === 'protected' && change.reason.isGone !== true;
}

/** Whether a change is about a monitor that another one under its key has replaced. */
export function isOfLeftover(change: Change): boolean {
  if (change.action === 'delete') return change.why.kind === 'leftover';
  return change.action === 'blocked' && change.reason.kind === 'needs-delete' && change.reason.leftover !== undefined;
}

/** A change that apply does not make. */
export type HeldChange = Extract<Change, {action: 'blocked' | 'unresolved'}>;

/** Whether apply leaves a change alone. */
export function isHeld(change: Change): change is HeldChange {
  return change.action === 'blocked' || change.action === 'unresolved';
}
