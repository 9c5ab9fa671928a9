import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, relative} from 'node:path';
import {sha256} from '../../src/core/json/canonical';
import type {SharedBackend} from '../../src/core/state/addresses/kinds';
import {ownPrefix} from '../../src/core/state/remote/objects/names';
import type {Objects} from '../../src/core/state/remote/objects/objects';
import {openObjectStore} from '../../src/core/state/remote/objects/store';
import {type SharedStoreOptions, toSharedParts} from '../../src/core/state/remote/options';
import type {SharedStateStore} from '../../src/core/state/remote/store';

/** The place of a store, and what every store on a server needs. */
interface DirectoryStoreOptions extends SharedStoreOptions {
  readonly directory: string;
}

/** A third store: a state as files of a directory. Each change is one call that nothing of this process comes between. */
export function openDirectoryStore(options: DirectoryStoreOptions): SharedStateStore {
  const {project, environment} = options;
  const directory = join(options.directory, ownPrefix(project, environment));
  // A kind that no config names.
  const common = toSharedParts(options, `the directory ${options.directory}`, 'directory' as SharedBackend);
  return openObjectStore(common, {
    objects: new Files(directory),
    here: directory,
    prepareTrial: () => async () => {},
    findMissingSafeguard: async () => 'a directory keeps no versions',
  });
}

class Files implements Objects {
  constructor(private readonly directory: string) {}

  async get(name: string) {
    return this.find(name);
  }

  async getUnlessSame(name: string, etag: string) {
    const found = this.find(name);
    return found?.etag === etag ? 'same' : found;
  }

  async create(name: string, body: Buffer) {
    return this.find(name) === null ? this.put(name, body) : 'taken';
  }

  async replace(name: string, body: Buffer, etag: string) {
    return this.find(name)?.etag === etag ? this.put(name, body) : 'changed';
  }

  async remove(names: readonly string[]) {
    for (const name of names) rmSync(join(this.directory, name), {force: true});
  }

  async list(start: string) {
    if (!existsSync(this.directory)) return [];
    const entries = readdirSync(this.directory, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
    const paths = entries.map(entry => join(entry.parentPath, entry.name)).sort();
    const named = paths.map(path => ({name: relative(this.directory, path), size: statSync(path).size}));
    return named.filter(({name}) => name.startsWith(start));
  }

  close() {}

  private find(name: string): {readonly body: Buffer; readonly etag: string} | null {
    const path = join(this.directory, name);
    if (!existsSync(path)) return null;
    const body = readFileSync(path);
    return {body, etag: sha256(body)};
  }

  private put(name: string, body: Buffer): {readonly etag: string} {
    const path = join(this.directory, name);
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(`${path}.new`, body, {flush: true});
    renameSync(`${path}.new`, path);
    return {etag: sha256(body)};
  }
}

/** Makes directories for states, and removes them after the tests of a file. */
export function useDirectories() {
  const made: string[] = [];
  afterAll(() => {
    for (const directory of made) rmSync(directory, {recursive: true, force: true});
  });
  return {
    make: () => {
      const directory = mkdtempSync(join(tmpdir(), 'monitors-directory-store-'));
      made.push(directory);
      return directory;
    },
  };
}
