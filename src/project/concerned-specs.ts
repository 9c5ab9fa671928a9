import {posix} from 'node:path';
import {addToGroup} from '../core/base/grouping';
import type {SourceFile} from '../core/specs/desired-monitor';
import {isNearLayerName} from '../core/specs/fleet/layer-name';

/** The specs that shared files stand for. All paths are below the specs directory, with `/`; one outside of it begins with `..`. */
export interface ConcernedSpecs {
  /** The specs that a path concerns besides itself: those that inherit from a layer, or read a data file. The file may be gone. */
  of(path: string): readonly SourceFile[];
}

/** The data files that specs name, as they name them, by the path of the spec. */
type DataOf = ReadonlyMap<string, readonly string[]>;

/** Finds specs by the layers and data files that concern them. */
export function findConcernedSpecs(specs: readonly SourceFile[], dataOf: DataOf): ConcernedSpecs {
  const own = new Set(specs.map(({specPath}) => specPath));
  let readers: ReadonlyMap<string, readonly SourceFile[]> | undefined;
  return {
    of: path => {
      const end = path.lastIndexOf('/') + 1;
      const folder = path.slice(0, end);
      if (isNearLayerName(path.slice(end))) return specs.filter(({specPath}) => specPath.startsWith(folder));
      if (own.has(path) || !DATA_FILE.test(path)) return [];
      readers ??= groupByData(specs, dataOf);
      return readers.get(path) ?? [];
    },
  };
}

/** Ending of the name of a data file. */
const DATA_FILE = /\.(?:csv|ya?ml)$/;

function groupByData(specs: readonly SourceFile[], dataOf: DataOf): Map<string, SourceFile[]> {
  const readers = new Map<string, SourceFile[]>();
  for (const spec of specs) {
    const folder = posix.dirname(spec.specPath);
    const paths = new Set(dataOf.get(spec.specPath)?.map(path => posix.join(folder, path)));
    for (const path of paths) addToGroup(readers, path, spec);
  }
  return readers;
}
