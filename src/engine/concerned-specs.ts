import {posix} from 'node:path';
import {addToGroup} from '../base/grouping';
import {property} from '../json/value';
import {member} from '../service/member';
import type {SourceFile} from '../spec/desired-monitor';
import {parseSource} from '../spec/document';
import {isNearLayerName} from '../spec/fleet/layer-name';

/** The specs that shared files stand for. All paths are below the specs directory, with `/`; one outside of it begins with `..`. */
export interface ConcernedSpecs {
  /** The specs that a path concerns besides itself: those that inherit from a layer, or read a data file. The file may be gone. */
  of(path: string): readonly SourceFile[];
}

/** Finds specs by the layers and data files that concern them. Specs are parsed only when the first path asks for data. */
export function findConcernedSpecs(specs: readonly SourceFile[]): ConcernedSpecs {
  const own = new Set(specs.map(({specPath}) => specPath));
  let readers: ReadonlyMap<string, readonly SourceFile[]> | undefined;
  return {
    of: path => {
      const end = path.lastIndexOf('/') + 1;
      const folder = path.slice(0, end);
      if (isNearLayerName(path.slice(end))) return specs.filter(({specPath}) => specPath.startsWith(folder));
      if (own.has(path) || !DATA_FILE.test(path)) return [];
      readers ??= groupByData(specs);
      return readers.get(path) ?? [];
    },
  };
}

/** What the name of a data file ends in. */
const DATA_FILE = /\.(?:csv|ya?ml)$/;

function groupByData(specs: readonly SourceFile[]): Map<string, SourceFile[]> {
  const readers = new Map<string, SourceFile[]>();
  for (const spec of specs) for (const path of listDataFiles(spec)) addToGroup(readers, path, spec);
  return readers;
}

/** The data files that a spec names in `sync.each`, each once. A spec that can't be read names none, and is itself what is wrong. */
function listDataFiles(spec: SourceFile): string[] {
  // Most specs are not lists, and need not be parsed.
  if (!Buffer.from(spec.bytes.buffer, spec.bytes.byteOffset, spec.bytes.byteLength).includes('each')) return [];
  const folder = posix.dirname(spec.specPath);
  const named = parseSource(spec).documents.flatMap(({data}) => {
    const file = property(member(member(data, 'sync'), 'each'), 'file');
    return typeof file === 'string' ? [posix.join(folder, file)] : [];
  });
  return [...new Set(named)];
}
