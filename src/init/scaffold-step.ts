/** What the templates need to know of a project and its repository. All paths are relative and use `/`. */
export interface ScaffoldFacts {
  /** The project's name, fit for the config file. */
  readonly project: string;
  /** From the repository's root to the project's directory; empty where they are the same. */
  readonly prefix: string;
  /** The directory of the specs and the state file, relative to the project's directory. */
  readonly specs: string;
  readonly state: string;
  /** The branch whose pushes are applied. */
  readonly branch: string;
  readonly release: Release;
  readonly schemas: EditorSchemas;
}

/** Which release of this tool the scaffold pins. */
export interface Release {
  /** 40 hexadecimal digits; empty when run from source. */
  readonly commit: string;
  /** The release's tag, such as `v1.2.3`, where that commit carries it; else null. */
  readonly tag: string | null;
  /** `owner/name` on GitHub, as the package says; null while it says nothing. */
  readonly repository: string | null;
}

/** The JSON Schemas for editors, as text. */
export interface EditorSchemas {
  readonly spec: string;
  readonly config: string;
}

/** What a file of the scaffold is for. */
export type ScaffoldRole = 'config' | 'spec' | 'workflow' | 'hooks' | 'attributes' | 'ignored' | 'editor' | 'schema';

/** A file of the scaffold; its path is relative to the repository's root, with `/`. */
export type ScaffoldFile = {readonly role: ScaffoldRole; readonly path: string} & (
  | {readonly kind: 'whole'; readonly text: string}
  /** Its lines stand for themselves: those that are missing may be added to a file that is there. */
  | {readonly kind: 'lines'; readonly title: string; readonly lines: readonly string[]}
);

/** What stands on disk where a file of the scaffold goes. */
export type FoundFile = {readonly kind: 'nothing'} | {readonly kind: 'file'; readonly content: Uint8Array};

/** What is to be done about one file. */
export type ScaffoldStep =
  | {readonly outcome: 'created'; readonly path: string; readonly content: Uint8Array}
  /** `before` is what stood there when it was decided. */
  | {readonly outcome: 'extended'; readonly path: string; readonly content: Uint8Array; readonly before: Uint8Array}
  /** It holds what the scaffold would hold. */
  | {readonly outcome: 'unchanged'; readonly path: string}
  /** It holds something else, which is the user's. */
  | {readonly outcome: 'kept'; readonly path: string};

/** What became of one file. */
export interface ScaffoldResult {
  readonly path: string;
  readonly outcome: ScaffoldStep['outcome'];
}
