import {hash as hashBytes} from 'node:crypto';
import {once} from '../base/once';
import type {Key} from '../specs/desired-monitor';
import {hashRepeated, type Repeated} from '../specs/sync';
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
interface Outline extends OutlineHead {
  readonly monitors: readonly (readonly [key: string, outline: RecordedOutline])[];
}

/** First line of the kept text: for a plan over a state that says what the specs say, the monitors are not parsed. */
interface OutlineHead {
  readonly validFor: string;
  /** Of the state file's bytes. */
  readonly hash: string;
  readonly checksum: string;
  readonly header: Omit<State, 'monitors' | 'unknown'>;
  readonly size: number;
  readonly repeated: string | null;
}

/**
 * Makes a decoder that remembers the outline of the last state. Nothing is guessed: the outline counts only for the same
 * bytes, which this build (`validFor`) read and checked before; the owner is checked each time; and bodies are read from the
 * bytes when something asks for them.
 */
export function rememberOutline(file: OutlineText, validFor: string): StateDecoder {
  return (bytes, refusals) => {
    const hash = identify(bytes);
    const text = hash === null ? null : file.read();
    const head = text === null || hash === null ? null : readHead(text, validFor, hash);
    if (text === null || head === null) {
      const stored = decodeState(bytes, refusals);
      if (hash !== null && !hasUnknownMembers(stored.state)) file.write(writeOutline(stored, validFor, hash));
      return stored;
    }
    const {checksum, header, size, repeated} = head;
    refusals.checkOwner(header);
    const bodies = new DecodedBodies(() => decodeKnownState(bytes, checksum, refusals).state);
    // A damaged list is the same as none.
    const monitors = once(() => readMonitors(text) ?? bodies.whole().monitors);
    const version = {lineage: header.lineage, serial: header.serial, checksum};
    return {state: new OutlinedState(header, {size, repeated, monitors}, bodies), version};
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

/** Writes the head into a line of its own. */
function writeOutline({state, version: {checksum}}: StoredState, validFor: string, hash: string): string {
  const {monitors, unknown: _none, ...header} = state;
  const head: OutlineHead = {validFor, hash, checksum, header, size: monitors.size, repeated: hashRecords(monitors)};
  const outlines: Outline['monitors'] = [...monitors].map(([key, record]) => [key, dropBodies(record)]);
  return `${JSON.stringify(head).slice(0, -1)},\n"monitors":${JSON.stringify(outlines)}}`;
}

function dropBodies({applied: _applied, observed: _observed, ...outline}: RecordedMonitor): RecordedOutline {
  return outline;
}

/** Null where something of a record needs more than a spec that says the same. */
function hashRecords(monitors: State['monitors']): string | null {
  const repeated: Repeated[] = [];
  for (const [key, record] of monitors) {
    const {specPath, bodyHash, protect, inherited, pending, leftovers, mayExistTwice} = record;
    if (pending !== undefined || leftovers !== undefined || mayExistTwice !== undefined) return null;
    repeated.push({key, specPath, bodyHash, protect, paused: record.paused === true, sync: record, inherited});
  }
  return hashRepeated(repeated);
}

function readHead(text: string, validFor: string, hash: string): OutlineHead | null {
  // These members come first, so that an outline of other bytes is not parsed.
  if (!text.startsWith(JSON.stringify({validFor, hash}).slice(0, -1))) return null;
  try {
    const head = JSON.parse(`${text.slice(0, text.indexOf(',\n'))}}`) as OutlineHead;
    return text.endsWith(']}') ? head : null;
  } catch {
    return null;
  }
}

function readMonitors(text: string): ReadonlyMap<Key, RecordedOutline> | null {
  try {
    return new Map((JSON.parse(text) as Outline).monitors);
  } catch {
    return null;
  }
}
