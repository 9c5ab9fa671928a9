import {setMaxListeners} from 'node:events';
import type {World} from '../core/base/context';

/** Milliseconds that a request that is paid for may go on after an interruption. */
const GRACE_MS = 5000;

/** Signals for requests that are paid for. */
interface Flight {
  /** Aborted some time after an interruption, so that most get their answer. */
  readonly signal: AbortSignal;
  /** Call it once no request is left. */
  close(): void;
}

/** `onStop` is called when the interruption comes, with how long requests may still go on. */
export function openFlight(interruption: AbortSignal, world: Pick<World, 'sleep'>, onStop: ((forMs: number) => void) | undefined): Flight {
  const flight = new AbortController();
  const over = new AbortController();
  setMaxListeners(0, flight.signal);
  const end = () => {
    onStop?.(GRACE_MS);
    world.sleep(GRACE_MS, over.signal).then(
      () => flight.abort(),
      () => undefined,
    );
  };
  interruption.addEventListener('abort', end, {signal: over.signal});
  return {signal: flight.signal, close: () => over.abort()};
}
