import type {Failure} from '../api/port';

/** An operation on one monitor that a service may lack. */
export type EditOperation = 'read' | 'update' | 'delete';

/** What a service turned out not to offer, so that it is asked once and not for every monitor. */
export class Capability {
  readonly #lacking = new Map<EditOperation, Failure>();

  /** Why the operation can't be had; undefined as far as is known. */
  lackOf(operation: EditOperation): Failure | undefined {
    return this.#lacking.get(operation);
  }

  /** Notes a failure that means that there is no such operation. Returns whether that is news. */
  note(operation: EditOperation, failure: Failure): boolean {
    if (failure.notOffered !== true || this.#lacking.has(operation)) return false;
    this.#lacking.set(operation, failure);
    return true;
  }
}
