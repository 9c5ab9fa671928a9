import {type Disk, realDisk} from '../../../../src/core/state/file/disk';

/** The name of a call to a disk. */
export type DiskCall = keyof Disk;

/** Thrown by a disk whose process died. */
export class Killed extends Error {
  constructor() {
    super('killed');
  }
}

/** Event at one call: nothing, an error of the system, or the end of the process (before or after the call). */
export type Fault = 'none' | 'kill-before' | 'kill-after' | {readonly code: string};

/** A real disk that asks before each call what is to go wrong with it. After a kill no call reaches the disk any more. */
export function faultyDisk(
  decide: (call: DiskCall, args: readonly unknown[], index: number) => Fault,
): Disk & {readonly calls: readonly string[]} {
  const calls: string[] = [];
  let dead = false;
  const wrap = <C extends DiskCall>(name: C): Disk[C] => {
    const real = realDisk[name] as (...args: unknown[]) => unknown;
    const run = (...args: unknown[]): unknown => {
      if (dead) throw new Killed();
      calls.push(name);
      const fault = decide(name, args, calls.length);
      if (fault === 'kill-before') {
        dead = true;
        throw new Killed();
      }
      if (typeof fault === 'object') {
        const error = Object.assign(new Error(`${fault.code}: ${name}`), {code: fault.code, syscall: name});
        if (name === 'fsync') return Promise.reject(error);
        throw error;
      }
      if (fault === 'none') return real(...args);
      dead = true;
      if (name === 'write') {
        // A process that dies in a write leaves a part of it.
        const [file, bytes, offset] = args as [number, Uint8Array, number];
        realDisk.write(file, bytes.subarray(0, offset + Math.ceil((bytes.length - offset) / 2)), offset);
      } else {
        real(...args);
      }
      throw new Killed();
    };
    return run as Disk[C];
  };
  return {
    calls,
    lstat: wrap('lstat'),
    open: wrap('open'),
    fstat: wrap('fstat'),
    readAll: wrap('readAll'),
    write: wrap('write'),
    chmod: wrap('chmod'),
    fsync: wrap('fsync'),
    close: wrap('close'),
    rename: wrap('rename'),
    link: wrap('link'),
    unlink: wrap('unlink'),
    list: wrap('list'),
  };
}
