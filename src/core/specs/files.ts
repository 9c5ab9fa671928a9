import {closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync} from 'node:fs';
import {join} from 'node:path';
import {formatNumber} from '../base/words';
import type {DiagnosticCode} from '../diagnostics/codes';
import {compareText, type Diagnostic} from '../diagnostics/diagnostic';
import {UserError} from '../diagnostics/user-error';
import {pathBelow} from '../files/paths';
import type {SourceFile} from './desired-monitor';
import {isNearLayerName, readLayerName} from './fleet/layer-name';
import type {LayerFile} from './fleet/sources';

/** Place of the specs, and limits of reading them. */
interface ReadSpecFilesOptions {
  /** Absolute. May itself be reached through a symbolic link: it was named by the user. */
  readonly specsDirectory: string;
  /** Findings show paths relative to it; absolute. */
  readonly cwd: string;
  /** More specs than this are not read. Default: 100,000. */
  readonly mostFiles?: number;
  /** Policy for a directory without specs, which may have layers. Default: refuse. */
  readonly whenEmpty?: 'refuse' | 'accept';
}

/** Larger than any spec; see docs/decisions/2026-11-21-yaml-parser.md. */
const LARGEST_FILE = 1024 * 1024;
/** As many as there may be monitors; a walk of `/` ends here. */
const MOST_FILES = 100_000;
const DEEPEST_DIRECTORY = 64;
/** Files are read into blocks that they share: memory of its own for each of many small files takes as long as reading it. */
const BLOCK_SIZE = 512 * 1024;

/** Files below the specs directory, each list sorted by path, and the refused ones. */
interface ReadSpecs {
  readonly files: SourceFile[];
  readonly layers: LayerFile[];
  readonly findings: Diagnostic[];
}

/**
 * Reads every `*.yaml` and `*.yml` below the specs directory, except names that begin with `_` or `.`, of which only
 * layers are read. Follows no symbolic link and opens nothing but regular files, also when one is swapped while it looks; what
 * it refuses becomes a finding with the path alone. Throws {@link UserError}.
 */
export function readSpecFiles(options: ReadSpecFilesOptions): ReadSpecs {
  const walk = new Walk(options);
  walk.directory('', 0);
  if (walk.found === 0 && options.whenEmpty !== 'accept') {
    throw new UserError(
      'file/no-specs',
      `no specs found in the specs directory ${walk.show('')}`,
      'run "monitors init" to start here, put a *.yaml file there (its name must not begin with "_" or "."), or name another directory with --specs; "monitors pull" writes specs for monitors that exist already',
    );
  }
  walk.files.sort((a, b) => compareText(a.specPath, b.specPath));
  walk.layers.sort((a, b) => compareText(a.specPath, b.specPath));
  return {files: walk.files, layers: walk.layers, findings: walk.findings};
}

class Walk {
  readonly files: SourceFile[] = [];
  readonly layers: LayerFile[] = [];
  readonly findings: Diagnostic[] = [];
  /** Specs met, those refused included. */
  found = 0;
  readonly #root: string;
  readonly #shownRoot: string;
  readonly #mostFiles: number;
  /** The block that files are read into, and how much of it is taken. */
  #block: Buffer = Buffer.alloc(0);
  #taken = 0;

  constructor({specsDirectory, cwd, mostFiles = MOST_FILES}: ReadSpecFilesOptions) {
    this.#root = specsDirectory;
    this.#shownRoot = pathBelow(cwd, specsDirectory);
    this.#mostFiles = mostFiles;
  }

  /** Reads a directory, given by its path below the specs directory with `/`; `''` is that directory. */
  directory(path: string, depth: number): void {
    if (depth > DEEPEST_DIRECTORY) throw this.#tooMany(`the directory ${this.show(path)} is nested more than ${DEEPEST_DIRECTORY} deep`);
    for (const entry of this.#list(path)) {
      const first = entry.name.charCodeAt(0);
      if (first === 0x2e) continue;
      if (first === 0x5f) {
        if (isNearLayerName(entry.name)) this.#layer(path, entry);
        continue;
      }
      this.#entry(path === '' ? entry.name : `${path}/${entry.name}`, entry, depth);
    }
  }

  /** A path as findings show it: relative to the working directory. */
  show(path: string): string {
    if (path === '') return this.#shownRoot === '' ? '.' : this.#shownRoot;
    return this.#shownRoot === '' ? path : `${this.#shownRoot}/${path}`;
  }

  #list(path: string): Dirent[] {
    try {
      return readdirSync(join(this.#root, path), {withFileTypes: true});
    } catch (error) {
      if (path === '') throw this.#noDirectory(error);
      this.#refuse(path, 'file/unreadable', `the directory cannot be read (${reasonOf(error)})`, 'fix its permissions, or remove it');
      return [];
    }
  }

  #entry(path: string, entry: Dirent, depth: number): void {
    if (entry.isDirectory()) {
      this.directory(path, depth + 1);
      return;
    }
    const isSpec = /\.ya?ml$/.test(entry.name);
    // A link without the ending of a spec may lead to a directory of specs, so it is named, too.
    if (!isSpec && /\.ya?ml$/i.test(entry.name)) {
      this.#refuseCapitals(path);
      return;
    }
    if (!isSpec && !entry.isSymbolicLink()) return;
    if (isSpec && ++this.found > this.#mostFiles)
      throw this.#tooMany(`${this.show('')} holds more than ${formatNumber(this.#mostFiles)} specs`);
    const source = this.#readEntry(path, entry);
    if (source !== null) this.files.push(source);
  }

  #refuseCapitals(path: string): void {
    this.found++;
    this.#refuse(
      path,
      'file/letter-case',
      'the ending of this file has capitals, so it is not read',
      'write .yaml or .yml in small letters',
    );
  }

  /** Reads a layer; a name that is nearly one of a layer is refused, since its author means it to be in use. */
  #layer(folder: string, entry: Dirent): void {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const name = readLayerName(entry.name);
    if (name.kind === 'wrong') {
      this.#refuse(
        path,
        'fleet/layer-name',
        `"${entry.name}" is nearly the name of a layer`,
        `rename it to ${name.right}, or, if it is a draft, to _draft.yaml`,
      );
      return;
    }
    const source = this.#readEntry(path, entry);
    if (source !== null) this.layers.push({...source, folder, environment: name.environment});
  }

  #readEntry(path: string, entry: Dirent): SourceFile | null {
    if (!entry.isSymbolicLink() && entry.isFile()) return this.#read(path);
    if (entry.isSymbolicLink()) this.#refuseLink(path);
    else this.#refuseKind(path);
    return null;
  }

  #read(path: string): SourceFile | null {
    let descriptor: number;
    try {
      // A path made of an absolute one and names that a directory gave needs no normalizing.
      descriptor = openSync(`${this.#root}/${path}`, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      this.#refuseOpening(path, error);
      return null;
    }
    try {
      const bytes = this.#readOpened(path, descriptor);
      return bytes === null ? null : {file: this.show(path), specPath: path, bytes};
    } catch (error) {
      this.#refuseOpening(path, error);
      return null;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Reads the file that was opened, whatever stands under its name by now. */
  #readOpened(path: string, descriptor: number): Uint8Array | null {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) {
      this.#refuseKind(path);
      return null;
    }
    if (stat.size > LARGEST_FILE) {
      this.#refuse(
        path,
        'file/too-large',
        'the file is larger than 1 MiB',
        'split it, or move it out of the specs directory if it is not a spec',
      );
      return null;
    }
    const buffer = this.#reserve(stat.size);
    let length = 0;
    while (length < buffer.length) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null);
      if (read === 0) break;
      length += read;
    }
    return length === buffer.length ? buffer : buffer.subarray(0, length);
  }

  #reserve(size: number): Buffer {
    if (size > BLOCK_SIZE / 8) return Buffer.allocUnsafeSlow(size);
    if (this.#taken + size > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(BLOCK_SIZE);
      this.#taken = 0;
    }
    this.#taken += size;
    return this.#block.subarray(this.#taken - size, this.#taken);
  }

  #refuseOpening(path: string, error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ELOOP') this.#refuseLink(path);
    else if (code === 'ENXIO') this.#refuseKind(path);
    else this.#refuse(path, 'file/unreadable', `the file cannot be read (${reasonOf(error)})`, 'fix its permissions, or remove it');
  }

  #refuseLink(path: string): void {
    this.#refuse(path, 'file/symlink', 'a symbolic link is not followed', 'put the file itself there, or remove the link');
  }

  #refuseKind(path: string): void {
    this.#refuse(path, 'file/not-regular', 'this is not a regular file', 'remove it, or let its name begin with "_"');
  }

  #refuse(path: string, code: DiagnosticCode, message: string, hint: string): void {
    const start = {line: 1, column: 1, offset: 0};
    this.findings.push({code, severity: 'error', message, hint, where: {file: this.show(path), pointer: '', range: {start, end: start}}});
  }

  #tooMany(message: string): UserError {
    return new UserError('file/too-many', message, 'name the directory that holds only specs with --specs, or `specs` in the config');
  }

  #noDirectory(cause: unknown): UserError {
    const code = (cause as NodeJS.ErrnoException).code;
    const message =
      code === 'ENOENT'
        ? `the specs directory ${this.show('')} does not exist`
        : code === 'ENOTDIR'
          ? `${this.show('')} is a file, not a directory of specs`
          : `the specs directory ${this.show('')} cannot be read (${reasonOf(cause)})`;
    return new UserError(
      'file/no-directory',
      message,
      'run "monitors init" to start here, or name the directory with --specs or `specs` in monitors.config.yaml',
      {
        cause,
      },
    );
  }
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown reason';
}
