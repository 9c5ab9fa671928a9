import {once} from '../base/once';
import type {Key} from '../specs/desired-monitor';
import type {Refusals} from './format/refusals';
import {decodeKnownState, decodeState} from './format/state';
import {identify, type KeptOutline, type ObjectVersion, OutlineFile, type OutlineText} from './kept-outline';
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

/**
 * Reads the bytes of a state file like {@link decodeState}, and faster when they were read before. `object` is where they were read
 * from, if that is an object.
 */
export type StateDecoder = (bytes: Uint8Array, refusals: Refusals, object?: ObjectVersion) => StoredState<ReadableState>;

/**
 * Makes a decoder that remembers the outline of the last state. Nothing is guessed: the outline counts only for the same
 * bytes, which this build (`validFor`) read and checked before; the owner is checked each time; and bodies are read from the
 * bytes when something asks for them.
 */
export function rememberOutline(file: OutlineText, validFor: string): StateDecoder {
  return decodeWith(new OutlineFile(file, validFor));
}

/** The same with a file that serves others, too. */
export function decodeWith(file: OutlineFile): StateDecoder {
  return (bytes, refusals, object) => {
    const of = identify(bytes);
    const kept = of === null ? null : file.find(of);
    // The same bytes in another object are read once more, so that this one is known, too.
    if (kept === null || kept.object?.join() !== object?.join()) {
      const stored = decodeState(bytes, refusals);
      if (of !== null) keepOutline(file, {of, object}, stored);
      return stored;
    }
    const bodies = new DecodedBodies(() => decodeKnownState(bytes, kept.checksum, refusals).state);
    return openOutline(kept, bodies, refusals, () => bodies.whole().monitors);
  };
}

/** The state of an outline that was kept. A damaged list of monitors is the same as none: then `others` gives them. */
export function openOutline(
  {header, size, repeated, checksum, list}: KeptOutline,
  bodies: Bodies,
  refusals: Refusals,
  others: () => ReadonlyMap<Key, RecordedOutline>,
): StoredState<OutlinedState> {
  refusals.checkOwner(header);
  const monitors = once(() => {
    const kept = list();
    return kept === null ? others() : new Map(kept.map(([key, outline]) => [key, outline]));
  });
  const version = {lineage: header.lineage, serial: header.serial, checksum};
  return {state: new OutlinedState(header, {size, repeated, monitors}, bodies), version};
}

function keepOutline(file: OutlineFile, source: Parameters<OutlineFile['keep']>[0], {state, version: {checksum}}: StoredState): void {
  const {monitors, unknown, ...header} = state;
  // Members of a newer version are not in an outline: such a state is read as a whole.
  if (Object.keys(unknown).length > 0) return;
  file.keep(source, {checksum, header, monitors: [...monitors].map(([key, record]) => [key, dropBodies(record)])});
}

function dropBodies({applied: _applied, observed: _observed, ...outline}: RecordedMonitor): RecordedOutline {
  return outline;
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
