import type {CheckCache} from './check';
import type {CreditEstimate} from './credits';
import type {DocumentFacts, FileFacts} from './examine';
import type {PageNumbers} from './watched-pages';

/** Where the facts are kept; see `src/files/cache-file.ts`. */
export interface CacheText {
  read(): string | null;
  write(text: string): void;
}

/**
 * Opens the cache of checked files, by the hash of their content. `validFor` names whatever the facts depend on besides
 * it: the build of the tool, with its schemas, the allowed references and the rules. It only ever saves time: a damaged or
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

/** What is written. Lists of references and estimates are few, and stand once. */
interface CacheContent {
  readonly validFor: string;
  readonly references: readonly (readonly string[])[];
  readonly estimates: readonly CreditEstimate[];
  readonly files: readonly (UsualFile | readonly [hash: string, facts: FileFacts])[];
}

/**
 * A file with one sound document of which nothing more is to be said, as nearly all are; `wish` is null, and the positions are -1,
 * where only validate looked. (With an object for each, `validate` of 10,000 known files takes a sixth longer.)
 */
type UsualFile = readonly [
  hash: string,
  line: number,
  name: string,
  pages: PageNumbers,
  bodyHash: string | null,
  references: number,
  estimate: number,
];

const NONE: readonly never[] = [];

function writeEntries(entries: Facts, validFor: string): string {
  const references = new Numbering<readonly string[]>();
  const estimates = new Numbering<CreditEstimate>();
  const files = [...entries].map(([hash, facts]) => {
    const [document] = facts.documents;
    if (document === undefined || !isUsual(facts)) return [hash, facts] as const;
    const {line, name, pages, wish} = document;
    if (wish === null) return [hash, line, name, pages, null, -1, -1] as const;
    return [hash, line, name, pages, wish.bodyHash, references.numberOf(wish.references), estimates.numberOf(wish.estimate)] as const;
  });
  const content: CacheContent = {validFor, references: references.values, estimates: estimates.values, files};
  return JSON.stringify(content);
}

function isUsual({documents, findings}: FileFacts): boolean {
  const [document] = documents;
  if (document === undefined || documents.length > 1 || findings.length > 0) return false;
  const {sound, key, renamedFrom, distinctFrom, protect, ignored, paused, labels, targetIds, counted} = document;
  const isPlain = sound && key === null && renamedFrom === null && !protect && paused === null && labels === undefined;
  return isPlain && distinctFrom.length === 0 && ignored.length === 0 && targetIds.length === 0 && counted === undefined;
}

/** Numbers equal values alike, in the order they are met. */
class Numbering<Value> {
  readonly values: Value[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(value: Value): number {
    const text = JSON.stringify(value);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.values.length);
    return this.values.push(value) - 1;
  }
}

function readEntries(text: string | null, validFor: string): Facts {
  // The name stands first, so that what does not fit need not be parsed.
  if (text === null || !text.startsWith(JSON.stringify({validFor}).slice(0, -1))) return new Map();
  try {
    const content = JSON.parse(text) as CacheContent;
    const entries = new Map<string, FileFacts>();
    for (const file of content.files) entries.set(file[0], file.length === 2 ? file[1] : completeFile(file, content));
    return entries;
  } catch {
    return new Map();
  }
}

/** Throws where a position is in no list. */
function completeFile([, line, name, pages, bodyHash, references, estimate]: UsualFile, content: CacheContent): FileFacts {
  const wish =
    bodyHash === null
      ? null
      : {bodyHash, references: itemAt(content.references, references), estimate: itemAt(content.estimates, estimate)};
  const document: DocumentFacts = {
    sound: true,
    line,
    name,
    key: null,
    renamedFrom: null,
    distinctFrom: NONE,
    protect: false,
    ignored: NONE,
    paused: null,
    targetIds: NONE,
    pages,
    wish,
  };
  return {documents: [document], findings: NONE};
}

function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`a list has no item ${index}`);
  return item;
}
