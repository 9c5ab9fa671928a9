import type {StateView} from './fold-open';
import type {State} from './state';

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

/** What is looked at to tell whose monitors a state holds. */
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
 * Notes who answered at the state's address: the emulator or another service; null where nothing was answered. Another service
 * outweighs the emulator, since its monitors are real. Returns the same state where there is nothing new.
 */
export function noteAnswers(state: State, byEmulator: boolean | null): State {
  if (byEmulator === null || !isLoopback(state.origin) || state.emulator === false) return state;
  return state.emulator === byEmulator ? state : {...state, emulator: byEmulator};
}

/** The state of an address at which nothing of it lives yet: who answers there is to be found out. */
export function startAt(state: State, origin: string): State {
  if (state.origin === origin) return state;
  const {emulator: _before, ...rest} = state;
  return {...rest, origin};
}

/** The state whose monitors moved to another address. Real ones stay real, also where they are reached through loopback. */
export function moveTo(state: State, origin: string): State {
  const moved = startAt(state, origin);
  if (moved === state || !isLoopback(origin)) return moved;
  const emulator = isLoopback(state.origin) ? state.emulator : false;
  return emulator === undefined ? moved : {...moved, emulator};
}

/** Whether anything in a state lives at its address: a first apply with a wrong one leaves nothing there. */
export function isBound({stored, unresolved}: Pick<StateView, 'stored' | 'unresolved'>): boolean {
  return unresolved.length > 0 || (stored?.state.monitors.size ?? 0) > 0;
}
