import {existsSync} from 'node:fs';
import {posix, resolve} from 'node:path';
import {hasWildcard} from '../core/base/glob';
import {addToGroup} from '../core/base/grouping';
import {UserError} from '../core/diagnostics/user-error';
import {isInside, pathBelow} from '../core/files/paths';
import type {CheckedKey, SourceFile} from '../core/specs/desired-monitor';
import {isNearLayerName} from '../core/specs/fleet/layer-name';
import {defaultKey} from '../core/specs/keys';
import {chooseKeys, matchKeys, suggestKey} from './choose-keys';
import type {Project} from './project';

/** Place of the specs. */
type SpecsPlace = Pick<Project, 'settings' | 'cwd' | 'monitors'>;

/** The specs that there are: those that were read, and the files that hold no document that could be. */
export interface PresentKeys {
  readonly keys: () => readonly CheckedKey[];
  /** Every file as findings show it. */
  readonly files: readonly string[];
}

/**
 * The paths that are meant: what does not exist as a path is a key, or a glob over keys, and becomes the files of its specs. Throws
 * `UserError` where one matches nothing.
 */
export function findPaths(paths: readonly string[], known: PresentKeys, place: SpecsPlace): readonly string[] {
  const isPath = (given: string) => given === '' || existsSync(resolve(place.cwd, given));
  if (paths.every(isPath)) return paths;
  const fileOf = listFilesByKey(known, place);
  const keys = new Set(fileOf.keys());
  return paths.flatMap(given => {
    if (isPath(given)) return [given];
    const matched = matchKeys(given, keys);
    if (matched.length === 0) throw matchesNothing(given, keys, place);
    return [...new Set(matched.flatMap(key => fileOf.get(key) ?? []))];
  });
}

/** The files of the specs with all of these labels, `NAME=VALUE`. Throws `UserError` where there are none. */
export function findLabelledFiles(labels: readonly string[], {keys}: Pick<PresentKeys, 'keys'>): ReadonlySet<string> {
  const found = keys();
  const chosen = chooseKeys({labels}, {desired: found, state: null, unresolved: []}, flag => `--${flag}`);
  return new Set(found.flatMap(({key, file}) => (chosen?.has(key) === true ? [file] : [])));
}

/** The files that both choices mean; null stands for all. Throws `UserError` where none is left. */
export function narrowFiles(selected: ReadonlySet<string> | null, labelled: ReadonlySet<string>): ReadonlySet<string> {
  if (selected === null) return labelled;
  const left = new Set([...selected].filter(file => labelled.has(file)));
  if (left.size > 0 || selected.size === 0) return left;
  throw new UserError('config/nothing-chosen', 'none of the given specs has the labels of --label', 'choose more specs, or fewer labels');
}

/** A file that can't be read as a spec is known by the key that its path gives: a glob must not pass it over. */
function listFilesByKey({keys, files}: PresentKeys, {cwd, settings, monitors}: SpecsPlace): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const {key, file} of keys()) {
    seen.add(file);
    found.set(key, [...(found.get(key) ?? []), file]);
  }
  for (const file of monitors === null ? files : []) {
    // A layer is no spec, and is shown with those that it concerns.
    if (seen.has(file) || file.split('/').at(-1)?.startsWith('_') === true) continue;
    const key = defaultKey(pathBelow(settings.specsDirectory, resolve(cwd, file)));
    found.set(key, [...(found.get(key) ?? []), file]);
  }
  return found;
}

function matchesNothing(given: string, keys: ReadonlySet<string>, place: SpecsPlace): UserError {
  const near = suggestFromPath(given, keys, place) ?? suggestKey(given, keys);
  const hint = near === undefined ? '`monitors plan --format json` shows the keys' : `did you mean "${near}"?`;
  const message = hasWildcard(given)
    ? `"${given}" is not a path and matches no key of a spec`
    : `"${given}" does not exist as a path, and no spec has that key`;
  return new UserError('config/not-a-spec', message, hint);
}

/** `monitors/prod/*.yaml`, which no shell expanded, means the keys `prod/*`. */
function suggestFromPath(given: string, keys: ReadonlySet<string>, {cwd, settings}: SpecsPlace): string | undefined {
  const path = resolve(cwd, given);
  if (!isInside(settings.specsDirectory, path)) return undefined;
  const key = defaultKey(pathBelow(settings.specsDirectory, path));
  return matchKeys(key, keys).length > 0 ? key : suggestKey(key, keys);
}

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
