import type {CheckCache} from './check';
import type {CreditEstimate} from './credits';
import type {FileFacts} from './examine';

/** Where the facts are kept; see `src/cache-file.ts`. */
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
      if (isChanged || used.length < known.size / 2) file.write(JSON.stringify(toContent(new Map(used), validFor)));
    },
  };
}

type Facts = ReadonlyMap<string, FileFacts>;

/**
 * What is written. Nearly all files are ordinary; of those, one list for each member that differs, and equal estimates
 * and lists of references once, are read several times as fast as an object for each file.
 */
interface CacheContent {
  readonly validFor: string;
  readonly ordinary: {
    readonly hashes: readonly string[];
    readonly lines: readonly number[];
    readonly names: readonly string[];
    /** What plan needs; null where only validate looked. */
    readonly bodyHashes: readonly (string | null)[];
    /** Positions in the lists below; -1 without a body hash. */
    readonly references: readonly number[];
    readonly estimates: readonly number[];
  };
  readonly references: readonly (readonly string[])[];
  readonly estimates: readonly CreditEstimate[];
  readonly others: readonly (readonly [hash: string, facts: FileFacts])[];
}

function toContent(entries: Facts, validFor: string): CacheContent {
  const references = new Numbering<readonly string[]>();
  const estimates = new Numbering<CreditEstimate>();
  const hashes: string[] = [];
  const lines: number[] = [];
  const names: string[] = [];
  const bodyHashes: (string | null)[] = [];
  const positions = {references: [] as number[], estimates: [] as number[]};
  const others: [string, FileFacts][] = [];
  for (const [hash, facts] of entries) {
    const [document] = facts.documents;
    if (document === undefined || !isOrdinary(facts)) {
      others.push([hash, facts]);
      continue;
    }
    const {line, name, wish} = document;
    hashes.push(hash);
    lines.push(line);
    names.push(name);
    bodyHashes.push(wish?.bodyHash ?? null);
    positions.references.push(wish === null ? -1 : references.numberOf(wish.references));
    positions.estimates.push(wish === null ? -1 : estimates.numberOf(wish.estimate));
  }
  const ordinary = {hashes, lines, names, bodyHashes, ...positions};
  return {validFor, ordinary, references: references.values, estimates: estimates.values, others};
}

/** Whether a file holds one sound document of which no member is unusual and nothing is to be said. */
function isOrdinary({documents, findings}: FileFacts): boolean {
  const [document] = documents;
  if (document === undefined || documents.length > 1 || findings.length > 0) return false;
  const {sound, key, renamedFrom, distinctFrom, protect, paused, targetIds} = document;
  const isPlain = key === null && renamedFrom === null && !protect && paused === null;
  return sound && isPlain && distinctFrom.length === 0 && targetIds.length === 0;
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
    return fromContent(JSON.parse(text) as CacheContent);
  } catch {
    return new Map();
  }
}

/** Throws where the lists do not fit together. */
function fromContent({ordinary, references, estimates, others}: CacheContent): Facts {
  const entries = new Map<string, FileFacts>(others);
  const {hashes} = ordinary;
  if (Object.values(ordinary).some(list => list.length !== hashes.length)) throw new Error('lists of different lengths');
  for (let index = 0; index < hashes.length; index++) {
    const bodyHash = itemAt(ordinary.bodyHashes, index);
    const wish =
      bodyHash === null
        ? null
        : {
            bodyHash,
            references: itemAt(references, itemAt(ordinary.references, index)),
            estimate: itemAt(estimates, itemAt(ordinary.estimates, index)),
          };
    const document = {
      sound: true,
      line: itemAt(ordinary.lines, index),
      name: itemAt(ordinary.names, index),
      key: null,
      renamedFrom: null,
      distinctFrom: NONE,
      protect: false,
      paused: null,
      targetIds: NONE,
      wish,
    };
    entries.set(itemAt(hashes, index), {documents: [document], findings: NONE});
  }
  return entries;
}

const NONE: readonly never[] = [];

function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list[index];
  if (item === undefined) throw new Error(`a list has no item ${index}`);
  return item;
}
