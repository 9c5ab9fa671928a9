import type {JsonObject} from '../json/value';

/** A file that factoring writes, changes or removes. */
export interface FactoredFile {
  /** Relative to the working directory, with `/`. */
  readonly file: string;
  /** What happened to it. */
  readonly outcome: 'created' | 'changed' | 'removed';
  /** 0 for a new file. */
  readonly linesBefore: number;
  /** 0 for a removed file. */
  readonly linesAfter: number;
}

/** Result of factoring a folder, also of a trial. */
export interface FactorReport {
  /**
   * Relative to the working directory, with `/`.
   * @example "monitors/pricing"
   */
  readonly folder: string;
  /** Nothing was written. */
  readonly dryRun: boolean;
  /** In the order in which they are written; empty if there is nothing to move. */
  readonly files: readonly FactoredFile[];
  /** Lines of the folder's specs and layers. */
  readonly linesBefore: number;
  /** The same afterwards, with the list's data. */
  readonly linesAfter: number;
  /** Monitors of the folder; none of them changes. */
  readonly monitors: number;
  /** Why there is no list, if not because specs differ too much: they have target ids that no state records, and rows hold no ids. */
  readonly obstacle: 'target-ids' | null;
  /** Specs that stay as they are. */
  readonly left: readonly string[];
  /** What the specs share now: members of the layer, or the spec of the list. Literal secrets are `"(secret)"`. */
  readonly shared: JsonObject;
  /** The first rows of the list. Values that may be secret are `"(secret)"`. */
  readonly rows: readonly JsonObject[];
}
