import type {JsonObject} from '../json/value';

/** A file that factoring writes, changes or removes. */
export interface FactoredFile {
  /** As messages show it. */
  readonly file: string;
  readonly outcome: 'created' | 'changed' | 'removed';
  readonly linesBefore: number;
  readonly linesAfter: number;
}

/** What factoring a folder did, or would do. */
export interface FactorReport {
  /** The folder, as messages show it. */
  readonly folder: string;
  readonly isDryRun: boolean;
  /** In the order in which they are written; empty where there is nothing to move. */
  readonly files: readonly FactoredFile[];
  /** Lines of all files of the folder that specs are made from. */
  readonly linesBefore: number;
  readonly linesAfter: number;
  /** How many monitors come from the folder, before and after. */
  readonly monitors: number;
  /** Specs that stay as they are, as messages show them. */
  readonly left: readonly string[];
  /** The new members of the layer, or the spec of the list. In the form of a spec; secrets are masked. */
  readonly shared: JsonObject;
  /** The first rows of the list; masked. */
  readonly rows: readonly JsonObject[];
}
