import {once} from '../base/once';
import type {CreditEstimate} from './credits';
import type {FileFacts} from './examine';
import type {DocumentFacts} from './facts';
import type {CheckCache} from './file-facts';
import type {PageNumbers} from './watched-pages';

/** Storage of the facts; see `src/core/files/cache-file.ts`. */
interface CacheText {
  read(): string | null;
  write(text: string): void;
}

/**
 * Opens the cache of checked files, by the hash of their content. `validFor` names whatever the facts depend on besides
 * it: the build of the tool, with its schemas, the allowed references, members and the rules. It only ever saves time: a damaged or
 * foreign text is the same as none.
 */
export function openCheckCache(file: CacheText, validFor: string): CheckCache {
  // Nothing of it is needed where a whole repository is known.
  const known = once(() => readContent(file.read(), validFor));
  const used = new Map<string, FileFacts>();
  let isChanged = false;
  return {
    find: hash => known().find(hash),
    add: (hash, facts) => {
      isChanged ||= known().find(hash) !== facts;
      used.set(hash, facts);
    },
    save: () => {
      // Entries that no file uses any more are dropped, but not after every edit: a branch that is left may be come back to.
      if (used.size > 0 && (isChanged || used.size < known().size / 2)) file.write(known().rewrite(used, validFor));
    },
  };
}

/** Content of the cache file. Lists of references, estimates and settings are few, and stand once. */
interface CacheContent {
  readonly validFor: string;
  readonly references: readonly (readonly string[])[];
  readonly estimates: readonly CreditEstimate[];
  readonly settings: readonly Settings[];
  readonly files: readonly KeptFile[];
}

/**
 * A file with its monitors, or one with one sound monitor of which nothing more is to be said, as nearly all are. (With an object
 * for each, `validate` of 10,000 known files takes a sixth longer.)
 */
type KeptFile = readonly [hash: string, ...document: KeptDocument] | readonly [hash: string, facts: KeptFacts];

interface KeptFacts extends Omit<FileFacts, 'documents'> {
  readonly documents: readonly KeptDocument[];
}

/** `wish` is null, and its positions are -1, where only validate looked, or there are errors. */
type KeptDocument = readonly [
  line: number,
  name: string,
  pages: PageNumbers,
  bodyHash: string | null,
  references: number,
  estimate: number,
  settings: number,
  row?: DocumentFacts['row'],
];

/** The rest of what is known of a monitor: the same for nearly all. */
type Settings = Omit<DocumentFacts, 'line' | 'name' | 'pages' | 'wish' | 'row'>;

/** Entries of the cache file: each is made when it is asked for, and written back as it was. */
class KnownFacts {
  readonly #entries = new Map<string, KeptFile>();
  readonly #facts = new Map<string, FileFacts>();
  readonly #content: CacheContent;

  constructor(content: CacheContent) {
    this.#content = content;
    for (const entry of content.files) this.#entries.set(entry[0], entry);
  }

  get size(): number {
    return this.#entries.size;
  }

  find(hash: string): FileFacts | undefined {
    const known = this.#facts.get(hash);
    if (known !== undefined) return known;
    const entry = this.#entries.get(hash);
    const facts = entry === undefined ? null : completeFile(entry, this.#content);
    if (facts === null) return undefined;
    this.#facts.set(hash, facts);
    return facts;
  }

  /** The text of a file of these facts. */
  rewrite(used: ReadonlyMap<string, FileFacts>, validFor: string): string {
    const before = this.#content;
    // The lists only grow: now and then all are numbered again.
    const isLong = before.references.length + before.estimates.length + before.settings.length > LONGEST_LISTS + used.size;
    const lists = numberLists(isLong ? NOTHING : before);
    const files = [...used].map(([hash, facts]) => {
      const entry = isLong || this.#facts.get(hash) !== facts ? undefined : this.#entries.get(hash);
      return entry ?? keepFile(hash, facts, lists);
    });
    const {references, estimates, settings} = lists;
    const content = {references: references.values, estimates: estimates.values, settings: settings.values, files};
    return JSON.stringify({validFor, ...content} satisfies CacheContent);
  }
}

/** Values in all lists, at most, beside one for each file. */
const LONGEST_LISTS = 1000;

/** The values that many files share, numbered. */
type Lists = ReturnType<typeof numberLists>;

function numberLists({references, estimates, settings}: Omit<CacheContent, 'validFor' | 'files'>) {
  return {references: new Numbering(references), estimates: new Numbering(estimates), settings: new Numbering(settings)};
}

function keepFile(hash: string, facts: FileFacts, lists: Lists): KeptFile {
  const [document] = facts.documents;
  const isAlone = facts.documents.length === 1 && facts.findings.length === 0;
  const isUsual = document !== undefined && isAlone && facts.uses === undefined && facts.size === undefined;
  if (isUsual) return [hash, ...keepDocument(document, lists)];
  return [hash, {...facts, documents: facts.documents.map(one => keepDocument(one, lists))}];
}

function keepDocument({line, name, pages, wish, row, ...rest}: DocumentFacts, {references, estimates, settings}: Lists): KeptDocument {
  const [hash, names, price] =
    wish === null ? ([null, -1, -1] as const) : [wish.bodyHash, references.numberOf(wish.references), estimates.numberOf(wish.estimate)];
  const kept = [line, name, pages, hash, names, price, settings.numberOf(rest)] as const;
  return row === undefined ? kept : [...kept, row];
}

/** Numbers equal values alike, in the order they are met. */
class Numbering<Value> {
  readonly values: Value[];
  /** Made when a value is numbered: where nothing changed, none is. */
  readonly #numbers = once(() => new Map(this.values.map((value, index) => [JSON.stringify(value), index])));

  constructor(known: readonly Value[]) {
    this.values = [...known];
  }

  numberOf(value: Value): number {
    const text = JSON.stringify(value);
    const known = this.#numbers().get(text);
    if (known !== undefined) return known;
    this.#numbers().set(text, this.values.length);
    return this.values.push(value) - 1;
  }
}

const NOTHING: Omit<CacheContent, 'validFor'> = {references: [], estimates: [], settings: [], files: []};

function readContent(text: string | null, validFor: string): KnownFacts {
  const nothing = {validFor, ...NOTHING};
  // The name stands first, so that what does not fit need not be parsed.
  if (text === null || !text.startsWith(JSON.stringify({validFor}).slice(0, -1))) return new KnownFacts(nothing);
  try {
    const content = JSON.parse(text) as CacheContent;
    return new KnownFacts(hasLists(content) ? content : nothing);
  } catch {
    return new KnownFacts(nothing);
  }
}

function hasLists({references, estimates, settings, files}: CacheContent): boolean {
  return [references, estimates, settings, files].every(Array.isArray) && files.every(entry => Array.isArray(entry));
}

/** The facts of an entry; null where it is damaged. */
function completeFile(entry: KeptFile, content: CacheContent): FileFacts | null {
  try {
    const first = entry[1];
    if (typeof first === 'number') return {documents: [completeDocument(entry.slice(1) as unknown as KeptDocument, content)], findings: []};
    return {...first, documents: first.documents.map(document => completeDocument(document, content))};
  } catch {
    return null;
  }
}

/** Throws where a position is in no list. Each member by itself: copies of objects and lists taken apart would double what a known file costs. */
function completeDocument(kept: KeptDocument, {references, estimates, settings}: CacheContent): DocumentFacts {
  const bodyHash = kept[3];
  const known = itemAt(settings, kept[6]);
  const facts: {-readonly [Name in keyof DocumentFacts]: DocumentFacts[Name]} = {
    document: known.document,
    sound: known.sound,
    line: kept[0],
    name: kept[1],
    sync: known.sync,
    times: known.times,
    targetIds: known.targetIds,
    pages: kept[2],
    wish: bodyHash === null ? null : {bodyHash, references: itemAt(references, kept[4]), estimate: itemAt(estimates, kept[5])},
  };
  if (kept[7] !== undefined) facts.row = kept[7];
  if (known.isFilled !== undefined) facts.isFilled = known.isFilled;
  if (known.isSilent !== undefined) facts.isSilent = known.isSilent;
  if (known.usedFields !== undefined) facts.usedFields = known.usedFields;
  if (known.counted !== undefined) facts.counted = known.counted;
  return facts;
}

function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`a list has no item ${index}`);
  return item;
}
