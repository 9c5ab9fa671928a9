import {hash as hashBytes} from 'node:crypto';
import type {Key} from '../specs/desired-monitor';
import type {Refusals} from './format/refusals';
import {decodeKnownState, decodeState} from './format/state';
import {
  type Bodies,
  type BodyFacts,
  listFacts,
  OutlinedState,
  type ReadableState,
  type RecordedMonitor,
  type RecordedOutline,
  type State,
  type StoredState,
} from './state';

/** Storage of the outline; see `src/core/files/cache-file.ts`. */
interface OutlineText {
  read(): string | null;
  write(text: string): void;
}

/** Reads the bytes of a state file like {@link decodeState}, and faster when they were read before. */
export type StateDecoder = (bytes: Uint8Array, refusals: Refusals) => StoredState<ReadableState>;

/** Kept facts of a state whose bytes passed every check: everything but the bodies. */
interface Outline {
  readonly validFor: string;
  /** Of the state file's bytes. */
  readonly hash: string;
  readonly checksum: string;
  readonly header: Omit<State, 'monitors' | 'unknown'>;
  readonly monitors: readonly (readonly [key: string, outline: RecordedOutline])[];
}

/**
 * Makes a decoder that remembers the outline of the last state. Nothing is guessed: the outline counts only for the same
 * bytes, which this build (`validFor`) read and checked before; the owner is checked each time; and bodies are read from the
 * bytes when something asks for them.
 */
export function rememberOutline(file: OutlineText, validFor: string): StateDecoder {
  return (bytes, refusals) => {
    const hash = identify(bytes);
    const outline = hash === null ? null : readOutline(file.read(), validFor, hash);
    if (outline === null) {
      const stored = decodeState(bytes, refusals);
      if (hash !== null && !hasUnknownMembers(stored.state)) file.write(JSON.stringify(toOutline(stored, validFor, hash)));
      return stored;
    }
    const {checksum, header, monitors} = outline;
    refusals.checkOwner(header);
    const decode = () => decodeKnownState(bytes, checksum, refusals).state;
    const version = {lineage: header.lineage, serial: header.serial, checksum};
    return {state: new OutlinedState(header, new Map(monitors), new DecodedBodies(decode)), version};
  };
}

/** Bodies that are read from bytes in memory when something asks for them. */
class DecodedBodies implements Bodies {
  #state: State | undefined;

  constructor(private readonly decode: () => State) {}

  whole(): State {
    this.#state ??= this.decode();
    return this.#state;
  }

  record(key: Key): RecordedMonitor | undefined {
    return this.whole().monitors.get(key);
  }

  facts(name: keyof BodyFacts) {
    return listFacts(this.whole(), name);
  }
}

/** BLAKE2 takes half the time of SHA-256 for what may be many megabytes; null where it is switched off. */
function identify(bytes: Uint8Array): string | null {
  try {
    return hashBytes('blake2b512', bytes, 'hex');
  } catch {
    return null;
  }
}

/** Members of a newer version are not in the outline: such a state is read as a whole. */
function hasUnknownMembers({unknown, monitors}: State): boolean {
  if (Object.keys(unknown).length > 0) return true;
  for (const record of monitors.values()) if (record.unknown !== undefined) return true;
  return false;
}

function toOutline({state, version: {checksum}}: StoredState, validFor: string, hash: string): Outline {
  const {monitors, unknown: _none, ...header} = state;
  return {validFor, hash, checksum, header, monitors: [...monitors].map(([key, record]) => [key, dropBodies(record)])};
}

function dropBodies({applied: _applied, observed: _observed, ...outline}: RecordedMonitor): RecordedOutline {
  return outline;
}

function readOutline(text: string | null, validFor: string, hash: string): Outline | null {
  // These members come first, so that an outline of other bytes is not parsed.
  if (text === null || !text.startsWith(JSON.stringify({validFor, hash}).slice(0, -1))) return null;
  try {
    return JSON.parse(text) as Outline;
  } catch {
    return null;
  }
}
