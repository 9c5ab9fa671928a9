import type {Change} from './change';

/**
 * Requests that apply sends for a change if nothing fails. In full operations it looks at a monitor before it changes or
 * deletes it, so that an update is a GET and a PATCH, a delete a GET and a DELETE, a replacement a GET, a POST and a DELETE.
 * Looking lost creates up in the list is not counted.
 */
export function countRequests(change: Change): number {
  switch (change.action) {
    case 'create':
      return 1 + (change.gone === undefined ? 0 : 1) + (change.after.paused ? 1 : 0);
    case 'update':
    case 'delete':
      return 2;
    case 'replace':
      return 3 + (change.after.paused ? 1 : 0);
    case 'adopt':
      return change.patch === null ? 1 : 2;
    case 'rename':
    case 'blocked':
    case 'unresolved':
      return 0;
  }
}

/** Those of them that create or update: a service limits how many of these it takes a minute. */
export function countWrites(change: Change): number {
  switch (change.action) {
    case 'create':
    case 'replace':
      return change.after.paused ? 2 : 1;
    case 'update':
      return 1;
    case 'adopt':
      return change.patch === null ? 0 : 1;
    case 'delete':
    case 'rename':
    case 'blocked':
    case 'unresolved':
      return 0;
  }
}
