import type {ChildProcessByStdio} from 'node:child_process';
import type {Readable, Writable} from 'node:stream';
import {killGroup} from '../base/kill-group';

/** An object that git holds. */
export interface GitObject {
  readonly id: string;
  /** `blob`, `tree`, `commit` or `tag`. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** A started `git cat-file --batch`. */
export type BatchProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** A reply of `git cat-file --batch`; null for an object that is missing. */
interface BatchReply {
  readonly object: GitObject | null;
  /** Its length in the output. */
  readonly length: number;
}

/** A name that is asked for. */
interface Question {
  readonly name: string;
  readonly resolve: (object: GitObject | null) => void;
}

/** Takes the first reply from the output; a number is the length that the output needs to hold it. */
export function takeReply(output: Buffer): BatchReply | number {
  const end = output.indexOf('\n');
  if (end < 0) return output.length + 1;
  const [, id = '', type = '', size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(output.toString('latin1', 0, end)) ?? [];
  if (size === undefined) return {object: null, length: end + 1};
  const next = end + 1 + Number(size);
  return output.length <= next ? next + 1 : {object: {id, type, bytes: output.subarray(end + 1, next)}, length: next + 1};
}

/**
 * Reads objects with one process for all names. Each name is looked up when it is asked for, so that what was fetched since counts; but
 * a name with `^` before a path may be answered by an older history.
 */
export class ObjectReader {
  #child: BatchProcess | null = null;
  #waiting: Question[] = [];
  #chunks: Buffer[] = [];
  #received = 0;
  #needed = 1;
  #timer: NodeJS.Timeout | undefined;

  /** `timeoutMs`: how long one answer may take. */
  constructor(
    private readonly start: () => BatchProcess,
    private readonly timeoutMs: number,
  ) {}

  /** Reads the object of a name; null where it is missing or git fails. Throws for a name that is not one line. */
  async read(name: string): Promise<GitObject | null> {
    if (/[\r\n]/.test(name)) throw new Error('the name of an object has several lines');
    const child = this.#child ?? this.#open();
    this.#child = child;
    return new Promise(resolve => {
      this.#waiting.push({name, resolve});
      if (this.#waiting.length === 1) this.#watch();
      child.stdin.write(`${name}\n`);
    });
  }

  /** Ends the process; a later read starts another one. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
    const left = this.#waiting.splice(0);
    if (left.length > 0) killGroup(child);
    for (const {resolve} of left) resolve(null);
    child.stdin.end();
    await ended;
  }

  #open(): BatchProcess {
    const child = this.start();
    const end = () => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#chunks = [];
      [this.#received, this.#needed] = [0, 1];
      clearTimeout(this.#timer);
      // The cause of its end, such as a file that a partial clone could not fetch, says nothing of the others.
      const [first, ...others] = this.#waiting.splice(0);
      first?.resolve(null);
      for (const {name, resolve} of others) this.read(name).then(resolve, () => resolve(null));
    };
    child.stdin.on('error', () => undefined);
    child.stderr.resume();
    child.stdout.on('data', (chunk: Buffer) => this.#take(chunk));
    child.on('error', end);
    child.on('close', end);
    return child;
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#received < this.#needed) return;
    let output = Buffer.concat(this.#chunks);
    for (;;) {
      const reply = takeReply(output);
      if (typeof reply === 'number') {
        this.#needed = reply;
        break;
      }
      output = output.subarray(reply.length);
      this.#waiting.shift()?.resolve(reply.object);
      this.#watch();
    }
    this.#chunks = [output];
    this.#received = output.length;
  }

  #stop(): void {
    if (this.#child !== null) killGroup(this.#child);
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#stop(), this.timeoutMs);
  }
}
