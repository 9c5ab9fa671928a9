import type {Place} from '../../diagnostics/diagnostic';
import {fromPointer, type Path, toPointer} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {member} from '../../service/member';
import type {SpecDocument, SpecParts} from '../desired-monitor';
import {toLayerPath, toLayerPointer} from './layer-form';
import {mergeSpec} from './merge';
import type {FilledDocument} from './sources';
import type {FolderLayers} from './tree';

/** One of the files that a spec is merged from, in the order in which they are. */
export interface Source {
  readonly kind: 'layer' | 'spec';
  readonly data: JsonObject;
  readonly placeOf: SpecDocument['placeOf'];
  readonly relatedTo?: SpecDocument['relatedTo'];
  readonly emptyCellAt?: SpecDocument['emptyCellAt'];
  readonly hasOpenOrigin?: OpenOrigin;
  /** The pointer of the file itself for one of the effective spec. */
  readonly toOwn: (pointer: string) => string;
  /** The same for a path. */
  readonly ownPath: (path: Path) => Path;
}

type OpenOrigin = FilledDocument['hasOpenOrigin'];

/** A document of which some values may be filled in. */
type MergeableDocument = SpecDocument & {readonly hasOpenOrigin?: OpenOrigin};

/** A spec with what it inherits. */
export interface MergedSpec extends SpecDocument {
  readonly data: JsonObject;
  /** See {@link FilledDocument}; absent where nothing is filled in. */
  readonly hasOpenOrigin?: OpenOrigin;
  /** The sources that it is merged from, in order. */
  readonly sources: readonly Source[];
}

/** Merges a document with its layers; null for one that is no mapping, which nothing can be merged with. */
export function mergeLayers(document: MergeableDocument, layers: FolderLayers): MergedSpec | null {
  const own = document.data;
  if (!isObject(own)) return null;
  const data = mergeSpec(layers.inherited, own, layers.patches);
  const {source, index, line} = document;
  let sources: readonly Source[] | undefined;
  const listSources = () => {
    sources ??= toSources({...document, data: own}, layers);
    return sources;
  };
  return {
    source,
    index,
    line,
    data,
    get sources() {
      return listSources();
    },
    ownPath: path => {
      const pointer = toPointer(path);
      return (exists(data, pointer) ? listSources()[findWriter(pointer, listSources())] : undefined)?.ownPath(path) ?? path;
    },
    placeOf: (pointer, part) => findPlace(pointer, part, data, listSources()) ?? document.placeOf(pointer, part),
    ...(layers.usesReferences || document.hasOpenOrigin !== undefined ? toFilled(data, listSources) : {}),
  };
}

/** Lists the parts that a spec is merged from: its own members with references filled in, and those of its layers. */
export function listParts(spec: SpecDocument): Pick<SpecParts, 'own' | 'defaults' | 'overlays'> {
  if (!isMerged(spec)) return {own: isObject(spec.data) ? spec.data : {}, defaults: [], overlays: []};
  const at = spec.sources.findIndex(({kind}) => kind === 'spec');
  const data = spec.sources.map(source => source.data);
  return {own: data[at] ?? {}, defaults: data.slice(0, at), overlays: data.slice(at + 1)};
}

function isMerged(spec: SpecDocument): spec is MergedSpec {
  return 'sources' in spec;
}

/** Describes values that were filled in, as the source that wrote the value knows them. */
function toFilled(
  data: JsonObject,
  listSources: () => readonly Source[],
): Pick<MergedSpec, 'relatedTo' | 'emptyCellAt'> & {hasOpenOrigin: OpenOrigin} {
  const ask = (pointer: string) => (exists(data, pointer) ? listSources()[findWriter(pointer, listSources())] : undefined);
  return {
    relatedTo: pointer => {
      const writer = ask(pointer);
      return writer?.relatedTo?.(writer.toOwn(pointer)) ?? [];
    },
    emptyCellAt: pointer => {
      for (const {emptyCellAt, toOwn} of listSources().toReversed()) {
        const place = emptyCellAt?.(toOwn(pointer)) ?? null;
        if (place !== null) return place;
      }
      return null;
    },
    hasOpenOrigin: pointer => {
      const writer = ask(pointer);
      return writer?.hasOpenOrigin?.(writer.toOwn(pointer)) ?? false;
    },
  };
}

function toSources(document: MergeableDocument & {readonly data: JsonObject}, {defaults, overlays}: FolderLayers): Source[] {
  const targets = property(document.data, 'targets');
  const typeAt = (index: number) => {
    const type = Array.isArray(targets) ? member(targets[index], 'type') : undefined;
    return typeof type === 'string' ? type : undefined;
  };
  const toSource = ({document: layer}: FolderLayers['defaults'][number]): Source => ({
    kind: 'layer',
    ...toPlaced(layer),
    toOwn: pointer => toLayerPointer(pointer, typeAt),
    ownPath: path => toLayerPath(path, typeAt),
  });
  const spec: Source = {kind: 'spec', ...toPlaced(document), toOwn: pointer => pointer, ownPath: path => path};
  return [...defaults.map(toSource), spec, ...overlays.map(toSource)];
}

function toPlaced({data, placeOf, relatedTo, emptyCellAt, hasOpenOrigin}: MergeableDocument & {readonly data: JsonObject}) {
  return {
    data,
    placeOf,
    ...(relatedTo === undefined ? {} : {relatedTo}),
    ...(emptyCellAt === undefined ? {} : {emptyCellAt}),
    ...(hasOpenOrigin === undefined ? {} : {hasOpenOrigin}),
  };
}

/**
 * Finds the source of a value: what exists in a merged spec was written by the last of its sources in which it exists;
 * what does not is the spec's to write.
 */
function findPlace(pointer: string, part: 'key' | 'value' | undefined, data: JsonObject, sources: readonly Source[]): Place | null {
  if (pointer === '' || !exists(data, pointer)) return null;
  const writer = sources[findWriter(pointer, sources)];
  return writer === undefined || writer.kind === 'spec' ? null : writer.placeOf(writer.toOwn(pointer), part);
}

/** The place among the sources of the one that wrote the value at a pointer, which exists in the merged spec. */
export function findWriter(pointer: string, sources: readonly Source[]): number {
  return sources.findLastIndex(({data, toOwn}) => exists(data, toOwn(pointer)));
}

function exists(data: JsonValue, pointer: string): boolean {
  let value: JsonValue | undefined = data;
  for (const step of fromPointer(pointer)) {
    value = Array.isArray(value) ? (value as readonly JsonValue[])[Number(step)] : property(value, step);
    if (value === undefined) return false;
  }
  return true;
}
