import type {Place} from '../diagnostics/diagnostic';
import type {JsonValue} from '../json/value';
import type {Inheritable, Key, MemberPart, SourceFile, SpecParts} from './desired-monitor';
import type {DocumentFacts, PlacedFacts} from './facts';
import {listParts} from './fleet/effective';
import type {Expansion} from './fleet/expand';
import {readInheritable} from './fleet/inheritable';
import type {Row} from './fleet/row';
import type {FolderLayers} from './fleet/tree';
import type {SpecDocument} from './spec-document';

/** A monitor of a file, known by its facts; parsed again only when its body or a place in it is asked for. */
export class Candidate implements PlacedFacts {
  /** Given once all specs are known. */
  key: Key = '';
  readonly source: SourceFile;
  readonly facts: DocumentFacts;
  readonly layers: FolderLayers | null;
  readonly #expand: () => readonly Expansion[];
  #spec: SpecDocument | undefined;

  constructor(source: SourceFile, facts: DocumentFacts, layers: FolderLayers | null, expand: () => readonly Expansion[]) {
    this.source = source;
    this.facts = facts;
    this.layers = layers;
    this.#expand = expand;
  }

  place(pointer: string, part?: MemberPart): Place {
    const key = pointer === '' || pointer === '/sync/key' ? this.#findRow()?.placeOf('key') : undefined;
    return placeIn(this.source.file, key ?? this.parse().placeOf(pointer, part));
  }

  /** The spec as its row and layers make it. */
  parse(): SpecDocument {
    this.#spec ??= this.#expansion().put(this.#findRow()).spec;
    return this.#spec;
  }

  /** Reads the value that the spec itself gives, without its layers. */
  readOwn(name: Inheritable): JsonValue | undefined {
    return readInheritable(this.#expansion().put(this.#findRow()).own, name);
  }

  parts(): SpecParts {
    const spec = this.parse();
    const {row} = this.facts;
    return {index: spec.index, ...listParts(spec), ...(row === undefined ? {} : {row: row[0]})};
  }

  #findRow(): Row | null {
    const {row} = this.facts;
    if (row === undefined) return null;
    const found = this.#expansion().rows[row[0]];
    if (found == null) throw new Error(`${this.source.specPath} has no row number ${row[0]}`);
    return found;
  }

  #expansion(): Expansion {
    const expansion = this.#expand()[this.facts.document];
    if (expansion === undefined) throw new Error(`${this.source.specPath} has no document number ${this.facts.document}`);
    return expansion;
  }
}

/** A place with its path; the facts of a file hold `''` for it. */
export function placeIn(file: string, place: Place): Place {
  return place.file === '' ? {...place, file} : place;
}
