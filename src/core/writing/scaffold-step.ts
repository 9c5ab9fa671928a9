/** The facts about project and repository for the templates. All paths are relative and use `/`. */
export interface ScaffoldFacts {
  /** The project's name, valid in the config. */
  readonly project: string;
  /** From the repository's root to the project's directory; empty where they are the same. */
  readonly prefix: string;
  /** The directory of the specs and the state file, relative to the project's directory. */
  readonly specs: string;
  readonly state: string;
  /** The branch whose pushes are applied. */
  readonly branch: string;
  /** The environment that the workflow names; null leaves it to the config. */
  readonly environment: string | null;
  /** The environments that the workflow applies one after the other; null for a workflow of one. */
  readonly environments: readonly string[] | null;
  /** Whether a new project begins with defaults and a list, instead of one spec. */
  readonly fleet: boolean;
  /** Text of the list that the project begins with, made of a file of another tool; null for one of ours. */
  readonly rows: string | null;
  /** Name of the list: its spec and, behind a `_`, its rows. */
  readonly list: string;
  /** Whether a workflow reports what monitors found. */
  readonly digest: boolean;
  /** Whether AGENTS.md says what an agent may run. */
  readonly agents: boolean;
  readonly release: Release;
  readonly schemas: EditorSchemas;
}

/** The release of this tool that the workflow pins. */
export interface Release {
  /** 40 hexadecimal digits; empty when run from source. */
  readonly commit: string;
  /** The release's tag, such as `v1.2.3`, where that commit carries it; else null. */
  readonly tag: string | null;
  /** `owner/name` on GitHub, from the package; null if it does not name one. */
  readonly repository: string | null;
}

/** The JSON Schemas for editors, as text. */
export interface EditorSchemas {
  readonly spec: string;
  readonly layer: string;
  readonly config: string;
}

/** The purpose of a file. */
export type ScaffoldRole =
  | 'config'
  | 'layer'
  | 'rows'
  | 'spec'
  | 'workflow'
  | 'drift'
  | 'digest'
  | 'agents'
  | 'hooks'
  | 'attributes'
  | 'ignored'
  | 'editor'
  | 'schema';

/** A file of the scaffold; its path is relative to the repository's root, with `/`. */
export type ScaffoldFile = {readonly role: ScaffoldRole; readonly path: string} & (
  | {
      readonly kind: 'whole';
      readonly text: string;
      readonly essential?: EssentialLines;
    }
  /** Missing lines may be added to an existing file. */
  | {readonly kind: 'lines'; readonly title: string; readonly lines: readonly string[]}
  /** May be added at the end of an existing file, unless that has its first line. */
  | {readonly kind: 'section'; readonly text: string}
);

/** Lines that a file that was there before needs for the others to work. */
export interface EssentialLines {
  readonly lines: readonly string[];
  /** A file with all of these texts has it. */
  readonly signs: readonly string[];
}

/** The file on disk at the path of a new one. */
export type FoundFile = {readonly kind: 'nothing'} | {readonly kind: 'file'; readonly content: Uint8Array};

/** The decision about one file. */
export type ScaffoldStep =
  | {readonly outcome: 'created'; readonly path: string; readonly content: Uint8Array}
  /** `before` is the content at the time of the decision. */
  | {readonly outcome: 'extended'; readonly path: string; readonly content: Uint8Array; readonly before: Uint8Array}
  /** It has the same content. */
  | {readonly outcome: 'unchanged'; readonly path: string}
  /** It has other content, which stays; `toAdd` are lines that people should add to it. */
  | {readonly outcome: 'kept'; readonly path: string; readonly toAdd?: readonly string[]};

/** The result for one file. */
export interface ScaffoldResult {
  readonly path: string;
  readonly outcome: ScaffoldStep['outcome'] | 'renewed' | 'removed';
  /** Lines that people should add to a kept file; absent if it has them, or none are needed. */
  readonly toAdd?: readonly string[];
}

/** Decides what to do with a file: an existing file is never overwritten, and only files of lines and sections are extended. */
export function decideStep(file: ScaffoldFile, found: FoundFile): ScaffoldStep {
  const {path} = file;
  if (found.kind === 'nothing') return {outcome: 'created', path, content: encode(textOf(file))};
  const {content} = found;
  switch (file.kind) {
    case 'whole':
      return Buffer.from(content).equals(encode(file.text))
        ? {outcome: 'unchanged', path}
        : {outcome: 'kept', path, ...advise(file.essential, content)};
    case 'lines': {
      // Bytes are appended, not decoded and encoded again: a comment in another encoding must not change.
      const text = Buffer.from(content).toString('latin1');
      const missing = listMissingLines(file.lines, text);
      if (missing.length === 0) return {outcome: 'unchanged', path};
      return extend(path, content, renderAddition([`# ${file.title}`, ...missing], text));
    }
    case 'section': {
      const text = Buffer.from(content).toString('latin1');
      const lines = file.text.trimEnd().split('\n');
      if (listMissingLines(lines.slice(0, 1), text).length === 0) return {outcome: 'unchanged', path};
      return extend(path, content, renderAddition(lines, text));
    }
  }
}

function extend(path: string, content: Uint8Array, added: string): ScaffoldStep {
  return {outcome: 'extended', path, content: Buffer.concat([content, encode(added)]), before: content};
}

function textOf(file: ScaffoldFile): string {
  return file.kind !== 'lines' ? file.text : [`# ${file.title}`, ...file.lines].map(line => `${line}\n`).join('');
}

/** Advises people what to add to their own file, unless its text shows that it is there. */
function advise(essential: EssentialLines | undefined, content: Uint8Array): {toAdd?: readonly string[]} {
  const text = Buffer.from(content).toString('utf8');
  return essential === undefined || essential.signs.every(sign => text.includes(sign)) ? {} : {toAdd: essential.lines};
}

function listMissingLines(lines: readonly string[], text: string): string[] {
  const present = new Set(text.split('\n').map(line => line.trim()));
  return lines.filter(line => !present.has(line));
}

/** Renders the lines to add, with the file's own line ends. */
function renderAddition(lines: readonly string[], text: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? end : `${end}${end}`;
  return `${gap}${lines.map(line => `${line}${end}`).join('')}`;
}

function encode(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}
