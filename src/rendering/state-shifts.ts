import {assertNever} from '../core/base/assert-never';
import type {StateShift} from '../core/state/state-change';

/** A change of the state in words, without its key. */
export function sayShift(shift: StateShift): string {
  switch (shift.kind) {
    case 'added':
      return `records monitor ${shift.id}`;
    case 'edited':
      return 'another content of its record';
    case 'renamed':
      return `was "${shift.from}"`;
    case 'let-go':
      return `no longer recorded; monitor ${shift.id} may still run`;
    case 'gone':
      return `the state no longer records monitor ${shift.id} for it, and its spec stands: it would be created and paid for again`;
    case 'unexplained':
      return `the record of monitor ${shift.id} is gone, and the state does not say who removed it: it may still run`;
    case 'exchanged':
      return `the state records monitor ${shift.id} instead of ${shift.from}`;
    case 'handed-over':
      return `another version of the state says that "state rm" let monitor ${shift.id} go: it may be another project's by now`;
    case 'stray':
      return `the state records monitor ${shift.id} such that apply would change or delete it`;
    case 'rewritten':
      return 'a pull request wrote another content of its record, and its comment does not show that: apply would go by it';
    case 'another-state':
      return `the state is another one, with lineage ${shift.lineage}`;
    case 'earlier-state':
      return 'an earlier version of the state was put back';
    default:
      return assertNever(shift);
  }
}
