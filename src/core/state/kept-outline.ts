import {hash as hashBytes} from 'node:crypto';
import {once} from '../base/once';
import type {Key} from '../specs/desired-monitor';
import {hashRepeated, type Repeated} from '../specs/sync';
import type {BodyFacts, OutlinedState, RecordedOutline, State} from './state';

/** Storage of the outline; see `src/core/files/cache-file.ts`. */
export interface OutlineText {
  read(): string | null;
  write(text: string): void;
}

/** Name and ETag of an object. */
export type ObjectVersion = readonly [name: string, etag: string];

/** Source of an outline. */
interface OutlineSource {
  /** Hash of the bytes that were read ({@link identify}), or the checksum of the rows. */
  readonly of: string;
  /** The object that holds the bytes, if one does. */
  readonly object?: ObjectVersion | undefined;
}

/** First line of the kept text: for a plan over a state that says what the specs say, the monitors are not parsed. */
interface OutlineHead extends OutlineSource {
  readonly validFor: string;
  /** Hash of the monitors' text, for readers that have nothing else to read them from. */
  readonly rest: string;
  readonly checksum: string;
  readonly header: Omit<State, 'monitors' | 'unknown'>;
  readonly size: number;
  readonly repeated: string | null;
}

/** A monitor of an outline; its facts only where its bodies are not at hand. */
export type OutlinedMonitor = readonly [key: Key, outline: RecordedOutline, facts?: BodyFacts | undefined];

/** Kept facts of a state that passed every check: everything but the bodies. */
export interface KeptOutline extends Pick<OutlinedState, 'size' | 'repeated'>, Pick<OutlineHead, 'checksum' | 'header' | 'object'> {
  /** Null where the text is damaged. */
  readonly list: () => readonly OutlinedMonitor[] | null;
  /** Tells whether {@link list} gives what was kept. */
  readonly isSound: () => boolean;
}

/** A state to be kept. */
interface OutlinedContent {
  readonly checksum: string;
  readonly header: OutlineHead['header'];
  readonly monitors: readonly OutlinedMonitor[];
}

/** The outline that was kept last, of the state that this machine read last. */
export class OutlineFile {
  constructor(
    private readonly file: OutlineText,
    private readonly validFor: string,
  ) {}

  /** The outline of just these bytes or rows, if this build kept it. */
  find(of: string): KeptOutline | null {
    // These members come first, so that an outline of something else is not parsed.
    return this.read({validFor: this.validFor, of});
  }

  /** The outline of whatever was read last. */
  last(): KeptOutline | null {
    return this.read({validFor: this.validFor});
  }

  /** Keeps the outline; members of a newer version are not in it: such a state is read as a whole. */
  keep({of, object}: OutlineSource, {checksum, header, monitors}: OutlinedContent): string | null {
    if (monitors.some(([, {unknown}]) => unknown !== undefined)) return null;
    const end = `"monitors":${JSON.stringify(monitors)}}`;
    const rest = identify(end);
    const repeated = hashRecords(monitors);
    if (rest === null) return repeated;
    const head: OutlineHead = {validFor: this.validFor, of, rest, object, checksum, header, size: monitors.length, repeated};
    this.file.write(`${JSON.stringify(head).slice(0, -1)},\n${end}`);
    return repeated;
  }

  private read(first: Partial<OutlineHead>): KeptOutline | null {
    const text = this.file.read();
    if (text === null || !text.startsWith(JSON.stringify(first).slice(0, -1)) || !text.endsWith(']}')) return null;
    const start = text.indexOf(',\n');
    try {
      const {rest, ...head} = JSON.parse(`${text.slice(0, start)}}`) as OutlineHead;
      return {...head, list: once(() => parseMonitors(text)), isSound: () => identify(text.slice(start + 2)) === rest};
    } catch {
      return null;
    }
  }
}

/** BLAKE2 takes half the time of SHA-256 for what may be many megabytes; null where it is switched off. */
export function identify(bytes: Uint8Array | string): string | null {
  try {
    return hashBytes('blake2b512', bytes, 'hex');
  } catch {
    return null;
  }
}

/** Null where something of a record needs more than a spec that says the same. */
function hashRecords(monitors: OutlinedContent['monitors']): string | null {
  const repeated: Repeated[] = [];
  for (const [key, record] of monitors) {
    const {specPath, bodyHash, protect, inherited, pending, leftovers, mayExistTwice} = record;
    if (pending !== undefined || leftovers !== undefined || mayExistTwice !== undefined) return null;
    repeated.push({key, specPath, bodyHash, protect, paused: record.paused === true, sync: record, inherited});
  }
  return hashRepeated(repeated);
}

function parseMonitors(text: string): readonly OutlinedMonitor[] | null {
  try {
    return (JSON.parse(text) as Pick<OutlinedContent, 'monitors'>).monitors;
  } catch {
    return null;
  }
}
