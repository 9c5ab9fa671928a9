import {sha256} from '../json/canonical';
import type {SourceFile} from './desired-monitor';
import {type ExamineOptions, examineFile, type FileFacts, isEnough} from './examine';
import type {DocumentUses} from './fleet/expand';
import type {FolderLayers} from './fleet/tree';

/**
 * Facts of files by the hash of what they come from; of this tool version, schema and lists of allowed references,
 * members and rules only.
 */
export interface CheckCache {
  /** `id` is a hash; with rules, it is followed by the path. */
  find(id: string): FileFacts | undefined;
  add(id: string, facts: FileFacts): void;
  /** Writes what was added; whatever fails in it is ignored. */
  save(): void;
}

/** Options of finding facts: those of examining a file but its layers. */
interface FactOptions extends Omit<ExamineOptions, 'layers'> {
  readonly cache: CheckCache | null;
}

/**
 * Finds what files come to: in the cache, or by examining them. Of a file without references and rows it is a matter of its content
 * and its layers; of others the cache holds, by the same hash, what else to look at, and by the hash of that too the facts.
 */
export class FileFactFinder {
  readonly #options: FactOptions;
  readonly #variables: string;
  /** The hash of each data file that was looked at, by its path relative to the specs directory. */
  readonly dataHashes = new Map<string, string>();

  constructor(options: FactOptions) {
    this.#options = options;
    const {environment, vars} = options.environment;
    this.#variables = JSON.stringify([environment, Object.entries(vars).sort()]);
  }

  find(source: SourceFile, hash: string, layers: FolderLayers | null): FileFacts {
    const {cache, allowed, fields, purpose, rules, environment, readData} = this.#options;
    const merged = layers === null ? hash : sha256(hash + layers.digest);
    // Rules also judge the key that the path gives.
    const content = rules === null ? merged : `${merged} ${source.specPath}`;
    const head = cache?.find(content);
    const exact = head?.uses === undefined ? content : this.#exactHash(source, content, head.uses);
    const known = exact === content ? head : cache?.find(exact);
    if (head !== undefined && known !== undefined && isEnough(known, purpose)) {
      cache?.add(content, head);
      if (exact !== content) cache?.add(exact, known);
      return known;
    }
    const facts = examineFile(source, {allowed, fields, purpose, rules, environment, readData, layers});
    const {uses} = facts;
    cache?.add(content, uses === undefined ? facts : {documents: [], findings: [], uses});
    if (uses === undefined) return facts;
    // Also without a cache: it notes the hashes of data files.
    const used = this.#exactHash(source, content, uses);
    cache?.add(used, facts);
    return facts;
  }

  #exactHash(source: SourceFile, content: string, {data}: DocumentUses): string {
    const files = data.map(path => {
      const read = this.#options.readData(source, path);
      if (!('source' in read)) return read.message;
      this.dataHashes.set(read.source.specPath, read.hash);
      return [read.source.file, read.hash];
    });
    return sha256(JSON.stringify([content, this.#variables, files]));
  }
}
