import {addToGroup} from '../../base/grouping';
import {compareText, type Diagnostic} from '../../diagnostics/diagnostic';
import {suggestName} from '../../diagnostics/suggest';
import {sha256} from '../../json/canonical';
import type {JsonObject} from '../../json/value';
import type {Inherited} from '../desired-monitor';
import {INHERITABLE, isGiven, readInheritable} from './inheritable';
import {type Allowances, type ReadLayer, readLayer} from './layer';
import {type MergedDefaults as Merged, mergeDefaults} from './merge';
import type {FleetEnvironment, LayerChain, LayerFile, ParsedLayer} from './sources';
import type {TemplateNode} from './template';

/** The layers of one folder and those above it, merged as far as no spec has a part in it. */
export interface FolderLayers extends LayerChain {
  readonly inherited: Merged;
  readonly patches: readonly JsonObject[];
  /** As findings show them, in the order in which they are merged; the spec stands between defaults and overlays. */
  readonly files: readonly string[];
  /** Values from each of them that a monitor must not lose unseen. */
  readonly gives: Inherited;
  /** Equal for chains of equal files in the same places. */
  readonly digest: string;
  /** The content of specs below them is not known. */
  readonly isBroken: boolean;
  /** Those with references to rows and variables. */
  readonly templates: readonly {readonly layer: ParsedLayer; readonly template: TemplateNode}[];
  readonly usesReferences: boolean;
  /** Number of characters that a spec can grow by. */
  readonly size: number;
}

/** All layers of a repository, by the folders that they apply to. */
export class LayerTree {
  readonly #layers: ReadonlyMap<string, readonly ReadLayer[]>;
  readonly #environment: FleetEnvironment;
  readonly #known = new Map<string, FolderLayers | null>();
  readonly #used = new Set<string>();
  /** Findings about each layer by itself, with the folder that it applies to. */
  readonly findings: readonly {readonly folder: string; readonly findings: readonly Diagnostic[]}[];

  constructor(files: readonly LayerFile[], environment: FleetEnvironment, allowances: Allowances) {
    const read = files.map(file => readLayer(file, allowances, environment));
    this.#environment = environment;
    const layers = new Map<string, ReadLayer[]>();
    for (const layer of read) addToGroup(layers, layer.file.folder, layer);
    this.#layers = layers;
    this.findings = read.flatMap(({file, findings}) => {
      const found = [...findings, ...refuseUndeclared(file, environment)];
      return found.length === 0 ? [] : [{folder: file.folder, findings: found}];
    });
  }

  /** The hash of each layer that applies in this environment, by its path below the specs directory. */
  listHashes(): (readonly [string, string])[] {
    return [...this.#layers.values()].flat().flatMap(layer => (this.#applies(layer) ? [[layer.file.specPath, layer.hash] as const] : []));
  }

  /** Finds the layers that a spec at this path is merged from; null where no layer applies to it. */
  layersOf(specPath: string): FolderLayers | null {
    if (this.#layers.size === 0) return null;
    const folder = folderOf(specPath);
    this.#used.add(folder);
    return this.#folder(folder);
  }

  /** A warning for each layer that no spec was asked for below. */
  listUnused(): Diagnostic[] {
    const used = new Set<string>();
    for (const folder of this.#used) for (const above of listFolders(folder)) used.add(above);
    const unused = [...this.#layers].flatMap(([folder, layers]) => (used.has(folder) ? [] : layers));
    return unused.flatMap(({layer, file}) => (layer === null ? [] : [warnUnused(layer, file)]));
  }

  #folder(folder: string): FolderLayers | null {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const chain = listFolders(folder)
      .flatMap(above => this.#layers.get(above) ?? [])
      .filter(layer => this.#applies(layer));
    const layers = chain.length === 0 ? null : toFolderLayers(chain);
    this.#known.set(folder, layers);
    return layers;
  }

  #applies({file}: ReadLayer): boolean {
    return file.environment === null || file.environment === this.#environment.environment;
  }
}

function toFolderLayers(chain: readonly ReadLayer[]): FolderLayers {
  const sound = chain.flatMap(({layer}) => (layer === null ? [] : [layer]));
  const defaults = sound.filter(({file}) => file.environment === null);
  const overlays = sound.filter(({file}) => file.environment !== null);
  const templates = chain.flatMap(({layer, template}) => (layer === null || template === null ? [] : [{layer, template}]));
  return {
    defaults,
    overlays,
    inherited: mergeDefaults(defaults.map(({data}) => data)),
    patches: overlays.map(({data}) => data),
    files: [...defaults, ...overlays].map(({file}) => file.file),
    gives: listGifts([...defaults, ...overlays]),
    digest: sha256(JSON.stringify(chain.map(({file, hash}) => [file.file, hash]))),
    templates,
    usesReferences: templates.length > 0,
    isBroken: chain.some(({isBroken}) => isBroken),
    size: chain.reduce((sum, layer) => sum + layer.size, 0),
  };
}

function listGifts(layers: readonly ParsedLayer[]): Inherited {
  const gifts = layers.map(({file, data}) => [file.specPath, INHERITABLE.filter(name => isGiven(readInheritable(data, name)))] as const);
  return Object.fromEntries(gifts.sort(([a], [b]) => compareText(a, b)));
}

/** The folder of a path below the specs directory; `''` for that directory. */
export function folderOf(specPath: string): string {
  return specPath.slice(0, Math.max(0, specPath.lastIndexOf('/')));
}

/** A folder and those above it, the outermost first. */
export function listFolders(folder: string): string[] {
  const parts = folder === '' ? [] : folder.split('/');
  return ['', ...parts.map((_, index) => parts.slice(0, index + 1).join('/'))];
}

function refuseUndeclared(file: LayerFile, {declared}: FleetEnvironment): Diagnostic[] {
  const {environment} = file;
  if (environment === null || declared === null || declared.includes(environment)) return [];
  const near = suggestName(environment, declared);
  const names = [...declared].sort(compareText).join(', ');
  return [
    {
      code: 'fleet/unknown-environment',
      severity: 'error',
      message: `the layer is for the environment "${environment}", which the config does not declare`,
      hint: near === undefined ? `name one that is declared: ${names}` : `did you mean "${near}"?`,
      where: {file: file.file, pointer: '', range: START},
    },
  ];
}

const START = {start: {line: 1, column: 1, offset: 0}, end: {line: 1, column: 1, offset: 0}};

function warnUnused({document}: ParsedLayer, {file, folder}: LayerFile): Diagnostic {
  return {
    code: 'fleet/unused-layer',
    severity: 'warning',
    message: 'no spec uses this layer',
    hint: folder === '' ? 'remove it, or add a spec' : `remove it, or put a spec into "${file.slice(0, file.lastIndexOf('/'))}" or below`,
    where: document.placeOf(''),
  };
}
