import type {Place, RelatedPlace} from '../../diagnostics/diagnostic';
import {type Path, toPointer} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {member} from '../../service/member';
import type {MemberPart, SpecParts} from '../desired-monitor';
import {SpecDocument} from '../spec-document';
import {LayerView} from './layer-form';
import {mergeSpec} from './merge';
import type {FolderLayers} from './tree';

/** A spec with what it inherits. Each value was written by the last of its sources in which it exists. */
export class MergedSpec extends SpecDocument {
  readonly data: JsonObject;
  readonly #own: SpecDocument;
  readonly #layers: FolderLayers;
  #sources: readonly SpecDocument[] | undefined;

  constructor(own: SpecDocument & {readonly data: JsonObject}, layers: FolderLayers) {
    super(own);
    this.#own = own;
    this.#layers = layers;
    this.data = mergeSpec(layers.inherited, own.data, layers.patches);
  }

  /** The documents that it is merged from, in order. */
  get sources(): readonly SpecDocument[] {
    this.#sources ??= this.#listSources();
    return this.#sources;
  }

  /** A member that does not exist is the spec's to write. */
  placeOf(pointer: string, part?: MemberPart): Place {
    return ((pointer === '' ? undefined : this.#writer(pointer)) ?? this.#own).placeOf(pointer, part);
  }

  override relatedTo(pointer: string): readonly RelatedPlace[] {
    return this.#writer(pointer)?.relatedTo(pointer) ?? [];
  }

  override emptyCellAt(pointer: string): Place | null {
    for (const source of this.sources.toReversed()) {
      const place = source.emptyCellAt(pointer);
      if (place !== null) return place;
    }
    return null;
  }

  override hasOpenOrigin(pointer: string): boolean {
    return this.#writer(pointer)?.hasOpenOrigin(pointer) ?? false;
  }

  override ownPath(path: Path): Path {
    return this.#writer(toPointer(path))?.ownPath(path) ?? path;
  }

  /** Lists the parts that it is merged from. */
  get parts(): Pick<SpecParts, 'own' | 'defaults' | 'overlays'> {
    const {defaults, overlays} = this.#layers;
    return {own: objectOf(this.#own.data), defaults: defaults.map(({data}) => data), overlays: overlays.map(({data}) => data)};
  }

  #writer(pointer: string): SpecDocument | undefined {
    return this.has(pointer) ? this.sources[findWriter(pointer, this.sources)] : undefined;
  }

  #listSources(): readonly SpecDocument[] {
    const targets = property(this.#own.data, 'targets');
    const typeAt = (index: number) => {
      const type = Array.isArray(targets) ? member(targets[index], 'type') : undefined;
      return typeof type === 'string' ? type : undefined;
    };
    const view = ({document, data}: FolderLayers['defaults'][number]) => new LayerView(document, data, typeAt);
    return [...this.#layers.defaults.map(view), this.#own, ...this.#layers.overlays.map(view)];
  }
}

/** Merges a document with its layers; null for one that is no mapping, which nothing can be merged with. */
export function mergeLayers(document: SpecDocument, layers: FolderLayers): MergedSpec | null {
  return hasMembers(document) ? new MergedSpec(document, layers) : null;
}

function hasMembers(document: SpecDocument): document is SpecDocument & {readonly data: JsonObject} {
  return isObject(document.data);
}

/** Lists the parts that a spec is merged from: its own members with references filled in, and those of its layers. */
export function listParts(spec: SpecDocument): Pick<SpecParts, 'own' | 'defaults' | 'overlays'> {
  return spec instanceof MergedSpec ? spec.parts : {own: objectOf(spec.data), defaults: [], overlays: []};
}

function objectOf(data: JsonValue): JsonObject {
  return isObject(data) ? data : {};
}

/** The place among the sources of the one that wrote the value at a pointer, which exists in the merged spec. */
export function findWriter(pointer: string, sources: readonly SpecDocument[]): number {
  return sources.findLastIndex(source => source.has(pointer));
}
