import type {Place, RelatedPlace} from '../diagnostics/diagnostic';
import {fromPointer, type Path} from '../json/pointer';
import {type JsonValue, property} from '../json/value';
import type {MemberPart, SourceFile} from './desired-monitor';

/**
 * A spec as it is checked: plain JSON data, and the origin of each of its values. Only this room knows lines and columns.
 * Members that a document does not override hold for one that stands in its file as it is.
 */
export abstract class SpecDocument {
  abstract readonly data: JsonValue;
  /** The file of the spec; some of its values may be written elsewhere. */
  readonly source: SourceFile;
  /** Position among the documents of its file, from 0. */
  readonly index: number;
  /** Line of its first node, from 1. */
  readonly line: number;

  constructor({source, index, line}: Pick<SpecDocument, 'source' | 'index' | 'line'>) {
    this.source = source;
    this.index = index;
    this.line = line;
  }

  /**
   * Place where the value at a JSON pointer was written last (its member name with `part: 'key'`). A pointer to
   * something that is not there gives the nearest ancestor that is, in the spec's own file.
   */
  abstract placeOf(pointer: string, part?: MemberPart): Place;

  /** Other places that had a part in the value: the text with a reference to a cell. */
  relatedTo(_pointer: string): readonly RelatedPlace[] {
    return NONE;
  }

  /** The empty cell, else its row, for which a value or all items of a list are missing at a JSON pointer; null where that is not why. */
  emptyCellAt(_pointer: string): Place | null {
    return null;
  }

  /** Whether a cell decides the scheme, host or port of the URL at a pointer. */
  hasOpenOrigin(_pointer: string): boolean {
    return false;
  }

  /** The path of a value in the file where it stands, which messages name. */
  ownPath(path: Path): Path {
    return path;
  }

  /** Whether something stands at a pointer. */
  has(pointer: string): boolean {
    let value: JsonValue | undefined = this.data;
    for (const step of fromPointer(pointer)) {
      value = Array.isArray(value) ? (value as readonly JsonValue[])[Number(step)] : property(value, step);
      if (value === undefined) return false;
    }
    return true;
  }
}

const NONE: readonly RelatedPlace[] = [];
