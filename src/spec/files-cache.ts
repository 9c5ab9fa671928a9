import type {CheckCache} from './check';
import type {Key} from './desired-monitor';
import type {DocumentFacts, FileFacts} from './examine';

/** Where the facts are kept; see `src/files/cache-file.ts`. */
export interface CacheText {
  read(): string | null;
  write(text: string): void;
}

/**
 * Opens the cache of checked files, by the hash of their content. `validFor` names whatever the facts depend on besides
 * it: the build of the tool, with its schemas, and the allowed references. It only ever saves time: a damaged or
 * foreign text is the same as none.
 */
export function openCheckCache(file: CacheText, validFor: string): CheckCache {
  const known = readEntries(file.read(), validFor);
  const used: (readonly [hash: string, facts: FileFacts])[] = [];
  let isChanged = false;
  return {
    find: hash => known.get(hash),
    add: (hash, facts) => {
      isChanged ||= known.get(hash) !== facts;
      used.push([hash, facts]);
    },
    save: () => {
      // What no file has any more is dropped, but not after every edit: a branch that is left may be come back to.
      if (isChanged || used.length < known.size / 2) file.write(writeEntries(new Map(used), validFor));
    },
  };
}

type Facts = ReadonlyMap<string, FileFacts>;

interface CacheContent {
  readonly validFor: string;
  readonly files: readonly (readonly [hash: string, file: FileRecord])[];
}

/**
 * A file's facts, in which usual documents are short: 30 % less text. (One list for each member instead, with equal values once,
 * is another half smaller, but `validate` of 1,000 known files takes as long: 82 and 84 ms of processor time.)
 */
interface FileRecord {
  readonly documents: readonly (DocumentFacts | UsualDocument)[];
  readonly findings?: FileFacts['findings'];
  readonly judgedAs?: Key;
}

/** A sound document of which nothing but this is to be said, as nearly all are. */
type UsualDocument = Pick<DocumentFacts, 'line' | 'name' | 'watched' | 'wish'> & {readonly sound?: undefined};

const NONE: readonly never[] = [];

function toRecord({documents, findings, ...rest}: FileFacts): FileRecord {
  return {documents: documents.map(shorten), ...(findings.length === 0 ? {} : {findings}), ...rest};
}

function shorten(document: DocumentFacts): DocumentFacts | UsualDocument {
  const {sound, key, renamedFrom, distinctFrom, protect, paused, targetIds, line, name, watched, counted, wish} = document;
  const isUsual = sound && counted === undefined && key === null && renamedFrom === null && !protect && paused === null;
  return isUsual && distinctFrom.length === 0 && targetIds.length === 0 ? {line, name, watched, wish} : document;
}

function fromRecord({documents, findings = NONE, ...rest}: FileRecord): FileFacts {
  return {documents: documents.map(complete), findings, ...rest};
}

function complete(document: DocumentFacts | UsualDocument): DocumentFacts {
  if (document.sound !== undefined) return document;
  const {line, name, watched, wish} = document;
  const unsaid = {key: null, renamedFrom: null, distinctFrom: NONE, protect: false, paused: null, targetIds: NONE};
  return {sound: true, line, name, watched, wish, ...unsaid};
}

function writeEntries(entries: Facts, validFor: string): string {
  const content: CacheContent = {validFor, files: [...entries].map(([hash, facts]) => [hash, toRecord(facts)])};
  return JSON.stringify(content);
}

function readEntries(text: string | null, validFor: string): Facts {
  // The name stands first, so that what does not fit need not be parsed.
  if (text === null || !text.startsWith(JSON.stringify({validFor}).slice(0, -1))) return new Map();
  try {
    const {files} = JSON.parse(text) as CacheContent;
    return new Map(files.map(([hash, file]) => [hash, fromRecord(file)]));
  } catch {
    return new Map();
  }
}
