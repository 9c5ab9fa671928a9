import {sha256} from '../json/canonical';
import type {AllowedFields} from '../service/allowed-fields';
import type {Purpose, SourceFile} from './desired-monitor';
import {examineFile, type FileFacts, isEnough} from './examine';
import type {DocumentUses} from './fleet/expand';
import type {FleetEnvironment, ReadData} from './fleet/sources';
import type {FolderLayers} from './fleet/tree';
import type {RuleSet} from './team/rule-set';

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

/** Options of finding facts. */
interface FactOptions {
  readonly allowed: readonly string[];
  readonly fields: AllowedFields;
  readonly purpose: Purpose;
  readonly cache: CheckCache | null;
  readonly environment: FleetEnvironment;
  readonly readData: ReadData;
  /** The rules of the team; null for none. */
  readonly rules: RuleSet | null;
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
    const {cache, purpose, allowed, fields, environment, readData, rules} = this.#options;
    const merged = layers === null ? hash : sha256(hash + layers.digest);
    // Rules also judge the key that the path gives.
    const content = rules === null ? merged : `${merged} ${source.specPath}`;
    const known = this.#findKnown(source, content);
    if (known !== null && isEnough(known, purpose)) return known;
    const facts = examineFile(source, {allowed, fields, purpose, layers, environment, readData, rules});
    if (facts.uses === undefined) cache?.add(content, facts);
    else {
      const exact = this.#exactHash(source, content, facts.uses);
      cache?.add(content, {documents: [], findings: [], uses: facts.uses});
      cache?.add(exact, facts);
    }
    return facts;
  }

  #findKnown(source: SourceFile, content: string): FileFacts | null {
    const {cache, purpose} = this.#options;
    const known = cache?.find(content);
    if (cache === null || known === undefined) return null;
    if (known.uses === undefined) {
      if (isEnough(known, purpose)) cache.add(content, known);
      return known;
    }
    const exact = this.#exactHash(source, content, known.uses);
    const facts = cache.find(exact);
    if (facts === undefined || !isEnough(facts, purpose)) return null;
    cache.add(content, known);
    cache.add(exact, facts);
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
