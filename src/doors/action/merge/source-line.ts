import {posix} from 'node:path';
import {checkConfig} from '../../../core/config/check';
import type {ConfigFile} from '../../../core/config/config';
import {settingsOfEnvironment} from '../../../core/config/settings';
import {hasErrors} from '../../../core/diagnostics/diagnostic';
import {sha256} from '../../../core/json/canonical';
import {isObject, type JsonObject} from '../../../core/json/value';
import {allowFields} from '../../../core/service/allowed-fields';
import {parseSource} from '../../../core/specs/document';
import {ALONE} from '../../../core/specs/examine';
import type {ExpandOptions} from '../../../core/specs/fleet/expand';
import type {FleetEnvironment, LayerFile, ReadData} from '../../../core/specs/fleet/sources';
import {LayerTree, listFolders} from '../../../core/specs/fleet/tree';
import type {LineCommit} from './branch-history';
import type {SpecInputs} from './earlier-specs';

/** The layers, data and settings that specs of one folder are made of, as one commit has them. */
export interface SourceVersion {
  /** The commit that made the next newer version of it; null for the tip. */
  readonly commit: string | null;
  /** Its first parent, which has this version; null where it has none. */
  readonly parent: string | null;
  /** Its other parents. */
  readonly others: readonly string[];
  /** By the names of the tip, the names of the files in that commit. */
  readonly names: ReadonlyMap<string, string>;
  /** The files that it changed, as the tip names them. */
  readonly changed: ReadonlySet<string>;
  /** The text of a file, as the tip names it; empty where there is none. */
  readonly textOf: (path: string) => string;
  readonly tree: LayerTree;
  readonly environment: FleetEnvironment;
  /** With the variables of all environments. */
  readonly general: FleetEnvironment;
  readonly readData: ReadData;
  /** Each layer of a spec alone, but for those of some files, and none, with the variables of the environment and with those of all. */
  readonly listParts: (specPath: string, except: ReadonlySet<string>) => readonly ExpandOptions[];
  /** The names and fields that the config allows. */
  readonly allows: ReadonlySet<string>;
}

/** The commits that a line is read from. */
export interface SourcePlace {
  readonly inputs: NonNullable<SpecInputs>;
  /** That of the run. */
  readonly environment: string;
  /** The tip. */
  readonly commit: string;
  /** The first-parent line of the tip, newest first. */
  readonly followLine: () => AsyncIterable<LineCommit>;
  /** That of another commit, as far as it is not in the history of `first`. */
  readonly followSide: (tip: string, first: string) => AsyncIterable<LineCommit>;
  /** The files in which a commit differs from one of its parents. */
  readonly listChanges: (commit: string, parent: string) => Promise<LineCommit['changes']>;
  /** A file of a commit; empty where it has none. */
  readonly readText: (commit: string, path: string) => Promise<string>;
}

/** Versions of what the specs of a folder are made of, from the newest to the oldest, each read once, when it is asked for. */
export class SourceLine {
  readonly #versions: SourceVersion[] = [];
  readonly #place: SourcePlace;
  readonly #commits: AsyncIterator<LineCommit>;
  /** By the names of the tip, the names at the oldest version that was read. */
  readonly #names: Map<string, string>;
  /** True once the first commit of the branch was read: there is no older version. */
  isWhole = false;

  /** `isSide`: what is before the line is in another one. */
  constructor(
    place: SourcePlace,
    names: ReadonlyMap<string, string>,
    private readonly isSide = false,
  ) {
    this.#place = place;
    this.#commits = place.followLine()[Symbol.asyncIterator]();
    this.#names = new Map(names);
  }

  /** The line of what specs of a folder are made of, with some data files. */
  static open(place: SourcePlace, folder: string, data: readonly string[]): SourceLine {
    const {specs, config} = place.inputs;
    const names = [...listLayerPaths(specs, folder, place.environment), ...data, config];
    return new SourceLine(place, new Map(names.map(name => [name, name])));
  }

  /** The lines that a merge took besides its first parent's; the files may have other names there. */
  async listSides({commit, others, parent, names}: SourceVersion): Promise<readonly SourceLine[]> {
    const place = this.#place;
    const sides: SourceLine[] = [];
    for (const other of commit === null || parent === null ? [] : others) {
      const side = {...place, commit: other, followLine: () => place.followSide(other, parent as string)};
      const there = new Map(names);
      goBefore(there, await place.listChanges(commit as string, other), place.inputs.data);
      sides.push(new SourceLine(side, there, true));
    }
    return sides;
  }

  /** Null behind the oldest one. */
  async at(index: number): Promise<SourceVersion | null> {
    if (this.#versions.length === 0) this.#versions.push({...(await this.#read(this.#place.commit, null, new Set())), names: this.#names});
    while (this.#versions.length <= index) {
      const {done, value} = await this.#commits.next();
      if (done === true) this.isWhole ||= this.isSide;
      if (done === true || value.parent === 'unknown') return null;
      this.isWhole = value.parent === null;
      const names = new Map(this.#names);
      const changed = goBefore(this.#names, value.changes, this.#place.inputs.data);
      if (changed.size === 0) continue;
      const version = {...(await this.#read(value.parent, value, changed)), names};
      // Other settings of a config make no spec.
      if (sayConfig(version) === sayConfig(this.#versions.at(-1))) version.changed.delete(this.#place.inputs.config);
      if (version.changed.size > 0) this.#versions.push(version);
    }
    return this.#versions[index] ?? null;
  }

  async #read(commit: string | null, made: LineCommit | null, changed: Set<string>) {
    const {inputs, readText, environment: name} = this.#place;
    const texts = new Map<string, string>();
    if (commit !== null) for (const [tip, path] of this.#names) texts.set(tip, await readText(commit, path));
    const config = readConfig(texts.get(inputs.config) ?? '');
    const {vars, environments} = settingsOfEnvironment(config, name);
    const environment = {environment: name, declared: environments === null ? null : [...environments.keys()], vars};
    const {allowFields: fields = [], allowValues: values = []} = config.service ?? {};
    const allowed = config.secrets?.allow ?? [];
    const layers = [...texts].flatMap(([path, text]) => toLayer(inputs.specs, path, text));
    const readData = readTexts(inputs.specs, texts);
    const open = (some: readonly LayerFile[], of: FleetEnvironment) =>
      new LayerTree(some, of, {allowed, fields: allowFields(fields, values)});
    const general = {...environment, vars: config.vars ?? {}};
    const listParts = (specPath: string, except: ReadonlySet<string>): readonly ExpandOptions[] =>
      [environment, general].flatMap(of => [
        {layers: null, environment: of, readData},
        ...layers
          .filter(({file}) => !except.has(file))
          .map(layer => ({layers: open([layer], of).layersOf(specPath), environment: of, readData})),
      ]);
    const parts = new Map<string, readonly ExpandOptions[]>();
    return {
      commit: made?.commit ?? null,
      parent: made === null ? null : commit,
      others: made?.others ?? [],
      changed,
      textOf: (path: string) => texts.get(path) ?? '',
      tree: open(layers, environment),
      environment,
      general,
      readData,
      listParts: (specPath: string, except: ReadonlySet<string>) => {
        const id = JSON.stringify([specPath, [...except]]);
        const known = parts.get(id) ?? listParts(specPath, except);
        parts.set(id, known);
        return known;
      },
      allows: new Set([...allowed, ...fields, ...values]),
    };
  }
}

/**
 * Gives files the names that they had before some changes; `data` are those of data files. Returns those that were changed. All as the tip
 * names them.
 */
function goBefore(names: Map<string, string>, changes: LineCommit['changes'], data: ReadonlySet<string>): Set<string> {
  const changed = new Set<string>();
  const gone = [...changes].filter(([, {after}]) => isNone(after));
  for (const [tip, name] of names) {
    const change = changes.get(name);
    if (change === undefined) continue;
    changed.add(tip);
    if (!isNone(change.before)) continue;
    const former =
      gone.find(([, {before}]) => before === change.after) ??
      gone.find(([path]) => posix.basename(path) === posix.basename(name)) ??
      gone.find(([path]) => data.has(tip) && posix.extname(path) === posix.extname(name));
    names.set(tip, former?.[0] ?? name);
  }
  return changed;
}

function sayConfig(version: Pick<SourceVersion, 'environment' | 'general' | 'allows'> | undefined): string {
  return JSON.stringify([version?.environment, version?.general.vars, [...(version?.allows ?? [])]]);
}

/** A side of a change that has no file. */
function isNone(blob: string): boolean {
  return /^0+$/.test(blob);
}

/** The paths that layers of a folder can have. */
function listLayerPaths(specs: string, folder: string, environment: string): string[] {
  const names = ['_defaults.yaml', `_overlay.${environment}.yaml`];
  return listFolders(folder).flatMap(above => names.map(name => specs + posix.join(above, name)));
}

function toLayer(specs: string, path: string, text: string): LayerFile[] {
  const specPath = path.slice(specs.length);
  const overlay = /^_overlay\.(.+)\.yaml$/.exec(posix.basename(path))?.[1];
  if (text === '' || !path.startsWith(specs) || (overlay === undefined && posix.basename(path) !== '_defaults.yaml')) return [];
  const folder = posix.dirname(specPath);
  return [{file: path, specPath, bytes: Buffer.from(text), folder: folder === '.' ? '' : folder, environment: overlay ?? null}];
}

/** Nothing where the file has errors. */
function readConfig(text: string): ConfigFile {
  const [document, ...more] = parseSource({file: '', specPath: '', bytes: Buffer.from(text)}).documents;
  const isSound = document !== undefined && more.length === 0 && isObject(document.data) && !hasErrors(checkConfig(document));
  return isSound ? (document.data as JsonObject as ConfigFile) : {};
}

function readTexts(specs: string, texts: ReadonlyMap<string, string>): ReadData {
  return (spec, path) => {
    const name = posix.join(specs, posix.dirname(spec.specPath), path);
    const text = texts.get(name) ?? '';
    if (text === '') return ALONE.readData(spec, path);
    const bytes = Buffer.from(text);
    return {source: {file: name, specPath: name, bytes}, hash: sha256(bytes)};
  };
}
