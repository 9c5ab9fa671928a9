import type {StateView} from './fold-open';
import {countRecords, type State} from './state';

/** Whether an address is one of this machine only, such as the emulator's. */
export function isLoopback(origin: string): boolean {
  let hostname: string;
  try {
    hostname = new URL(origin).hostname;
  } catch {
    return false;
  }
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** The members of a state that tell which service its monitors belong to. */
type Located = Pick<State, 'origin' | 'emulator'>;

/** Whether the emulator gave every answer that the state was made from. Never of an address beyond this machine. */
export function isOfEmulator({origin, emulator}: Located): boolean {
  return emulator === true && isLoopback(origin);
}

/** Whether a state can come from a trial: loopback, and no other service than the emulator is known to have answered. */
export function mayBeTrial({origin, emulator}: Located): boolean {
  return emulator !== false && isLoopback(origin);
}

/**
 * Notes whether the emulator or another service answered at the state's address; null when neither did. Another service
 * outweighs the emulator, since its monitors are real. Returns the same state where nothing is new.
 */
export function noteAnswers(state: State, byEmulator: boolean | null): State {
  if (byEmulator === null || !isLoopback(state.origin) || state.emulator === false) return state;
  return state.emulator === byEmulator ? state : {...state, emulator: byEmulator};
}

/** Sets the address of a state that has no monitor yet; which service answers there is not known. */
export function startAt(state: State, origin: string): State {
  if (state.origin === origin) return state;
  const {emulator: _before, ...rest} = state;
  return {...rest, origin};
}

/** Moves a state to another address. Real monitors stay real, also when they are reached through loopback. */
export function moveTo(state: State, origin: string): State {
  const moved = startAt(state, origin);
  if (moved === state || !isLoopback(origin)) return moved;
  const emulator = isLoopback(state.origin) ? state.emulator : false;
  return emulator === undefined ? moved : {...moved, emulator};
}

/** Whether a state has anything at its address: a first apply with a wrong address leaves nothing there. */
export function isBound({stored, unresolved}: Pick<StateView, 'stored' | 'unresolved'>): boolean {
  return unresolved.length > 0 || (stored !== null && countRecords(stored.state) > 0);
}
