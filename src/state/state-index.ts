import {hash as hashBytes} from 'node:crypto';
import type {JsonObject} from '../json/value';
import type {Refusals} from './format/refusals';
import {decodeKnownState, decodeState} from './format/state';
import type {RecordedMonitor, State, StoredState} from './state';

/** Where the outline is kept; see `src/cache-file.ts`. */
export interface OutlineText {
  read(): string | null;
  write(text: string): void;
}

/** Reads the bytes of a state file like {@link decodeState}, and faster when they were read before. */
export type StateDecoder = (bytes: Uint8Array, refusals: Refusals) => StoredState;

/** What is kept of a state whose bytes passed every check: all but the bodies, one list for each member. */
interface Outline {
  readonly validFor: string;
  /** Of the state file's bytes. */
  readonly hash: string;
  readonly checksum: string;
  readonly state: Omit<State, 'monitors' | 'unknown'>;
  readonly keys: readonly string[];
  readonly ids: readonly string[];
  readonly specPaths: readonly string[];
  readonly isProtected: readonly (0 | 1)[];
  readonly createdAt: readonly string[];
  readonly bodyHashes: readonly string[];
}

/**
 * Makes a decoder that remembers the outline of the last state. Nothing is guessed: the outline counts only for the
 * very same bytes, which this build (`validFor`) read and checked before; whose they are is checked each time; and bodies
 * are read from the bytes when they are asked for. For looking only: what is written comes from {@link decodeState}.
 */
export function rememberOutline(file: OutlineText, validFor: string): StateDecoder {
  return (bytes, refusals) => {
    const hash = identify(bytes);
    const outline = hash === null ? null : readOutline(file.read(), validFor, hash);
    if (outline === null) {
      const stored = decodeState(bytes, refusals);
      if (hash !== null && isPlain(stored.state)) file.write(JSON.stringify(toOutline(stored, validFor, hash)));
      return stored;
    }
    refusals.checkOwner(outline.state);
    return fromOutline(outline, () => decodeKnownState(bytes, outline.checksum, refusals).state);
  };
}

/** BLAKE2 takes half the time of SHA-256 for what may be many megabytes; null where it is switched off. */
function identify(bytes: Uint8Array): string | null {
  try {
    return hashBytes('blake2b512', bytes, 'hex');
  } catch {
    return null;
  }
}

/** Members that few monitors have, or that a newer version wrote, are not in the outline: such a state is read as a whole. */
function isPlain(state: State): boolean {
  if (Object.keys(state.unknown).length > 0) return false;
  for (const {unknown, paused, pending, leftovers, mayExistTwice, secrets} of state.monitors.values()) {
    if ((unknown ?? paused ?? pending ?? leftovers ?? mayExistTwice ?? secrets) !== undefined) return false;
  }
  return true;
}

function toOutline({state, version: {checksum}}: StoredState, validFor: string, hash: string): Outline {
  const {monitors, unknown: _none, ...rest} = state;
  const records = [...monitors.values()];
  return {
    validFor,
    hash,
    checksum,
    state: rest,
    keys: [...monitors.keys()],
    ids: records.map(({id}) => id),
    specPaths: records.map(({specPath}) => specPath),
    isProtected: records.map(({protect}) => (protect ? 1 : 0)),
    createdAt: records.map(({createdAt}) => createdAt),
    bodyHashes: records.map(({bodyHash}) => bodyHash),
  };
}

function readOutline(text: string | null, validFor: string, hash: string): Outline | null {
  // The names stand first, so that what does not fit need not be parsed.
  if (text === null || !text.startsWith(JSON.stringify({validFor, hash}).slice(0, -1))) return null;
  try {
    const outline = JSON.parse(text) as Outline;
    const {keys, ids, specPaths, isProtected, createdAt, bodyHashes} = outline;
    const isWhole = [ids, specPaths, isProtected, createdAt, bodyHashes].every(list => list.length === keys.length);
    return isWhole ? outline : null;
  } catch {
    return null;
  }
}

function fromOutline(outline: Outline, decode: () => State): StoredState {
  let decoded: State | undefined;
  const whole = (key: string): RecordedMonitor => {
    decoded ??= decode();
    const monitor = decoded.monitors.get(key);
    if (monitor === undefined) throw new Error(`the outline of the state has a monitor "${key}" that the state has not`);
    return monitor;
  };
  const monitors = new Map<string, RecordedMonitor>();
  for (const [index, key] of outline.keys.entries()) monitors.set(key, new OutlinedMonitor(key, index, outline, whole));
  const {lineage, serial} = outline.state;
  return {state: {...outline.state, monitors, unknown: {}}, version: {lineage, serial, checksum: outline.checksum}};
}

/**
 * A recorded monitor whose bodies are read when they are asked for. A class, because making an object with two getters of
 * its own takes longer than all else about it; so a copy made with `...` would lack the bodies. Only who changes a state
 * copies its records, and that is never done to one that was read for looking (see `combine` in file-read.ts).
 */
class OutlinedMonitor implements RecordedMonitor {
  readonly id: string;
  readonly specPath: string;
  readonly protect: boolean;
  readonly createdAt: string;
  readonly bodyHash: string;
  readonly #key: string;
  readonly #whole: (key: string) => RecordedMonitor;

  constructor(key: string, index: number, outline: Outline, whole: (key: string) => RecordedMonitor) {
    this.id = outline.ids[index] as string;
    this.specPath = outline.specPaths[index] as string;
    this.protect = outline.isProtected[index] === 1;
    this.createdAt = outline.createdAt[index] as string;
    this.bodyHash = outline.bodyHashes[index] as string;
    this.#key = key;
    this.#whole = whole;
  }

  get applied(): JsonObject {
    return this.#whole(this.#key).applied;
  }

  get observed(): JsonObject {
    return this.#whole(this.#key).observed;
  }
}
