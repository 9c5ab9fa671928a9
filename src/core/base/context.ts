import type {Readable, Writable} from 'node:stream';
import type {Interruption} from './interruption';

/** A stream that text is written to; only the terminal's properties that output depends on are looked at. */
export type OutputStream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Something that was written is lost: the reader went away, or the disk is full. */
  readonly hasLost?: boolean;
};

/**
 * Everything a run takes from the world, passed in so that tests need no mocks: streams, environment, clock,
 * randomness. Only `main.ts` builds one from `process`.
 */
export interface Context {
  readonly stdin: Readable & {readonly isTTY?: boolean};
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory, absolute. */
  readonly cwd: string;
  readonly process: {readonly pid: number; readonly platform: string; readonly nodeVersion: string; readonly userId: number | null};
  /** The clocks, sleep and randomness of this run. */
  readonly world: World;
  /** The reader's time zone, an IANA name: that of `TZ`, else the system's. Asked only where a time is shown to people. */
  readonly timeZone: () => string;
  /**
   * From the first call on, SIGINT, SIGTERM and SIGHUP no longer kill the process: the first one aborts the signal
   * that is returned (its `reason` is an {@link Interruption}), the second one exits at once, and `lastWords` say how to
   * find out what was done. Called by what must end in good order; everything else dies of a signal as usual.
   */
  readonly watchInterruption: (lastWords?: string) => AbortSignal;
}

/** Clocks, sleep and randomness; a test passes virtual ones. */
export interface World {
  /** Wall clock, milliseconds since 1970 (for what is written down). */
  readonly now: () => number;
  /** Monotonic clock, milliseconds from an arbitrary start (for what is measured within a run). */
  readonly monotonic: () => number;
  /** Resolves after `ms` milliseconds (0 or more); rejects with the signal's reason as soon as it is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** A random UUID, version 4. */
  readonly uuid: () => string;
}
