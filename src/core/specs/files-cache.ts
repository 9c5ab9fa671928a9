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
  const known = once(() => readEntries(file.read(), validFor));
  const used: (readonly [hash: string, facts: FileFacts])[] = [];
  let isChanged = false;
  return {
    find: hash => known().get(hash),
    add: (hash, facts) => {
      isChanged ||= known().get(hash) !== facts;
      used.push([hash, facts]);
    },
    save: () => {
      // Entries that no file uses any more are dropped, but not after every edit: a branch that is left may be come back to.
      if (used.length > 0 && (isChanged || used.length < known().size / 2)) file.write(writeEntries(new Map(used), validFor));
    },
  };
}

type Facts = ReadonlyMap<string, FileFacts>;

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

function writeEntries(entries: Facts, validFor: string): string {
  const references = new Numbering<readonly string[]>();
  const estimates = new Numbering<CreditEstimate>();
  const settings = new Numbering<Settings>();
  const keep = ({line, name, pages, wish, row, ...rest}: DocumentFacts): KeptDocument => {
    const [hash, names, price] =
      wish === null ? ([null, -1, -1] as const) : [wish.bodyHash, references.numberOf(wish.references), estimates.numberOf(wish.estimate)];
    const kept = [line, name, pages, hash, names, price, settings.numberOf(rest)] as const;
    return row === undefined ? kept : [...kept, row];
  };
  const files = [...entries].map(([hash, facts]): KeptFile => {
    const [document] = facts.documents;
    const isAlone = facts.documents.length === 1 && facts.findings.length === 0;
    const isUsual = document !== undefined && isAlone && facts.uses === undefined && facts.size === undefined;
    return isUsual ? [hash, ...keep(document)] : [hash, {...facts, documents: facts.documents.map(keep)}];
  });
  const content: CacheContent = {
    validFor,
    references: references.values,
    estimates: estimates.values,
    settings: settings.values,
    files,
  };
  return JSON.stringify(content);
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
    for (const [hash, first, ...rest] of content.files) {
      if (typeof first === 'number')
        entries.set(hash, {documents: [completeDocument([first, ...rest] as unknown as KeptDocument, content)], findings: []});
      else entries.set(hash, {...first, documents: first.documents.map(document => completeDocument(document, content))});
    }
    return entries;
  } catch {
    return new Map();
  }
}

/** Throws where a position is in no list. */
function completeDocument(
  [line, name, pages, bodyHash, references, estimate, settings, row]: KeptDocument,
  content: CacheContent,
): DocumentFacts {
  const wish =
    bodyHash === null
      ? null
      : {bodyHash, references: itemAt(content.references, references), estimate: itemAt(content.estimates, estimate)};
  return {...itemAt(content.settings, settings), line, name, pages, wish, ...(row === undefined ? {} : {row})};
}

function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`a list has no item ${index}`);
  return item;
}
