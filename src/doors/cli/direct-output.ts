import {fstatSync, writeSync} from 'node:fs';
import {Writable} from 'node:stream';
import {errorCode} from '../../core/files/file-error';

/** Error code of a write that has to wait: Node's own stream waits for its turn. */
const HAS_TO_WAIT = 'EAGAIN';

/**
 * A standard stream that is a file or a pipe, written to at once. Node's own stream for a pipe loads its whole network
 * code first, which takes longer than checking a spec.
 */
export class DirectOutput extends Writable {
  readonly #descriptor: number;
  readonly #openStream: () => Writable;
  /** Node's own stream, once a write would have had to wait. */
  #stream: Writable | null = null;
  readonly #onLoss: (error: unknown) => void;
  #takesNoMore = false;
  #hasLost = false;

  /** Something that was written is lost. */
  get hasLost(): boolean {
    return this.#hasLost;
  }

  /** All that was written is with the system, or lost. */
  get isSettled(): boolean {
    return this.#stream === null;
  }

  /**
   * `openStream` gives Node's stream of the same descriptor: it takes over when the descriptor does not take all at once. `onLoss` is
   * called once, with the reason, when the descriptor takes no more; what is written from then on is lost, and the run goes on.
   */
  constructor(descriptor: number, openStream: () => Writable, onLoss: (error: unknown) => void) {
    super({decodeStrings: true});
    this.#descriptor = descriptor;
    this.#openStream = openStream;
    this.#onLoss = onLoss;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#takesNoMore) {
      this.#hasLost = true;
      done();
      return;
    }
    if (this.#stream !== null) {
      this.#stream.write(chunk, error => this.#end(error, done));
      return;
    }
    let written = 0;
    try {
      while (written < chunk.length) written += writeSync(this.#descriptor, chunk, written);
    } catch (error) {
      if (errorCode(error) === HAS_TO_WAIT) {
        this.#stream = this.#openStream();
        this.#stream.write(chunk.subarray(written), failed => this.#end(failed, done));
        return;
      }
      this.#takesNoMore = true;
      this.#hasLost = true;
      this.#onLoss(error);
    }
    done();
  }

  /** Node's stream tells of its errors itself: here they only count. */
  #end(error: Error | null | undefined, done: () => void): void {
    this.#hasLost ||= error != null;
    done();
  }
}

/** Whether a descriptor is a file or a pipe of a system whose pipes take what is written without waiting for a turn. */
export function takesDirectOutput(descriptor: number, platform: string): boolean {
  if (platform === 'win32') return false;
  try {
    const stat = fstatSync(descriptor);
    return stat.isFile() || stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}
