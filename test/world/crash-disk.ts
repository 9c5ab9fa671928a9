import * as fs from 'node:fs';
import {basename, dirname} from 'node:path';
import {type Disk, realDisk} from '../../src/core/state/file/disk';

/**
 * Remains on a dying machine's disk:
 * - `everything`: the process was killed, the system lives on.
 * - `synced`: the power failed, and nothing survives that was not made durable: no bytes without fsync of the file, no
 *   name without fsync of the directory.
 * - `names`: the power failed; names survive at once, as on many file systems, but bytes only after fsync.
 */
export type Survival = 'everything' | 'synced' | 'names';

interface Inode {
  content: Buffer;
  synced: number;
}

/** A real disk that can forget what was never made durable. It keeps count of the files in one directory. */
export class MortalDisk implements Disk {
  readonly #directory: string;
  readonly #honest: boolean;
  readonly #open = new Map<number, Inode | 'directory'>();
  readonly #all = new Set<number>();
  #names = new Map<string, Inode>();
  #durableNames: Map<string, Inode>;

  /** A disk that is not `honest` makes nothing durable and does not say so. */
  constructor(directory: string, honest = true) {
    this.#directory = directory;
    this.#honest = honest;
    for (const name of fs.readdirSync(directory, {withFileTypes: true})) {
      if (!name.isFile()) continue;
      const path = `${directory}/${name.name}`;
      const content = fs.readFileSync(path);
      this.#names.set(path, {content, synced: content.length});
    }
    this.#durableNames = new Map(this.#names);
  }

  /** Makes the directory hold only what survives. The process must die right afterwards. */
  lose(survival: Survival): void {
    if (survival === 'everything') return;
    for (const path of this.#names.keys()) fs.unlinkSync(path);
    for (const [path, {content, synced}] of survival === 'synced' ? this.#durableNames : this.#names) {
      fs.writeFileSync(path, content.subarray(0, synced));
    }
  }

  /** Closes what a run that is dead left open; it must not use any of it afterwards. */
  abandon(): void {
    for (const file of this.#all) realDisk.close(file);
    this.#all.clear();
  }

  lstat = realDisk.lstat;
  fstat = realDisk.fstat;
  readAll = realDisk.readAll;
  chmod = realDisk.chmod;
  list = realDisk.list;

  open(path: string, mode: Parameters<Disk['open']>[1], permissions?: number): number {
    const file = realDisk.open(path, mode, permissions);
    this.#all.add(file);
    if (mode === 'directory') {
      this.#open.set(file, 'directory');
    } else if (dirname(path) === this.#directory) {
      if (mode === 'create') this.#names.set(path, {content: Buffer.alloc(0), synced: 0});
      this.#open.set(file, this.#inode(path));
    }
    return file;
  }

  write(file: number, bytes: Uint8Array, offset: number): number {
    const count = realDisk.write(file, bytes, offset);
    const inode = this.#open.get(file);
    if (inode === undefined || inode === 'directory') throw new Error('written to a file that was not opened here');
    inode.content = Buffer.concat([inode.content, bytes.subarray(offset, offset + count)]);
    return count;
  }

  async fsync(file: number): Promise<void> {
    const inode = this.#open.get(file);
    const length = inode === undefined || inode === 'directory' ? 0 : inode.content.length;
    const names = new Map(this.#names);
    await realDisk.fsync(file);
    if (!this.#honest) return;
    if (inode === 'directory') this.#durableNames = names;
    else if (inode !== undefined) inode.synced = Math.max(inode.synced, length);
  }

  close(file: number): void {
    realDisk.close(file);
    this.#all.delete(file);
    this.#open.delete(file);
  }

  rename(from: string, to: string): void {
    realDisk.rename(from, to);
    const inode = this.#inode(from);
    // A rename between two names of one file does nothing.
    if (this.#names.get(to) === inode) return;
    this.#names.delete(from);
    this.#names.set(to, inode);
  }

  link(from: string, to: string): void {
    realDisk.link(from, to);
    this.#names.set(to, this.#inode(from));
  }

  unlink(path: string): void {
    realDisk.unlink(path);
    this.#names.delete(path);
  }

  #inode(path: string): Inode {
    const inode = this.#names.get(path);
    if (inode === undefined) throw new Error(`${basename(path)} is not known`);
    return inode;
  }
}
